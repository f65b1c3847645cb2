//! Perturbation: replaces each sample by another at some distance.

use travertine_noise::{Interval, Level};
use travertine_parallel as parallel;

use super::definition::{Cost, Definition};
use super::stop::{Stop, check};
use crate::grid::{Edge, Grid};
use crate::plane::{Plane, clamped, heights};

/// Displaces samples. Planes: heights; the displacement to the right and down in samples, truncated to integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Perturb;

impl Definition for Perturb {
    const DOING: &'static str = "Displacing";
    const PLANES: usize = 3;
    const CHANNELS: usize = 1;

    fn cost(self, _: Grid) -> Cost {
        // The heights.
        Cost { kept: 1, scratch: 1, of_thread: 0, work: 10 }
    }

    fn interval(self, _: usize, planes: &[Interval]) -> Interval {
        clamped(planes[0])
    }

    fn run(self, grid: Grid, planes: &[Plane], _: Level, stop: Stop) -> Option<Vec<Plane>> {
        let heights = heights(&planes[0], grid);
        Some(vec![Plane::Full(run(grid, &heights, &planes[1], &planes[2], stop)?)])
    }
}

/// Twinklingstar, "Classical Perlin Noise" (2015): displacements are truncated to whole samples, and end at the edge of
/// a grid that does not repeat.
fn run(grid: Grid, heights: &[f32], right: &Plane, down: &Plane, stop: Stop) -> Option<Vec<f32>> {
    let columns = grid.columns();
    let mut moved = vec![0.0; heights.len()];
    parallel::try_for_each(moved.chunks_mut(columns).enumerate(), |(row, moved)| {
        for (column, moved) in moved.iter_mut().enumerate() {
            let sample = row * columns + column;
            let source =
                [shifted(grid, column, columns, right.at(sample)), shifted(grid, row, grid.rows(), down.at(sample))];
            *moved = heights[source[1] * columns + source[0]];
        }
        check(stop)
    })
    .ok()?;
    Some(moved)
}

fn shifted(grid: Grid, index: usize, count: usize, by: f32) -> usize {
    // The cast saturates, and the sum is far from overflow.
    let shifted = index as i64 + by as i32 as i64;
    if 0 <= shifted && shifted < count as i64 {
        return shifted as usize;
    }
    match grid.edge {
        Edge::Extend => shifted.clamp(0, count as i64 - 1) as usize,
        Edge::Repeat => shifted.rem_euclid(count as i64) as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Sampling;

    #[test]
    fn shifts_lose_their_fractions_and_meet_the_edge() {
        let grid = |edge| Grid { resolution: 4, across: 1, down: 1, edge, sampling: Sampling::Linear };
        let heights: Vec<f32> = (0..16).map(|sample| sample as f32).collect();
        let shifts: Vec<f32> = [0.9, -0.9, 1.9, -1.1].repeat(4);
        let run = |edge, down| {
            let shifts = Plane::Full(shifts.clone());
            run(grid(edge), &heights, &shifts, &Plane::Uniform(down), &|| false).unwrap()
        };
        assert_eq!(run(Edge::Extend, 0.0)[4..8], [4.0, 5.0, 7.0, 6.0]);
        assert_eq!(run(Edge::Repeat, 0.0)[4..8], [4.0, 5.0, 7.0, 6.0]);
        assert_eq!(run(Edge::Extend, -1e9)[12..], [0.0, 1.0, 3.0, 2.0]);
        assert_eq!(run(Edge::Repeat, 3.0)[12..], [8.0, 9.0, 11.0, 10.0]);
    }
}
