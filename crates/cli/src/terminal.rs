//! Text for terminals: notes on standard error, and escapes for characters that a terminal would obey.

use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

/// Prints a line on standard error. If that is closed, nobody misses it.
pub fn note(line: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{}", Harmless(line));
}

/// Prints help, or what is wrong with the command line. If nobody can read it, nobody misses it.
pub fn help(help: &clap::Error) {
    // It repeats arguments, and has colours, which are made of such characters themselves.
    if std::env::args_os().any(|argument| argument.to_string_lossy().contains(is_obeyed)) {
        note(help.render().to_string().trim_end());
    } else {
        let _ = help.print();
    }
}

/// A text with escapes in the place of what a terminal would obey.
pub struct Harmless<T>(pub T);

impl<T: Display> Display for Harmless<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(Escaping(f), "{}", self.0)
    }
}

struct Escaping<'a, 'f>(&'a mut fmt::Formatter<'f>);

impl fmt::Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut shown = 0;
        for (place, obeyed) in text.match_indices(is_obeyed) {
            self.0.write_str(&text[shown..place])?;
            obeyed.chars().try_for_each(|character| write!(self.0, "{}", character.escape_default()))?;
            shown = place + obeyed.len();
        }
        self.0.write_str(&text[shown..])
    }
}

/// Whether a terminal does more with a character than to show it: control characters, and those that change the direction
/// of writing. Ends of lines and tabulators are ours.
fn is_obeyed(character: char) -> bool {
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
    fn a_terminal_obeys_nothing() {
        for (text, shown) in [
            ("plain é\u{301}\tand\nlines", "plain é\u{301}\tand\nlines"),
            ("\u{1b}[2J\r\u{7f}\u{9b}é", "\\u{1b}[2J\\r\\u{7f}\\u{9b}é"),
            ("a\u{202e}b\u{2066}", "a\\u{202e}b\\u{2066}"),
        ] {
            assert_eq!(Harmless(text).to_string(), shown);
            assert_eq!(Harmless(format_args!("{text}{}", 1)).to_string(), format!("{shown}1"));
        }
    }
}
