//! Grids: where workloads are evaluated.

use std::sync::LazyLock;

use travertine_noise::hash::hash;

/// The depth of the slices.
pub const DEPTH: f32 = 0.37;

/// Positions in a block one unit wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grid {
    /// 1024 x 1024 samples at depth [`DEPTH`].
    Slice,
    /// 256 x 256 x 256 samples.
    Volume,
    /// As many positions as a slice has, all over the block, in no order.
    Scattered,
}

impl Grid {
    /// Samples in one unit.
    pub fn side(self) -> u32 {
        if self == Grid::Volume { 256 } else { 1024 }
    }

    /// How many samples there are.
    pub fn samples(self) -> usize {
        self.side().pow(2) as usize * self.layers() as usize
    }

    /// How many slices.
    pub fn layers(self) -> u32 {
        if self == Grid::Volume { self.side() } else { 1 }
    }

    /// The depth of a slice.
    pub fn depth(self, layer: u32) -> f32 {
        if self == Grid::Volume { self.centre(layer) } else { DEPTH }
    }

    fn centre(self, index: u32) -> f32 {
        (index as f32 + 0.5) / self.side() as f32
    }

    /// A pattern's samples at the positions times `scale`, slice by slice and row by row.
    pub fn sample(self, scale: f32, pattern: impl Fn([f32; 3]) -> f32) -> Vec<f32> {
        let mut samples = Vec::with_capacity(self.samples());
        if self == Grid::Scattered {
            samples.extend(SCATTERED.iter().map(|position| pattern(position.map(|part| part * scale))));
            return samples;
        }
        let place = |index| self.centre(index) * scale;
        for layer in 0..self.layers() {
            let z = self.depth(layer) * scale;
            for y in (0..self.side()).map(place) {
                samples.extend((0..self.side()).map(|column| pattern([place(column), y, z])));
            }
        }
        samples
    }
}

/// The positions of [`Grid::Scattered`]: each coordinate from 0 up to 1.
pub static SCATTERED: LazyLock<Vec<[f32; 3]>> = LazyLock::new(|| {
    let coordinate = |axis, index| (hash(axis, [index]) >> 8) as f32 / (1 << 24) as f32;
    (0..Grid::Scattered.samples() as i32).map(|index| [0, 1, 2].map(|axis| coordinate(axis, index))).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_come_row_by_row() {
        let slice = Grid::Slice.sample(2.0, |[x, y, z]| x + 10.0 * y + 100.0 * z);
        assert_eq!(slice.len(), 1024 * 1024);
        assert_eq!(slice[1] - slice[0], 2.0 / 1024.0);
        let volume = Grid::Volume.sample(1.0, |[_, _, z]| z);
        assert_eq!([volume[0], *volume.last().unwrap()], [0.5 / 256.0, 255.5 / 256.0]);
        assert_eq!(volume.len(), Grid::Volume.samples());
    }

    #[test]
    fn scattered_positions_lie_in_the_block_and_differ() {
        assert!(SCATTERED.iter().flatten().all(|part| (0.0..1.0).contains(part)));
        assert!(SCATTERED.iter().zip(&SCATTERED[1..]).all(|(a, b)| a != b));
    }
}
