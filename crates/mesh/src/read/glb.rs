//! GLB: a container for the JSON and the binary data of glTF.
//!
//! Khronos Group, "glTF 2.0 Specification" (2021), chapter 4.

/// The first bytes of a GLB.
const MAGIC: &[u8] = b"glTF";
// Types of chunks.
const JSON: &[u8] = b"JSON";
const BIN: &[u8] = b"BIN\0";

/// The JSON chunk of a file, and the binary chunk if it has one.
pub(super) fn chunks(file: &[u8]) -> Result<(&[u8], Option<&[u8]>), String> {
    let (magic, rest) = file.split_at_checked(4).ok_or("it is too short to be a GLB")?;
    if magic != MAGIC {
        return Err("it is not a GLB: expected the first bytes to be `glTF`".to_owned());
    }
    let (version, rest) = number(rest).ok_or("it ends inside its header; copy it again")?;
    if version != 2 {
        return Err(format!("it is a GLB of version {version}; only version 2 is supported"));
    }
    let (length, rest) = number(rest).ok_or("it ends inside its header; copy it again")?;
    if (length as usize) > file.len() {
        let actual = file.len();
        return Err(format!("it is truncated: expected {length} bytes, found {actual}; copy it again"));
    }
    let json = chunk(rest)?.ok_or("it has no JSON chunk")?;
    if json.kind != JSON {
        return Err("its first chunk must be JSON".to_owned());
    }
    let numbers = chunk(json.rest)?.filter(|chunk| chunk.kind == BIN).map(|chunk| chunk.content);
    Ok((json.content, numbers))
}

/// A chunk of a file, and the bytes after it.
struct Chunk<'f> {
    kind: &'f [u8],
    content: &'f [u8],
    rest: &'f [u8],
}

/// The next chunk; `None` at the end.
fn chunk(bytes: &[u8]) -> Result<Option<Chunk<'_>>, String> {
    // Some programs pad files with zeros.
    if bytes.len() < 8 {
        return Ok(None);
    }
    let truncated = "it ends inside a chunk; copy it again";
    let (length, rest) = number(bytes).ok_or(truncated)?;
    let (kind, rest) = rest.split_at_checked(4).ok_or(truncated)?;
    let (content, rest) = rest.split_at_checked(length as usize).ok_or(truncated)?;
    Ok(Some(Chunk { kind, content, rest }))
}

fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*number), rest))
}
