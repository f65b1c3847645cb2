//! What a noise is, and its value at a point.

use crate::basis::Basis;
use crate::gradient::Gradient;
use crate::interpolant::{Cosine, Fade, Interpolation, Linear, Smootherstep, Smoothstep};
use crate::lattice::{Definition, Lattice};
use crate::level::{Level, Pointwise};
use crate::math;
use crate::period::{self, Endless, Period, Periods};
use crate::scale;
use crate::scattered;
use crate::value::Value;

/// A single octave of lattice noise in 1 to 4 dimensions: a small description, to be copied freely.
///
/// Its values lie in [-1, 1], with mean 0. The bounds are those of the most favourable lattice points that there can be.
/// Where many of them have to agree, they are hardly ever met.
///
/// # Bounds
///
/// Gradient noise is divided by the greatest sum that its lattice points can make: the maximum over a cell of the sum,
/// over its corners, of the corner's weight times the greatest product of a gradient with the distance to it. Corners are
/// independent, so it is reached.
///
/// | | 1D | 2D | 3D | 4D |
/// |---|---|---|---|---|
/// | smootherstep | 1/2 | √2/2 | 1.036353811 | 1.536582334 |
/// | smoothstep | 1/2 | √2/2 | 1.044905190 | 1.545199922 |
/// | cosine | 1/2 | √2/2 | 1.043099225 | 1.543377102 |
/// | linear | 1/2 | √2/2 | 1.064828162 | 1.565313240 |
///
/// In 1 and 2 dimensions gradients are of length 1 at most, and the bound is √n/2, reached in the middle of a cell, as
/// for gradients of length 1 in any direction of n dimensions. In 3 and 4 they lead to the middles of the edges of a cube
/// or tesseract, and are √2 and √3 long; the maximum was found by a search, which is one of the crate's tests. Value
/// noise is an average of values in [-1, 1]; only the cubic spline overshoots, by 5/4 along each axis, which it is divided by.
///
/// # Coordinates
///
/// A coordinate is in lattice cells. One that is not finite is taken as 0.
///
/// # Far from the origin
///
/// The noise is as good as positions are. It is continuous from one float to the next at any distance, across 0 as
/// elsewhere; but floats are 1/8 of a cell apart at 2^20 cells, and from 2^23 on they are whole numbers, all of them
/// lattice points. There values still differ from one to the next, while gradient noise is 0 if all its coordinates are
/// whole. From ±2^31 on, where floats leave out cells, each float counts as the neighbour of the next, so that
/// nothing repeats.
///
/// # Measured
///
/// By `tests/quality`, with the default interpolant except in the last row:
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
/// The deviations are exact integrals, and those of 512 x 512 independent cells agree to 1 %; the means there are within
/// 0.0017 of 0. Across 100,000 cell faces, value, slope and curvature jump by no more than rounding explains, as far as
/// the [`Interpolation`] promises, and from there on visibly.
///
/// The power of gradient noise in 2D lies, by cycles per cell (exact; pictures of 64 x 64 cells agree to 0.3 points when
/// compared frequency by frequency),
///
/// | below 0.25 | 0.25 to 0.5 | 0.5 to 1 | 1 to 2 |
/// |---|---|---|---|
/// | 3.2 % | 28.1 % | 65.0 % | 3.7 % |
///
/// and within 11.25 degrees of the axes there is 1.16 times as much as around the diagonals; in slices of 3D, 1.12 times.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Noise {
    basis: Basis,
    dimensions: u8,
    interpolation: Interpolation,
    seed: u32,
    periods: Option<[u32; 4]>,
}

impl Noise {
    /// The longest period, in cells: beyond, floats have no fractions.
    pub const LONGEST_PERIOD: u32 = Period::LONGEST;

    /// A noise in 1 to 4 dimensions.
    ///
    /// `None` for other numbers of dimensions, and for [`Interpolation::Cubic`] of [`Basis::Gradient`], which
    /// there is not.
    pub fn new(basis: Basis, dimensions: u8, interpolation: Interpolation, seed: u32) -> Option<Noise> {
        let exists =
            (1..=4).contains(&dimensions) && (basis == Basis::Value || interpolation != Interpolation::Cubic);
        exists.then_some(Noise { basis, dimensions, interpolation, seed, periods: None })
    }

    /// What is random at the lattice points.
    pub fn basis(self) -> Basis {
        self.basis
    }

    /// The number of coordinates that matter, 1 to 4.
    pub fn dimensions(self) -> u8 {
        self.dimensions
    }

    /// How values pass from one lattice point to the next.
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

    /// The periods along x, y, z and time, in cells, of which the first [`dimensions`](Noise::dimensions) matter; none
    /// unless it was given some.
    pub fn periods(self) -> Option<[u32; 4]> {
        self.periods
    }

    /// A noise of the same kind that repeats along each axis, after so many cells; `None` if one of the periods along
    /// its [`dimensions`](Noise::dimensions) is 0 or above [`LONGEST_PERIOD`](Noise::LONGEST_PERIOD).
    ///
    /// Within the first period, except in the cells beside its ends, it is the noise without periods. Positions that
    /// are exactly whole periods apart have the same bits:
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

    /// The noise for an octave of a noise with periods, whose positions are multiplied by a frequency: that with the
    /// periods so many times as long, up to [`LONGEST_PERIOD`](Noise::LONGEST_PERIOD).
    ///
    /// Only octaves of [whole frequencies](Noise::whole) end where the first does; others are rounded to one. A noise
    /// without periods stays as it is.
    pub fn finer(self, frequency: f32) -> Noise {
        let frequency = Noise::whole(frequency);
        let longer = |period: u32| math::min(period as f32 * frequency, Period::LONGEST as f32) as u32;
        Noise { periods: self.periods.map(|periods| periods.map(longer)), ..self }
    }

    /// The nearest whole number to a frequency, at least 1.
    pub fn whole(frequency: f32) -> f32 {
        math::max(math::round(frequency), 1.0)
    }

    /// A position within the first period that has the same noise, if there are periods: exact, except for
    /// coordinates so little below a multiple of the period that no float is there.
    ///
    /// What is multiplied by a frequency must be wrapped before, or rounding tells the repeats apart.
    pub fn wrap(self, mut position: [f32; 4]) -> [f32; 4] {
        if let Some(periods) = self.periods {
            for axis in 0..self.dimensions.into() {
                position[axis] = math::modulo(position[axis], periods[axis] as f32);
            }
        }
        position
    }

    /// The noise at x, y, z and time, of which it uses the first [`dimensions`](Noise::dimensions).
    ///
    /// This is the definition, whose bits [`lanes`](Noise::lanes) and [`row`](Noise::row) give too. From one
    /// sample to the next, they are much faster.
    pub fn at(&self, position: [f32; 4]) -> f32 {
        self.dispatch(At { noise: *self, position })
    }

    /// The noise at many points: `out[i]` for the coordinates `position[axis][i]`.
    ///
    /// Axes beyond [`dimensions`](Noise::dimensions) are not read and may be empty.
    ///
    /// # Panics
    ///
    /// If an axis that is read has not the length of `out`.
    pub fn lanes(&self, level: Level, position: [&[f32]; 4], out: &mut [f32]) {
        self.dispatch(Lanes { noise: *self, level, position, out });
    }

    /// What the lattice sum is multiplied by.
    pub(crate) fn scale(self) -> f32 {
        scale::of(self.basis, self.dimensions, self.interpolation)
    }

    /// Runs a task with the noise's properties as types: once for many samples.
    pub(crate) fn dispatch<T: Task>(self, task: T) -> T::Output {
        use Interpolation as By;
        match (self.basis, self.interpolation) {
            (Basis::Gradient, By::Linear) => self.in_dimensions::<2, 2, Gradient, Linear, T>(task),
            (Basis::Gradient, By::Cosine) => self.in_dimensions::<2, 2, Gradient, Cosine, T>(task),
            (Basis::Gradient, By::Smoothstep) => self.in_dimensions::<2, 2, Gradient, Smoothstep, T>(task),
            // `new` admits no cubic gradients.
            (Basis::Gradient, By::Smootherstep | By::Cubic) => {
                self.in_dimensions::<2, 2, Gradient, Smootherstep, T>(task)
            }
            (Basis::Value, By::Linear) => self.in_dimensions::<1, 2, Value<2>, Linear, T>(task),
            (Basis::Value, By::Cosine) => self.in_dimensions::<1, 2, Value<2>, Cosine, T>(task),
            (Basis::Value, By::Smoothstep) => self.in_dimensions::<1, 2, Value<2>, Smoothstep, T>(task),
            (Basis::Value, By::Smootherstep) => self.in_dimensions::<1, 2, Value<2>, Smootherstep, T>(task),
            // The spline takes its weights from the offset.
            (Basis::Value, By::Cubic) => self.in_dimensions::<1, 4, Value<4>, Linear, T>(task),
        }
    }

    fn in_dimensions<const W: usize, const C: usize, L: Lattice<W, C>, F: Fade, T: Task>(
        self,
        task: T,
    ) -> T::Output {
        match self.dimensions {
            1 => task.run::<1, W, C, L, F>(),
            2 => task.run::<2, W, C, L, F>(),
            3 => task.run::<3, W, C, L, F>(),
            _ => task.run::<4, W, C, L, F>(),
        }
    }
}

/// Something to do with a noise whose properties are types.
pub(crate) trait Task {
    type Output;
    fn run<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>, F: Fade>(self) -> Self::Output;
}

struct At {
    noise: Noise,
    position: [f32; 4],
}

impl Task for At {
    type Output = f32;

    fn run<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>, F: Fade>(self) -> f32 {
        let mut position = [0.0; D];
        position.copy_from_slice(&self.position[..D]);
        let (seed, scale) = (self.noise.seed, self.noise.scale());
        match self.noise.periods {
            None => Definition::<W, C, L, F, _>::new(seed, scale, Endless).at(position),
            Some(periods) => {
                Definition::<W, C, L, F, _>::new(seed, scale, Periods::new(periods)).at(position)
            }
        }
    }
}

struct Lanes<'a> {
    noise: Noise,
    level: Level,
    position: [&'a [f32]; 4],
    out: &'a mut [f32],
}

impl Task for Lanes<'_> {
    type Output = ();

    fn run<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>, F: Fade>(self) {
        let mut position: [&[f32]; D] = [&[]; D];
        position.copy_from_slice(&self.position[..D]);
        let (seed, scale) = (self.noise.seed, self.noise.scale());
        match self.noise.periods {
            None => {
                let definition = Definition::<W, C, L, F, _>::new(seed, scale, Endless);
                scattered::map(self.level, &definition, position, self.out);
            }
            Some(periods) => {
                let definition = Definition::<W, C, L, F, _>::new(seed, scale, Periods::new(periods));
                scattered::map(self.level, &definition, position, self.out);
            }
        }
    }
}
