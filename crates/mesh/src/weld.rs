//! Welding: which vertices are at one position.

/// Bytes needed to weld a number of vertices.
pub const VERTEX: u64 = (size_of::<(u64, u32)>() + 4 + size_of::<&[f64; 3]>() + 4) as u64;

/// For each vertex, the first vertex at its position.
pub fn points<'p>(positions: impl Iterator<Item = &'p [f64; 3]> + Clone) -> Vec<u32> {
    // 0 and -0 are one position.
    let key = |position: &[f64; 3]| position.map(|part| (part + 0.0).to_bits());
    // Sorted by a hash, which is fast, and by all bits where hashes are equal, so that no file can make it slow.
    let hash = |position: &[f64; 3]| {
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
    let mut keys: Vec<&[f64; 3]> = Vec::with_capacity(count);
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The definition: each vertex is compared with all before it.
    fn compared(positions: &[[f64; 3]]) -> Vec<u32> {
        let first = |position| positions.iter().position(|other| other == position).unwrap_or(0) as u32;
        positions.iter().map(first).collect()
    }

    #[test]
    fn zeros_of_both_signs_are_one_position() {
        let positions = [[0.0, 1.0, 0.0], [-0.0, 1.0, -0.0], [0.0, -1.0, 0.0], [1.0, 0.0, 0.0]];
        assert_eq!(points(positions.iter()), [0, 0, 2, 3]);
        assert!(points(std::iter::empty()).is_empty());
    }

    #[test]
    fn positions_with_one_hash_stay_apart() {
        // The last part of a position turns any hash into any other.
        let mixed = |hash: u64, part: f64| {
            let mixed = (hash ^ part.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 32
        };
        let hash = |[x, y, _]: [f64; 3]| mixed(mixed(0, x), y);
        let one: [f64; 3] = [1.0, 2.0, 3.0];
        let twin = |x: f64| [x, 2.0, f64::from_bits(one[2].to_bits() ^ hash(one) ^ hash([x, 2.0, 0.0]))];
        let others: Vec<[f64; 3]> = (2..400).map(|x| twin(f64::from(x))).filter(|other| other[2].is_finite()).collect();
        assert!(others.len() > 300);
        let positions = [&[one], others.as_slice(), &[one], others.as_slice()].concat();
        assert_eq!(points(positions.iter()), compared(&positions));
    }

    proptest! {
        #[test]
        fn welded_vertices_are_the_first_at_their_positions(
            picks in prop::collection::vec((0u8..4, 0u8..4, 0u8..3), 0..300),
        ) {
            let parts = [0.0, -0.0, 1.5, -7e30];
            let position = |(x, y, z): (u8, u8, u8)| [x, y, z].map(|part| parts[usize::from(part)]);
            let positions: Vec<[f64; 3]> = picks.into_iter().map(position).collect();
            let welded = points(positions.iter());
            prop_assert_eq!(&welded, &compared(&positions));
            // As many points as positions that differ.
            let mut differ = positions.iter().map(|position| position.map(|part| (part + 0.0).to_bits())).collect::<Vec<_>>();
            differ.sort_unstable();
            differ.dedup();
            let firsts = welded.iter().zip(0..).filter(|(point, vertex)| **point == *vertex).count();
            prop_assert_eq!(firsts, differ.len());
        }
    }
}
