//! glTF: the meshes of a scene, with the transforms of its nodes applied.
//!
//! Khronos Group, "glTF 2.0 Specification" (2021). Of a material, only the name and whether it is double-sided are
//! read. Morph targets and animations are ignored: a skinned mesh is in the pose of the nodes.

mod accessor;
mod buffers;
mod elements;
mod original;
mod primitive;
mod scene;
mod skin;

use std::path::{Path, PathBuf};

use serde_json::Value;

pub use self::original::Original;
pub use self::scene::Place;

use self::buffers::Buffers;
use self::scene::Scene;
use super::glb;
use super::json::{self, Element};
use super::refusal::Refusal;
use crate::memory::Budget;
use crate::mesh::Mesh;

/// The meshes of a `.gltf` file.
pub(super) fn read_text(
    text: &[u8],
    path: &Path,
    uv: u32,
    is_smooth: bool,
    budget: &mut Budget,
) -> Result<Vec<Mesh>, Refusal> {
    read(text, None, path, uv, is_smooth, budget)
}

/// The files of the buffers and images of a `.gltf` or, if it is binary, of a `.glb` file.
pub(super) fn named_files(file: &[u8], is_binary: bool, path: &Path, budget: &mut Budget) -> Vec<PathBuf> {
    let json = if is_binary { glb::chunks(file).map(|(json, _)| json) } else { Ok(file) };
    let small = json.ok().filter(|json| budget.take(json::bytes(json)).is_ok());
    let value: Option<Value> = small.and_then(|json| serde_json::from_slice(json).ok());
    value.map_or(Vec::new(), |value| buffers::files(&Element::root(&value), path))
}

/// The meshes of a `.glb` file.
pub(super) fn read_binary(
    file: &[u8],
    path: &Path,
    uv: u32,
    is_smooth: bool,
    budget: &mut Budget,
) -> Result<Vec<Mesh>, Refusal> {
    let (json, numbers) = glb::chunks(file)?;
    read(json, numbers, path, uv, is_smooth, budget)
}

/// A file as a whole, to be written again.
pub(super) fn original(
    file: &[u8],
    is_binary: bool,
    path: &Path,
    uv: u32,
    budget: &mut Budget,
) -> Result<Original, Refusal> {
    let (json, numbers) = if is_binary { glb::chunks(file)? } else { (file, None) };
    // Once for the reader, and once for the copy that is written.
    budget.take(2 * json::bytes(json))?;
    let value: Value =
        serde_json::from_slice(json).map_err(|error| format!("it is not glTF: invalid JSON: {error}"))?;
    let places = {
        let root = Element::root(&value);
        let buffers = Buffers::new(&root, numbers, path, budget)?;
        let places = Scene::new(root, &buffers, uv, budget)?.places();
        (places, buffers.joined(budget)?)
    };
    let (places, (bytes, starts)) = places;
    Original::new(value, bytes, &starts, places, uv, path, budget)
}

fn read(
    json: &[u8],
    numbers: Option<&[u8]>,
    path: &Path,
    uv: u32,
    is_smooth: bool,
    budget: &mut Budget,
) -> Result<Vec<Mesh>, Refusal> {
    budget.take(json::bytes(json))?;
    let value: Value =
        serde_json::from_slice(json).map_err(|error| format!("it is not glTF: invalid JSON: {error}"))?;
    let root = Element::root(&value);
    check_extensions(&root)?;
    let buffers = Buffers::new(&root, numbers, path, budget)?;
    Scene::new(root, &buffers, uv, budget)?.read(path, is_smooth, budget)
}

/// Refuses files that require extensions, except those for materials, textures and lights.
fn check_extensions(root: &Element) -> Result<(), String> {
    let harmless = ["KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "EXT_lights_"];
    let Some(required) = root.get("extensionsRequired") else { return Ok(()) };
    for extension in required.all() {
        let name = extension.text()?;
        if !harmless.iter().any(|prefix| name.starts_with(prefix)) {
            return Err(format!(
                "it requires the extension {name}, which is not supported; export it without compression, \
                 quantization and instancing"
            ));
        }
    }
    Ok(())
}
