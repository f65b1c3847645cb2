//! The canonical texts of options, maps and meshes, for the fingerprints of bakes.
//!
//! Equal values have equal texts, and different ones have different texts. The texts depend on this page alone, not on
//! the compiler or on derived `Debug` output. Each is a line of words, ended by a line feed; floats are the hexadecimal
//! digits of their bits, other numbers are decimal, and a name is preceded by its length in bytes and a colon.

use std::fmt::{Result, Write};

use travertine::Up;
use travertine_files::Fingerprint;
use travertine_mesh::{Mesh, TextureSet};

use crate::maps::{Channel, Map, Role};
use crate::options::Options;

/// Writes the up of the texture and the options that decide the bytes of the files: not the outputs and the format,
/// which are in the maps, nor whether files are replaced and how the work is carried out.
pub(crate) fn write_options(out: &mut impl Write, options: &Options, up: Up) -> Result {
    // Each option is named, so that the compiler asks about a new one.
    let &Options {
        size: [width, height],
        samples_per_side: samples,
        margin: _,
        ref placement,
        time,
        outputs: _,
        ref relief,
        green,
        occlusion,
        occlusion_rays: rays,
        format: _,
        keeps_depth: _,
        overwrite: _,
    } = options;
    let margin = options.filled();
    write!(out, "bake {width} {height} {samples} {margin} {:08x} {}", time.to_bits(), green.name())?;
    write!(out, " {} {} {:016x}", up.name(), placement.up.name(), placement.scale.to_bits())?;
    placement.offset.iter().try_for_each(|offset| write!(out, " {:016x}", offset.to_bits()))?;
    match occlusion {
        Some(reach) => write!(out, " {:016x} {rays}", reach.to_bits())?,
        None => write!(out, " -")?,
    }
    match relief {
        Some(relief) => {
            let (output, strength) = (&relief.output, relief.strength.to_bits());
            writeln!(out, " {strength:08x} {}:{output}", output.len())
        }
        None => writeln!(out, " -"),
    }
}

/// Writes a map. Its strength follows from the rest.
pub(crate) fn write_map(out: &mut impl Write, map: &Map) -> Result {
    let Map { name, role, channels, format, file, strength: _ } = map;
    let role = match role {
        Some(Role::BaseColor) => "base-color",
        Some(Role::Surface) => "surface",
        Some(Role::Roughness) => "roughness",
        Some(Role::Metallic) => "metallic",
        Some(Role::Normal) => "normal",
        Some(Role::Emission) => "emission",
        None => "-",
    };
    write!(out, "map {}:{name} {role}", name.len())?;
    for channel in channels {
        match channel {
            Channel::Computed(index, missing) => write!(out, " {index}:{:08x}", missing.to_bits())?,
            Channel::Constant(value) => write!(out, " {:08x}", value.to_bits())?,
        }
    }
    writeln!(out)?;
    format.write_canonical(out)?;
    file.write_canonical(out)
}

/// A fingerprint with a mesh of a texture set.
pub(crate) fn with_mesh(fingerprint: Fingerprint, set: &TextureSet, mesh: &Mesh) -> Fingerprint {
    let floats = mesh.normals.as_flattened().iter();
    let floats = floats.chain(mesh.uvs.iter().flat_map(|uvs| uvs.as_flattened()));
    let doubles = mesh.positions.as_flattened().iter().map(|part| part.to_bits());
    let (set, name) = (&set.name, &mesh.name);
    let [triangles, vertices] = [mesh.triangles.len(), mesh.positions.len()];
    let sides = if mesh.double_sided { "double" } else { "single" };
    let uvs = if mesh.uvs.is_some() { "uvs" } else { "-" };
    fingerprint
        .with(format_args!("mesh {}:{set} {}:{name} ", set.len(), name.len()))
        .with(format_args!("{triangles} {vertices} {sides} {uvs}\n"))
        .with_numbers(mesh.triangles.as_flattened().iter().copied())
        .with_numbers(doubles.flat_map(|bits| [(bits >> 32) as u32, bits as u32]))
        .with_numbers(floats.map(|float| float.to_bits()))
}
