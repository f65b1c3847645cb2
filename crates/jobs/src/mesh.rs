//! Notes about meshes of files.

use std::path::Path;

/// Whether a file is glTF by its ending.
pub fn is_gltf(mesh: &Path) -> bool {
    mesh.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gltf") || ending.eq_ignore_ascii_case("glb"))
}

/// That a mesh has no normals, and got smooth ones.
pub fn about_normals(mesh: &Path) -> String {
    format!(
        "note: {} has no normals, so it is smooth, except at edges of more than 60 degrees; ⟦smooth=0⟧ makes it flat",
        mesh.display()
    )
}

/// That a mesh is much larger or smaller than in a picture of `shape`, given its least and its greatest corner.
pub fn about_size(mesh: &Path, [least, most]: [[f64; 3]; 2]) -> Option<String> {
    let sides = [0, 1, 2].map(|axis| most[axis] - least[axis]);
    let extent = sides.into_iter().fold(0.0, f64::max);
    // Within a factor of two, a texture looks the same.
    if extent <= 0.0 || (0.5..=2.0).contains(&extent) {
        return None;
    }
    let [x, y, z] = sides.map(short);
    let scale = short(1.0 / extent);
    Some(format!(
        "note: {} is {x} x {y} x {z} units, and `shape` fits it into 1 unit; ⟦fit⟧ does the same, ⟦scale={scale}⟧ gives that size",
        mesh.display()
    ))
}

/// A number with three digits.
fn short(number: f64) -> String {
    let rounded = format!("{number:.2e}").parse::<f64>();
    rounded.map_or_else(|_| number.to_string(), |rounded| rounded.to_string())
}
