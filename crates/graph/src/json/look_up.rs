//! JSON pointers to byte offsets of a parsed text, and back.

use std::collections::HashMap;

use super::pointer::{child, segments};
use super::{Json, JsonValue};

/// The pointer to the innermost value that contains the byte at `offset`.
pub fn at_offset(root: &Json, offset: usize) -> String {
    let mut path = String::new();
    let mut here = root;
    loop {
        let next = match &here.value {
            JsonValue::List(items) => {
                let index = items.partition_point(|item| item.span.end as usize <= offset);
                items.get(index).map(|item| (index.to_string(), item))
            }
            JsonValue::Object(members) => {
                let index = members.partition_point(|(_, value)| value.span.end as usize <= offset);
                members.get(index).map(|(key, value)| (key.text.to_string(), value))
            }
            _ => None,
        };
        match next {
            Some((segment, value)) if value.span.start as usize <= offset => {
                path = child(&path, &segment);
                here = value;
            }
            _ => return path,
        }
    }
}

/// Finds the byte offsets of pointers.
pub struct Locator<'a> {
    root: &'a Json,
    // Indices of the keys of large objects, so that many pointers into one are fast.
    keys: HashMap<u32, HashMap<&'a str, usize>>,
}

impl<'a> Locator<'a> {
    /// A locator for this tree.
    pub fn new(root: &'a Json) -> Locator<'a> {
        Locator { root, keys: HashMap::new() }
    }

    /// Offset of the value at `pointer`, or of its key if `at_key`.
    ///
    /// If a part of the pointer is missing, the last part that exists is located.
    pub fn offset(&mut self, pointer: &str, at_key: bool) -> usize {
        let mut here = self.root;
        let mut offset = here.span.start as usize;
        for segment in segments(pointer) {
            let (key_offset, value) = match &here.value {
                JsonValue::Object(members) => {
                    let keys = self.keys.entry(here.span.start).or_insert_with(|| {
                        members.iter().enumerate().map(|(index, (key, _))| (&*key.text, index)).collect()
                    });
                    let Some((key, value)) = keys.get(segment.as_ref()).map(|&index| &members[index]) else {
                        return offset;
                    };
                    (key.span.start as usize, value)
                }
                JsonValue::List(items) => {
                    let Some(item) = segment.parse().ok().and_then(|index: usize| items.get(index)) else {
                        return offset;
                    };
                    (item.span.start as usize, item)
                }
                _ => return offset,
            };
            here = value;
            offset = if at_key { key_offset } else { value.span.start as usize };
        }
        offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    #[test]
    fn a_pointer_is_located_or_else_its_nearest_parent() {
        let text = r#"{"a": [10, {"b": 2}]}"#;
        let root = parse(text.as_bytes()).unwrap().root;
        let mut locator = Locator::new(&root);
        let mut rest = |path: &str, at_key: bool| &text[locator.offset(path, at_key)..];
        assert_eq!(rest("/a/1/b", false), "2}]}");
        assert_eq!(rest("/a/1/b", true), "\"b\": 2}]}");
        assert_eq!(rest("/a/0", false), "10, {\"b\": 2}]}");
        assert_eq!(rest("/a/1/c/d", false), "{\"b\": 2}]}");
        assert_eq!(rest("/a/7", false), "[10, {\"b\": 2}]}");
        assert_eq!(rest("", false), text);
        assert_eq!(at_offset(&root, text.find('2').unwrap()), "/a/1/b");
        assert_eq!(at_offset(&root, text.find("\"b").unwrap()), "/a/1");
    }
}
