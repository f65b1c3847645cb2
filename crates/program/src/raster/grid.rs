//! Grids: where the samples of a raster are taken, and what lies between them.

/// The coordinate of a sample's centre: `start + (index + 1/2) * step`, in f64, rounded once.
///
/// It depends on the sample's index in the whole alone, never on a part of it.
pub fn centre(start: f64, end: f64, count: u32, index: u32) -> f32 {
    (start + (f64::from(index) + 0.5) * ((end - start) / f64::from(count))) as f32
}

/// What lies beyond the edge of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edge {
    /// What is at the edge.
    Extend,
    /// The grid again; passes see their neighbours across the edge.
    Repeat,
}

/// How a raster passes from one sample to the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sampling {
    /// Straight, along each axis.
    Linear,
    /// Along each axis by the cubic of Edwin Catmull and Raphael Rom, "A Class of Local Interpolating Splines" (1974):
    /// smooth; between samples it may pass their least and greatest by up to 29 % of the distance between them.
    Cubic,
}

/// Evenly spaced samples over a rectangle of the plane z = 0 that starts at the origin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    /// Samples along each unit, at least 1.
    pub resolution: u32,
    /// Units to the right, at least 1.
    pub across: u32,
    /// Units down, at least 1.
    pub down: u32,
    /// What lies beyond its edge.
    pub edge: Edge,
    /// What lies between its samples.
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

    /// All samples.
    pub fn samples(self) -> usize {
        self.columns() * self.rows()
    }

    /// Whether the other has its samples at the same places.
    pub fn coincides(self, other: Grid) -> bool {
        let places = |grid: Grid| [grid.resolution, grid.across, grid.down];
        places(self) == places(other)
    }

    /// x and y of a sample, counted along the rows.
    pub fn place(self, sample: usize) -> [f32; 2] {
        let (column, row) = (sample % self.columns(), sample / self.columns());
        let along =
            |units: u32, index: usize| centre(0.0, units.into(), units * self.resolution, index as u32);
        [along(self.across, column), along(self.down, row)]
    }

    /// The sample so many columns and rows from another; none beyond the edge, unless the grid repeats.
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
        let (place, units) = (f64::from(coordinate), f64::from(units));
        let inside = match self.edge {
            Edge::Repeat => place - (place / units).floor() * units,
            Edge::Extend => place.clamp(0.0, units),
        };
        let along = inside * f64::from(self.resolution) - 0.5;
        // A sample's coordinate is rounded to f32; within that, it is the sample.
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
    /// By how much of the distance between the least and the greatest sample a cubic may pass them: along both axes,
    /// the weights' sizes sum up to 5/4 at most.
    pub(crate) const OVERSHOOT: f32 = (1.25 * 1.25 - 1.0) / 2.0;

    /// The weights of the sample before the one below, that below, the one above, and the one after it.
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

/// The samples along an axis that a place lies among, and how much each counts.
pub(super) struct Neighbours {
    pub(super) samples: [usize; 4],
    weights: [f64; 4],
}

impl Neighbours {
    /// The weighted sum of what `value` gives for the first to the fourth sample.
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
