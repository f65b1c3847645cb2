//! Neighbors: the triangles beyond the edges of each triangle.

/// The neighbor of an edge without one.
pub const NONE: u32 = u32::MAX;

/// The neighbor beyond each edge of each triangle: first to second corner, second to third, third to first. A
/// neighbor has the same edge in the opposite direction. If an edge has several candidates, they are paired in order.
pub fn find(triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let ends = |triangle: u32, edge: usize| {
        let corners = triangles[triangle as usize];
        [corners[edge], corners[(edge + 1) % 3]]
    };
    let mut edges = Vec::with_capacity(3 * triangles.len());
    for triangle in 0..triangles.len() as u32 {
        edges.extend([0, 1, 2].map(|edge| {
            let [from, to] = ends(triangle, edge);
            // A surface has fewer than 2^30 triangles.
            [from.min(to), from.max(to), triangle << 2 | edge as u32]
        }));
    }
    edges.sort_unstable();

    let mut neighbors = vec![[NONE; 3]; triangles.len()];
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
            neighbors[one as usize][edge] = other;
            neighbors[other as usize][beyond] = one;
        }
    }
    neighbors
}
