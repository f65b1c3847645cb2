//! UVs of texture sets: whether textures can be baked to them.

use crate::mesh::Mesh;

/// Tolerance for UVs outside a tile, for rounding at the border.
const OVERSHOOT: f32 = 1e-3;

/// Moves the UVs of meshes with one texture into 0..1, if they lie in one tile.
pub(crate) fn place(meshes: &mut [Mesh]) -> Result<(), String> {
    let used = || meshes.iter().flat_map(corners);
    let least = used().map(|(_, uv)| uv).reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]).unwrap_or_default();
    let tile = least.map(|part| (part + OVERSHOOT).floor());
    let is_outside = |uv: [f32; 2]| (0..2).any(|axis| uv[axis] > tile[axis] + 1.0 + OVERSHOOT);
    if let Some((mesh, (triangle, [u, v]))) = meshes
        .iter()
        .flat_map(|mesh| corners(mesh).map(move |corner| (mesh, corner)))
        .find(|(_, (_, uv))| is_outside(*uv))
    {
        return Err(format!(
            "mesh `{}` has UVs outside 0..1: triangle {triangle} reaches {u}, {v} (u right, v down); UDIM tiles are not \
             supported: move all UVs into one unit square, choose another UV set with --uv, or generate UVs with --unwrap",
            mesh.name
        ));
    }
    if tile != [0.0; 2] {
        for mesh in meshes.iter_mut().filter(|mesh| mesh.uvs.is_some()) {
            mesh.origin.has_moved_uvs = true;
            for uv in mesh.uvs.iter_mut().flatten() {
                *uv = [0, 1].map(|axis| uv[axis] - tile[axis]);
            }
        }
    }
    Ok(())
}

/// The triangle and the UVs of each corner of a mesh that has UVs.
fn corners(mesh: &Mesh) -> impl Iterator<Item = (usize, [f32; 2])> {
    let uvs = mesh.uvs.iter();
    uvs.flat_map(|uvs| {
        let triangles = mesh.triangles.iter().enumerate();
        triangles.flat_map(|(index, corners)| corners.map(|corner| (index, uvs[corner as usize])))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;

    #[test]
    fn uvs_in_another_tile_are_moved_and_those_in_several_are_refused() {
        for tile in [[1.0, 0.0], [-1.0, 2.0], [0.0, -3.0]] {
            let mut moved = shapes::cube();
            moved.uvs.iter_mut().flatten().for_each(|uv| *uv = [uv[0] + tile[0], uv[1] + tile[1]]);
            // Vertices beside all triangles do not count.
            moved.positions.push([0.0; 3]);
            moved.normals.push([0.0, 0.0, 1.0]);
            moved.uvs.as_mut().unwrap().push([77.5, 0.0]);
            let mut meshes = [moved];
            place(&mut meshes).unwrap();
            let expected = shapes::cube().uvs.unwrap();
            assert_eq!(meshes[0].uvs.as_ref().unwrap()[..expected.len()], expected, "{tile:?}");
            assert!(meshes[0].origin.has_moved_uvs);
        }
        let mut wide = shapes::cube();
        wide.uvs.as_mut().unwrap()[5][0] = 1.25;
        assert!(place(&mut [wide]).unwrap_err().contains("outside 0..1"));
    }
}
