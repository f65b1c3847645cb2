//! Erosion as published with the classic noise: each sample passes on half of its steepest drop.

use travertine_noise::{Interval, Level};

use super::definition::{Cost, Definition};
use super::neighbors::{Window, visit};
use super::stop::{Stop, rounds};
use super::wave::{self, LANES, Lanes, Visit};
use crate::grid::{Edge, Grid};
use crate::plane::{Plane, clamped, heights};

/// Twinklingstar's erosion. Planes: heights; the greatest drop that slides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Erode {
    /// Number of iterations.
    pub iterations: u32,
}

impl Definition for Erode {
    const DOING: &'static str = "Eroding";
    const PLANES: usize = 2;
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
        Some(vec![Plane::Full(run(grid, heights, &planes[1], self.iterations, level, stop)?)])
    }
}

/// Twinklingstar, "Classical Perlin Noise" (2015): for each sample in turn, half of the steepest drop to a neighbor
/// moves to that neighbor, unless the drop is greater than `smoothness`. Samples without all eight neighbors do not
/// erode.
///
/// Sequential: each sample reads the results of those before it.
fn run(
    grid: Grid,
    mut heights: Vec<f32>,
    smoothness: &Plane,
    iterations: u32,
    level: Level,
    stop: Stop,
) -> Option<Vec<f32>> {
    if grid.edge == Edge::Extend {
        wave::visit(grid, &mut heights, smoothness, iterations, level, Step, stop)?;
        return Some(heights);
    }
    for _ in rounds(iterations, stop) {
        visit(grid, stop, |row, column| erode(grid, &mut heights, smoothness, row, column))?;
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

/// The greatest of the falls and 0, in pairs: one after the other, each would wait for the one before.
#[inline(always)]
fn greatest(falls: &[Lanes; 9]) -> Lanes {
    let [a, b, c, d, _, e, f, g, h] = falls;
    let above = greater(&greater(&[0.0; LANES], a), &greater(b, c));
    let beside = greater(d, e);
    let below = greater(f, &greater(g, h));
    greater(&greater(&above, &beside), &below)
}

#[inline(always)]
fn greater(a: &Lanes, b: &Lanes) -> Lanes {
    let mut greater = [0.0; LANES];
    for lane in 0..LANES {
        greater[lane] = if b[lane] > a[lane] { b[lane] } else { a[lane] };
    }
    greater
}

#[derive(Clone, Copy)]
struct Step;

impl Visit for Step {
    #[inline(always)]
    fn visit(self, around: &mut [[Lanes; 3]; 3], smoothness: &Lanes, active: &[bool; LANES]) {
        let (mut falls, mut slides) = ([[0.0; LANES]; 9], [false; LANES]);
        for way in 0..9 {
            for lane in 0..LANES {
                falls[way][lane] = around[1][1][lane] - around[way / 3][way % 3][lane];
            }
        }
        let drop = greatest(&falls);
        for lane in 0..LANES {
            slides[lane] = active[lane] & (drop[lane] <= smoothness[lane]);
        }
        for lane in 0..LANES {
            let half = 0.5 * drop[lane];
            let here = around[1][1][lane] - half;
            // Without a fall, the sample receives what it loses.
            let here = if drop[lane] > 0.0 { here } else { here + half };
            around[1][1][lane] = if slides[lane] { here } else { around[1][1][lane] };
        }
        let mut moves = [false; LANES];
        for lane in 0..LANES {
            moves[lane] = slides[lane] & (drop[lane] > 0.0);
        }
        for way in [0, 1, 2, 3, 5, 6, 7, 8] {
            let there = &mut around[way / 3][way % 3];
            for lane in 0..LANES {
                let lowest = moves[lane] & (falls[way][lane] == drop[lane]);
                there[lane] = if lowest { there[lane] + 0.5 * drop[lane] } else { there[lane] };
                moves[lane] &= !lowest;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Edge, Sampling};

    fn grid(edge: Edge) -> Grid {
        Grid { resolution: 3, across: 1, down: 1, edge, sampling: Sampling::Linear }
    }

    #[test]
    fn half_of_a_gentle_drop_slides() {
        let heights = vec![3.0, 3.0, 3.0, 3.0, 2.0, 3.0, 3.0, 1.0, 1.5];
        let run = |smoothness| {
            run(grid(Edge::Extend), heights.clone(), &Plane::Uniform(smoothness), 1, Level::detect(), &|| false)
                .unwrap()
        };
        assert_eq!(run(1.0), [3.0, 3.0, 3.0, 3.0, 1.5, 3.0, 3.0, 1.5, 1.5]);
        assert_eq!(run(0.9), heights);
    }

    #[test]
    fn heights_keep_their_sum_and_their_range() {
        let heights: Vec<f32> = (0..9).map(|sample| (sample * 5 % 9) as f32).collect();
        let eroded = run(grid(Edge::Repeat), heights, &Plane::Uniform(9.0), 7, Level::detect(), &|| false).unwrap();
        assert_eq!(eroded.iter().sum::<f32>(), 36.0);
        assert!(eroded.iter().all(|height| (0.0..=8.0).contains(height)));
        assert_ne!(eroded[8], 4.0);
    }
}
