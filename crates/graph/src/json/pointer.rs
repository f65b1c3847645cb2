//! JSON pointers (RFC 6901): paths inside a value, such as `/nodes/veins/inputs/scale`.

use std::borrow::Cow;

/// The pointer made of these keys and indices.
pub fn pointer(segments: &[&str]) -> String {
    let mut path = String::with_capacity(segments.iter().map(|segment| segment.len() + 1).sum());
    segments.iter().for_each(|segment| push(&mut path, segment));
    path
}

/// The pointer to a member or an item of the value at `parent`.
pub fn child(parent: &str, segment: &str) -> String {
    let mut path = String::with_capacity(parent.len() + 1 + segment.len());
    path.push_str(parent);
    push(&mut path, segment);
    path
}

fn push(path: &mut String, segment: &str) {
    path.push('/');
    for character in segment.chars() {
        match character {
            '~' => path.push_str("~0"),
            '/' => path.push_str("~1"),
            other => path.push(other),
        }
    }
}

/// The keys and indices of a pointer.
pub fn segments(pointer: &str) -> impl Iterator<Item = Cow<'_, str>> {
    pointer.split('/').skip(1).map(|segment| {
        if segment.contains('~') {
            Cow::Owned(segment.replace("~1", "/").replace("~0", "~"))
        } else {
            Cow::Borrowed(segment)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_escaped_and_back() {
        let path = pointer(&["nodes", "a/b~1", "inputs"]);
        assert_eq!(path, "/nodes/a~1b~01/inputs");
        assert_eq!(segments(&path).collect::<Vec<_>>(), ["nodes", "a/b~1", "inputs"]);
        assert_eq!(segments("").count(), 0);
    }
}
