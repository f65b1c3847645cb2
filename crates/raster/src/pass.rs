//! Passes: algorithms over all samples of a grid.
//!
//! A pass is defined by its code here. Its bits depend on the grid, the settings and the planes, but not on the number
//! of threads. A pass documented as sequential runs on one thread.

mod blur;
mod cost;
mod dilate;
mod distance;
mod drips;
#[expect(clippy::needless_range_loop, reason = "one index into several arrays")]
mod erode;
mod flow;
mod hydraulic;
mod islands;
mod levels;
mod neighbors;
mod normals;
mod order;
mod perturb;
#[cfg(test)]
mod plain;
mod rows;
#[expect(clippy::needless_range_loop, reason = "one index into several arrays")]
mod smooth;
mod stop;
#[cfg(test)]
mod testing;
mod thermal;
mod transpose;
#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod wave;

pub use stop::{Stop, Watch};

use travertine_noise::Level;

use crate::grid::Grid;
use crate::plane::{GREATEST_HEIGHT, Plane, heights};
use travertine_noise::Interval;

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
    /// The exact distance to where a field crosses 0, in linear time. Plane: the field. Channel: the distance in units,
    /// negative where the field is above 0; ±10^18 if it crosses 0 nowhere.
    Distance,
    /// The connected parts of the grid where a field is above 0. Plane: the field. Channels: a random number above 0,
    /// up to 1; the corner of the bounding box, right and down, and its size, across and down, as fractions of the
    /// grid; the area, as a fraction of that of the grid. All are 0 elsewhere.
    Islands {
        /// Whether samples that touch at their corners are connected.
        diagonal: bool,
        /// Seed of the random numbers.
        seed: u32,
    },
    /// The area that drains through each sample. Plane: heights. Channels: the area as a fraction of that of the grid;
    /// its logarithm, from 0 for one sample to 1 for the grid. A flood is sequential.
    Flow {
        /// Whether water leaves pits over their lowest rim; otherwise it ends there.
        overflow: bool,
    },
    /// The values below which given fractions of the samples lie. Plane: the field. Channels: the two values, the same
    /// for all samples.
    Levels {
        /// Fraction of the samples below the first value, in millionths.
        low: u32,
        /// Fraction of the samples below the second value, in millionths.
        high: u32,
    },
    /// The greatest value over a disc. Plane: the field.
    Dilate {
        /// Radius of the disc, in 256ths of the spacing.
        radius: u32,
        /// Whether the least value is taken instead.
        least: bool,
    },
    /// A Gaussian blur. Plane: the field.
    Blur {
        /// Standard deviation of the Gaussian, in 1024ths of the spacing.
        deviation: u32,
    },
    /// Trails that run down from scattered samples and fade. Planes: heights in units; sources, 0 to 1; the direction
    /// to the right and down; the deflection by the slope; the spread to the sides. Channel: the trails, 0 to 1.
    Drips {
        /// Greatest length of a trail, in 256ths of the spacing.
        length: u32,
        /// Chance of a drip at a sample whose source is 1, in parts of 2^24.
        chance: u32,
        /// Seed of the drips.
        seed: u32,
    },
}

impl Pass {
    /// Number of input planes.
    pub fn planes(self) -> usize {
        match self {
            Pass::Flow { .. }
            | Pass::Smooth { .. }
            | Pass::Normals
            | Pass::Distance
            | Pass::Levels { .. }
            | Pass::Dilate { .. }
            | Pass::Blur { .. }
            | Pass::Islands { .. } => 1,
            Pass::Erode { .. } => 2,
            Pass::Perturb | Pass::Thermal { .. } => 3,
            Pass::Hydraulic { .. } => 1 + hydraulic::CONTROLS,
            Pass::Drips { .. } => 1 + drips::CONTROLS,
        }
    }

    /// Number of channels of the result.
    pub fn channels(self) -> usize {
        match self {
            Pass::Perturb
            | Pass::Erode { .. }
            | Pass::Smooth { .. }
            | Pass::Thermal { .. }
            | Pass::Dilate { .. }
            | Pass::Blur { .. }
            | Pass::Drips { .. }
            | Pass::Distance => 1,
            Pass::Hydraulic { .. } | Pass::Flow { .. } | Pass::Levels { .. } => 2,
            Pass::Normals => 3,
            Pass::Islands { .. } => islands::CHANNELS,
        }
    }

    /// The channels of the result; `None` if stopped.
    ///
    /// # Panics
    ///
    /// If there are fewer planes than [`planes`](Pass::planes).
    pub fn run(self, grid: Grid, planes: &[Plane], level: Level, stop: Stop) -> Option<Vec<Plane>> {
        let heights = heights(&planes[0], grid);
        let channels = match self {
            Pass::Perturb => vec![perturb::run(grid, &heights, &planes[1], &planes[2], stop)?],
            Pass::Erode { iterations } => {
                vec![erode::run(grid, heights, &planes[1], iterations, level, stop)?]
            }
            Pass::Smooth { iterations } => vec![smooth::run(grid, heights, iterations, level, stop)?],
            Pass::Normals => normals::run(grid, &heights, level, stop)?,
            Pass::Thermal { iterations } => {
                vec![thermal::run(grid, heights, &planes[1], &planes[2], iterations, level, stop)?]
            }
            Pass::Hydraulic { rounds, seed } => {
                hydraulic::run(grid, heights, &planes[1..], rounds, seed, level, stop)?
            }
            Pass::Distance => vec![distance::run(grid, &heights, stop)?],
            Pass::Islands { diagonal, seed } => islands::run(grid, &heights, diagonal, seed, stop)?,
            Pass::Flow { overflow } => flow::run(grid, &heights, overflow, stop)?,
            Pass::Drips { length, chance, seed } => {
                let settings = drips::Settings { length, chance, seed };
                vec![drips::run(grid, &heights, &planes[1..], settings, stop)?]
            }
            Pass::Levels { low, high } => {
                let found = levels::run(grid, &heights, [low, high], stop)?;
                return Some(found.map(Plane::Uniform).to_vec());
            }
            Pass::Dilate { radius, least } => vec![dilate::run(grid, heights, radius, least, level, stop)?],
            Pass::Blur { deviation } => vec![blur::run(grid, heights, deviation, level, stop)?],
        };
        Some(channels.into_iter().map(Plane::Full).collect())
    }

    /// Interval of a channel for given intervals of the planes.
    pub fn interval(self, channel: usize, planes: &[Interval]) -> Interval {
        match (self, channel) {
            (Pass::Normals, _) => Interval::SIGNED_UNIT,
            (Pass::Hydraulic { .. }, 1) => Interval::UNIT,
            // A corner may lie before the grid.
            (Pass::Islands { .. }, 1 | 2) => Interval::SIGNED_UNIT,
            (Pass::Islands { .. } | Pass::Flow { .. } | Pass::Drips { .. }, _) => Interval::UNIT,
            (Pass::Distance, _) => Interval::new(-GREATEST_HEIGHT, GREATEST_HEIGHT),
            // Every other result stays between the least and the greatest input.
            _ => planes[0].clamp_to(Interval::new(-GREATEST_HEIGHT, GREATEST_HEIGHT)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::grid::{Edge, Sampling};

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
            (Pass::Distance, 1),
            (Pass::Islands { diagonal: true, seed: 1 }, 3),
            (Pass::Levels { low: 10, high: 999_000 }, 2),
            (Pass::Dilate { radius: 700, least: false }, 1),
            (Pass::Blur { deviation: 3000 }, 2),
            (Pass::Drips { length: 1000, chance: 1 << 23, seed: 1 }, 1),
            (Pass::Flow { overflow: true }, 4),
            (Pass::Flow { overflow: false }, 4),
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
