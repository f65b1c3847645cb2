//! Rasters: the results of passes, interpolated between their samples.

use std::sync::Arc;

use travertine_noise::Level;

use crate::grid::{Grid, rounded};
use crate::lanes;
use crate::plane::Plane;

/// The result of a pass over a grid: one plane for each channel.
///
/// Clones share the planes.
#[derive(Clone, PartialEq, Debug)]
pub struct Raster {
    grid: Grid,
    channels: Arc<[Plane]>,
}

impl Raster {
    /// A raster with these channels.
    ///
    /// # Panics
    ///
    /// If a full channel does not have one number for each sample of the grid.
    pub fn new(grid: Grid, channels: Vec<Plane>) -> Raster {
        let fits = |channel: &Plane| match channel {
            Plane::Uniform(_) => true,
            Plane::Full(values) => values.len() == grid.samples(),
        };
        assert!(channels.iter().all(fits), "one number for each sample");
        Raster { grid, channels: channels.into() }
    }

    /// Memory of the planes, in bytes.
    pub fn bytes(&self) -> u64 {
        let full = self.channels.iter().filter(|plane| matches!(plane, Plane::Full(_))).count();
        (full * self.grid.samples() * size_of::<f32>()) as u64
    }

    /// The numbers of a channel.
    pub fn channel(&self, channel: usize) -> &Plane {
        &self.channels[channel]
    }

    /// A channel at x and y, interpolated in f64 and rounded once. At a sample it equals the sample.
    pub fn at(&self, channel: usize, x: f32, y: f32) -> f32 {
        self.slope_at(channel, [0; 2], x, y)
    }

    /// A derivative of a channel at x and y: how often it is differentiated along x and along y, each of which may be
    /// 0. It is exact, that of the interpolation. At a sample it is that of the part that begins there, and beyond an
    /// edge that continues it is 0.
    pub fn slope_at(&self, channel: usize, orders: [u8; 2], x: f32, y: f32) -> f32 {
        let values = match &self.channels[channel] {
            Plane::Uniform(value) => return if orders == [0; 2] { *value } else { 0.0 },
            Plane::Full(values) => values,
        };
        let columns = self.grid.along_x().neighbors(x, orders[0]);
        let rows = self.grid.along_y().neighbors(y, orders[1]);
        let row = |index: usize| {
            let start = rows.samples[index] * self.grid.columns();
            columns.mix(|index| f64::from(values[start + columns.samples[index]]))
        };
        rounded(rows.mix(row))
    }

    /// A channel at many positions, bit-equal to [`Raster::at`]. All slices have the same length.
    pub fn lanes(&self, channel: usize, level: Level, xs: &[f32], ys: &[f32], out: &mut [f32]) {
        self.slope_lanes(channel, [0; 2], level, [xs, ys], out);
    }

    /// A derivative at many positions, bit-equal to [`Raster::slope_at`]. All slices have the same length.
    pub fn slope_lanes(&self, channel: usize, orders: [u8; 2], level: Level, at: [&[f32]; 2], out: &mut [f32]) {
        let values = match &self.channels[channel] {
            Plane::Uniform(value) => return out.fill(if orders == [0; 2] { *value } else { 0.0 }),
            Plane::Full(values) => values,
        };
        if !lanes::interpolate(self.grid, values, orders, level, at, out) {
            for ((out, x), y) in out.iter_mut().zip(at[0]).zip(at[1]) {
                *out = self.slope_at(channel, orders, *x, *y);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use travertine_noise::Interval;

    use super::*;
    use crate::grid::{Edge, Sampling};

    fn grid(edge: Edge, sampling: Sampling) -> Grid {
        Grid { resolution: 4, across: 2, down: 1, edge, sampling }
    }

    fn ramp(grid: Grid) -> Raster {
        let values = (0..grid.samples()).map(|sample| (sample % grid.columns()) as f32);
        Raster::new(grid, vec![Plane::Full(values.collect())])
    }

    #[test]
    fn the_raster_equals_its_samples_at_their_positions() {
        for edge in [Edge::Extend, Edge::Repeat] {
            for sampling in [Sampling::Linear, Sampling::Cubic] {
                let grid = grid(edge, sampling);
                let values: Vec<f32> = (0..grid.samples()).map(|sample| (sample * sample % 17) as f32).collect();
                let raster = Raster::new(grid, vec![Plane::Full(values.clone())]);
                for (sample, value) in values.iter().enumerate() {
                    let [x, y] = grid.position(sample);
                    assert_eq!(raster.at(0, x, y), *value);
                }
            }
        }
    }

    /// Against differences over a short way, which linear and cubic interpolation allow within a cell.
    #[test]
    fn slopes_are_those_of_the_interpolation() {
        const STEP: f32 = 1.0 / 1024.0;
        for edge in [Edge::Extend, Edge::Repeat] {
            for (sampling, most) in [(Sampling::Linear, 1), (Sampling::Cubic, 3)] {
                let grid = grid(edge, sampling);
                let values = (0..grid.samples()).map(|sample| (sample * sample % 17) as f32);
                let raster = Raster::new(grid, vec![Plane::Full(values.collect())]);
                for [order, other] in (1..=most).flat_map(|order| [[order, 0], [order, 1]]) {
                    let bound = sampling.interval_of_slopes(Interval::new(-8.0, 24.0), [(order, 4.0), (other, 4.0)]);
                    for step in 0..60 {
                        let [x, y] = [0.371_9, 0.713_7].map(|part: f32| (step as f32 * part).fract() * 3.0 - 0.5);
                        // Within a cell, and not at the edge of the raster.
                        let inside =
                            |x: f32| ((x * 4.0 - 0.5).fract().abs() - 0.5).abs() < 0.49 && x.fract().abs() > 0.01;
                        if !inside(x) || !inside(y) {
                            continue;
                        }
                        let ends =
                            [x - STEP, x + STEP].map(|x| f64::from(raster.slope_at(0, [order - 1, other], x, y)));
                        let expected = (ends[1] - ends[0]) * 512.0;
                        let found = raster.slope_at(0, [order, other], x, y);
                        let near = (f64::from(found) - expected).abs() < 2e-3 * (f64::from(bound.max) + expected.abs());
                        assert!(near, "{grid:?} {order} {other} at {x} {y}: {found}, {expected}");
                        assert!(bound.contains(found), "{found} in {bound:?}");
                    }
                }
            }
        }
        let flat = grid(Edge::Repeat, Sampling::Cubic);
        let flat = Raster::new(flat, vec![Plane::Full(vec![0.1; flat.samples()])]);
        for (step, orders) in (0..50).flat_map(|step| [[1, 0], [0, 1], [1, 1], [2, 1]].map(|orders| (step, orders))) {
            let [x, y] = [0.371_9, 0.713_7].map(|part: f32| (step as f32 * part).fract());
            let slope = flat.slope_at(0, orders, x, y);
            assert_eq!(slope.to_bits(), 0, "a direction of {slope} would be that of rounding");
        }
        let extended = ramp(grid(Edge::Extend, Sampling::Linear));
        let slopes = [-0.1, 0.0, 0.125, 0.3, 1.875, 2.1].map(|x| extended.slope_at(0, [1, 0], x, 0.3));
        assert_eq!(slopes, [0.0, 0.0, 4.0, 4.0, 0.0, 0.0], "at a sample, that of the part that begins there");
    }

    #[test]
    fn linear_interpolation_stays_between_samples() {
        for sampling in [Sampling::Linear, Sampling::Cubic] {
            let raster = ramp(grid(Edge::Extend, sampling));
            // Columns 2 and 3 are at 2.5 and 3.5 quarters.
            assert_eq!(raster.at(0, 0.75, 0.3), 2.5);
        }
    }

    #[test]
    fn beyond_the_edge_it_extends_or_repeats() {
        let extended = ramp(grid(Edge::Extend, Sampling::Linear));
        assert_eq!([extended.at(0, -3.0, 0.5), extended.at(0, 9.0, -1e30)], [0.0, 7.0]);
        for sampling in [Sampling::Linear, Sampling::Cubic] {
            let repeated = ramp(grid(Edge::Repeat, sampling));
            for step in 0..64 {
                let x = step as f32 / 32.0;
                for (dx, dy) in [(2.0, 0.0), (-2.0, 1.0), (64.0, -3.0)] {
                    assert_eq!(repeated.at(0, x + dx, 0.3125 + dy), repeated.at(0, x, 0.3125), "{x}");
                }
            }
            // Midway between the last column and the first.
            assert_eq!(repeated.at(0, 0.0, 0.5), 3.5);
        }
    }

    #[test]
    fn every_position_gives_a_finite_number() {
        let grid = Grid { resolution: 3, across: 1, down: 1, edge: Edge::Repeat, sampling: Sampling::Cubic };
        let values = (0..9).map(|sample| if sample % 2 == 0 { f32::MAX } else { f32::MIN }).collect();
        let raster = Raster::new(grid, vec![Plane::Full(values)]);
        for x in [0.0, -0.0, 1e-40, -1e-40, 0.4, 1e9, -1e30, f32::MAX, f32::MIN] {
            for y in [0.0, 0.2, -1e-20, 3e38] {
                assert!(raster.at(0, x, y).is_finite(), "{x} {y}");
            }
        }
    }
}
