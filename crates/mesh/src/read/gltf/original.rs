//! A glTF file as a whole, to be written again with changes.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::buffers;
use super::elements::Elements;
use super::scene::Place;
use crate::memory::Budget;
use crate::read::file::MAX_FILE;
use crate::read::json::{Element, json_size};
use crate::read::refusal::Refusal;

/// A file with all of its buffers in one, and the pictures of other files embedded.
pub struct Original {
    /// Path of the file.
    pub path: PathBuf,
    /// Its JSON, which refers to one buffer.
    pub json: Value,
    /// The buffer.
    pub bytes: Vec<u8>,
    /// The places of the meshes that were read.
    pub places: Vec<Place>,
    /// Index of the UV set that was read.
    pub uv: u32,
}

impl Original {
    pub(super) fn new(
        mut json: Value,
        mut bytes: Vec<u8>,
        starts: &[usize],
        places: Vec<Place>,
        uv: u32,
        path: &Path,
        budget: &mut Budget,
    ) -> Result<Original, Refusal> {
        for (index, view) in json["bufferViews"].as_array_mut().into_iter().flatten().enumerate() {
            let buffer = view["buffer"].as_u64().and_then(|buffer| starts.get(usize::try_from(buffer).ok()?));
            let Some(start) = buffer else {
                let problem = "refers to a buffer that does not exist; the file is damaged";
                return Err(Refusal::from(format!("bufferViews[{index}] {problem}")));
            };
            if *start > 0 {
                let offset = view["byteOffset"].as_u64().unwrap_or(0);
                view["byteOffset"] = offset.saturating_add(*start as u64).into();
            }
            view["buffer"] = 0.into();
        }
        let mut embedded = Vec::new();
        for (index, image) in Element::root(&json).get("images").iter().flat_map(Element::all).enumerate() {
            let Some(uri) = image.get("uri") else { continue };
            let left = MAX_FILE.saturating_sub(bytes.len() as u64);
            // Pictures do not matter to meshes: one that cannot be read stays a reference.
            let Ok(picture) = buffers::load(&uri, path, left, budget) else { continue };
            let Some(kind) = kind(&picture) else { continue };
            budget.take(2 * picture.len() as u64)?;
            embedded.push((index, kind, bytes.len(), picture.len()));
            bytes.extend(picture);
            bytes.resize(bytes.len().next_multiple_of(4), 0);
        }
        for (index, kind, start, length) in embedded {
            let Value::Object(root) = &mut json else { continue };
            let views = root.entry("bufferViews").or_insert(json!([]));
            let Value::Array(views) = views else { continue };
            views.push(json!({"buffer": 0, "byteOffset": start, "byteLength": length}));
            let view = views.len() - 1;
            if let Some(image) = root["images"][index].as_object_mut() {
                image.remove("uri");
                image.insert("bufferView".to_owned(), view.into());
                image.insert("mimeType".to_owned(), kind.into());
            }
        }
        Ok(Original { path: path.to_owned(), json, bytes, places, uv })
    }

    /// The elements of an accessor.
    ///
    /// # Errors
    ///
    /// If the accessor is damaged: the problem, and where it is.
    pub fn elements(&self, accessor: usize) -> Result<Elements<'_>, String> {
        Elements::new(&Element::root(&self.json), &self.bytes, accessor)
    }

    /// Bytes in memory, those of the copy that is written, and those of copies of its materials.
    pub fn memory(&self) -> u64 {
        self.bytes.len() as u64 + 3 * json_size(&self.json)
    }
}

/// The type of a picture that glTF allows.
fn kind(picture: &[u8]) -> Option<&'static str> {
    match picture {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        _ => None,
    }
}
