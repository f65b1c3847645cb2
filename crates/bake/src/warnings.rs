//! Warnings about what a bake could not do as its user may expect.

use crate::maps::Map;
use crate::pass::PassReport;
use crate::set::TextureSet;
use crate::surface::Surface;

/// Warnings about a pass over a texture set with textures of a size, a sentence each.
pub(crate) fn warnings(
    set: &TextureSet,
    surface: &Surface,
    maps: &[Map],
    baked: &PassReport,
    [width, height]: [u32; 2],
) -> Vec<String> {
    let mut warnings = Vec::new();
    let name = &set.name;
    if let Some((late, early)) = baked.overlap {
        let [(mesh, triangle), (other, first)] = [surface.source(late), surface.source(early)];
        let samples = baked.overlaps;
        warnings.push(format!(
            "UVs of the texture set `{name}` overlap at {samples} samples: triangle {triangle} of mesh `{}` \
             covers triangle {first} of `{}`; the first triangle of the file is baked, and the others show its \
             texels: unwrap the mesh without overlaps, or use separate materials",
            mesh.name, other.name
        ));
    }
    if surface.degenerate > 0 {
        let triangles = match surface.degenerate {
            1 => "1 triangle has no area in space or in UVs and is".to_owned(),
            count => format!("{count} triangles have no area in space or in UVs and are"),
        };
        warnings.push(format!("in the texture set `{name}`, {triangles} left out"));
    }
    for (map, clipped) in maps.iter().zip(&baked.clipped).filter(|(_, clipped)| **clipped > 0) {
        let percent = *clipped as f64 / (f64::from(width) * f64::from(height)) * 100.0;
        warnings.push(format!(
            "in `{}`, {percent:.1} % of the texels were outside 0..1 and were clipped; remap the output, or \
             bake to EXR",
            map.file_name(name)
        ));
    }
    warnings
}
