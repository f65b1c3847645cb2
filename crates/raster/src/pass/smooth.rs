//! Smoothing as published with the classic noise: the mean of each sample and its neighbors.

use travertine_noise::{Interval, Level};

use super::definition::{Cost, Definition};
use super::neighbors::{Window, visit};
use super::stop::{Stop, rounds};
use super::wave::{self, LANES, Lanes, Visit};
use crate::grid::{Edge, Grid};
use crate::plane::{Plane, clamped, heights};

/// Twinklingstar's smoothing. Plane: heights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Smooth {
    /// Number of iterations.
    pub iterations: u32,
}

impl Definition for Smooth {
    const DOING: &'static str = "Smoothing";
    const PLANES: usize = 1;
    const CHANNELS: usize = 1;

    fn cost(self, grid: Grid) -> Cost {
        // The heights become the channel.
        let of_thread = wave::floats(grid.columns());
        Cost { kept: 1, scratch: 0, of_thread, work: u64::from(self.iterations) * 30 }
    }

    fn interval(self, _: usize, planes: &[Interval]) -> Interval {
        clamped(planes[0])
    }

    fn run(self, grid: Grid, planes: &[Plane], level: Level, stop: Stop) -> Option<Vec<Plane>> {
        let heights = heights(&planes[0], grid);
        Some(vec![Plane::Full(run(grid, heights, self.iterations, level, stop)?)])
    }
}

/// Twinklingstar, "Classical Perlin Noise" (2015): each sample in turn becomes the mean of the 3 x 3 samples around it.
/// Samples at an edge without neighbors are unchanged.
///
/// Sequential: each sample reads the results of those before it.
fn run(grid: Grid, mut heights: Vec<f32>, iterations: u32, level: Level, stop: Stop) -> Option<Vec<f32>> {
    if grid.edge == Edge::Extend {
        wave::visit(grid, &mut heights, &Plane::Uniform(0.0), iterations, level, Step, stop)?;
        return Some(heights);
    }
    for _ in rounds(iterations, stop) {
        visit(grid, stop, |row, column| {
            let window = Window::new(grid, row, column);
            let [mean] = mean(&window.values(&heights).map(|row| row.map(|height| [height])));
            heights[window.index(1, 1)] = mean;
        })?;
    }
    Some(heights)
}

/// The means of samples. Rounding must not carry them beyond the samples.
#[inline(always)]
fn mean<const N: usize>(around: &[[[f32; N]; 3]; 3]) -> [f32; N] {
    let (mut mean, mut least, mut greatest) = ([0.0; N], [f32::MAX; N], [f32::MIN; N]);
    for row in 0..3 {
        for column in 0..3 {
            for lane in 0..N {
                let height = around[row][column][lane];
                mean[lane] += height;
                least[lane] = if height < least[lane] { height } else { least[lane] };
                greatest[lane] = if height > greatest[lane] { height } else { greatest[lane] };
            }
        }
    }
    for lane in 0..N {
        let inner = mean[lane] / 9.0;
        let inner = if inner < least[lane] { least[lane] } else { inner };
        mean[lane] = if inner > greatest[lane] { greatest[lane] } else { inner };
    }
    mean
}

#[derive(Clone, Copy)]
struct Step;

impl Visit for Step {
    #[inline(always)]
    fn visit(self, around: &mut [[Lanes; 3]; 3], _: &Lanes, active: &[bool; LANES]) {
        let means = mean(around);
        for lane in 0..LANES {
            around[1][1][lane] = if active[lane] { means[lane] } else { around[1][1][lane] };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Edge, Sampling};

    #[test]
    fn later_samples_read_earlier_results() {
        let grid = Grid { resolution: 4, across: 1, down: 1, edge: Edge::Extend, sampling: Sampling::Linear };
        let mut heights = vec![0.0; 16];
        heights[5] = 81.0;
        let smoothed = run(grid, heights, 1, Level::detect(), &|| false).unwrap();
        assert_eq!(smoothed[5..7], [9.0, 1.0]);
        assert_eq!(smoothed[9], (9.0 + 1.0) / 9.0);
        assert_eq!(smoothed[4], 0.0);
    }
}
