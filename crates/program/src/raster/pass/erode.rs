//! Erosion as published with the classic noise: each sample passes on half of its steepest drop.

use super::neighbours::{Window, visit};
use super::stop::Stop;
use crate::raster::{Grid, Plane};

/// Columns by which a row follows the one above. A visit changes its neighbours, so neighbourhoods must not overlap.
const APART: usize = 3;

/// Twinklingstar, "Classical Perlin Noise" (2015): for each sample in turn, half of the steepest drop to a neighbour
/// moves to that neighbour, unless the drop is greater than `smoothness`. Samples without all eight neighbours do not
/// erode.
///
/// Sequential: each sample reads the results of those before it.
pub(super) fn run(
    grid: Grid,
    mut heights: Vec<f32>,
    smoothness: &Plane,
    iterations: u32,
    stop: Stop,
) -> Option<Vec<f32>> {
    for _ in 0..iterations {
        visit(grid, APART, stop, |row, column| erode(grid, &mut heights, smoothness, row, column))?;
    }
    Some(heights)
}

#[inline(always)]
fn erode(grid: Grid, heights: &mut [f32], smoothness: &Plane, row: usize, column: usize) {
    let window = Window::new(grid, row, column);
    let around = window.values(heights);
    let (here, mut drop, mut lowest) = (around[1][1], 0.0, window.index(1, 1));
    for row in 0..3 {
        for column in 0..3 {
            let fall = here - around[row][column];
            // The sample itself has no fall.
            let further = fall > drop;
            drop = if further { fall } else { drop };
            lowest = if further { window.index(row, column) } else { lowest };
        }
    }
    let sample = window.index(1, 1);
    if drop <= smoothness.at(sample) {
        heights[sample] -= 0.5 * drop;
        heights[lowest] += 0.5 * drop;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::{Edge, Sampling};

    fn grid(edge: Edge) -> Grid {
        Grid { resolution: 3, across: 1, down: 1, edge, sampling: Sampling::Linear }
    }

    #[test]
    fn half_of_a_gentle_drop_slides() {
        let heights = vec![3.0, 3.0, 3.0, 3.0, 2.0, 3.0, 3.0, 1.0, 1.5];
        let run = |smoothness| {
            run(grid(Edge::Extend), heights.clone(), &Plane::Uniform(smoothness), 1, &|| false).unwrap()
        };
        assert_eq!(run(1.0), [3.0, 3.0, 3.0, 3.0, 1.5, 3.0, 3.0, 1.5, 1.5]);
        assert_eq!(run(0.9), heights);
    }

    #[test]
    fn heights_keep_their_sum_and_their_range() {
        let heights: Vec<f32> = (0..9).map(|sample| (sample * 5 % 9) as f32).collect();
        let eroded = run(grid(Edge::Repeat), heights, &Plane::Uniform(9.0), 7, &|| false).unwrap();
        assert_eq!(eroded.iter().sum::<f32>(), 36.0);
        assert!(eroded.iter().all(|height| (0.0..=8.0).contains(height)));
        assert_ne!(eroded[8], 4.0);
    }
}
