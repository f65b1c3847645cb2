//! JSON: what a text will take as a value, and places in one, which know what they are called: every complaint can say
//! where.

use serde_json::Value;

/// How many bytes a text takes as a value, at most.
pub(super) fn bytes(text: &[u8]) -> u64 {
    // Lists grow by doubling, from four entries on. An object is a table or a tree, as the features of the library have it:
    // that of one entry takes as much as that of some, and each entry more beside its value.
    const VALUE: u64 = size_of::<Value>() as u64;
    const LIST: u64 = 4 * VALUE + 32;
    const OBJECT: u64 = 4 * VALUE + 544;
    const KEY: u64 = 96;
    const ENTRY: u64 = 2 * VALUE;
    // What an allocator adds, and takes at least.
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
                // What has escapes is put together elsewhere first.
                STRING + length as u64 * if escapes { 3 } else { 1 }
            }
            _ => 0,
        };
    }
    total
}

/// How many bytes are left of a string that has begun, and whether there are escapes among them.
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

/// A value and its way from the root, as in `meshes[0].primitives[1]`.
#[derive(Clone)]
pub(super) struct Place<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> Place<'a> {
    pub(super) fn root(value: &'a Value) -> Place<'a> {
        Place { value, path: String::new() }
    }

    /// What is wrong here.
    pub(super) fn wrong(&self, problem: &str) -> String {
        if self.path.is_empty() { format!("it {problem}") } else { format!("{} {problem}", self.path) }
    }

    /// A member, if there is one.
    pub(super) fn get(&self, key: &str) -> Option<Place<'a>> {
        let value = self.value.get(key)?;
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Some(Place { value, path })
    }

    /// A member that must be there.
    pub(super) fn need(&self, key: &str) -> Result<Place<'a>, String> {
        self.get(key).ok_or_else(|| self.wrong(&format!("has no `{key}`")))
    }

    /// What a list has at a place.
    pub(super) fn at(&self, index: usize) -> Result<Place<'a>, String> {
        let value = self
            .value
            .get(index)
            .ok_or_else(|| self.wrong(&format!("has no entry {index}, which something refers to")))?;
        Ok(Place { value, path: format!("{}[{index}]", self.path) })
    }

    /// How many entries a list has; none if it is no list.
    pub(super) fn len(&self) -> usize {
        self.value.as_array().map_or(0, Vec::len)
    }

    /// All entries of a list; none of what is no list.
    pub(super) fn all(&self) -> impl Iterator<Item = Place<'a>> + use<'a> {
        let path = self.path.clone();
        let entries = self.value.as_array().map(Vec::as_slice).unwrap_or_default().iter().enumerate();
        entries.map(move |(index, value)| Place { value, path: format!("{path}[{index}]") })
    }

    /// A whole number from 0.
    pub(super) fn count(&self) -> Result<usize, String> {
        let count = self.value.as_u64().and_then(|count| usize::try_from(count).ok());
        count.ok_or_else(|| self.wrong("must be a whole number from 0"))
    }

    /// A member that is a whole number, or else what it means when left out.
    pub(super) fn count_or(&self, key: &str, otherwise: usize) -> Result<usize, String> {
        self.get(key).map_or(Ok(otherwise), |place| place.count())
    }

    /// A list of so many finite numbers.
    pub(super) fn numbers<const N: usize>(&self) -> Result<[f64; N], String> {
        let numbers: Option<Vec<f64>> =
            self.value.as_array().and_then(|list| list.iter().map(Value::as_f64).collect());
        let numbers = numbers.and_then(|numbers| <[f64; N]>::try_from(numbers).ok());
        numbers
            .filter(|numbers| numbers.iter().all(|number| number.is_finite()))
            .ok_or_else(|| self.wrong(&format!("must be a list of {N} finite numbers")))
    }

    /// A text.
    pub(super) fn text(&self) -> Result<&'a str, String> {
        self.value.as_str().ok_or_else(|| self.wrong("must be a text"))
    }

    /// Whether it is the value true.
    pub(super) fn is_true(&self) -> bool {
        self.value == &Value::Bool(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_counted_by_what_they_become() {
        const VALUE: u64 = size_of::<Value>() as u64;
        let plain = bytes(b"0");
        assert_eq!(bytes(b"[ ]"), plain);
        assert_eq!(bytes(b"{}"), plain);
        // What looks like a list in a string is none.
        assert_eq!(bytes(br#""[[[[\"[[[[{{,,,,::::""#), plain + 32 + 3 * 20);
        // Lists of so many are at least twice as large as their values while they grow.
        assert!(bytes(b"[{},{},{},{}]") >= plain + 2 * 4 * VALUE);
        assert!(bytes(br#"[{"a":1},{"a":1}]"#) >= plain + 2 * 640);
    }
}
