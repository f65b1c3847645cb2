//! Readers of mesh files.

mod file;
mod glb;
mod gltf;
mod json;
mod obj;
mod refusal;
mod transform;

use std::path::Path;

pub use file::MAX_FILE;

use self::refusal::Refusal;
use crate::error::Error;
use crate::memory::Budget;
use crate::mesh::Mesh;

/// Reads all meshes of an `.obj`, `.gltf` or `.glb` file.
///
/// `uv` is the index of the UV set, from 0; `memory` is the limit of memory, in bytes.
///
/// # Errors
///
/// If the file cannot be read, is too large, or contains no valid meshes.
pub(crate) fn read(path: &Path, uv: u32, memory: u64) -> Result<Vec<Mesh>, Error> {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    let budget = &mut Budget::new(path.display().to_string(), memory);
    let meshes = match ending.as_deref().and_then(|ending| ending.to_str()) {
        Some("obj") if uv > 0 => Err(Refusal::from("an OBJ has only the UV set 0; leave out --uv")),
        Some("obj") => obj::read(&file::bytes(path, MAX_FILE, budget)?, &file::stem(path), budget),
        Some("gltf") => gltf::read_text(&file::bytes(path, MAX_FILE, budget)?, path, uv, budget),
        Some("glb") => gltf::read_binary(&file::bytes(path, MAX_FILE, budget)?, path, uv, budget),
        _ => {
            let message =
                format!("{} has an unsupported mesh format; use .obj, .gltf or .glb", path.display());
            return Err(Error::Usage(message));
        }
    };
    match meshes {
        Ok(meshes) if meshes.is_empty() => {
            Err(Error::wrong(path, "it has no triangles; export the mesh with its faces".to_owned()))
        }
        Ok(meshes) => Ok(meshes),
        Err(Refusal::Wrong(problem)) => Err(Error::wrong(path, problem)),
        Err(Refusal::Other(error)) => Err(error),
    }
}
