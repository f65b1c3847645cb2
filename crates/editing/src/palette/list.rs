//! Texts with hexadecimal colors, as web sites for palettes give them.

use travertine_edits::color::{Components, of_hex};

/// The colors, in the order of the text. Other words, such as those of comments, are skipped.
pub fn colors(text: &str) -> Result<Vec<Components>, String> {
    let is_between = |character: char| character.is_whitespace() || ",;\"'[](){}".contains(character);
    let colors: Vec<Components> = text.split(is_between).filter_map(color).collect();
    if colors.is_empty() {
        return Err("there is no hexadecimal color in it, such as #ff8800".to_owned());
    }
    Ok(colors)
}

/// A color with six digits, or with eight, of which the first two are the opacity, as Paint.NET writes them.
fn color(word: &str) -> Option<Components> {
    let digits = word.strip_prefix('#').unwrap_or(word);
    match digits.len() {
        6 => of_hex(digits),
        8 => of_hex(digits.get(2..)?),
        // Short ones may be words, such as "add".
        3 if word.starts_with('#') => of_hex(digits),
        _ => None,
    }
}
