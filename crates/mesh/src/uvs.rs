//! UVs of triangles, and of texture sets: whether textures can be baked to them.

use std::collections::BTreeSet;

use crate::mesh::Mesh;
use crate::tile::{OVERSHOOT, Tile, bounds, square};

/// Maximum number of UDIM tiles of a texture set.
const MAX_TILES: usize = 100;

/// Moves the UVs of meshes with one material into 0..1 if they lie in one unit square. Otherwise they stay, and their
/// UDIM tiles are returned in order.
pub(crate) fn place(meshes: &mut [Mesh]) -> Result<Vec<Tile>, String> {
    let used = || meshes.iter().flat_map(corners);
    let least = used().reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]).unwrap_or_default();
    let start = least.map(|part| (part + OVERSHOOT).floor());
    let is_inside = |uv: [f32; 2]| (0..2).all(|axis| uv[axis] <= start[axis] + 1.0 + OVERSHOOT);
    if used().all(is_inside) {
        shift(meshes, start);
        return Ok(Vec::new());
    }
    let tiles = tiles(meshes)?;
    // One tile alone, with UVs elsewhere that belong to triangles without an area.
    if let [tile] = tiles.as_slice() {
        shift(meshes, tile.corner().map(|part| part as f32));
        return Ok(Vec::new());
    }
    Ok(tiles)
}

/// Moves a unit square of UVs to 0..1.
fn shift(meshes: &mut [Mesh], start: [f32; 2]) {
    if start == [0.0; 2] {
        return;
    }
    for mesh in meshes.iter_mut().filter(|mesh| mesh.uvs.is_some()) {
        mesh.origin.has_moved_uvs = true;
        for uv in mesh.uvs.iter_mut().flatten() {
            *uv = [0, 1].map(|axis| uv[axis] - start[axis]);
        }
    }
}

/// The UDIM tiles of all triangles that have an area, in order.
fn tiles(meshes: &[Mesh]) -> Result<Vec<Tile>, String> {
    const ADVICE: &str = "give each triangle a place of its own in the unit square or in UDIM tiles, choose another UV set \
                          with `uv`, or generate UVs with `unwrap`";
    let mut tiles = BTreeSet::new();
    for mesh in meshes.iter().filter(|mesh| mesh.uvs.is_some()) {
        let name = &mesh.name;
        for triangle in (0..mesh.triangles.len() as u32).filter(|index| has_area(mesh, *index)) {
            let uvs = of(mesh, triangle);
            let Some([u, v]) = square(uvs) else {
                let [[u, v], [to_u, to_v]] = bounds(uvs).map(|uv| uv.map(|part| part as f32));
                return Err(format!(
                    "mesh `{name}` has UVs outside 0..1: triangle {triangle} spans several unit squares, from {u}, {v} to \
                     {to_u}, {to_v} (u right, v down), as if its texture repeated, and cannot be baked; {ADVICE}"
                ));
            };
            let Some(tile) = Tile::of([u, v]) else {
                return Err(format!(
                    "mesh `{name}` has UVs outside 0..1: triangle {triangle} lies in the unit square that starts at {u}, {v} \
                     (u right, v down), others lie elsewhere, and UDIM tiles start at 0 to 9, 0 to -99; {ADVICE}"
                ));
            };
            tiles.insert(tile);
        }
    }
    if tiles.len() > MAX_TILES {
        let name = meshes.first().map_or("", |mesh| &mesh.name);
        return Err(format!(
            "mesh `{name}` and those of the same material have UVs in {} UDIM tiles, which would have a texture each; the \
             limit is {MAX_TILES}: divide the mesh into several materials, or {ADVICE}",
            tiles.len()
        ));
    }
    Ok(tiles.into_iter().collect())
}

/// The UVs of a triangle's corners; 0 if the mesh has none.
pub fn of(mesh: &Mesh, triangle: u32) -> [[f64; 2]; 3] {
    let corners = mesh.uvs.as_ref().map_or([[0.0; 2]; 3], |uvs| mesh.corners(uvs, triangle));
    corners.map(|uv| uv.map(f64::from))
}

/// Whether a triangle has an area, in space and in UVs.
pub fn has_area(mesh: &Mesh, triangle: u32) -> bool {
    let [a, b, c] = of(mesh, triangle);
    mesh.area(triangle).length() > 0.0 && turn(between(a, b), between(a, c)) != 0.0
}

/// The direction from a point of the plane to another.
pub fn between([x, y]: [f64; 2], [to_x, to_y]: [f64; 2]) -> [f64; 2] {
    [to_x - x, to_y - y]
}

/// The cross product of two directions, positive if the second is clockwise of the first (with y down).
pub fn turn([x, y]: [f64; 2], [other_x, other_y]: [f64; 2]) -> f64 {
    x * other_y - y * other_x
}

/// The UVs of each corner of a mesh that has UVs.
fn corners(mesh: &Mesh) -> impl Iterator<Item = [f32; 2]> {
    let uvs = mesh.uvs.iter();
    uvs.flat_map(|uvs| mesh.triangles.as_flattened().iter().map(|corner| uvs[*corner as usize]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;

    /// A cube whose faces, two triangles each, are moved by whole tiles.
    fn moved(tiles: [[f32; 2]; 6]) -> Mesh {
        let mut mesh = shapes::cube();
        for (vertex, uv) in mesh.uvs.iter_mut().flatten().enumerate() {
            *uv = [0, 1].map(|axis| uv[axis] + tiles[vertex / 4][axis]);
        }
        mesh
    }

    #[test]
    fn uvs_in_one_other_tile_are_moved() {
        for tile in [[1.0, 0.0], [-1.0, 2.0], [0.0, -3.0]] {
            let mut moved = moved([tile; 6]);
            // Vertices beside all triangles do not count.
            moved.positions.push([0.0; 3]);
            moved.normals.push([0.0, 0.0, 1.0]);
            moved.uvs.as_mut().unwrap().push([77.5, 0.0]);
            let mut meshes = [moved];
            assert_eq!(place(&mut meshes), Ok(Vec::new()));
            let expected = shapes::cube().uvs.unwrap();
            assert_eq!(meshes[0].uvs.as_ref().unwrap()[..expected.len()], expected, "{tile:?}");
            assert!(meshes[0].origin.has_moved_uvs);
        }
    }

    #[test]
    fn uvs_in_several_tiles_stay_and_triangles_without_area_do_not_count() {
        let [first, right, above] = [[0.0, 0.0], [2.0, 0.0], [1.0, -1.0]];
        let mut meshes = [moved([first, above, right, first, right, above]), moved([first; 6])];
        let tiles: Vec<u32> = place(&mut meshes).unwrap().into_iter().map(Tile::number).collect();
        assert_eq!(tiles, [1001, 1003, 1012]);
        assert!(meshes == [moved([first, above, right, first, right, above]), moved([first; 6])]);

        // Without an area in UVs, and in space.
        let mut flat = moved([right; 6]);
        let first = flat.positions.len() as u32;
        flat.positions.extend([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0; 3]]);
        flat.normals.extend([[0.0, 0.0, 1.0]; 4]);
        flat.uvs.as_mut().unwrap().extend([[-5.0, 0.5], [-4.0, 0.5], [0.0, 0.5], [0.0, 7.0]]);
        flat.triangles.extend([[first, first + 1, first + 2], [first, first + 3, first + 3]]);
        let mut meshes = [flat];
        assert_eq!(place(&mut meshes), Ok(Vec::new()));
        let expected = shapes::cube().uvs.unwrap();
        assert_eq!(meshes[0].uvs.as_ref().unwrap()[..expected.len()], expected);
        assert!(meshes[0].origin.has_moved_uvs);
    }

    #[test]
    fn triangles_that_no_tile_holds_are_refused() {
        let mut wide = shapes::cube();
        wide.uvs.as_mut().unwrap()[5][0] = 1.25;
        let problem = place(&mut [wide]).unwrap_err();
        for said in ["`cube`", "triangle 2", "0.25, 0 to 1.25, 0.5", "`unwrap`"] {
            assert!(problem.contains(said), "{problem}");
        }
        for (corner, said) in [([-1.0, 0.0], "-1, 0"), ([0.0, 1.0], "0, 1"), ([10.0, 0.0], "10, 0")] {
            let mut tiles = [[0.0; 2]; 6];
            tiles[1] = corner;
            let problem = place(&mut [moved(tiles)]).unwrap_err();
            let said = format!("triangle 2 lies in the unit square that starts at {said} ");
            assert!(problem.contains(&said) && problem.contains("0 to 9"), "{problem}");
        }
    }

    #[test]
    fn a_set_has_at_most_100_tiles() {
        let tiles = |count: u32| {
            let mesh = |tile: u32| moved([[(tile % 10) as f32, -((tile / 10) as f32)]; 6]);
            place(&mut (0..count).map(mesh).collect::<Vec<_>>())
        };
        assert_eq!(tiles(100).unwrap().len(), 100);
        let problem = tiles(101).unwrap_err();
        assert!(problem.contains("in 101 UDIM tiles") && problem.contains("100"), "{problem}");
    }
}
