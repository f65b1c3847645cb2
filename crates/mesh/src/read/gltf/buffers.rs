//! Buffers: the binary data of a glTF file.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::error::Error;
use crate::memory::Budget;
use crate::read::file::{self, MAX_FILE};
use crate::read::json::Element;
use crate::read::refusal::Refusal;

/// All buffers of a file.
pub(super) struct Buffers<'f>(Vec<Cow<'f, [u8]>>);

impl<'f> Buffers<'f> {
    /// Loads the buffers of a file. `numbers` is the binary chunk of a GLB.
    pub(super) fn new(
        root: &Element,
        numbers: Option<&'f [u8]>,
        path: &Path,
        budget: &mut Budget,
    ) -> Result<Buffers<'f>, Refusal> {
        let list = root.get("buffers");
        let mut all = Vec::with_capacity(list.as_ref().map_or(0, Element::len));
        let mut left = MAX_FILE;
        for (index, buffer) in list.iter().flat_map(Element::all).enumerate() {
            let content = match (buffer.get("uri"), numbers) {
                (Some(uri), _) => {
                    let content = load(&uri, path, left, budget)?;
                    left = left.saturating_sub(content.len() as u64);
                    Cow::Owned(content)
                }
                (None, Some(numbers)) if index == 0 => Cow::Borrowed(numbers),
                (None, Some(_)) => {
                    let problem = "has no URI, but only the first buffer may be the binary chunk of a GLB; export the \
                                   mesh again, without compression";
                    return Err(buffer.wrong(problem).into());
                }
                (None, None) => {
                    let problem = "has no URI, and the file has no binary chunk";
                    return Err(buffer.wrong(problem).into());
                }
            };
            let length = buffer.need("byteLength")?.count()?;
            if content.len() < length {
                let problem = format!("has {} bytes; expected {length}; export the mesh again", content.len());
                return Err(buffer.wrong(&problem).into());
            }
            all.push(content);
        }
        Ok(Buffers(all))
    }

    /// All buffers one after the other, and the start of each, a multiple of four.
    pub(super) fn joined(&self, budget: &mut Budget) -> Result<(Vec<u8>, Vec<usize>), Error> {
        let length: usize = self.0.iter().map(|buffer| buffer.len().next_multiple_of(4)).sum();
        budget.take(length as u64)?;
        let (mut bytes, mut starts) = (Vec::with_capacity(length), Vec::with_capacity(self.0.len()));
        for buffer in &self.0 {
            starts.push(bytes.len());
            bytes.extend_from_slice(buffer);
            bytes.resize(bytes.len().next_multiple_of(4), 0);
        }
        Ok((bytes, starts))
    }

    /// The bytes of a buffer.
    pub(super) fn get(&self, index: usize) -> Option<&[u8]> {
        self.0.get(index).map(Cow::as_ref)
    }
}

/// Loads the bytes of a URI: base64 in the URI, or a file beside the mesh.
pub(super) fn load(uri: &Element, path: &Path, limit: u64, budget: &mut Budget) -> Result<Vec<u8>, Refusal> {
    let text = uri.text()?;
    if let Some(data) = text.strip_prefix("data:") {
        budget.take(data.len() as u64 / 4 * 3)?;
        let encoded = data.split_once(";base64,").map(|(_, encoded)| encoded);
        let decoded = encoded.and_then(|encoded| STANDARD.decode(encoded).ok());
        return decoded.ok_or_else(|| uri.wrong("is not base64 data").into());
    }
    let name = unescaped(text).ok_or_else(|| uri.wrong("contains a % without two hexadecimal digits"))?;
    let file =
        beside(text, name, path).ok_or_else(|| uri.wrong("must be a file in the folder of the mesh, or below it"))?;
    file::regular(&file, limit, budget).map_err(|error| match error {
        Error::Limit(_) => Refusal::Other(error),
        error => uri.wrong(&format!("cannot be loaded: {error}")).into(),
    })
}

/// The file of a URI whose escapes are decoded as `name`; none outside the folder of the mesh.
fn beside(uri: &str, name: String, mesh: &Path) -> Option<PathBuf> {
    let name = PathBuf::from(name);
    // For security: a mesh may not read other folders, or the network.
    let is_below = name.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let folder = mesh.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let file = folder.join(name);
    // A link may lead out.
    let leads_out = || match (folder.canonicalize(), file.canonicalize()) {
        (Ok(folder), Ok(file)) => !file.starts_with(folder),
        _ => false,
    };
    (is_below && !uri.contains("://") && !leads_out()).then_some(file)
}

/// The files that the buffers are in, and those of the images that exist.
pub(super) fn files(root: &Element, mesh: &Path) -> Vec<PathBuf> {
    let of = |list: &str| {
        let uris: Vec<String> = root
            .get(list)
            .iter()
            .flat_map(Element::all)
            .filter_map(|element| element.get("uri")?.text().ok().map(str::to_owned))
            .collect();
        uris.into_iter().filter(|uri| !uri.starts_with("data:")).filter_map(|uri| beside(&uri, unescaped(&uri)?, mesh))
    };
    // A bake without a GLB does without the images.
    of("buffers").chain(of("images").filter(|image| image.is_file())).collect()
}

/// Decodes percent escapes such as `%20`.
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
