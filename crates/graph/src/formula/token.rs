//! The tokens of a formula: numbers, names and signs.

use crate::diagnostic::{Diagnostic, quote};

/// A token of a formula.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub kind: Kind,
    pub text: &'t str,
    /// Its first character, counted from 1.
    pub at: usize,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
    Number(f32),
    Name,
    Sign,
}

impl Token<'_> {
    /// The token and its place, for messages.
    pub fn describe(&self) -> String {
        format!("{} {}", quote(self.text), place(self.at))
    }
}

/// The place of a character, for messages.
pub(super) fn place(at: usize) -> String {
    format!("at character {at} of the formula")
}

/// The tokens of a text.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, Diagnostic> {
    let mut tokens = Vec::new();
    let (mut rest, mut at) = (text, 1);
    loop {
        let blank = rest.find(|next: char| !next.is_whitespace()).unwrap_or(rest.len());
        at += rest[..blank].chars().count();
        rest = &rest[blank..];
        let Some(first) = rest.chars().next() else { return Ok(tokens) };
        let (kind, length) = if first.is_ascii_digit() || first == '.' {
            let length = number_length(rest);
            (Kind::Number(number(&rest[..length], at)?), length)
        } else if first.is_alphabetic() || first == '_' {
            let is_part = |next: char| next.is_alphanumeric() || next == '_';
            (Kind::Name, rest.find(|next| !is_part(next)).unwrap_or(rest.len()))
        } else {
            (Kind::Sign, sign_length(rest).ok_or_else(|| meaningless(first, at))?)
        };
        let (text, after) = rest.split_at(length);
        tokens.push(Token { kind, text, at });
        at += text.chars().count();
        rest = after;
    }
}

/// The length of a number such as `2`, `.5`, `1.` or `1e-3` at the start of a text. Without digits an `e` is no
/// exponent.
fn number_length(text: &str) -> usize {
    let digits = |text: &str| text.find(|next: char| !next.is_ascii_digit()).unwrap_or(text.len());
    let mut length = digits(text);
    if text[length..].starts_with('.') {
        length += 1 + digits(&text[length + 1..]);
    }
    if let Some(exponent) = text[length..].strip_prefix(['e', 'E']) {
        let sign = usize::from(exponent.starts_with(['+', '-']));
        let count = digits(&exponent[sign..]);
        if count > 0 {
            length += 1 + sign + count;
        }
    }
    length
}

fn number(text: &str, at: usize) -> Result<f32, Diagnostic> {
    let problem = |problem: &str| Diagnostic::error("", format!("{} {} {problem}", quote(text), place(at)));
    let number: f32 = text.parse().map_err(|_| problem("is not a number"))?;
    if number.is_finite() {
        return Ok(number);
    }
    Err(problem("is too large").expected("a number up to 3.4e38"))
}

fn sign_length(text: &str) -> Option<usize> {
    if text.starts_with("<=") || text.starts_with(">=") {
        return Some(2);
    }
    text.starts_with(['+', '-', '*', '/', '%', '^', '<', '>', '(', ')', ',']).then_some(1)
}

/// An error: the character is not part of any formula.
fn meaningless(character: char, at: usize) -> Diagnostic {
    let quoted = quote(character.encode_utf8(&mut [0; 4]));
    let diagnostic = Diagnostic::error("", format!("{quoted} {} has no meaning", place(at)));
    let meant = match character {
        '×' | '·' | '⋅' | '∗' => "*",
        '÷' | ':' => "/",
        '−' | '–' | '—' => "-",
        '[' | '{' => "(",
        ']' | '}' => ")",
        '≤' => "<=",
        '≥' => ">=",
        ';' => ",",
        '=' => return diagnostic.help("formulas compare with `<`, `>`, `<=` and `>=`, and assign nothing"),
        _ => return diagnostic,
    };
    diagnostic.did_you_mean(Some(meant))
}
