//! The description of a lattice noise, and its value at a point.

use crate::basis::Basis;
use crate::gradient::Gradient;
use crate::interpolant::Interpolation;
use crate::lattice::{Definition, Lattice};
use crate::level::Level;
use crate::math;
use crate::period::{self, Period, Periods};
use crate::positions::Grid;
use crate::scale;
use crate::scattered;
use crate::value::Value;

/// A single octave of lattice noise in 1 to 4 dimensions. A small `Copy` description.
///
/// Values lie in [-1, 1], with mean 0. The bounds are exact: some arrangement of lattice points reaches them. Where
/// many lattice points have to agree, samples hardly ever do.
///
/// # Bounds
///
/// Gradient noise is divided by the greatest possible lattice sum: the maximum over a cell of the sum, over its
/// corners, of the corner's weight times the greatest product of a gradient with the distance to the corner. Corners
/// are independent, so the maximum is reached.
///
/// | | 1D | 2D | 3D | 4D |
/// |---|---|---|---|---|
/// | smootherstep | 1/2 | √2/2 | 1.036353811 | 1.536582334 |
/// | smoothstep | 1/2 | √2/2 | 1.044905190 | 1.545199922 |
/// | cosine | 1/2 | √2/2 | 1.043099225 | 1.543377102 |
/// | linear | 1/2 | √2/2 | 1.064828162 | 1.565313240 |
///
/// In 1 and 2 dimensions gradients have at most length 1, and the bound is √n/2, reached in the middle of a cell, as
/// for unit gradients in all directions of n dimensions. In 3 and 4 dimensions gradients lead to the midpoints of the
/// edges of a cube or tesseract, with lengths √2 and √3; the maximum was found by a search, which is one of the
/// crate's tests. Value noise is an average of values in [-1, 1]. Only the cubic spline overshoots, to 5/4 along each
/// axis, and is divided by that.
///
/// # Coordinates
///
/// Coordinates are in lattice cells. Non-finite ones are treated as 0.
///
/// # Far from the origin
///
/// The noise is as precise as its positions. It is continuous from one float to the next at any distance, and across
/// the origin. But floats are 1/8 of a cell apart at 2^20 cells, and from 2^23 on all floats are whole numbers, and
/// so lattice points. There value noise still differs from one point to the next, while gradient noise is 0 if all
/// its coordinates are whole. From ±2^31 on, where floats skip cells, adjacent floats count as adjacent lattice
/// points, so that nothing repeats.
///
/// # Measured
///
/// Measured by `tests/noise/quality`, with the default interpolant except in the last row:
///
/// | | 1D | 2D | 3D | 4D |
/// |---|---|---|---|---|
/// | standard deviation, gradient | 0.281 | 0.305 | 0.261 | 0.191 |
/// | standard deviation, value | 0.511 | 0.452 | 0.400 | 0.354 |
/// | greatest that a search found, gradient | 0.999 | 1.000 | 1.000 | |
/// | greatest of 10^8 samples, gradient | 0.999 | 1.000 | 0.978 | 0.798 |
/// | greatest of 10^8 samples, value | 1.000 | 1.000 | 1.000 | 1.000 |
/// | greatest of 10^8 samples, value, cubic | 0.990 | 0.875 | 0.708 | 0.589 |
///
/// The deviations are exact integrals; those of 512 x 512 independent cells agree within 1 %, and their means are
/// within 0.0017 of 0. Across 100,000 cell faces value, slope and curvature are continuous, within rounding, up to
/// the order that the [`Interpolation`] promises; the next order jumps visibly.
///
/// The power of gradient noise in 2D by cycles per cell (exact; pictures of 64 x 64 cells agree within 0.3 points
/// when compared at the same frequencies):
///
/// | below 0.25 | 0.25 to 0.5 | 0.5 to 1 | 1 to 2 |
/// |---|---|---|---|
/// | 3.2 % | 28.1 % | 65.0 % | 3.7 % |
///
/// Within 11.25 degrees of the axes there is 1.16 times as much power as within 11.25 degrees of the diagonals; in
/// slices of 3D noise, 1.12 times.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Noise {
    basis: Basis,
    dimensions: u8,
    interpolation: Interpolation,
    seed: u32,
    periods: Option<[u32; 4]>,
}

impl Noise {
    /// The longest period, in cells: beyond, floats have no fractional part.
    pub const LONGEST_PERIOD: u32 = Period::LONGEST;

    /// A noise in 1 to 4 dimensions.
    ///
    /// `None` for other numbers of dimensions, and for [`Interpolation::Cubic`] with [`Basis::Gradient`], which does
    /// not exist.
    pub fn new(basis: Basis, dimensions: u8, interpolation: Interpolation, seed: u32) -> Option<Noise> {
        let exists = (1..=4).contains(&dimensions) && (basis == Basis::Value || interpolation != Interpolation::Cubic);
        exists.then_some(Noise { basis, dimensions, interpolation, seed, periods: None })
    }

    /// The random quantity at the lattice points.
    pub fn basis(self) -> Basis {
        self.basis
    }

    /// The number of coordinates used, 1 to 4.
    pub fn dimensions(self) -> u8 {
        self.dimensions
    }

    /// The interpolation between lattice points.
    pub fn interpolation(self) -> Interpolation {
        self.interpolation
    }

    /// The seed. Noises with different seeds are unrelated.
    pub fn seed(self) -> u32 {
        self.seed
    }

    /// The same noise with another seed.
    pub fn with_seed(self, seed: u32) -> Noise {
        Noise { seed, ..self }
    }

    /// The periods along x, y, z and time, in cells, of which the first [`dimensions`](Noise::dimensions) are used;
    /// `None` if the noise does not repeat.
    pub fn periods(self) -> Option<[u32; 4]> {
        self.periods
    }

    /// The same noise made to repeat along each axis after the given number of cells. `None` if a period along one of
    /// its [`dimensions`](Noise::dimensions) is 0 or above [`LONGEST_PERIOD`](Noise::LONGEST_PERIOD).
    ///
    /// Within the first period, except in the cells next to its ends, it equals the noise without periods. Positions
    /// exactly whole periods apart give the same bits:
    ///
    /// ```
    /// use travertine_noise::{Basis, Interpolation, Noise};
    ///
    /// let noise = Noise::new(Basis::Gradient, 2, Interpolation::Smootherstep, 7).ok_or("no such noise")?;
    /// let tile = noise.with_periods([4, 3, 0, 0]).ok_or("no such period")?;
    /// assert_eq!(tile.at([0.25, 1.5, 0.0, 0.0]), tile.at([0.25 - 4.0, 1.5 + 7.0 * 3.0, 0.0, 0.0]));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn with_periods(self, periods: [u32; 4]) -> Option<Noise> {
        let periods = period::checked(periods, self.dimensions)?;
        Some(Noise { periods: Some(periods), ..self })
    }

    /// The noise for an octave of a noise with periods, whose positions are multiplied by `frequency`: its periods
    /// are multiplied too, up to [`LONGEST_PERIOD`](Noise::LONGEST_PERIOD).
    ///
    /// Only octaves of [whole frequencies](Noise::whole) repeat with the first one; others are rounded. A noise
    /// without periods is unchanged.
    pub fn finer(self, frequency: f32) -> Noise {
        let frequency = Noise::whole(frequency);
        let longer = |period: u32| math::min(period as f32 * frequency, Period::LONGEST as f32) as u32;
        Noise { periods: self.periods.map(|periods| periods.map(longer)), ..self }
    }

    /// The whole number nearest to a frequency, at least 1.
    pub fn whole(frequency: f32) -> f32 {
        math::max(math::round(frequency), 1.0)
    }

    /// A position within the first period that has the same noise; the position itself without periods. Exact, except
    /// for coordinates so little below a multiple of the period that no float represents the result.
    ///
    /// Wrap a position before multiplying it by a frequency; otherwise rounding makes the repeats differ.
    pub fn wrap(self, mut position: [f32; 4]) -> [f32; 4] {
        if let Some(periods) = self.periods {
            for axis in 0..self.dimensions.into() {
                position[axis] = math::modulo(position[axis], periods[axis] as f32);
            }
        }
        position
    }

    /// The noise at x, y, z and time, of which the first [`dimensions`](Noise::dimensions) are used.
    ///
    /// This is the definition; [`lanes`](Noise::lanes) and [`row`](Noise::row) give the same bits, much faster for
    /// many samples.
    pub fn at(&self, position: [f32; 4]) -> f32 {
        let mut value = [0.0];
        self.lanes(Level::Scalar, position.each_ref().map(std::slice::from_ref), &mut value);
        value[0]
    }

    /// The noise at many points: `out[i]` for the coordinates `position[axis][i]`.
    ///
    /// Axes beyond [`dimensions`](Noise::dimensions) are not read and may be empty.
    ///
    /// # Panics
    ///
    /// If an axis that is read differs in length from `out`.
    pub fn lanes(&self, level: Level, position: [&[f32]; 4], out: &mut [f32]) {
        self.dispatch(Lanes { noise: *self, level, position, out });
    }

    /// The factor that scales a lattice sum to [-1, 1].
    pub fn scale(self) -> f32 {
        scale::of(self.basis, self.dimensions, self.interpolation)
    }

    /// What decides the positions of samples in the lattice.
    pub(crate) fn grid(self) -> Grid {
        Grid { interpolation: self.interpolation, periods: self.periods.map(Periods::new) }
    }

    /// Runs a task with the noise's lattice and dimensions as types. The dispatch happens once for many samples.
    pub(crate) fn dispatch<T: Task>(self, task: T) -> T::Output {
        match (self.basis, self.interpolation) {
            (Basis::Gradient, _) => self.in_dimensions::<2, 2, Gradient, T>(task),
            (Basis::Value, Interpolation::Cubic) => self.in_dimensions::<1, 4, Value<4>, T>(task),
            (Basis::Value, _) => self.in_dimensions::<1, 2, Value<2>, T>(task),
        }
    }

    fn in_dimensions<const W: usize, const C: usize, L: Lattice<W, C>, T: Task>(self, task: T) -> T::Output {
        match self.dimensions {
            1 => task.run::<1, W, C, L>(),
            2 => task.run::<2, W, C, L>(),
            3 => task.run::<3, W, C, L>(),
            _ => task.run::<4, W, C, L>(),
        }
    }
}

/// An operation on a noise whose lattice and dimensions are types.
pub(crate) trait Task {
    type Output;
    fn run<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(self) -> Self::Output;
}

struct Lanes<'a> {
    noise: Noise,
    level: Level,
    position: [&'a [f32]; 4],
    out: &'a mut [f32],
}

impl Task for Lanes<'_> {
    type Output = ();

    fn run<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(self) {
        let mut position: [&[f32]; D] = [&[]; D];
        position.copy_from_slice(&self.position[..D]);
        scattered::map(
            self.level,
            &Definition::<W, C, L>::new(self.noise.seed, self.noise.scale(), self.noise.grid()),
            position,
            self.out,
        );
    }
}
