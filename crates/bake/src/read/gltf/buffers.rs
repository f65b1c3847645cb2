//! Buffers: the bytes of a glTF file's numbers.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::error::Error;
use crate::memory::Budget;
use crate::read::file::{self, MAX_FILE};
use crate::read::json::Place;
use crate::read::refusal::Refusal;

/// The bytes of all buffers.
pub(super) struct Buffers<'f>(Vec<Cow<'f, [u8]>>);

impl<'f> Buffers<'f> {
    /// Those of a file; `numbers` are in the file itself if it is a GLB.
    pub(super) fn new(
        root: &Place,
        numbers: Option<&'f [u8]>,
        path: &Path,
        budget: &mut Budget,
    ) -> Result<Buffers<'f>, Refusal> {
        let list = root.get("buffers");
        let mut all = Vec::with_capacity(list.as_ref().map_or(0, Place::len));
        let mut left = MAX_FILE;
        for (index, buffer) in list.iter().flat_map(Place::all).enumerate() {
            let content = match (buffer.get("uri"), numbers) {
                (Some(uri), _) => {
                    let content = load(&uri, path, left, budget)?;
                    left = left.saturating_sub(content.len() as u64);
                    Cow::Owned(content)
                }
                (None, Some(numbers)) if index == 0 => Cow::Borrowed(numbers),
                (None, Some(_)) => {
                    let problem = "is missing: it has no URI, and only the first buffer may be that of a GLB itself; \
                                   export the mesh again, without compression";
                    return Err(buffer.wrong(problem).into());
                }
                (None, None) => {
                    let problem = "is missing: it has no URI, and the file has no such part";
                    return Err(buffer.wrong(problem).into());
                }
            };
            let length = buffer.need("byteLength")?.count()?;
            if content.len() < length {
                let problem =
                    format!("must have {length} bytes, and has {}; export the mesh again", content.len());
                return Err(buffer.wrong(&problem).into());
            }
            all.push(content);
        }
        Ok(Buffers(all))
    }

    /// The bytes of one.
    pub(super) fn get(&self, index: usize) -> Option<&[u8]> {
        self.0.get(index).map(Cow::as_ref)
    }
}

/// The bytes that a URI of a buffer stands for: in the URI itself, or in a file beside the mesh.
fn load(uri: &Place, path: &Path, limit: u64, budget: &mut Budget) -> Result<Vec<u8>, Refusal> {
    let text = uri.text()?;
    if let Some(data) = text.strip_prefix("data:") {
        budget.take(data.len() as u64 / 4 * 3)?;
        let encoded = data.split_once(";base64,").map(|(_, encoded)| encoded);
        let decoded = encoded.and_then(|encoded| STANDARD.decode(encoded).ok());
        return decoded.ok_or_else(|| uri.wrong("is no data in base64").into());
    }
    let name = unescaped(text).ok_or_else(|| uri.wrong("has a % that is not followed by two digits"))?;
    let name = PathBuf::from(name);
    // A mesh from elsewhere has no business with other folders, nor with the net.
    if text.contains("://")
        || !name.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
    {
        return Err(uri.wrong("must name a file beside the mesh, or below it").into());
    }
    let file = path.parent().unwrap_or(Path::new("")).join(name);
    file::bytes(&file, limit, budget).map_err(|error| match error {
        Error::Limit(_) => Refusal::Other(error),
        error => uri.wrong(&format!("is missing: {error}")).into(),
    })
}

/// A text with `%20` and the like replaced by what they stand for.
fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut parts = text.split('%');
    bytes.extend_from_slice(parts.next()?.as_bytes());
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_are_unescaped() {
        assert_eq!(unescaped("a%20b%C3%A9.bin").unwrap(), "a bé.bin");
        for wrong in ["%", "%2", "a%zz", "%ff"] {
            assert_eq!(unescaped(wrong), None);
        }
    }
}
