//! What each pass defines.

use travertine_noise::{Interval, Level};

use super::stop::Stop;
use crate::grid::Grid;
use crate::plane::Plane;

/// A pass, by its settings. Nothing has a default: each pass specifies all of it in its file.
pub(super) trait Definition: Copy {
    /// What it does, for a user who waits: `Eroding`.
    const DOING: &'static str;

    /// Number of input planes, at least 1.
    const PLANES: usize;

    /// Number of channels of the result.
    const CHANNELS: usize;

    /// Memory and work on a grid.
    fn cost(self, grid: Grid) -> Cost;

    /// Interval of a channel for given intervals of the planes.
    fn interval(self, channel: usize, planes: &[Interval]) -> Interval;

    /// The channels of the result; `None` if stopped.
    ///
    /// The bits depend on the grid, the settings and the planes alone, not on the level or the number of threads.
    /// `stop` is asked at least once for each row.
    fn run(self, grid: Grid, planes: &[Plane], level: Level, stop: Stop) -> Option<Vec<Plane>>;
}

/// Memory and work of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Channels that are kept as a number for each sample; others are uniform.
    pub kept: usize,
    /// Memory besides planes and channels, in floats per sample.
    pub scratch: usize,
    /// Memory of each thread, in floats.
    pub of_thread: usize,
    /// Work for each sample, in operations.
    pub work: u64,
}

/// Channels with a number for each sample.
pub(super) fn full(channels: Option<Vec<Vec<f32>>>) -> Option<Vec<Plane>> {
    Some(channels?.into_iter().map(Plane::Full).collect())
}
