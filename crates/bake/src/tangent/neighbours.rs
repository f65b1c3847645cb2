//! Neighbours: the triangles beyond the edges of each.

/// The mark of an edge that no other triangle has.
pub(super) const NONE: u32 = u32::MAX;

/// The triangle beyond each edge, from the first corner to the second, from there to the third, and back. It has the same
/// edge the other way round. Where several may be neighbours, the first of those that are left gets the next that is.
pub(super) fn find(triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let ends = |triangle: u32, edge: usize| {
        let corners = triangles[triangle as usize];
        [corners[edge], corners[(edge + 1) % 3]]
    };
    let mut edges = Vec::with_capacity(3 * triangles.len());
    for triangle in 0..triangles.len() as u32 {
        edges.extend([0, 1, 2].map(|edge| {
            let [from, to] = ends(triangle, edge);
            // No class has more than 2^30 corners, nor a surface more triangles.
            [from.min(to), from.max(to), triangle << 2 | edge as u32]
        }));
    }
    edges.sort_unstable();

    let mut neighbours = vec![[NONE; 3]; triangles.len()];
    for shared in edges.chunk_by(|a, b| a[..2] == b[..2]) {
        let split = |edge: &[u32; 3]| (edge[2] >> 2, (edge[2] & 3) as usize);
        let is_forward = |edge: &[u32; 3]| {
            let (triangle, edge) = split(edge);
            let [from, to] = ends(triangle, edge);
            from < to
        };
        let forward = shared.iter().filter(|edge| is_forward(edge));
        let backward = shared.iter().filter(|edge| !is_forward(edge));
        for (one, other) in forward.zip(backward) {
            let [(one, edge), (other, beyond)] = [split(one), split(other)];
            neighbours[one as usize][edge] = other;
            neighbours[other as usize][beyond] = one;
        }
    }
    neighbours
}
