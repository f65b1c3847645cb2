//! Writes MTL files: the materials of an OBJ, with baked textures.
//!
//! Wavefront Technologies, "Material Library File (.mtl)", appendix of the Advanced Visualizer manual; Exocortex,
//! "Extending Wavefront MTL for Physically-Based Rendering" (2015). There is nothing for an occlusion.

use std::io::{self, Write};
use std::path::Path;

use travertine_files::AtomicFile;
use travertine_mesh::TextureSet;

use crate::error::Error;
use crate::maps::{Map, Role};
use crate::page::file_names;
use crate::target::COMMENT;

/// Writes a material for each set. Sets without UVs have no textures.
pub(crate) fn write(path: &Path, sets: &[TextureSet], maps: &[Map]) -> Result<(), Error> {
    let write = || {
        let mut file = AtomicFile::create(path)?;
        writeln!(file, "{COMMENT}")?;
        for set in sets {
            let maps: &[Map] = if set.has_uvs() { maps } else { &[] };
            material(&mut file, set, maps)?;
        }
        file.finish()
    };
    write().map_err(Error::write(path))
}

fn material(out: &mut impl Write, set: &TextureSet, maps: &[Map]) -> io::Result<()> {
    let map = |role| maps.iter().find(|map| map.role == Some(role));
    // A texture is multiplied by the number before it. Without textures, it is a white material of glTF that is no
    // metal; the specular color is that of programs whose reflection of a dielectric is 0.5.
    let metallic = u8::from(map(Role::Metallic).is_some());
    write!(out, "\nnewmtl {}\nKd 1 1 1\nKs 0.5 0.5 0.5\nPr 1\nPm {metallic}\n", set.name)?;
    if map(Role::Emission).is_some() {
        writeln!(out, "Ke 1 1 1")?;
    }
    for (role, keywords) in [
        (Role::BaseColor, &["map_Kd"] as &[&str]),
        (Role::Roughness, &["map_Pr"]),
        (Role::Metallic, &["map_Pm"]),
        (Role::Emission, &["map_Ke"]),
        // Blender reads the first as a normal map, other programs only the second.
        (Role::Normal, &["map_Bump", "norm"]),
    ] {
        let Some(map) = map(role) else { continue };
        let file = file_names(set, map);
        for keyword in keywords {
            writeln!(out, "{keyword} {file}")?;
        }
        if role == Role::BaseColor && !map.format.opaque {
            // The alpha of the color.
            writeln!(out, "map_d -imfchan m {file}")?;
        }
    }
    Ok(())
}
