//! Warnings about what a bake could not do as its user may expect.

use travertine_mesh::TextureSet;

use crate::maps::{Map, Role};
use crate::page::Page;
use crate::pass::PassReport;
use crate::surface::Surface;

/// A warning about the surface of a texture set, a sentence.
pub(crate) fn about_surface(set: &TextureSet, surface: &Surface) -> Option<String> {
    let triangles = match surface.degenerate {
        0 => return None,
        1 => "1 triangle has no area in space or in UVs and is".to_owned(),
        count => format!("{count} triangles have no area in space or in UVs and are"),
    };
    Some(format!("in the texture set `{}`, {triangles} left out", set.name))
}

/// A warning about an emission above 1 in files beside a GLB, a sentence.
pub(crate) fn about_strength(page: Page, maps: &[Map], strength: f32) -> Option<String> {
    let map = maps.iter().find(|map| map.role == Some(Role::Emission)).filter(|_| strength > 1.0)?;
    let file = page.file_name(map);
    Some(format!("`{file}` holds the emission divided by {strength}, by which the material of the GLB multiplies it"))
}

/// Warnings about a pass over a page with textures of a size, a sentence each.
pub(crate) fn about_page(
    page: Page,
    surface: &Surface,
    maps: &[Map],
    baked: &PassReport,
    [width, height]: [u32; 2],
) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some((late, early)) = baked.overlap {
        let [(mesh, triangle), (other, first)] = [surface.source(late), surface.source(early)];
        let samples = baked.overlaps;
        warnings.push(format!(
            "UVs of the texture set {page} overlap at {samples} samples: triangle {triangle} of mesh `{}` \
             covers triangle {first} of `{}`; the first triangle of the file is baked, and the others show its \
             texels: unwrap the mesh without overlaps, or use separate materials",
            mesh.name, other.name
        ));
    }
    for (map, clipped) in maps.iter().zip(&baked.clipped).filter(|(_, clipped)| **clipped > 0) {
        let percent = *clipped as f64 / (f64::from(width) * f64::from(height)) * 100.0;
        warnings.push(format!(
            "in `{}`, {percent:.1} % of the texels were outside 0..1 and were clipped; remap the output, or \
             bake to EXR",
            page.file_name(map)
        ));
    }
    warnings
}
