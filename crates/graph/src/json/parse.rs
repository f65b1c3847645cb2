//! The parser: strict JSON (RFC 8259) with limits, and errors with advice.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::look_up::at_offset;
use super::problem::Problem;
use super::syntax::{NumberError, number_length};
use super::{Json, JsonValue, Key, MAX_KEY, MAX_NESTING, MAX_SIZE, MAX_VALUES, Number, Span, locations, pointer};
use crate::diagnostic::{Diagnostic, Diagnostics, MAX_ERRORS, quote};

/// A tree, and the duplicate keys that were found.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The tree. Of duplicate keys it has the first.
    pub root: Json,
    /// An error for every duplicate key.
    pub duplicates: Diagnostics,
}

/// Parses a text: UTF-8 with or without a byte-order mark, one JSON value.
///
/// # Errors
///
/// The first syntax error, or the first limit exceeded ([`MAX_SIZE`], [`MAX_NESTING`], [`MAX_VALUES`], [`MAX_KEY`]),
/// with its location.
pub fn parse(bytes: &[u8]) -> Result<Parsed, Diagnostic> {
    if bytes.len() > MAX_SIZE {
        return Err(Diagnostic::error("", format!("the file has {} bytes", bytes.len()))
            .expected(format!("at most {MAX_SIZE} bytes")));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| invalid_utf8(bytes, error.valid_up_to()))?;
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut parser = Parser { text, at, depth: 0, values: 0, duplicates: Vec::new(), more_duplicates: 0 };
    let root = parser.document().map_err(|problem| problem.locate(text))?;
    let mut duplicates = locate_duplicates(text, &root, &parser.duplicates);
    duplicates.omit_errors(parser.more_duplicates);
    Ok(Parsed { root, duplicates })
}

fn invalid_utf8(bytes: &[u8], offset: usize) -> Diagnostic {
    let valid = std::str::from_utf8(&bytes[..offset]).unwrap_or_default();
    let byte = bytes.get(offset).copied().unwrap_or_default();
    let encoding = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "the file is UTF-16".to_owned(),
        _ => format!("the file is not UTF-8 text: byte 0x{byte:02x} at offset {offset}"),
    };
    let location = locations(valid, &[offset])[0];
    Diagnostic::error("", encoding).help("a graph is a JSON file, saved as UTF-8").at(location)
}

fn locate_duplicates(text: &str, root: &Json, duplicates: &[Duplicate]) -> Diagnostics {
    let offsets: Vec<usize> = duplicates.iter().flat_map(|each| [each.first, each.second]).collect();
    let locations = locations(text, &offsets);
    let mut diagnostics = Diagnostics::new();
    for (duplicate, locations) in duplicates.iter().zip(locations.chunks_exact(2)) {
        let path = pointer::child(&at_offset(root, duplicate.first), &duplicate.key);
        let lines = match (locations[0].line, locations[1].line) {
            (first, second) if first == second => format!("line {first} has it twice"),
            (first, second) => format!("lines {first} and {second} both have it"),
        };
        let message = format!("duplicate key {}: {lines}", quote(&duplicate.key));
        diagnostics
            .push(Diagnostic::error(path, message).help("rename or remove one of them").at_key().at(locations[1]));
    }
    diagnostics
}

/// A duplicate key of an object, and the offsets of both.
struct Duplicate {
    key: Box<str>,
    first: usize,
    second: usize,
}

pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    depth: usize,
    values: usize,
    duplicates: Vec<Duplicate>,
    more_duplicates: usize,
}

impl Parser<'_> {
    fn document(&mut self) -> Result<Json, Problem> {
        self.skip_space();
        if self.peek().is_none() {
            return Err(self.problem("the file is empty", "a JSON object", ""));
        }
        let root = self.value()?;
        self.skip_space();
        match self.peek() {
            None => Ok(root),
            Some(_) => Err(self.unexpected("the end of the file", "the document ends before this")),
        }
    }

    // Recurses at most `MAX_NESTING` deep.
    fn value(&mut self) -> Result<Json, Problem> {
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err(self.problem("the document has too many values", format!("at most {MAX_VALUES}"), ""));
        }
        let start = self.at;
        let value = match self.peek() {
            Some(b'{') => self.nested(Parser::object)?,
            Some(b'[') => self.nested(Parser::list)?,
            Some(b'"') => JsonValue::Text(self.string()?.into()),
            Some(b'-' | b'0'..=b'9') => JsonValue::Number(self.number()?),
            _ if self.literal("true") => JsonValue::Bool(true),
            _ if self.literal("false") => JsonValue::Bool(false),
            _ if self.literal("null") => JsonValue::Null,
            _ if self.depth == 0 => {
                return Err(self.unexpected("a JSON object", "a graph is a JSON document, and starts with `{`"));
            }
            _ => return Err(self.unexpected("a value", "")),
        };
        Ok(Json { span: self.span(start), value })
    }

    /// The byte range from `start` to the current position.
    fn span(&self, start: usize) -> Span {
        // A text has at most `MAX_SIZE` bytes.
        start as u32..self.at as u32
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<JsonValue, Problem>) -> Result<JsonValue, Problem> {
        if self.depth == MAX_NESTING {
            return Err(self.problem(
                "lists and objects are nested too deeply",
                format!("at most {MAX_NESTING} inside each other"),
                "",
            ));
        }
        self.depth += 1;
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn list(&mut self) -> Result<JsonValue, Problem> {
        let open = self.at;
        self.at += 1;
        let mut items = Vec::new();
        self.skip_space();
        if self.eat(b']') {
            return Ok(JsonValue::List(Box::default()));
        }
        loop {
            items.push(self.value()?);
            self.skip_space();
            if self.eat(b']') {
                return Ok(JsonValue::List(items.into()));
            }
            self.comma(open, "`,` or `]`", b']')?;
        }
    }

    fn object(&mut self) -> Result<JsonValue, Problem> {
        let open = self.at;
        self.at += 1;
        let mut members: Vec<(Key, Json)> = Vec::new();
        let mut seen = Seen::default();
        self.skip_space();
        if self.eat(b'}') {
            return Ok(JsonValue::Object(Box::default()));
        }
        loop {
            let key = self.key(open)?;
            self.skip_space();
            if !self.eat(b':') {
                return Err(self.unexpected("`:` and a value", "a key and its value are separated by a colon"));
            }
            self.skip_space();
            let value = self.value()?;
            match seen.find(&members, &key.text) {
                Some(_) if self.duplicates.len() == MAX_ERRORS => self.more_duplicates += 1,
                Some(first) => self.duplicates.push(Duplicate {
                    first: members[first].0.span.start as usize,
                    second: key.span.start as usize,
                    key: key.text,
                }),
                None => {
                    seen.add(&members, &key.text);
                    members.push((key, value));
                }
            }
            self.skip_space();
            if self.eat(b'}') {
                return Ok(JsonValue::Object(members.into()));
            }
            self.comma(open, "`,` or `}`", b'}')?;
        }
    }

    fn key(&mut self, open: usize) -> Result<Key, Problem> {
        let start = self.at;
        match self.peek() {
            Some(b'"') => {}
            None => return Err(self.ends_inside(open)),
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => {
                return Err(self.unexpected("a key", "keys are written in double quotes"));
            }
            Some(b'0'..=b'9') => {
                let help = "keys are written in double quotes, and decimals with a point";
                return Err(self.unexpected("a key", help));
            }
            Some(_) => return Err(self.unexpected("a key in double quotes", "")),
        }
        let text = self.string()?;
        if text.len() > MAX_KEY {
            self.at = start;
            return Err(self.problem("the key is too long", format!("at most {MAX_KEY} bytes"), ""));
        }
        Ok(Key { text: text.into(), span: self.span(start) })
    }

    /// Reads the comma between members or items, and the space after it.
    fn comma(&mut self, open: usize, expected: &'static str, close: u8) -> Result<(), Problem> {
        let comma = self.at;
        if !self.eat(b',') {
            let help = match self.peek() {
                None => return Err(self.ends_inside(open)),
                Some(b'"' | b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') => "a comma is missing before this",
                Some(b':') if close == b']' => "keys belong in objects, between `{` and `}`",
                Some(b']' | b'}') => {
                    let line = locations(self.text, &[open])[0].line;
                    let what = if close == b']' { "list" } else { "object" };
                    return Err(self.unexpected(expected, &format!("the {what} that line {line} opens is still open")));
                }
                Some(_) => "",
            };
            return Err(self.unexpected(expected, help));
        }
        self.skip_space();
        match self.peek() {
            Some(byte) if byte == close => {
                self.at = comma;
                let expected = if close == b']' { "a value after it" } else { "a key after it" };
                Err(self.problem("nothing follows this comma", expected, "remove the comma"))
            }
            None => Err(self.ends_inside(open)),
            Some(_) => Ok(()),
        }
    }

    fn number(&mut self) -> Result<Number, Problem> {
        let rest = &self.text[self.at..];
        let length = match number_length(rest.as_bytes()) {
            Ok(length) => length,
            Err(NumberError::LeadingZero) => {
                return Err(self.problem(
                    "a number starts with unnecessary zeros",
                    "a number",
                    "remove the leading zeros",
                ));
            }
            Err(NumberError::Digits(offset)) => {
                self.at += offset;
                return Err(self.unexpected("a digit", "a number needs digits here, as in 0.5, -1 or 1e3"));
            }
        };
        let number = Number::new(&rest[..length]);
        self.at += length;
        match (number, self.peek()) {
            (Some(number), None | Some(b' ' | b'\t' | b'\r' | b'\n' | b',' | b']' | b'}' | b':' | b'/' | b'"')) => {
                Ok(number)
            }
            _ => {
                self.at -= length;
                Err(self.unexpected("a number", "numbers are written like 0.5, -1 or 1e3"))
            }
        }
    }

    fn literal(&mut self, word: &str) -> bool {
        let rest = &self.text[self.at..];
        let found = rest.starts_with(word)
            && !rest[word.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_');
        if found {
            self.at += word.len();
        }
        found
    }

    /// A problem at the current position.
    pub(super) fn problem(
        &self,
        message: impl Into<String>,
        expected: impl Into<String>,
        help: impl Into<String>,
    ) -> Problem {
        Problem::new(self.at, message, expected, help)
    }

    /// The text ends inside the list or object that starts at `open`.
    fn ends_inside(&self, open: usize) -> Problem {
        Problem::ends_inside(self.text, open)
    }

    /// The text has an unexpected word or character at the current position.
    pub(super) fn unexpected(&self, expected: &str, help: &str) -> Problem {
        Problem::unexpected(self.text, self.at, expected, help)
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }
}

/// Finds keys of an object: by linear search in a small one, by an index in a large one.
#[derive(Default)]
struct Seen {
    /// The first member with each hash of a key. Storing keys would take most of the memory.
    first: HashMap<u64, u32>,
    state: RandomState,
}

impl Seen {
    const SMALL: usize = 16;

    fn find(&self, members: &[(Key, Json)], key: &str) -> Option<usize> {
        let is_it = |(each, _): &(Key, Json)| *each.text == *key;
        if self.first.is_empty() {
            return members.iter().position(is_it);
        }
        let index = *self.first.get(&self.state.hash_one(key))? as usize;
        // Another key with the same hash is extremely unlikely; a linear search then decides.
        if is_it(&members[index]) { Some(index) } else { members.iter().position(is_it) }
    }

    /// Adds the key of the member that is about to be added.
    fn add(&mut self, members: &[(Key, Json)], key: &str) {
        if members.len() == Self::SMALL {
            for (index, (each, _)) in members.iter().enumerate() {
                self.first.entry(self.state.hash_one(&*each.text)).or_insert(index as u32);
            }
        }
        if members.len() >= Self::SMALL {
            // A text has at most `MAX_VALUES` members.
            self.first.entry(self.state.hash_one(key)).or_insert(members.len() as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn error(text: &str) -> String {
        parse(text.as_bytes()).unwrap_err().render(None)
    }

    #[test]
    fn every_value_and_key_has_its_byte_range() {
        let text = "\u{feff} {\"a\" : [1, \"x\\u00e9\\ud83d\\ude00\"], \"b\": null}";
        let root = parse(text.as_bytes()).unwrap().root;
        let JsonValue::Object(members) = &root.value else { panic!() };
        let written = |span: &Span| &text[span.start as usize..span.end as usize];
        assert_eq!(written(&root.span), &text[4..]);
        assert_eq!(written(&members[0].0.span), "\"a\"");
        let JsonValue::List(items) = &members[0].1.value else { panic!() };
        assert_eq!(items[1].value, JsonValue::Text("xé😀".into()));
        assert_eq!(written(&members[1].1.span), "null");
    }

    #[test]
    fn every_duplicate_is_reported_and_the_first_counts() {
        let many: String = (0..40).map(|index| format!("\"k{}\": {index},\n", index % 30)).collect();
        let parsed = parse(format!("{{{many} \"o\": {{\"a\": 1, \"a\": 2}}}}").as_bytes()).unwrap();
        assert_eq!(parsed.duplicates.len(), 11);
        let last = parsed.duplicates.iter().last().unwrap();
        assert_eq!(last.pointer, "/o/a");
        assert_eq!(last.message, "duplicate key `a`: line 41 has it twice");
        let JsonValue::Object(members) = parsed.root.value else { panic!() };
        assert_eq!(members.len(), 31);
        assert_eq!(members[3].1.value, JsonValue::Number(Number::from(3)));
    }

    #[test]
    fn the_first_error_is_reported_with_its_location() {
        let cases = [
            ("", "1:1: error: the file is empty"),
            ("[1,\n 2,]", "2:3: error: nothing follows this comma; remove the comma"),
            ("[1 2]", "1:4: error: unexpected `2`; a comma is missing before this"),
            ("{'a': 1}", "1:2: error: unexpected `'`; strings are written in double quotes"),
            ("{a: 1}", "1:2: error: unexpected `a`; keys are written in double quotes"),
            ("[NaN]", "1:2: error: unexpected `NaN`; only finite numbers are possible"),
            ("[01]", "1:2: error: a number starts with unnecessary zeros"),
            ("[1.5.2]", "1:2: error: unexpected `1.5.2`; numbers are written"),
            ("\"a", "1:1: error: the file ends inside this string"),
            ("\"a\tb\"", "1:3: error: a string contains a control character"),
            ("\"\\ud800\"", "1:2: error: half of a surrogate pair"),
            ("\"\\ud800\\u0041\"", "1:2: error: half of a surrogate pair"),
            ("\"\\udc00\"", "1:2: error: half of a surrogate pair"),
            ("\"\\u00g0\"", "1:2: error: unknown escape"),
            ("{}\n{}", "2:1: error: unexpected `{`; the document ends before this"),
            ("{\n\"a\": [1, {", "2:11: error: the file ends inside the object that line 2 opens"),
            ("tru", "1:1: error: unexpected `tru`"),
        ];
        for (text, expected) in cases {
            let found = error(text);
            assert!(found.starts_with(expected), "{text:?} gave {found}");
        }
    }

    #[test]
    fn limits_hold() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert!(parse(nested(MAX_NESTING).as_bytes()).is_ok());
        assert!(error(&nested(MAX_NESTING + 1)).contains("nested too deeply"));
        assert!(error(&"[".repeat(1 << 20)).contains("nested too deeply"));
        assert!(error(&format!("{{\"{}\": 1}}", "k".repeat(MAX_KEY + 1))).contains("key is too long"));
        assert!(error(&" ".repeat(MAX_SIZE + 1)).contains("bytes"));
    }

    #[test]
    fn invalid_utf8_is_reported_with_its_location() {
        let found = parse(b"{\"\xc3\xa9\xff\": 1}").unwrap_err();
        assert_eq!(
            found.render(None),
            "1:4: error: the file is not UTF-8 text: byte 0xff at offset 4; a graph is a JSON file, saved as UTF-8"
        );
        assert!(parse(b"\xff\xfe{\0}\0").unwrap_err().message.contains("UTF-16"));
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse(&bytes);
        }

        #[test]
        fn no_text_of_json_characters_makes_it_panic(text in "[\\[\\]{}\",:0-9eE+.\\\\untrfals\u{e9} \n-]{0,60}") {
            let _ = parse(text.as_bytes());
        }
    }
}
