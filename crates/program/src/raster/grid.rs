//! Grids: the samples of a raster, and the interpolation between them.

/// Centre of a sample: `start + (index + 1/2) * step`, computed in f64 and rounded once.
///
/// It depends on the sample's index in the whole, so a part has the same coordinates.
pub fn centre(start: f64, end: f64, count: u32, index: u32) -> f32 {
    (start + (f64::from(index) + 0.5) * ((end - start) / f64::from(count))) as f32
}

/// Continuation of a grid beyond its edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edge {
    /// The value at the edge.
    Extend,
    /// The grid again. Passes then have neighbours across the edge.
    Repeat,
}

/// Interpolation between samples.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sampling {
    /// Linear along each axis.
    Linear,
    /// Cubic along each axis, after Edwin Catmull and Raphael Rom, "A Class of Local Interpolating Splines" (1974). It
    /// is smooth; between samples it exceeds their minimum and maximum by at most 29 % of their difference.
    Cubic,
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
        let along =
            |units: u32, index: usize| centre(0.0, units.into(), units * self.resolution, index as u32);
        [along(self.across, column), along(self.down, row)]
    }

    /// The sample `dx` columns and `dy` rows away; none beyond the edge, unless the grid repeats.
    #[inline]
    pub(crate) fn neighbour(self, column: usize, row: usize, [dx, dy]: [isize; 2]) -> Option<usize> {
        let step = |index: usize, count: usize, by: isize| match index.checked_add_signed(by) {
            Some(index) if index < count => Some(index),
            _ if self.edge == Edge::Repeat => Some((index as isize + by).rem_euclid(count as isize) as usize),
            _ => None,
        };
        Some(step(row, self.rows(), dy)? * self.columns() + step(column, self.columns(), dx)?)
    }

    pub(super) fn across(self, x: f32) -> Neighbours {
        self.neighbours(x, self.across)
    }

    pub(super) fn down(self, y: f32) -> Neighbours {
        self.neighbours(y, self.down)
    }

    fn neighbours(self, coordinate: f32, units: u32) -> Neighbours {
        let count = i64::from(units) * i64::from(self.resolution);
        let (position, units) = (f64::from(coordinate), f64::from(units));
        let inside = match self.edge {
            Edge::Repeat => position - (position / units).floor() * units,
            Edge::Extend => position.clamp(0.0, units),
        };
        let along = inside * f64::from(self.resolution) - 0.5;
        // A sample's coordinate is rounded to f32. A coordinate within that error means the sample itself.
        let nearest = (along + 0.5).floor();
        let rounding = (f64::from(coordinate).abs() * f64::from(self.resolution)).max(1.0) * 1e-7;
        let along = if (along - nearest).abs() <= rounding.min(1e-3) { nearest } else { along };
        let below = along.floor();
        let sample = |offset: i64| {
            let index = below as i64 + offset;
            match self.edge {
                Edge::Repeat => index.rem_euclid(count) as usize,
                Edge::Extend => index.clamp(0, count - 1) as usize,
            }
        };
        let weights = self.sampling.weights(along - below);
        Neighbours { samples: [-1, 0, 1, 2].map(sample), weights }
    }
}

impl Sampling {
    /// Maximum overshoot of cubic interpolation, as a fraction of the difference between the greatest and the least
    /// sample: along both axes, the absolute weights add up to at most 5/4.
    pub(crate) const OVERSHOOT: f32 = (1.25 * 1.25 - 1.0) / 2.0;

    /// Weights of the two samples before a position and the two after it, at `t` from 0 to 1 between the middle ones.
    fn weights(self, t: f64) -> [f64; 4] {
        match self {
            Sampling::Linear => [0.0, 1.0 - t, t, 0.0],
            Sampling::Cubic => [
                ((-0.5 * t + 1.0) * t - 0.5) * t,
                (1.5 * t - 2.5) * t * t + 1.0,
                ((-1.5 * t + 2.0) * t + 0.5) * t,
                (0.5 * t - 0.5) * t * t,
            ],
        }
    }
}

/// The four samples along an axis around a position, and their weights.
pub(super) struct Neighbours {
    pub(super) samples: [usize; 4],
    weights: [f64; 4],
}

impl Neighbours {
    /// Weighted sum of `value` of the four indices.
    pub(super) fn mix(&self, value: impl Fn(usize) -> f64) -> f64 {
        let mut sum = 0.0;
        for (index, weight) in self.weights.iter().enumerate() {
            if *weight != 0.0 {
                sum += weight * value(index);
            }
        }
        sum
    }
}
