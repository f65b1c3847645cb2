//! Erosion as published with the classic noise: each sample passes on half of its steepest drop.

use super::neighbours::{AROUND, inner};
use super::stop::Stop;
use crate::raster::{Grid, Plane};

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
    let columns = grid.columns();
    let (inner_rows, inner_columns) = inner(grid);
    for _ in 0..iterations {
        for row in inner_rows.clone() {
            if stop() {
                return None;
            }
            for column in inner_columns.clone() {
                let here = row * columns + column;
                let (mut drop, mut lowest) = (0.0, here);
                for neighbour in AROUND.iter().filter_map(|way| grid.neighbour(column, row, *way)) {
                    let height = heights[here] - heights[neighbour];
                    if height > drop {
                        (drop, lowest) = (height, neighbour);
                    }
                }
                if drop <= smoothness.at(here) {
                    heights[here] -= 0.5 * drop;
                    heights[lowest] += 0.5 * drop;
                }
            }
        }
    }
    Some(heights)
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
