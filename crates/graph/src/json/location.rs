//! Lines and columns of a text.

use std::fmt;

/// A location in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// Number of the line, from 1.
    pub line: u32,
    /// Character in the line, from 1. A byte-order mark does not count.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The locations of byte offsets, in the same order.
///
/// The text is scanned once for any number of offsets. An offset beyond the end means the end.
pub fn locations(text: &str, offsets: &[usize]) -> Vec<Location> {
    let mut order: Vec<usize> = (0..offsets.len()).collect();
    order.sort_by_key(|&index| offsets[index]);

    let start = Location { line: 1, column: 1 };
    let mut found = vec![start; offsets.len()];
    let mut pending = order.into_iter().peekable();
    let mut here = start;
    for (offset, character) in text.char_indices() {
        while let Some(index) = pending.next_if(|&index| offsets[index] <= offset) {
            found[index] = here;
        }
        if pending.peek().is_none() {
            return found;
        }
        match character {
            // A text has at most `MAX_SIZE` bytes, so this never saturates.
            '\n' => here = Location { line: here.line.saturating_add(1), column: 1 },
            '\u{feff}' if offset == 0 => {}
            _ => here.column = here.column.saturating_add(1),
        }
    }
    for index in pending {
        found[index] = here;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "\u{feff}{\n  \"größe\": 1\n}";
        let at = |needle: &str| text.find(needle).unwrap();
        let found = locations(text, &[text.len(), at("1"), at("{"), at("\"g"), usize::MAX]);
        let lines: Vec<(u32, u32)> = found.iter().map(|location| (location.line, location.column)).collect();
        assert_eq!(lines, [(3, 2), (2, 12), (1, 1), (2, 3), (3, 2)]);
    }
}
