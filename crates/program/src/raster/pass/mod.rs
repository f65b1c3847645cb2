//! Passes: what is done with all samples of a grid together.
//!
//! A pass is defined by what it computes here: its bits depend on the grid, its settings and its planes, and not on how
//! many threads take part. Where a pass says that it is sequential, one thread does it.

mod erode;
mod hydraulic;
mod neighbours;
mod normals;
mod perturb;
mod smooth;
mod stop;
mod thermal;

pub use stop::Stop;

use crate::interval::Interval;
use crate::raster::{GREATEST_HEIGHT, Grid, Plane, heights};

/// Something that is done with the samples of a grid, which are given as planes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pass {
    /// Each sample becomes one at some distance. Planes: heights; the distances to the right and down, in samples,
    /// without their fractions.
    Perturb,
    /// Twinklingstar's erosion, so many times. Planes: heights; the greatest drop that slides.
    Erode {
        /// How often.
        iterations: u32,
    },
    /// Twinklingstar's smoothing, so many times. Plane: heights.
    Smooth {
        /// How often.
        iterations: u32,
    },
    /// Twinklingstar's normals. Plane: heights in units. Channels: right, up, down the picture.
    Normals,
    /// Erosion by sliding, so many times. Planes: heights; the slope that holds, in height for each unit; how much of
    /// what is steeper slides at a time, 0 to 1.
    Thermal {
        /// How often.
        iterations: u32,
    },
    /// Erosion by water. Planes: heights and its controls. Channels: heights; how much water passed, 0 to 1.
    Hydraulic {
        /// In each round, a drop falls on every block of 8 x 8 samples.
        rounds: u32,
        /// Where drops fall.
        seed: u32,
    },
}

impl Pass {
    /// How many planes it takes.
    pub fn planes(self) -> usize {
        match self {
            Pass::Smooth { .. } | Pass::Normals => 1,
            Pass::Erode { .. } => 2,
            Pass::Perturb | Pass::Thermal { .. } => 3,
            Pass::Hydraulic { .. } => 1 + hydraulic::CONTROLS,
        }
    }

    /// How many channels it leaves.
    pub fn channels(self) -> usize {
        match self {
            Pass::Perturb | Pass::Erode { .. } | Pass::Smooth { .. } | Pass::Thermal { .. } => 1,
            Pass::Hydraulic { .. } => 2,
            Pass::Normals => 3,
        }
    }

    /// How many floats it keeps for each sample while it works, beside planes and channels.
    pub(crate) fn scratch(self) -> usize {
        match self {
            // The heights become the channel.
            Pass::Erode { .. } | Pass::Smooth { .. } => 0,
            // The heights.
            Pass::Perturb | Pass::Normals => 1,
            // The heights, and what slides.
            Pass::Thermal { .. } => 2,
            // The heights, and three numbers of eight bytes: relative heights, their changes, water.
            Pass::Hydraulic { .. } => 7,
        }
    }

    /// How much work it is on a grid, in operations that take about as long.
    pub fn work(self, grid: Grid) -> u64 {
        let (rounds, each) = match self {
            Pass::Perturb => (1, 10),
            Pass::Normals => (1, 40),
            Pass::Erode { iterations } | Pass::Smooth { iterations } => (iterations, 30),
            Pass::Thermal { iterations } => (iterations, 100),
            Pass::Hydraulic { rounds, .. } => (rounds, hydraulic::WORK),
        };
        // All rounds look at the heights' range before, and copy what is left.
        (grid.samples() as u64).saturating_mul(u64::from(rounds) * each + 4)
    }

    /// The channels it leaves of these planes; none if it was stopped.
    ///
    /// # Panics
    ///
    /// If there are fewer [`planes`](Pass::planes) than it takes.
    pub fn run(self, grid: Grid, planes: &[Plane], stop: Stop) -> Option<Vec<Vec<f32>>> {
        let heights = heights(&planes[0], grid);
        match self {
            Pass::Perturb => Some(vec![perturb::run(grid, &heights, &planes[1], &planes[2])]),
            Pass::Erode { iterations } => {
                Some(vec![erode::run(grid, heights, &planes[1], iterations, stop)?])
            }
            Pass::Smooth { iterations } => Some(vec![smooth::run(grid, heights, iterations, stop)?]),
            Pass::Normals => Some(normals::run(grid, &heights)),
            Pass::Thermal { iterations } => {
                Some(vec![thermal::run(grid, heights, &planes[1], &planes[2], iterations, stop)?])
            }
            Pass::Hydraulic { rounds, seed } => {
                hydraulic::run(grid, heights, &planes[1..], rounds, seed, stop)
            }
        }
    }

    /// What a channel lies in, given what the planes lie in.
    pub(crate) fn interval(self, channel: usize, planes: &[Interval]) -> Interval {
        match (self, channel) {
            (Pass::Normals, _) => Interval::SIGNED_UNIT,
            (Pass::Hydraulic { .. }, 1) => Interval::UNIT,
            // Whatever moves from sample to sample stays between the lowest and the highest.
            _ => planes[0].clamp_to(Interval::new(-GREATEST_HEIGHT, GREATEST_HEIGHT)),
        }
    }
}
