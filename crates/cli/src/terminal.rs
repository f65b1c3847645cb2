//! Text for terminals: messages on standard error, and escapes for control characters.

use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

/// Prints a line on standard error. Errors are ignored: there is nowhere to report them.
pub fn note(line: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{}", Escaped(line));
}

/// Prints help, or an error in the command line. Errors of writing are ignored.
pub fn help(help: &clap::Error) {
    // The message may quote arguments. Colours are control characters too, so it is printed without them then.
    if std::env::args_os().any(|argument| argument.to_string_lossy().contains(is_control)) {
        note(help.render().to_string().trim_end());
    } else {
        let _ = help.print();
    }
}

/// Text whose control characters are displayed as escapes.
pub struct Escaped<T>(pub T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(Escaper(f), "{}", self.0)
    }
}

/// A text of JSON whose control characters are escapes of JSON.
pub fn escaped_json(json: impl Display) -> String {
    let mut escaped = String::new();
    for character in json.to_string().chars() {
        if is_control(character) {
            escaped += &format!("\\u{:04x}", u32::from(character));
        } else {
            escaped.push(character);
        }
    }
    escaped
}

struct Escaper<'a, 'f>(&'a mut fmt::Formatter<'f>);

impl fmt::Write for Escaper<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut written = 0;
        for (start, control) in text.match_indices(is_control) {
            self.0.write_str(&text[written..start])?;
            control.chars().try_for_each(|character| write!(self.0, "{}", character.escape_default()))?;
            written = start + control.len();
        }
        self.0.write_str(&text[written..])
    }
}

/// Whether a character controls the terminal or changes the direction of text. Line breaks and tabs are allowed.
fn is_control(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        other => other.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        for (text, shown) in [
            ("plain é\u{301}\tand\nlines", "plain é\u{301}\tand\nlines"),
            ("\u{1b}[2J\r\u{7f}\u{9b}é", "\\u{1b}[2J\\r\\u{7f}\\u{9b}é"),
            ("a\u{202e}b\u{2066}", "a\\u{202e}b\\u{2066}"),
        ] {
            assert_eq!(Escaped(text).to_string(), shown);
            assert_eq!(Escaped(format_args!("{text}{}", 1)).to_string(), format!("{shown}1"));
        }
    }

    #[test]
    fn json_stays_json() {
        assert_eq!(escaped_json("[\"\u{7f}é\u{202e}\",\n1]"), "[\"\\u007fé\\u202e\",\n1]");
    }
}
