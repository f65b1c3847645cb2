//! Smoothing as published with the classic noise: the mean of each sample and its neighbours.

use super::neighbours::{Window, visit};
use super::stop::Stop;
use crate::raster::Grid;

/// Columns by which a row follows the one above. A visit changes its own sample alone, and reads its neighbours.
const APART: usize = 2;

/// Twinklingstar, "Classical Perlin Noise" (2015): each sample in turn becomes the mean of the 3 x 3 samples around it.
/// Samples at an edge without neighbours stay as they are.
///
/// Sequential: each sample reads the results of those before it.
pub(super) fn run(grid: Grid, mut heights: Vec<f32>, iterations: u32, stop: Stop) -> Option<Vec<f32>> {
    for _ in 0..iterations {
        visit(grid, APART, stop, |row, column| {
            let window = Window::new(grid, row, column);
            let (mut total, mut least, mut greatest) = (0.0, f32::MAX, f32::MIN);
            let around = window.values(&heights);
            for row in 0..3 {
                for column in 0..3 {
                    let height = around[row][column];
                    total += height;
                    least = if height < least { height } else { least };
                    greatest = if height > greatest { height } else { greatest };
                }
            }
            // Rounding must not carry a mean beyond its samples.
            let mean = total / 9.0;
            let mean = if mean < least { least } else { mean };
            heights[window.index(1, 1)] = if mean > greatest { greatest } else { mean };
        })?;
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
