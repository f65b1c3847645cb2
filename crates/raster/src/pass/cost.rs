//! Memory and work of passes.

use super::{Pass, blur, dilate, distance, drips, flow, hydraulic, islands, levels, thermal, wave};
use crate::grid::Grid;

impl Pass {
    /// Number of channels that are kept as a number for each sample.
    pub fn kept(self) -> usize {
        match self {
            Pass::Levels { .. } => 0,
            _ => self.channels(),
        }
    }

    /// Memory of the pass besides planes and channels, in floats per sample.
    pub fn scratch(self) -> usize {
        match self {
            // The heights become the channel.
            Pass::Erode { .. } | Pass::Smooth { .. } => 0,
            // The heights.
            Pass::Perturb | Pass::Normals | Pass::Levels { .. } | Pass::Dilate { .. } => 1,
            // The heights, and the trails as they are laid.
            Pass::Drips { .. } => 2,
            // The field, and its steps, also transposed.
            Pass::Blur { .. } => 3,
            // The heights, and the sliding amounts.
            Pass::Thermal { .. } => 2,
            // The heights, three numbers of eight bytes (relative heights, their changes, water), and what drops leave.
            Pass::Hydraulic { .. } => 9,
            // The field, also transposed; the distances to the crossings along columns; and the ways along rows, also
            // transposed.
            Pass::Distance => 5,
            // The field, and what is known of each run. Runs are at most half as many as samples.
            Pass::Islands { .. } => 1 + islands::FLOATS_OF_RUN / 2,
            // The heights.
            Pass::Flow { .. } => 1 + flow::SCRATCH,
        }
    }

    /// Memory of each thread of the pass, in floats.
    pub fn scratch_of_thread(self, grid: Grid) -> usize {
        match self {
            Pass::Thermal { .. } => thermal::Band::floats(grid.columns()),
            Pass::Erode { .. } | Pass::Smooth { .. } => wave::floats(grid.columns()),
            Pass::Distance => distance::floats_of_thread(grid),
            Pass::Levels { .. } => levels::FLOATS_OF_THREAD,
            Pass::Dilate { radius, .. } => dilate::floats_of_thread(grid, radius),
            Pass::Blur { deviation } => blur::floats_of_thread(grid, deviation),
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
            Pass::Distance => (1, 150),
            Pass::Islands { .. } => (1, 60),
            Pass::Drips { length, chance, .. } => {
                let steps = u64::from(length / drips::PARTS + 1) * drips::WORK_OF_STEP;
                (1, 20 + ((u64::from(chance) * steps) >> drips::BITS))
            }
            Pass::Levels { .. } => (1, 10),
            // For each row of the disc, it is widened and merged.
            Pass::Dilate { radius, .. } => (radius / dilate::PARTS + 1, 10),
            Pass::Blur { .. } => (1, 80),
            Pass::Flow { overflow } => (1, if overflow { 1000 } else { 100 }),
        };
        // Before the rounds, the heights are clamped and their range is found; after them, they are copied.
        (grid.samples() as u64).saturating_mul(u64::from(rounds) * each + 4)
    }
}
