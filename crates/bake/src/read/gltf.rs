//! glTF: the meshes of a scene, put where its nodes put them.
//!
//! After the Khronos Group, "glTF 2.0 Specification" (2021). Of materials only the names are read, and whether they have
//! two sides; morph targets, skins and animations are passed over, so that a skinned mesh is taken in its bind pose.

mod accessor;
mod buffers;
mod primitive;
mod scene;

use std::path::Path;

use serde_json::Value;

use self::buffers::Buffers;
use self::scene::Scene;
use super::glb;
use super::json::{self, Place};
use super::refusal::Refusal;
use crate::memory::Budget;
use crate::mesh::Mesh;

/// The meshes of a file of JSON.
pub(super) fn read_text(
    text: &[u8],
    path: &Path,
    uv: u32,
    budget: &mut Budget,
) -> Result<Vec<Mesh>, Refusal> {
    read(text, None, path, uv, budget)
}

/// The meshes of a GLB.
pub(super) fn read_binary(
    file: &[u8],
    path: &Path,
    uv: u32,
    budget: &mut Budget,
) -> Result<Vec<Mesh>, Refusal> {
    let (json, numbers) = glb::chunks(file)?;
    read(json, numbers, path, uv, budget)
}

fn read(
    json: &[u8],
    numbers: Option<&[u8]>,
    path: &Path,
    uv: u32,
    budget: &mut Budget,
) -> Result<Vec<Mesh>, Refusal> {
    budget.take(json::bytes(json))?;
    let value: Value =
        serde_json::from_slice(json).map_err(|error| format!("it is no glTF: its JSON is wrong: {error}"))?;
    let root = Place::root(&value);
    check_extensions(&root)?;
    let buffers = Buffers::new(&root, numbers, path, budget)?;
    Scene::new(root, &buffers, uv, budget)?.read(path, budget)
}

/// What a file requires must be understood, unless it is about looks only.
fn check_extensions(root: &Place) -> Result<(), String> {
    let looks = ["KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "EXT_lights_"];
    let Some(required) = root.get("extensionsRequired") else { return Ok(()) };
    for extension in required.all() {
        let name = extension.text()?;
        if !looks.iter().any(|prefix| name.starts_with(prefix)) {
            return Err(format!(
                "it requires the extension {name}, which is not supported; export it without compression, \
                 quantisation and instancing"
            ));
        }
    }
    Ok(())
}
