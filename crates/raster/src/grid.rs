//! Grids: the samples of a raster, and the interpolation between them.

use travertine_noise::Interval;

use crate::weights::{cubic, cubic_slope, power};

/// Center of a sample: `start + (index + 1/2) * step`, computed in f64 and rounded once.
///
/// It depends on the sample's index in the whole, so a part has the same coordinates.
pub fn center(start: f64, end: f64, count: u32, index: u32) -> f32 {
    (start + (f64::from(index) + 0.5) * ((end - start) / f64::from(count))) as f32
}

/// Continuation of a grid beyond its edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edge {
    /// The value at the edge.
    Extend,
    /// The grid again. Passes then have neighbors across the edge.
    Repeat,
}

/// Interpolation between samples.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sampling {
    /// The nearest sample.
    Nearest,
    /// Linear along each axis.
    Linear,
    /// Cubic along each axis, after Edwin Catmull and Raphael Rom, "A Class of Local Interpolating Splines" (1974). It
    /// is smooth; between samples it exceeds their minimum and maximum by at most 29 % of their difference.
    Cubic,
}

impl Sampling {
    /// A word for it: `nearest`, `linear` or `cubic`.
    pub fn name(self) -> &'static str {
        match self {
            Sampling::Nearest => "nearest",
            Sampling::Linear => "linear",
            Sampling::Cubic => "cubic",
        }
    }
}

/// Evenly spaced samples over a rectangle of the plane z = 0 that starts at the origin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    /// Samples along each unit, at least 1.
    pub resolution: u32,
    /// Width in units, at least 1.
    pub across: u32,
    /// Height in units, at least 1.
    pub down: u32,
    /// Continuation beyond the edge.
    pub edge: Edge,
    /// Interpolation between samples.
    pub sampling: Sampling,
}

impl Grid {
    /// Samples of a row.
    pub fn columns(self) -> usize {
        self.resolution as usize * self.across as usize
    }

    /// Samples of a column.
    pub fn rows(self) -> usize {
        self.resolution as usize * self.down as usize
    }

    /// Number of samples of the grid.
    pub fn samples(self) -> usize {
        self.columns() * self.rows()
    }

    /// Whether two grids have their samples at the same positions.
    pub fn coincides(self, other: Grid) -> bool {
        let size = |grid: Grid| [grid.resolution, grid.across, grid.down];
        size(self) == size(other)
    }

    /// Position (x, y) of a sample, by its index along the rows.
    pub fn position(self, sample: usize) -> [f32; 2] {
        let (column, row) = (sample % self.columns(), sample / self.columns());
        let along = |units: u32, index: usize| center(0.0, units.into(), units * self.resolution, index as u32);
        [along(self.across, column), along(self.down, row)]
    }

    /// The sample `dx` columns and `dy` rows away; none beyond the edge, unless the grid repeats.
    #[inline]
    pub(crate) fn neighbor(self, column: usize, row: usize, [dx, dy]: [isize; 2]) -> Option<usize> {
        let step = |index: usize, count: usize, by: isize| match index.checked_add_signed(by) {
            Some(index) if index < count => Some(index),
            _ if self.edge == Edge::Repeat => Some((index as isize + by).rem_euclid(count as isize) as usize),
            _ => None,
        };
        Some(step(row, self.rows(), dy)? * self.columns() + step(column, self.columns(), dx)?)
    }

    /// The samples along x.
    pub(crate) fn along_x(self) -> Line {
        self.line(self.across)
    }

    /// The samples along y.
    pub(crate) fn along_y(self) -> Line {
        self.line(self.down)
    }

    fn line(self, units: u32) -> Line {
        Line {
            units: units.into(),
            resolution: self.resolution.into(),
            count: i64::from(units) * i64::from(self.resolution),
            edge: self.edge,
            sampling: self.sampling,
        }
    }
}

/// The samples of a grid along one axis.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    units: f64,
    resolution: f64,
    count: i64,
    edge: Edge,
    sampling: Sampling,
}

impl Line {
    /// The place of a coordinate: the index of the sample below it, a whole number, and the way from there to the next
    /// sample, from 0 to 1. `REPEAT` is whether the edge repeats.
    #[inline(always)]
    pub(crate) fn place<const REPEAT: bool>(self, coordinate: f32) -> (f64, f64) {
        let position = f64::from(coordinate);
        let inside = if REPEAT {
            position - (position / self.units).floor() * self.units
        } else {
            let position = if position < 0.0 { 0.0 } else { position };
            if position > self.units { self.units } else { position }
        };
        let along = inside * self.resolution - 0.5;
        // A sample's coordinate is rounded to f32. A coordinate within that error means the sample itself.
        let nearest = (along + 0.5).floor();
        let rounding = (position.abs() * self.resolution).max(1.0) * 1e-7;
        let along = if (along - nearest).abs() <= rounding.min(1e-3) { nearest } else { along };
        let below = along.floor();
        (below, along - below)
    }

    /// The sample at an index, which may lie beyond the edge.
    #[inline(always)]
    pub(crate) fn sample(self, index: i64) -> usize {
        if 0 <= index && index < self.count {
            return index as usize;
        }
        match self.edge {
            Edge::Repeat => index.rem_euclid(self.count) as usize,
            Edge::Extend => index.clamp(0, self.count - 1) as usize,
        }
    }

    /// The factor of weights that are differentiated, at a coordinate: the samples of a unit, or 0 beyond an edge that
    /// continues. `REPEAT` is whether the edge repeats.
    #[inline(always)]
    pub(crate) fn rise<const REPEAT: bool>(self, coordinate: f32) -> f64 {
        let position = f64::from(coordinate);
        if REPEAT || (0.0 <= position && position <= self.units) { self.resolution } else { 0.0 }
    }

    /// The four samples around a coordinate, with weights that are differentiated as often as `order` specifies.
    pub(crate) fn neighbors(self, coordinate: f32, order: u8) -> Neighbors {
        let (below, t) = match self.edge {
            Edge::Repeat => self.place::<true>(coordinate),
            Edge::Extend => self.place::<false>(coordinate),
        };
        // Far from the origin, a whole number may exceed all indices.
        let sample = |offset: i64| self.sample((below as i64).wrapping_add(offset));
        let mut weights = match (self.sampling, order) {
            (Sampling::Cubic, 0) => cubic(t),
            (Sampling::Cubic, order) => cubic_slope(order, t),
            (linear, order) => {
                let [before, after] = linear.between(t, order);
                [0.0, before, after, 0.0]
            }
        };
        if order > 0 {
            let rise = match self.edge {
                Edge::Repeat => self.rise::<true>(coordinate),
                Edge::Extend => self.rise::<false>(coordinate),
            };
            weights = weights.map(|weight| weight * power(rise, order));
        }
        Neighbors { samples: [-1, 0, 1, 2].map(sample), weights, is_sloped: order > 0 }
    }
}

/// An interpolated number, rounded. A cubic may exceed its samples, and even the greatest float.
#[inline(always)]
pub fn rounded(sum: f64) -> f32 {
    sum.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}

impl Sampling {
    /// Maximum overshoot of cubic interpolation, as a fraction of the difference between the greatest and the least
    /// sample: along both axes, the absolute weights add up to at most 5/4.
    pub const OVERSHOOT: f32 = (1.25 * 1.25 - 1.0) / 2.0;

    /// Whether interpolation along an axis is 0 everywhere if it is differentiated as often as `order` specifies.
    pub fn vanishes(self, order: u8) -> bool {
        let greatest = match self {
            Sampling::Nearest => 0,
            Sampling::Linear => 1,
            Sampling::Cubic => 3,
        };
        order > greatest
    }

    /// The interval of interpolated numbers that are differentiated, given the interval of those that are not, and
    /// for each axis how often, and the samples of a unit. It is at least once along one of them.
    pub fn interval_of_slopes(self, values: Interval, along: impl IntoIterator<Item = (u8, f64)>) -> Interval {
        let half = (f64::from(values.max) - f64::from(values.min)) * 0.5;
        // Weights that are differentiated add up to 0, so that only the distances from the middle count.
        let bound = along.into_iter().fold(half, |bound, (order, rise)| {
            // The greatest sum of the magnitudes of weights.
            let weights = match (self, order) {
                (Sampling::Nearest | Sampling::Linear, 0) => return bound,
                (Sampling::Nearest | Sampling::Linear, _) => 2.0,
                (Sampling::Cubic, 0) => return bound * 1.25,
                (Sampling::Cubic, 1) => 3.0,
                (Sampling::Cubic, 2) => 12.0,
                (Sampling::Cubic, _) => 24.0,
            };
            bound * weights * power(rise, order)
        });
        let bound = rounded(bound * 1.000_01);
        // Not -0.
        Interval::new(0.0 - bound, bound)
    }

    /// Weights of the samples before and after a position, at `t` from 0 to 1 between them: all but cubic sampling.
    #[inline(always)]
    pub(crate) fn between(self, t: f64, order: u8) -> [f64; 2] {
        if order > 0 {
            return [-1.0, 1.0];
        }
        let t = if self == Sampling::Nearest { if t < 0.5 { 0.0 } else { 1.0 } } else { t };
        [1.0 - t, t]
    }
}

/// The four samples along an axis around a position, and their weights.
pub(crate) struct Neighbors {
    pub(crate) samples: [usize; 4],
    weights: [f64; 4],
    /// Whether the weights are differentiated.
    is_sloped: bool,
}

impl Neighbors {
    /// Weighted sum of `value` of the four indices. Weights that are differentiated add up to 0, so a common number may
    /// be left out: where all values are equal, the sum is exactly 0.
    pub(crate) fn mix(&self, value: impl Fn(usize) -> f64) -> f64 {
        let common = if self.is_sloped { value(1) } else { 0.0 };
        let mut sum = 0.0;
        for (index, weight) in self.weights.iter().enumerate() {
            if *weight != 0.0 {
                sum += weight * (value(index) - common);
            }
        }
        sum
    }
}
