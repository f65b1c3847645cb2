//! Elements of SVG as text.

use std::fmt::Write as _;

/// A text of elements.
#[derive(Default)]
pub struct Markup {
    text: String,
}

impl Markup {
    /// An element without content. Values of attributes are written unescaped.
    pub fn element(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.text.push_str("/>\n");
    }

    /// Opens an element, which [`Markup::close`] closes.
    pub fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.text.push_str(">\n");
    }

    pub fn close(&mut self, name: &str) {
        let _ = writeln!(self.text, "</{name}>");
    }

    /// An element with a text of the user's.
    pub fn with_text(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) {
        self.start(name, attributes);
        let _ = writeln!(self.text, ">{}</{name}>", escaped(text));
    }

    /// A text that is written unescaped.
    pub fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub fn finish(self) -> String {
        self.text
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &str)]) {
        let _ = write!(self.text, "<{name}");
        for (key, value) in attributes {
            let _ = write!(self.text, " {key}=\"{value}\"");
        }
    }
}

/// A coordinate, to a twentieth of a point.
pub fn number(value: f64) -> String {
    let rounded = (value * 20.0).round() / 20.0;
    // Not "-0".
    if rounded == 0.0 { "0".to_owned() } else { format!("{}", (rounded * 100.0).round() / 100.0) }
}

/// A text for XML. Characters that XML does not have become U+FFFD.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' => escaped.push(character),
            '\0'..=' ' if character != ' ' => escaped.push('\u{fffd}'),
            '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, expected) in
            [(0.0, "0"), (-0.01, "0"), (1.0, "1"), (0.123, "0.1"), (-2.525, "-2.55"), (1e6, "1000000"), (7.35, "7.35")]
        {
            assert_eq!(number(value), expected);
        }
    }

    #[test]
    fn texts_are_escaped() {
        assert_eq!(
            escaped("a<b> & \"c\" \u{0}\u{8}\u{ffff}é\n"),
            "a&lt;b&gt; &amp; &quot;c&quot; \u{fffd}\u{fffd}\u{fffd}é\n"
        );
    }
}
