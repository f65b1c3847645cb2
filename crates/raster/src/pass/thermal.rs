//! Thermal erosion: slopes that are too steep slide until they are stable.

use travertine_noise::{Interval, Kernel, Level};
use travertine_parallel as parallel;

use super::definition::{Cost, Definition};
use super::neighbors::AROUND;
use super::rows::{Rows, row_of};
use super::stop::{Stop, Stopped, check, rounds};
use crate::grid::Grid;
use crate::plane::{GREATEST_HEIGHT, Plane, clamped, heights};

/// Rows of a band, which one thread slides at a time.
const BAND: usize = 16;

/// Thermal erosion. Planes: heights; the steepest stable slope, in height per unit; the fraction of the excess that
/// slides in an iteration, 0 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Thermal {
    /// Number of iterations.
    pub iterations: u32,
}

impl Definition for Thermal {
    const DOING: &'static str = "Eroding";
    const PLANES: usize = 3;
    const CHANNELS: usize = 1;

    fn cost(self, grid: Grid) -> Cost {
        // The heights, and the sliding amounts.
        let of_thread = Band::floats(grid.columns());
        Cost { kept: 1, scratch: 2, of_thread, work: u64::from(self.iterations) * 100 }
    }

    fn interval(self, _: usize, planes: &[Interval]) -> Interval {
        clamped(planes[0])
    }

    fn run(self, grid: Grid, planes: &[Plane], level: Level, stop: Stop) -> Option<Vec<Plane>> {
        let heights = heights(&planes[0], grid);
        let slid = run(grid, heights, &planes[1], &planes[2], self.iterations, level, stop)?;
        Some(vec![Plane::Full(slid)])
    }
}

/// After F. Kenton Musgrave, Craig Kolb and Robert Mace, "The Synthesis and Rendering of Eroded Fractal Terrains"
/// (1989): where a neighbor is lower than the talus allows, a share of the greatest excess slides, distributed over
/// all such neighbors in proportion to their excess. All samples slide at once, so that rows run in parallel.
fn run(
    grid: Grid,
    mut heights: Vec<f32>,
    talus: &Plane,
    share: &Plane,
    iterations: u32,
    level: Level,
    stop: Stop,
) -> Option<Vec<f32>> {
    let ground = Ground { grid, talus, share, level };
    let mut slid = vec![0.0_f32; heights.len()];
    for _ in rounds(iterations, stop) {
        parallel::try_for_each_with(
            slid.chunks_mut(grid.columns() * BAND).enumerate(),
            || Band::new(grid.columns()),
            |band, (index, slid)| band.slide(&ground, &heights, index * BAND, slid, stop),
        )
        .ok()?;
        std::mem::swap(&mut heights, &mut slid);
    }
    Some(heights)
}

struct Ground<'a> {
    grid: Grid,
    talus: &'a Plane,
    share: &'a Plane,
    level: Level,
}

/// The rows of a band, and two above and below. Where nothing lies beyond the edge, heights are NaN: no comparison
/// holds, so nothing slides there.
struct Band {
    heights: Rows,
    /// The greatest drops that hold, to a neighbor next to a sample and to one across the corner.
    holds: [Rows; 2],
    /// The amount that slides for each unit of excess.
    sliding: Rows,
    shares: Vec<f32>,
}

impl Band {
    /// Number of floats of a band.
    fn floats(columns: usize) -> usize {
        4 * Rows::floats(columns, BAND + 4) + columns
    }

    fn new(columns: usize) -> Band {
        let rows = || Rows::new(columns, BAND + 4);
        Band { heights: rows(), holds: [rows(), rows()], sliding: rows(), shares: vec![0.0; columns] }
    }

    /// Slides the rows from `first` on.
    fn slide(
        &mut self,
        ground: &Ground,
        heights: &[f32],
        first: usize,
        slid: &mut [f32],
        stop: Stop,
    ) -> Result<(), Stopped> {
        let Ground { grid, talus, share, level } = *ground;
        let columns = grid.columns();
        let rows = slid.len() / columns;
        let source = |index: usize| row_of(grid, first as isize + index as isize - 2);
        for index in 0..rows + 4 {
            let Some(row) = source(index) else {
                self.heights.fill(index, f32::NAN);
                self.holds.iter_mut().for_each(|holds| holds.fill(index, 0.0));
                self.sliding.fill(index, 0.0);
                continue;
            };
            let range = row * columns..(row + 1) * columns;
            self.heights.inner_mut(index).copy_from_slice(&heights[range.clone()]);
            self.heights.close(grid, index, f32::NAN);
            let spacing = 1.0 / grid.resolution as f32;
            for (holds, distance) in self.holds.iter_mut().zip([spacing, spacing * std::f32::consts::SQRT_2]) {
                let hold = |talus: f32| talus.clamp(0.0, GREATEST_HEIGHT) * distance;
                match talus {
                    Plane::Uniform(talus) => holds.fill(index, hold(*talus)),
                    Plane::Full(taluses) => {
                        let inner = holds.inner_mut(index).iter_mut().zip(&taluses[range.clone()]);
                        inner.for_each(|(holds, talus)| *holds = hold(*talus));
                        holds.close(grid, index, 0.0);
                    }
                }
            }
        }
        for index in 1..rows + 3 {
            let Some(row) = source(index) else { continue };
            match share {
                Plane::Uniform(share) => self.shares.fill(*share),
                Plane::Full(shares) => self.shares.copy_from_slice(&shares[row * columns..(row + 1) * columns]),
            }
            level.run(Amounts {
                heights: self.heights.around(index),
                here: self.heights.inner(index),
                holds: self.holds.each_ref().map(|holds| holds.inner(index)),
                shares: &self.shares,
                out: self.sliding.inner_mut(index),
            });
            self.sliding.close(grid, index, 0.0);
        }
        for (index, slid) in slid.chunks_mut(columns).enumerate() {
            let index = index + 2;
            level.run(Slide {
                heights: self.heights.around(index),
                here: self.heights.inner(index),
                holds: self.holds.each_ref().map(|holds| holds.inner(index)),
                holds_there: self.holds.each_ref().map(|holds| holds.around(index)),
                sliding: self.sliding.inner(index),
                sliding_there: self.sliding.around(index),
                out: slid,
            });
            check(stop)?;
        }
        Ok(())
    }
}

/// Whether each neighbor lies across the corner.
const ACROSS: [usize; 8] = {
    let mut across = [0; 8];
    let mut way = 0;
    while way < 8 {
        across[way] = (AROUND[way][0] * AROUND[way][1] != 0) as usize;
        way += 1;
    }
    across
};

/// The greater number; `a` if one of them is NaN.
#[inline(always)]
fn greater(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}

/// The lesser number; `a` if one of them is NaN.
#[inline(always)]
fn lesser(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}

/// The amounts that slide from the samples of a row, for each unit of excess.
struct Amounts<'a> {
    heights: [&'a [f32]; 8],
    here: &'a [f32],
    holds: [&'a [f32]; 2],
    shares: &'a [f32],
    out: &'a mut [f32],
}

impl Kernel for Amounts<'_> {
    #[inline(always)]
    fn run(self) {
        let count = self.out.len();
        let heights = self.heights.map(|row| &row[..count]);
        let holds = self.holds.map(|row| &row[..count]);
        let (all, shares) = (&self.here[..count], &self.shares[..count]);
        for column in 0..count {
            let here = all[column];
            let (mut sum, mut greatest) = (0.0, 0.0);
            for way in 0..8 {
                let excess = greater(0.0, here - heights[way][column] - holds[ACROSS[way]][column]);
                sum += excess;
                greatest = greater(greatest, excess);
            }
            let share = shares[column];
            let share = if share < 0.0 { 0.0 } else { share };
            let share = if share > 1.0 { 1.0 } else { share };
            // With half of the excess, both samples would lie on the talus.
            let amount = 0.5 * share * greatest;
            self.out[column] = if sum > 0.0 { amount / sum } else { 0.0 };
        }
    }
}

/// The heights of a row after sliding.
struct Slide<'a> {
    heights: [&'a [f32]; 8],
    here: &'a [f32],
    holds: [&'a [f32]; 2],
    holds_there: [[&'a [f32]; 8]; 2],
    sliding: &'a [f32],
    sliding_there: [&'a [f32]; 8],
    out: &'a mut [f32],
}

impl Kernel for Slide<'_> {
    #[inline(always)]
    fn run(self) {
        let count = self.out.len();
        let heights = self.heights.map(|row| &row[..count]);
        let holds = self.holds.map(|row| &row[..count]);
        let holds_there: [&[f32]; 8] = std::array::from_fn(|way| &self.holds_there[ACROSS[way]][way][..count]);
        let sliding_there = self.sliding_there.map(|row| &row[..count]);
        let (all, sliding) = (&self.here[..count], &self.sliding[..count]);
        for column in 0..count {
            let here = all[column];
            let (mut change, mut least, mut greatest) = (0.0, here, here);
            for way in 0..8 {
                let there = heights[way][column];
                let drop = here - there;
                change -= sliding[column] * greater(0.0, drop - holds[ACROSS[way]][column]);
                change += sliding_there[way][column] * greater(0.0, -drop - holds_there[way][column]);
                (least, greatest) = (lesser(least, there), greater(greatest, there));
            }
            // Several neighbors may slide here at once, but must not create a new peak or pit.
            self.out[column] = lesser(greater(here + change, least), greatest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Edge, Sampling};

    fn grid(edge: Edge) -> Grid {
        Grid { resolution: 16, across: 1, down: 1, edge, sampling: Sampling::Linear }
    }

    fn cone(sample: usize) -> f32 {
        let (x, y) = ((sample % 16) as f32 - 7.5, (sample / 16) as f32 - 7.5);
        (1.0 - (x * x + y * y).sqrt() / 8.0).max(0.0) * 2.0
    }

    fn steepest(grid: Grid, heights: &[f32]) -> f32 {
        let slopes = (0..heights.len()).flat_map(|here| {
            AROUND.into_iter().filter_map(move |way| {
                let there = grid.neighbor(here % 16, here / 16, way)?;
                let distance = if way[0] * way[1] == 0 { 1.0 } else { std::f32::consts::SQRT_2 };
                Some((heights[here] - heights[there]) / distance * 16.0)
            })
        });
        slopes.fold(0.0, f32::max)
    }

    #[test]
    fn slopes_come_to_rest_at_the_talus() {
        let heights: Vec<f32> = (0..256).map(cone).collect();
        let before = heights.iter().sum::<f32>();
        let run = |iterations| {
            let (talus, share) = (Plane::Uniform(1.5), Plane::Uniform(1.0));
            run(grid(Edge::Extend), heights.clone(), &talus, &share, iterations, Level::detect(), &|| false).unwrap()
        };
        assert!(steepest(grid(Edge::Extend), &heights) > 3.9);
        let slid = run(400);
        let steepest = steepest(grid(Edge::Extend), &slid);
        assert!(steepest < 1.6, "{steepest}");
        let after = slid.iter().sum::<f32>();
        assert!((after - before).abs() < 0.02 * before, "{before} became {after}");
    }

    #[test]
    fn stable_slopes_stay() {
        let heights: Vec<f32> = (0..256).map(cone).collect();
        let (talus, share) = (Plane::Uniform(4.1), Plane::Uniform(1.0));
        let held = run(grid(Edge::Repeat), heights.clone(), &talus, &share, 5, Level::detect(), &|| false).unwrap();
        assert_eq!(held, heights);
    }
}
