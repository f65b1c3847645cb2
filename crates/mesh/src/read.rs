//! Readers of mesh files.

mod file;
mod glb;
mod gltf;
mod json;
mod lines;
mod list;
mod obj;
mod ply;
mod polygon;
mod refusal;
mod stl;
mod transform;
mod unique;

use std::path::{Path, PathBuf};

pub use file::MAX_FILE;
pub use gltf::{Original, Place};
pub use json::json_size;

use self::refusal::Refusal;
use crate::error::Error;
use crate::memory::Budget;
use crate::mesh::Mesh;
use crate::smooth;

/// The files of a mesh: itself, and the buffers and images that a glTF file names. Images that do not exist are left
/// out.
pub fn files(mesh: &Path) -> Vec<PathBuf> {
    files_within(mesh, 2 * MAX_FILE)
}

/// As [`files`], within a limit of memory, in bytes. A mesh that needs more is alone.
pub fn files_within(mesh: &Path, memory: u64) -> Vec<PathBuf> {
    let mut files = vec![mesh.to_owned()];
    let ending = mesh.extension().map(|ending| ending.to_ascii_lowercase()).unwrap_or_default();
    if ending == "gltf" || ending == "glb" {
        let budget = &mut Budget::new(mesh.display().to_string(), memory);
        if let Ok(bytes) = file::bytes(mesh, MAX_FILE, budget) {
            files.extend(gltf::named_files(&bytes, ending == "glb", mesh, budget));
        }
    }
    files
}

/// Reads all meshes of an `.obj`, `.stl`, `.ply`, `.gltf` or `.glb` file.
///
/// `uv` is the index of the UV set, from 0; `smooth` is the greatest angle between smooth triangles of meshes without
/// normals, in degrees, 0 for none, or the default of the format; `memory` is the limit of memory, in bytes.
///
/// # Errors
///
/// If the file cannot be read, is too large, or contains no valid meshes.
pub(crate) fn read(path: &Path, uv: u32, smooth: Option<f32>, memory: u64) -> Result<Vec<Mesh>, Error> {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    let budget = &mut Budget::new(path.display().to_string(), memory);
    let ending = ending.as_deref().and_then(|ending| ending.to_str());
    // glTF specifies that meshes without normals are flat.
    let is_flat = matches!(ending, Some("gltf" | "glb"));
    let angle = smooth.unwrap_or(if is_flat { 0.0 } else { smooth::ANGLE });
    let is_smooth = angle > 0.0;
    let meshes = match ending {
        Some("obj" | "stl" | "ply") if uv > 0 => {
            Err(Refusal::from("only glTF has more than the UV set 0; leave out `uv`"))
        }
        Some("obj") => obj::read(&file::bytes(path, MAX_FILE, budget)?, &file::stem(path), is_smooth, budget),
        Some("stl") => stl::read(&file::bytes(path, MAX_FILE, budget)?, &file::stem(path), is_smooth, budget),
        Some("ply") => ply::read(&file::bytes(path, MAX_FILE, budget)?, &file::stem(path), is_smooth, budget),
        Some("gltf") => gltf::read_text(&file::bytes(path, MAX_FILE, budget)?, path, uv, is_smooth, budget),
        Some("glb") => gltf::read_binary(&file::bytes(path, MAX_FILE, budget)?, path, uv, is_smooth, budget),
        _ => {
            let message =
                format!("{} has an unsupported mesh format; use .glb, .gltf, .obj, .ply or .stl", path.display());
            return Err(Error::Usage(message));
        }
    };
    match meshes {
        Ok(meshes) if meshes.is_empty() => {
            Err(Error::wrong(path, "it has no triangles; export the mesh with its faces".to_owned()))
        }
        Ok(mut meshes) => {
            for (number, mesh) in (0..).zip(&mut meshes) {
                mesh.origin.number = number;
            }
            budget.keep(meshes.iter().map(Mesh::bytes).sum());
            smooth::finish(&mut meshes, angle, budget)?;
            Ok(meshes)
        }
        Err(refusal) => Err(refusal.of(path)),
    }
}

/// A glTF file as a whole; `None` for other formats.
///
/// # Errors
///
/// As [`read`].
pub(crate) fn original(path: &Path, uv: u32, memory: u64) -> Result<Option<Original>, Error> {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase()).unwrap_or_default();
    let is_binary = ending == "glb";
    if !is_binary && ending != "gltf" {
        return Ok(None);
    }
    let budget = &mut Budget::new(path.display().to_string(), memory);
    let bytes = file::bytes(path, MAX_FILE, budget)?;
    gltf::original(&bytes, is_binary, path, uv, budget).map(Some).map_err(|refusal| refusal.of(path))
}
