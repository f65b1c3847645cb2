//! Strings and their escapes.

use super::parse::Parser;
use super::problem::Problem;

impl Parser<'_> {
    /// Reads the string at the current position, which is a quote.
    pub(super) fn string(&mut self) -> Result<String, Problem> {
        let open = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.bytes().take_while(|&byte| byte != b'"' && byte != b'\\' && byte >= 0x20).count();
            text.push_str(&rest[..plain]);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => text.push(self.escape()?),
                None => {
                    self.at = open;
                    let help = "was it cut off, or is the quote missing?";
                    return Err(self.problem("the file ends inside this string", "a closing double quote", help));
                }
                Some(b'\n' | b'\r') => {
                    self.at = open;
                    return Err(self.problem(
                        "this string does not end on its line",
                        "a closing double quote",
                        "close it with a double quote; a line break inside a string is written \\n",
                    ));
                }
                Some(_) => {
                    return Err(self.problem(
                        "a string contains a control character",
                        "printable characters",
                        "write it as an escape: \\t for a tab, \\u0007 for others",
                    ));
                }
            }
        }
    }

    fn escape(&mut self) -> Result<char, Problem> {
        let start = self.at;
        self.at += 2;
        let character = match self.text.as_bytes().get(start + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(start),
            _ => {
                self.at = start;
                return Err(self.problem(
                    "unknown escape in a string",
                    "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX",
                    "a backslash itself is written \\\\",
                ));
            }
        };
        Ok(character)
    }

    fn unicode_escape(&mut self, start: usize) -> Result<char, Problem> {
        let high = self.four_hex_digits(start)?;
        let code = match high {
            0xd800..=0xdbff if self.text[self.at..].starts_with("\\u") => {
                self.at += 2;
                let low = self.four_hex_digits(start)?;
                // Anything but a low surrogate is invalid.
                low.checked_sub(0xdc00).filter(|low| *low < 0x400).map(|low| 0x10000 + ((high - 0xd800) << 10) + low)
            }
            _ => Some(high),
        };
        code.and_then(char::from_u32).ok_or_else(|| {
            self.at = start;
            self.problem(
                "half of a surrogate pair is not a character",
                "\\uD800 to \\uDBFF followed by \\uDC00 to \\uDFFF",
                "",
            )
        })
    }

    fn four_hex_digits(&mut self, start: usize) -> Result<u32, Problem> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).unwrap_or_default();
        let code = digits.iter().try_fold(0, |code, &byte| Some(code * 16 + char::from(byte).to_digit(16)?));
        match code {
            Some(code) if digits.len() == 4 => {
                self.at += 4;
                Ok(code)
            }
            _ => {
                self.at = start;
                Err(self.problem("unknown escape in a string", "four hexadecimal digits after \\u", ""))
            }
        }
    }
}
