//! Levels: copies of an array, each half as large as the one before.

use std::io;
use std::path::Path;

use super::array::{Array, EDGE};
use super::shard::Chunk;

/// The sizes of all levels along x, y and z, the first of them `size`, until one chunk holds all.
pub(crate) fn sizes(size: [u32; 3]) -> Vec<[u32; 3]> {
    let mut sizes = vec![size];
    let mut last = size;
    while last.iter().any(|side| *side > EDGE) {
        last = last.map(|side| side.div_ceil(2));
        sizes.push(last);
    }
    sizes
}

/// The size of a sample of each level, in samples of the first, along x, y and z. Sides of one sample stay.
pub(crate) fn scales(sizes: &[[u32; 3]]) -> Vec<[f64; 3]> {
    let mut scale = [1.0; 3];
    let mut scales = vec![scale];
    for finer in &sizes[..sizes.len() - 1] {
        scale = [0, 1, 2].map(|axis: usize| if finer[axis] > 1 { 2.0 * scale[axis] } else { scale[axis] });
        scales.push(scale);
    }
    scales
}

/// Makes a chunk: the means of two samples of the finer level along each axis, or of as many as there are at its far
/// edges.
pub(crate) fn chunk(folder: &Path, finer: &Array, array: &Array, time: u32, index: [u32; 3]) -> io::Result<Chunk> {
    let (channels, edge) = (array.channels(), EDGE as usize);
    let mut sums = vec![0.0_f64; edge * edge * edge * channels];
    let mut counts = vec![0_u8; edge * edge * edge];
    // The order of the sums: that of the finer chunks, and of the samples in each. Two samples that meet are in one
    // chunk, because chunks have even sides.
    for part in 0..8 {
        let source = [0, 1, 2].map(|axis: usize| 2 * index[axis] + (part >> axis & 1));
        if (0..3).any(|axis| source[axis] * EDGE >= finer.size[axis]) {
            continue;
        }
        let samples = finer.read(folder, time, source)?;
        let sides = [0, 1, 2].map(|axis: usize| EDGE.min(finer.size[axis] - source[axis] * EDGE) as usize);
        let offset = [0, 1, 2].map(|axis: usize| (part >> axis & 1) as usize * edge / 2);
        for z in 0..sides[2] {
            for y in 0..sides[1] {
                let row = &samples[(z * edge + y) * edge * channels..][..sides[0] * channels];
                let to = ((offset[2] + z / 2) * edge + offset[1] + y / 2) * edge + offset[0];
                for (x, sample) in row.chunks_exact(channels).enumerate() {
                    let to = to + x / 2;
                    counts[to] += 1;
                    for (sum, value) in sums[to * channels..][..channels].iter_mut().zip(sample) {
                        *sum += f64::from(*value);
                    }
                }
            }
        }
    }
    let mean = |(index, sum): (usize, f64)| (sum / f64::from(counts[index / channels].max(1))) as f32;
    let means: Vec<f32> = sums.into_iter().enumerate().map(mean).collect();
    array.encode(index, &means)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_halved_until_one_chunk_is_enough() {
        assert_eq!(sizes([64, 1, 64]), [[64, 1, 64]]);
        assert_eq!(sizes([200, 65, 1]), [[200, 65, 1], [100, 33, 1], [50, 17, 1]]);
        assert_eq!(scales(&sizes([200, 65, 1])), [[1.0; 3], [2.0, 2.0, 1.0], [4.0, 4.0, 1.0]]);
    }
}
