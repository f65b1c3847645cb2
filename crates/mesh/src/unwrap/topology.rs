//! Topology: which triangles of a mesh share an edge.
//!
//! Vertices at one position are one point, so seams of UVs and hard edges do not separate triangles.

use crate::mesh::Mesh;
use crate::weld;

/// The neighbor of an edge on the border.
pub(super) const NONE: u32 = u32::MAX;

/// Upper bound of the bytes needed to find neighbors.
pub(super) fn bytes(vertices: u64, triangles: u64) -> u64 {
    // Edges and neighbors; the points of vertices.
    const TRIANGLE: usize = 3 * size_of::<(u64, u32, bool)>() + size_of::<[u32; 3]>();
    (vertices * weld::VERTEX).max(vertices * 4 + triangles * TRIANGLE as u64)
}

/// For each triangle, the triangle across the edge from each corner to the next, or [`NONE`].
///
/// Triangles are neighbors if exactly two share an edge, and run along it in opposite directions.
pub(super) fn neighbors(mesh: &Mesh) -> Vec<[u32; 3]> {
    let points = weld::points(mesh.positions.iter());
    // Both points of each edge, and its number: three times that of the triangle, plus the corner.
    let edge = |number: usize| {
        let [from, to] = [number, number - number % 3 + (number + 1) % 3]
            .map(|corner| points[mesh.triangles.as_flattened()[corner] as usize]);
        (u64::from(from.min(to)) << 32 | u64::from(from.max(to)), number as u32, from < to)
    };
    let mut edges: Vec<(u64, u32, bool)> = (0..3 * mesh.triangles.len()).map(edge).collect();
    edges.sort_unstable();
    let mut neighbors = vec![[NONE; 3]; mesh.triangles.len()];
    for same in edges.chunk_by(|a, b| a.0 == b.0) {
        if let [(_, a, forth), (_, b, back)] = *same
            && forth != back
            && a / 3 != b / 3
        {
            neighbors[a as usize / 3][a as usize % 3] = b / 3;
            neighbors[b as usize / 3][b as usize % 3] = a / 3;
        }
    }
    neighbors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;

    #[test]
    fn a_cube_is_closed_although_its_faces_share_no_vertices() {
        let mut cube = shapes::cube();
        let all = neighbors(&cube);
        assert!(all.as_flattened().iter().all(|other| *other != NONE));
        for (triangle, others) in all.iter().enumerate() {
            assert!(others.iter().all(|other| all[*other as usize].contains(&(triangle as u32))));
        }
        // A third triangle at an edge, or one that runs the same way, separates the others.
        let [a, b, _] = cube.triangles[0];
        cube.triangles.push([a, b, cube.triangles[3][0]]);
        assert!(neighbors(&cube)[0].contains(&NONE));
    }
}
