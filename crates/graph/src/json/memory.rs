//! The memory that a text takes when it is parsed.

/// Upper bound of the memory that parsing a document takes, in bytes: for its letters, its values, and its keys. What
/// stands for a value or a key is counted in strings, too.
pub fn memory(text: &[u8]) -> u64 {
    // As measured, with lists that grow: see `tests/memory.rs`.
    const BYTE: u64 = 2;
    const VALUE: u64 = 85;
    const KEY: u64 = 140;
    let commas = text.iter().filter(|byte| **byte == b',').count();
    let keys = text.iter().filter(|byte| **byte == b':').count();
    // The first value of a list or an object comes after no comma.
    let first = |pair: &[u8]| matches!(pair[0], b'[' | b'{') && !matches!(pair[1], b']' | b'}');
    let firsts = text.windows(2).filter(|pair| first(pair)).count();
    BYTE * text.len() as u64 + VALUE * (commas + firsts) as u64 + KEY * keys as u64
}
