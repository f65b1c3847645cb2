//! Reasons of decoders in plain words, where they write structures of Rust.

use std::fmt::Display;

/// Why a PNG cannot be decoded, from the error of the decoder.
pub fn png_reason(error: impl Display) -> String {
    let text = error.to_string();
    let text = match text.strip_prefix("Corrupt deflate stream. ") {
        Some(cause) => format!("its compressed data is damaged: {}", words(cause)),
        None => with_names_of_chunks(&text),
    };
    text.trim_end_matches('.').to_owned()
}

/// `ChunkType { type: IDAT, critical: true, ... }` as `IDAT`.
fn with_names_of_chunks(text: &str) -> String {
    const START: &str = "ChunkType { type: ";
    let Some((before, rest)) = text.split_once(START) else { return text.to_owned() };
    let (name, rest) = rest.split_once(", critical: ").unwrap_or((rest, ""));
    let after = rest.split_once(" }").map_or("", |(_, after)| after);
    format!("{before}{name}{after}")
}

/// `BadZlibHeader` as `bad zlib header`.
fn words(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 8);
    for (index, character) in name.char_indices() {
        if character.is_uppercase() && index > 0 && !words.ends_with(' ') {
            words.push(' ');
        }
        words.extend(character.to_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        let chunk =
            "ChunkType { type: IDAT, critical: true, private: false, reserved: false, safecopy: false }";
        for (text, expected) in [
            (format!("CRC error while decoding {chunk} chunk."), "CRC error while decoding IDAT chunk"),
            (format!("Unrecognized critical chunk: {chunk}"), "Unrecognized critical chunk: IDAT"),
            (
                "Corrupt deflate stream. BadZlibHeader".to_owned(),
                "its compressed data is damaged: bad zlib header",
            ),
            ("unexpected end of file".to_owned(), "unexpected end of file"),
        ] {
            assert_eq!(png_reason(text), expected);
        }
    }
}
