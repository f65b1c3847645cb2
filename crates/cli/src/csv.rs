//! Fields of CSV (RFC 4180): a line is a record.

use std::borrow::Cow;

/// The fields of a line, without their quotes and the spaces around them.
///
/// # Errors
///
/// If a field begins with a quote and is not closed, or continues after it.
pub fn fields(line: &str) -> impl Iterator<Item = Result<Cow<'_, str>, &'static str>> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let (field, behind) = field(rest?);
        rest = behind;
        Some(field)
    })
}

/// The first field of a text, and the text behind its comma.
fn field(text: &str) -> (Result<Cow<'_, str>, &'static str>, Option<&str>) {
    let Some(quoted) = text.trim_start().strip_prefix('"') else {
        return match text.split_once(',') {
            Some((field, behind)) => (Ok(Cow::Borrowed(field.trim())), Some(behind)),
            None => (Ok(Cow::Borrowed(text.trim())), None),
        };
    };
    let mut end = 0;
    loop {
        let Some(quote) = quoted[end..].find('"').map(|quote| end + quote) else {
            return (Err("a quote is not closed"), None);
        };
        // Two quotes are one that is part of the text.
        if quoted[quote + 1..].starts_with('"') {
            end = quote + 2;
            continue;
        }
        let content = quoted[..quote].trim();
        let content = if content.contains('"') { content.replace("\"\"", "\"").into() } else { Cow::Borrowed(content) };
        let behind = quoted[quote + 1..].trim_start();
        return match behind.strip_prefix(',') {
            Some(behind) => (Ok(content), Some(behind)),
            None if behind.is_empty() => (Ok(content), None),
            None => (Err("a field continues after its quotes"), None),
        };
    }
}

/// A text as a field, in quotes if necessary. What a spreadsheet would compute as a formula gets an apostrophe before
/// it.
pub fn text(text: &str) -> String {
    let mut field = String::with_capacity(text.len() + 2);
    let mut is_start = true;
    for character in text.chars() {
        // Wide characters count in some languages.
        if is_start && matches!(character, '=' | '+' | '-' | '@' | '\u{ff1d}' | '\u{ff0b}' | '\u{ff0d}' | '\u{ff20}') {
            field.push('\'');
        }
        // Where the comma is that of decimals, semicolons part the fields.
        is_start = matches!(character, ',' | ';' | '"') || is_start && character.is_whitespace();
        field.push(character);
    }
    let needs_quotes = field.contains([',', ';', '"']) || field.trim() != field;
    if needs_quotes { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_fields() {
        let all = |line| fields(line).collect::<Result<Vec<_>, _>>();
        assert_eq!(all("1, 2 ,\"3\",  \"4\" ,").unwrap(), ["1", "2", "3", "4", ""]);
        assert_eq!(all("\"a,\"\"b\"\",c\",d\"e\"").unwrap(), ["a,\"b\",c", "d\"e\""]);
        assert_eq!(all("").unwrap(), [""]);
        assert_eq!(all("\"\",\"").unwrap_err(), "a quote is not closed");
        assert_eq!(all("\"1\"2,3").unwrap_err(), "a field continues after its quotes");
    }

    #[test]
    fn texts_come_back_and_are_no_formulas() {
        for (name, expected) in [
            ("height", "height"),
            ("wood-grain = 1", "wood-grain = 1"),
            ("a,\"b\"", "\"a,\"\"b\"\"\""),
            ("=cmd()", "'=cmd()"),
            ("-1", "'-1"),
            (" @x", "\" '@x\""),
            ("＝1", "'＝1"),
            ("a;=1", "\"a;'=1\""),
            ("\"=1\"", "\"\"\"'=1\"\"\""),
        ] {
            assert_eq!(text(name), expected);
            let read: Vec<_> = fields(expected).map(Result::unwrap).collect();
            assert_eq!(read.len(), 1);
            assert_eq!(read[0].replace('\'', ""), name.trim());
        }
    }
}
