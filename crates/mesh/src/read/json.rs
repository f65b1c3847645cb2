//! JSON: the memory of a parsed text, and values with their path, so that every error names its location.

use serde_json::Value;

/// Upper bound of the bytes of a text as a parsed value.
pub(super) fn bytes(text: &[u8]) -> u64 {
    // Lists grow by doubling, from four entries on. An object is a hash table or a B-tree, depending on the features of
    // the library: one entry takes as much as a few, and each entry takes more than its value.
    const VALUE: u64 = size_of::<Value>() as u64;
    const LIST: u64 = 4 * VALUE + 32;
    const OBJECT: u64 = 4 * VALUE + 544;
    const KEY: u64 = 96;
    const ENTRY: u64 = 2 * VALUE;
    // The overhead and minimum size of an allocation.
    const STRING: u64 = 32;

    let is_empty = |rest: &[u8]| {
        let next = rest.iter().find(|byte| !byte.is_ascii_whitespace());
        next.is_none_or(|byte| matches!(byte, b'}' | b']'))
    };
    let (mut total, mut at) = (VALUE, 0);
    while let Some(byte) = text.get(at) {
        at += 1;
        total += match byte {
            b'[' if !is_empty(&text[at..]) => LIST,
            b'{' if !is_empty(&text[at..]) => OBJECT,
            b':' => KEY,
            b',' => ENTRY,
            b'"' => {
                let (length, escapes) = string(&text[at..]);
                at += length + 1;
                // Strings with escapes are unescaped in a temporary buffer.
                STRING + length as u64 * if escapes { 3 } else { 1 }
            }
            _ => 0,
        };
    }
    total
}

/// Upper bound of the bytes of a value and of its text.
pub fn json_size(value: &Value) -> u64 {
    let text = value.to_string();
    bytes(text.as_bytes()) + text.len() as u64
}

/// Number of bytes up to the end of a string, and whether it contains escapes.
fn string(rest: &[u8]) -> (usize, bool) {
    let (mut at, mut escapes) = (0, false);
    while let Some(byte) = rest.get(at) {
        match byte {
            b'"' => break,
            b'\\' => {
                escapes = true;
                at += 2;
            }
            _ => at += 1,
        }
    }
    (at, escapes)
}

/// A value and its path from the root, as in `meshes[0].primitives[1]`.
#[derive(Clone)]
pub(super) struct Element<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> Element<'a> {
    pub(super) fn root(value: &'a Value) -> Element<'a> {
        Element { value, path: String::new() }
    }

    /// An error message about this value.
    pub(super) fn wrong(&self, problem: &str) -> String {
        if self.path.is_empty() { format!("it {problem}") } else { format!("{} {problem}", self.path) }
    }

    /// A member, or `None` if it is missing.
    pub(super) fn get(&self, key: &str) -> Option<Element<'a>> {
        let value = self.value.get(key)?;
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Some(Element { value, path })
    }

    /// A required member.
    pub(super) fn need(&self, key: &str) -> Result<Element<'a>, String> {
        self.get(key).ok_or_else(|| self.wrong(&format!("has no `{key}`")))
    }

    /// The entry of a list with an index.
    pub(super) fn at(&self, index: usize) -> Result<Element<'a>, String> {
        let value = self
            .value
            .get(index)
            .ok_or_else(|| self.wrong(&format!("has no entry {index}, which the file refers to")))?;
        Ok(Element { value, path: format!("{}[{index}]", self.path) })
    }

    /// Length of a list; 0 if the value is not a list.
    pub(super) fn len(&self) -> usize {
        self.value.as_array().map_or(0, Vec::len)
    }

    /// All entries of a list; `None` if the value is not a list.
    pub(super) fn all(&self) -> impl Iterator<Item = Element<'a>> + use<'a> {
        let path = self.path.clone();
        let entries = self.value.as_array().map(Vec::as_slice).unwrap_or_default().iter().enumerate();
        entries.map(move |(index, value)| Element { value, path: format!("{path}[{index}]") })
    }

    /// The value as a whole number, 0 or greater.
    pub(super) fn count(&self) -> Result<usize, String> {
        let count = self.value.as_u64().and_then(|count| usize::try_from(count).ok());
        count.ok_or_else(|| self.wrong("must be a whole number, 0 or greater"))
    }

    /// A member as a whole number, or a default if it is missing.
    pub(super) fn count_or(&self, key: &str, otherwise: usize) -> Result<usize, String> {
        self.get(key).map_or(Ok(otherwise), |member| member.count())
    }

    /// The value as a list of `N` finite numbers.
    pub(super) fn numbers<const N: usize>(&self) -> Result<[f64; N], String> {
        let numbers: Option<Vec<f64>> = self.value.as_array().and_then(|list| list.iter().map(Value::as_f64).collect());
        let numbers = numbers.and_then(|numbers| <[f64; N]>::try_from(numbers).ok());
        numbers
            .filter(|numbers| numbers.iter().all(|number| number.is_finite()))
            .ok_or_else(|| self.wrong(&format!("must be a list of {N} finite numbers")))
    }

    /// The value as a string.
    pub(super) fn text(&self) -> Result<&'a str, String> {
        self.value.as_str().ok_or_else(|| self.wrong("must be a string"))
    }

    /// Whether the value is `true`.
    pub(super) fn is_true(&self) -> bool {
        self.value == &Value::Bool(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_parsed_texts_is_estimated() {
        const VALUE: u64 = size_of::<Value>() as u64;
        let plain = bytes(b"0");
        assert_eq!(bytes(b"[ ]"), plain);
        assert_eq!(bytes(b"{}"), plain);
        // Brackets in a string are not lists.
        assert_eq!(bytes(br#""[[[[\"[[[[{{,,,,::::""#), plain + 32 + 3 * 20);
        // A growing list takes at least twice the memory of its values.
        assert!(bytes(b"[{},{},{},{}]") >= plain + 2 * 4 * VALUE);
        assert!(bytes(br#"[{"a":1},{"a":1}]"#) >= plain + 2 * 640);
    }
}
