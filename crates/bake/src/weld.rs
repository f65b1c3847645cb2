//! Welding: which vertices are at one position.

use crate::vector::Vector;

/// Bytes needed to weld a number of vertices.
pub(crate) const VERTEX: u64 = (size_of::<(u64, u32)>() + 4 + size_of::<&Vector>() + 4) as u64;

/// For each vertex, the first vertex at its position.
pub(crate) fn points<'p>(positions: impl Iterator<Item = &'p Vector> + Clone) -> Vec<u32> {
    // 0 and -0 are one position.
    let key = |position: &Vector| position.map(|part| (part + 0.0).to_bits());
    // Sorted by a hash, which is fast, and by all bits where hashes are equal, so that no file can make it slow.
    let hash = |position: &Vector| {
        key(position).into_iter().fold(0_u64, |hash, part| {
            let mixed = (hash ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 32
        })
    };
    let count = positions.clone().count();
    let mut sorted: Vec<(u64, u32)> = Vec::with_capacity(count);
    sorted.extend(positions.clone().map(hash).zip(0..));
    sorted.sort_unstable();
    let mut points: Vec<u32> = (0..sorted.len() as u32).collect();
    if sorted.windows(2).all(|pair| pair[0].0 != pair[1].0) {
        return points;
    }
    let mut keys: Vec<&Vector> = Vec::with_capacity(count);
    keys.extend(positions);
    let key = |vertex: u32| key(keys[vertex as usize]);
    let longest = sorted.chunk_by(|a, b| a.0 == b.0).map(<[_]>::len).max().unwrap_or(0);
    let mut same: Vec<u32> = Vec::with_capacity(longest);
    for run in sorted.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() > 1) {
        same.clear();
        same.extend(run.iter().map(|(_, vertex)| *vertex));
        same.sort_unstable_by_key(|vertex| (key(*vertex), *vertex));
        for same in same.chunk_by(|a, b| key(*a) == key(*b)) {
            same.iter().for_each(|vertex| points[*vertex as usize] = same[0]);
        }
    }
    points
}
