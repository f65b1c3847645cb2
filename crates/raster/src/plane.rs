//! Planes: the numbers of a raster, or of what a pass receives.

use travertine_noise::{Interval, math};

use crate::grid::Grid;

/// One number for each sample of a grid, or one for all.
#[derive(Clone, PartialEq, Debug)]
pub enum Plane {
    /// The same number everywhere.
    Uniform(f32),
    /// Rows from the top, samples from the left.
    Full(Vec<f32>),
}

impl Plane {
    /// The number of a sample, by its index along the rows.
    #[inline]
    pub fn at(&self, sample: usize) -> f32 {
        match self {
            Plane::Uniform(value) => *value,
            Plane::Full(values) => values[sample],
        }
    }

    /// The numbers of all samples.
    pub fn to_vec(&self, samples: usize) -> Vec<f32> {
        match self {
            Plane::Uniform(value) => vec![*value; samples],
            Plane::Full(values) => values.clone(),
        }
    }
}

/// Heights are clamped to this bound, so that their differences, sums and squares are finite.
pub(crate) const GREATEST_HEIGHT: f32 = 1e18;

/// The heights of a plane, clamped for passes.
pub(crate) fn heights(plane: &Plane, grid: Grid) -> Vec<f32> {
    let mut heights = plane.to_vec(grid.samples());
    heights.iter_mut().for_each(|height| *height = height.clamp(-GREATEST_HEIGHT, GREATEST_HEIGHT));
    heights
}

/// Interval of clamped heights, for that of the plane.
pub(crate) fn clamped(plane: Interval) -> Interval {
    plane.clamp_to(Interval::new(-GREATEST_HEIGHT, GREATEST_HEIGHT))
}

/// Minimum and maximum of finite numbers.
pub(crate) fn extent(values: &[f32]) -> (f32, f32) {
    values
        .iter()
        .fold((f32::MAX, f32::MIN), |(least, greatest), value| (math::min(least, *value), math::max(greatest, *value)))
}
