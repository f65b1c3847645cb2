//! Smoothing as published with the classic noise: the mean of each sample and its neighbours.

use super::neighbours::inner;
use super::stop::Stop;
use crate::raster::Grid;

/// Twinklingstar, "Classical Perlin Noise" (2015): each sample in turn becomes the mean of the 3 x 3 samples around it.
/// Samples at an edge without neighbours stay as they are.
///
/// Sequential: each sample reads the results of those before it.
pub(super) fn run(grid: Grid, mut heights: Vec<f32>, iterations: u32, stop: Stop) -> Option<Vec<f32>> {
    let columns = grid.columns();
    let (inner_rows, inner_columns) = inner(grid);
    for _ in 0..iterations {
        for row in inner_rows.clone() {
            if stop() {
                return None;
            }
            for column in inner_columns.clone() {
                let (mut total, mut least, mut greatest) = (0.0, f32::MAX, f32::MIN);
                for way in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [dx, dy])) {
                    // Inner samples have all nine.
                    let height = grid.neighbour(column, row, way).map_or(0.0, |sample| heights[sample]);
                    total += height;
                    (least, greatest) = (least.min(height), greatest.max(height));
                }
                // Rounding must not carry a mean beyond its samples.
                heights[row * columns + column] = (total / 9.0).clamp(least, greatest);
            }
        }
    }
    Some(heights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::{Edge, Sampling};

    #[test]
    fn later_samples_read_earlier_results() {
        let grid = Grid { resolution: 4, across: 1, down: 1, edge: Edge::Extend, sampling: Sampling::Linear };
        let mut heights = vec![0.0; 16];
        heights[5] = 81.0;
        let smoothed = run(grid, heights, 1, &|| false).unwrap();
        assert_eq!(smoothed[5..7], [9.0, 1.0]);
        assert_eq!(smoothed[9], (9.0 + 1.0) / 9.0);
        assert_eq!(smoothed[4], 0.0);
    }
}
