//! Grids: the positions of workloads.

use std::sync::LazyLock;

/// Depth (z) of slices.
pub const DEPTH: f32 = 0.37;

/// Positions in a region one unit wide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grid {
    /// 1024 x 1024 samples at depth [`DEPTH`].
    Slice,
    /// 256 x 256 x 256 samples.
    Volume,
    /// The samples of an oblique slice, as a list of positions: every coordinate changes along a row.
    Scattered,
}

impl Grid {
    /// Samples per unit.
    pub fn side(self) -> u32 {
        if self == Grid::Volume { 256 } else { 1024 }
    }

    /// Number of samples.
    pub fn samples(self) -> usize {
        self.side().pow(2) as usize * self.layers() as usize
    }

    /// Number of slices.
    pub fn layers(self) -> u32 {
        if self == Grid::Volume { self.side() } else { 1 }
    }

    /// Depth (z) of a slice.
    pub fn depth(self, layer: u32) -> f32 {
        if self == Grid::Volume { self.center(layer) } else { DEPTH }
    }

    fn center(self, index: u32) -> f32 {
        (index as f32 + 0.5) / self.side() as f32
    }

    /// Fills an array with samples of a pattern at the positions times `scale`, slice by slice and row by row.
    pub fn sample(self, scale: f32, pattern: impl Fn([f32; 3]) -> f32, samples: &mut Vec<f32>) {
        samples.clear();
        samples.reserve(self.samples());
        if self == Grid::Scattered {
            samples.extend(SCATTERED.iter().map(|position| pattern(position.map(|part| part * scale))));
            return;
        }
        let coordinate = |index| self.center(index) * scale;
        for layer in 0..self.layers() {
            let z = self.depth(layer) * scale;
            for y in (0..self.side()).map(coordinate) {
                samples.extend((0..self.side()).map(|column| pattern([coordinate(column), y, z])));
            }
        }
    }
}

/// The positions of [`Grid::Scattered`].
pub static SCATTERED: LazyLock<Vec<[f32; 3]>> = LazyLock::new(|| {
    // Two perpendicular edges of length 1.
    const ACROSS: [f32; 3] = [2.0 / 3.0, 2.0 / 3.0, 1.0 / 3.0];
    const DOWN: [f32; 3] = [-2.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0];
    let grid = Grid::Scattered;
    let row = |row| (0..grid.side()).map(move |column| (grid.center(column), grid.center(row)));
    let position = |(u, v)| [0, 1, 2].map(|axis: usize| u * ACROSS[axis] + v * DOWN[axis]);
    (0..grid.side()).flat_map(row).map(position).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_ordered_row_by_row() {
        let (mut slice, mut volume) = (Vec::new(), Vec::new());
        Grid::Slice.sample(2.0, |[x, y, z]| x + 10.0 * y + 100.0 * z, &mut slice);
        assert_eq!(slice.len(), 1024 * 1024);
        assert_eq!(slice[1] - slice[0], 2.0 / 1024.0);
        Grid::Volume.sample(1.0, |[_, _, z]| z, &mut volume);
        assert_eq!([volume[0], *volume.last().unwrap()], [0.5 / 256.0, 255.5 / 256.0]);
        assert_eq!(volume.len(), Grid::Volume.samples());
    }

    #[test]
    fn scattered_positions_form_an_oblique_slice() {
        assert_eq!(SCATTERED.len(), Grid::Scattered.samples());
        let side = Grid::Scattered.side() as usize;
        for (from, to) in [(0, 1), (0, side), (5 * side + 7, 6 * side + 7)] {
            let steps = [0, 1, 2].map(|axis| SCATTERED[to][axis] - SCATTERED[from][axis]);
            assert!(steps.iter().all(|step| step.abs() > 1e-4), "all coordinates change");
            let length = steps.iter().map(|step| step * step).sum::<f32>().sqrt();
            assert!((length * side as f32 - 1.0).abs() < 1e-3);
        }
    }
}
