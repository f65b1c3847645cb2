//! Estimated widths of texts, as the fonts of the viewer are not known.

/// Widths of the characters from space to tilde in Helvetica, in thousandths of the size.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];

/// Other fonts for screens are wider than Helvetica.
const WIDER: f64 = 1.12;

/// The width of a character at size 1.
fn advance(character: char) -> f64 {
    let index = (character as usize).wrapping_sub(32);
    let thousandths = match WIDTHS.get(index) {
        Some(width) => f64::from(*width) * WIDER,
        // From here on, characters of East Asia are as wide as high.
        None if character >= '\u{2e80}' => 1000.0,
        None => 650.0,
    };
    thousandths / 1000.0
}

/// The width of a text of a size, in points.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * size
}

/// The text on one line, cut if it is wider than `room`.
pub fn fit(text: &str, size: f64, room: f64) -> String {
    let mut line: String = text.chars().map(|each| if each.is_whitespace() { ' ' } else { each }).collect();
    // A text may be as long as a page.
    let most = (room / (0.2 * size)) as usize + 2;
    let is_long = line.chars().nth(most).is_some();
    if !is_long && width(&line, size) <= room {
        return line;
    }
    let mut left = room - width("…", size);
    let end = line.char_indices().find(|(_, each)| {
        left -= advance(*each) * size;
        left < 0.0
    });
    line.truncate(end.map_or(line.len(), |(end, _)| end));
    line.truncate(line.trim_end().len());
    line.push('…');
    line
}

/// The lines of a text that is `room` wide, at most `most` of them. The last line says whether there would be more.
pub fn wrap(text: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if width(&longer, size) <= room || line.is_empty() {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            }
            if lines.len() > most {
                break;
            }
        }
        lines.push(line);
        if lines.len() > most {
            break;
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            last.push_str(" …");
        }
    }
    lines.iter().map(|line| fit(line, size, room)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_where_they_do_not_fit() {
        assert_eq!(fit("veins", 13.0, 100.0), "veins");
        let cut = fit("a name that is much too long for a node", 13.0, 100.0);
        assert!(cut.ends_with('…') && width(&cut, 13.0) <= 100.0 && cut.len() > 10, "{cut}");
        assert_eq!(fit("two\nlines\tand more", 10.0, 1000.0), "two lines and more");
        assert!(fit(&"x".repeat(1_000_000), 10.0, 50.0).len() < 20);
        assert_eq!(fit("abc", 10.0, 1.0), "…");
    }

    #[test]
    fn texts_are_wrapped_at_words() {
        let lines = wrap("White marble with gray veins: the cosine of x.\n\nNext.", 10.0, 120.0, 9);
        assert!(lines.len() > 3 && lines.iter().all(|line| width(line, 10.0) <= 120.0), "{lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("Next."));
        let cut = wrap("one two three four five six seven eight", 10.0, 40.0, 2);
        assert!(cut.len() == 2 && cut[1].ends_with('…'), "{cut:?}");
        assert_eq!(wrap("", 10.0, 40.0, 2), Vec::<String>::new());
    }
}
