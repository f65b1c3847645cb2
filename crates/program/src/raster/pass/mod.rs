//! Passes: algorithms over all samples of a grid.
//!
//! A pass is defined by its code here. Its bits depend on the grid, the settings and the planes, but not on the number
//! of threads. A pass documented as sequential runs on one thread.

#[expect(clippy::needless_range_loop, reason = "one index into several arrays")]
mod erode;
mod hydraulic;
mod neighbours;
mod normals;
mod perturb;
#[cfg(test)]
mod plain;
mod rows;
#[expect(clippy::needless_range_loop, reason = "one index into several arrays")]
mod smooth;
mod stop;
mod thermal;

pub use stop::Stop;

use travertine_noise::Level;

use crate::interval::Interval;
use crate::raster::{GREATEST_HEIGHT, Grid, Plane, heights};

/// An algorithm over the samples of a grid, which it receives as planes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pass {
    /// Displaces samples. Planes: heights; the displacement to the right and down in samples, truncated to integers.
    Perturb,
    /// Twinklingstar's erosion. Planes: heights; the greatest drop that slides.
    Erode {
        /// Number of iterations.
        iterations: u32,
    },
    /// Twinklingstar's smoothing. Plane: heights.
    Smooth {
        /// Number of iterations.
        iterations: u32,
    },
    /// Twinklingstar's normals. Plane: heights in units. Channels: components to the right, up, and down the picture.
    Normals,
    /// Thermal erosion. Planes: heights; the steepest stable slope, in height per unit; the fraction of the excess that
    /// slides in an iteration, 0 to 1.
    Thermal {
        /// Number of iterations.
        iterations: u32,
    },
    /// Hydraulic erosion. Planes: heights, then the controls strength, capacity, deposition, inertia and evaporation.
    /// Channels: heights; flow of water, 0 to 1.
    Hydraulic {
        /// Number of rounds. In each, a drop falls on every block of 8 x 8 samples.
        rounds: u32,
        /// Seed of the positions of drops.
        seed: u32,
    },
}

impl Pass {
    /// Number of input planes.
    pub fn planes(self) -> usize {
        match self {
            Pass::Smooth { .. } | Pass::Normals => 1,
            Pass::Erode { .. } => 2,
            Pass::Perturb | Pass::Thermal { .. } => 3,
            Pass::Hydraulic { .. } => 1 + hydraulic::CONTROLS,
        }
    }

    /// Number of channels of the result.
    pub fn channels(self) -> usize {
        match self {
            Pass::Perturb | Pass::Erode { .. } | Pass::Smooth { .. } | Pass::Thermal { .. } => 1,
            Pass::Hydraulic { .. } => 2,
            Pass::Normals => 3,
        }
    }

    /// Number of channels that are kept as a number for each sample.
    pub(crate) fn kept(self) -> usize {
        self.channels()
    }

    /// Memory of the pass besides planes and channels, in floats per sample.
    pub(crate) fn scratch(self) -> usize {
        match self {
            // The heights become the channel.
            Pass::Erode { .. } | Pass::Smooth { .. } => 0,
            // The heights.
            Pass::Perturb | Pass::Normals => 1,
            // The heights, and the sliding amounts.
            Pass::Thermal { .. } => 2,
            // The heights, three numbers of eight bytes (relative heights, their changes, water), and what drops leave.
            Pass::Hydraulic { .. } => 9,
        }
    }

    /// Memory of each thread of the pass, in floats.
    pub(crate) fn scratch_of_thread(self, grid: Grid) -> usize {
        match self {
            Pass::Thermal { .. } => thermal::Band::floats(grid.columns()),
            _ => 0,
        }
    }

    /// Work of the pass on a grid, in operations.
    pub fn work(self, grid: Grid) -> u64 {
        let (rounds, each) = match self {
            Pass::Perturb => (1, 10),
            Pass::Normals => (1, 40),
            Pass::Erode { iterations } | Pass::Smooth { iterations } => (iterations, 30),
            Pass::Thermal { iterations } => (iterations, 100),
            Pass::Hydraulic { rounds, .. } => (rounds, hydraulic::WORK),
        };
        // Before the rounds, the heights are clamped and their range is found; after them, they are copied.
        (grid.samples() as u64).saturating_mul(u64::from(rounds) * each + 4)
    }

    /// The channels of the result; none if stopped.
    ///
    /// # Panics
    ///
    /// If there are fewer planes than [`planes`](Pass::planes).
    pub fn run(self, grid: Grid, planes: &[Plane], level: Level, stop: Stop) -> Option<Vec<Plane>> {
        let heights = heights(&planes[0], grid);
        let channels = match self {
            Pass::Perturb => vec![perturb::run(grid, &heights, &planes[1], &planes[2], stop)?],
            Pass::Erode { iterations } => vec![erode::run(grid, heights, &planes[1], iterations, stop)?],
            Pass::Smooth { iterations } => vec![smooth::run(grid, heights, iterations, stop)?],
            Pass::Normals => normals::run(grid, &heights, level, stop)?,
            Pass::Thermal { iterations } => {
                vec![thermal::run(grid, heights, &planes[1], &planes[2], iterations, level, stop)?]
            }
            Pass::Hydraulic { rounds, seed } => {
                hydraulic::run(grid, heights, &planes[1..], rounds, seed, level, stop)?
            }
        };
        Some(channels.into_iter().map(Plane::Full).collect())
    }

    /// Interval of a channel for given intervals of the planes.
    pub(crate) fn interval(self, channel: usize, planes: &[Interval]) -> Interval {
        match (self, channel) {
            (Pass::Normals, _) => Interval::SIGNED_UNIT,
            (Pass::Hydraulic { .. }, 1) => Interval::UNIT,
            // Every other result stays between the least and the greatest height.
            _ => planes[0].clamp_to(Interval::new(-GREATEST_HEIGHT, GREATEST_HEIGHT)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::raster::{Edge, Sampling};

    #[test]
    fn every_pass_checks_for_a_stop_in_every_row() {
        let side = 64;
        let grid = Grid {
            resolution: side as u32,
            across: 1,
            down: 1,
            edge: Edge::Repeat,
            sampling: Sampling::Linear,
        };
        let rough = Plane::Full((0..side * side).map(|sample| (sample * 37 % 101) as f32 * 0.01).collect());
        for (pass, rounds) in [
            (Pass::Perturb, 1),
            (Pass::Erode { iterations: 3 }, 3),
            (Pass::Smooth { iterations: 3 }, 3),
            (Pass::Normals, 1),
            (Pass::Thermal { iterations: 3 }, 3),
            (Pass::Hydraulic { rounds: 3, seed: 1 }, 3),
        ] {
            let checks = AtomicUsize::new(0);
            let planes: Vec<Plane> = (0..pass.planes())
                .map(|n| if n == 0 { rough.clone() } else { Plane::Uniform(0.5) })
                .collect();
            let run = |after: usize| {
                checks.store(0, Ordering::Relaxed);
                pass.run(grid, &planes, Level::detect(), &|| checks.fetch_add(1, Ordering::Relaxed) >= after)
            };
            assert!(run(usize::MAX).is_some(), "{pass:?}");
            let all = checks.load(Ordering::Relaxed);
            assert!(all >= rounds * side, "{pass:?} checks {all} times");
            for after in [0, all / 2, all - 1] {
                assert_eq!(run(after), None, "{pass:?} stopped after {after} checks of {all}");
            }
        }
    }
}
