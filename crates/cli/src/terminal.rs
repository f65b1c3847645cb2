//! Text for terminals: messages on standard error, and escapes for control characters.

use std::cell::RefCell;
use std::fmt::{self, Display, Write as _};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use console::{Color, Style};

use crate::verbosity;

/// What a thread collects instead of printing it.
struct Collected {
    /// The name of the work.
    name: String,
    lines: Vec<String>,
}

thread_local! {
    static COLLECTED: RefCell<Option<Collected>> = const { RefCell::new(None) };
}

/// Runs work whose messages are collected instead of printed, and which shows no progress: it is one of several at the
/// same time.
pub fn collected<T>(name: &str, work: impl FnOnce() -> T) -> (T, Vec<String>) {
    let before = COLLECTED.replace(Some(Collected { name: name.to_owned(), lines: Vec::new() }));
    let done = work();
    (done, COLLECTED.replace(before).map_or_else(Vec::new, |collected| collected.lines))
}

/// Whether this thread collects its messages.
pub fn is_collected() -> bool {
    COLLECTED.with_borrow(Option::is_some)
}

/// Prints a line on standard error. Errors are ignored: there is nowhere to report them.
pub fn note(line: impl Display) {
    let is_printed = COLLECTED.with_borrow_mut(|collected| match collected {
        Some(Collected { lines, .. }) => {
            lines.push(line.to_string());
            false
        }
        None => true,
    });
    if is_printed {
        print(line);
    }
}

/// Prints a line on standard error at once, even if this thread collects: then the name of its work is before it.
pub fn announce(line: impl Display) {
    COLLECTED.with_borrow(|collected| match collected {
        Some(Collected { name, .. }) => print(format_args!("{name}: {line}")),
        None => print(line),
    });
}

fn print(line: impl Display) {
    let line = Escaped(line).to_string();
    if verbosity::is_quiet() && is_note(&line) {
        return;
    }
    let line = if console::colors_enabled_stderr() { colored(&line) } else { line };
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// Text whose lines have the words `error:`, `warning:` and `note:` in color, where they begin or follow a location.
pub fn colored(text: &str) -> String {
    let color = |line: &str| match word(line) {
        Some((start, word, color)) => {
            let word_colored = Style::new().fg(color).bold().force_styling(true).apply_to(word);
            format!("{}{word_colored}{}", &line[..start], &line[start + word.len()..])
        }
        None => line.to_owned(),
    };
    text.split('\n').map(color).collect::<Vec<_>>().join("\n")
}

/// The word for the kind of a message, where it begins the line or follows a location, and its color.
fn word(line: &str) -> Option<(usize, &'static str, Color)> {
    let words = [("error:", Color::Red), ("warning:", Color::Yellow), ("note:", Color::Cyan)];
    let found = words.into_iter().filter_map(|(word, color)| Some((line.find(word)?, word, color)));
    let first = found.min_by_key(|(start, ..)| *start);
    first.filter(|(start, ..)| *start == 0 || line[..*start].ends_with(": "))
}

/// Whether a line is a note: neither an error nor a warning.
pub fn is_note(line: &str) -> bool {
    word(line).is_some_and(|(_, word, _)| word == "note:")
}

/// Prints advice on standard error, if that is a terminal.
pub fn hint(lines: impl Display) {
    if io::stderr().is_terminal() && !verbosity::is_quiet() {
        note(lines);
    }
}

/// Tells a user at a terminal that files were written.
pub struct Wrote(Instant);

impl Wrote {
    /// Starts to measure the time.
    pub fn start() -> Wrote {
        Wrote(Instant::now())
    }

    /// Prints one line with the names of the files, facts about them and the time, if standard error is a terminal or
    /// `-v` is given.
    pub fn files(&self, files: &[&Path], facts: impl Display) {
        let is_wanted = verbosity::is_verbose() || io::stderr().is_terminal();
        if !is_wanted || verbosity::is_quiet() || is_collected() {
            return;
        }
        let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        note(format_args!("wrote {}, {facts}, {:.2} s", names.join(", "), self.0.elapsed().as_secs_f64()));
    }
}

/// Prints help, or an error in the command line. Errors of writing are ignored.
pub fn help(help: &clap::Error) {
    // The message may quote arguments. Colors are control characters too, so it is printed without them then.
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
    fn only_the_kind_of_a_message_is_colored() {
        assert_eq!(colored("error: no error: here"), "\u{1b}[31m\u{1b}[1merror:\u{1b}[0m no error: here");
        assert_eq!(
            colored("a.json:1:2: warning: b\n  /nodes/error: c"),
            "a.json:1:2: \u{1b}[33m\u{1b}[1mwarning:\u{1b}[0m b\n  /nodes/error: c"
        );
        assert_eq!(colored("wrote a.png"), "wrote a.png");
    }

    #[test]
    fn messages_are_collected_by_the_innermost_work_of_a_thread() {
        let ((inner, ()), outer) = collected("outer", || {
            note("a");
            let ((), inner) = collected("inner", || note("b"));
            note("c");
            (inner, ())
        });
        assert_eq!((inner, outer), (vec!["b".to_owned()], vec!["a".to_owned(), "c".to_owned()]));
        assert!(!is_collected());
    }

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
