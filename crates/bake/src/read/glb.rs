//! GLB: glTF's JSON and its numbers in one file.
//!
//! After the Khronos Group, "glTF 2.0 Specification" (2021), chapter 4.

/// What a file begins with.
const MAGIC: &[u8] = b"glTF";
/// The kinds of chunks.
const JSON: &[u8] = b"JSON";
const BIN: &[u8] = b"BIN\0";

/// The JSON of a file, and its numbers if it has any.
pub(super) fn chunks(file: &[u8]) -> Result<(&[u8], Option<&[u8]>), String> {
    let (magic, rest) = file.split_at_checked(4).ok_or("it is too short to be a GLB")?;
    if magic != MAGIC {
        return Err("it does not begin as a GLB does; is it one?".to_owned());
    }
    let (version, rest) = number(rest).ok_or("it ends within its header")?;
    if version != 2 {
        return Err(format!("it is a GLB of version {version}; only version 2 is supported"));
    }
    let (length, rest) = number(rest).ok_or("it ends within its header")?;
    if (length as usize) > file.len() {
        let had = file.len();
        return Err(format!(
            "it is cut off: it says that it has {length} bytes, and has {had}; copy it again"
        ));
    }
    let json = chunk(rest)?.ok_or("it has no JSON")?;
    if json.kind != JSON {
        return Err("its first part is not JSON, as that of a GLB must be".to_owned());
    }
    let numbers = chunk(json.rest)?.filter(|chunk| chunk.kind == BIN).map(|chunk| chunk.content);
    Ok((json.content, numbers))
}

/// A part of a file, and what follows it.
struct Chunk<'f> {
    kind: &'f [u8],
    content: &'f [u8],
    rest: &'f [u8],
}

/// The next part; none at the end.
fn chunk(bytes: &[u8]) -> Result<Option<Chunk<'_>>, String> {
    // Some programs pad a file with zeros.
    if bytes.len() < 8 {
        return Ok(None);
    }
    let cut_off = "it is cut off within a part; copy it again";
    let (length, rest) = number(bytes).ok_or(cut_off)?;
    let (kind, rest) = rest.split_at_checked(4).ok_or(cut_off)?;
    let (content, rest) = rest.split_at_checked(length as usize).ok_or(cut_off)?;
    Ok(Some(Chunk { kind, content, rest }))
}

fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    Some((u32::from_le_bytes(*number), rest))
}
