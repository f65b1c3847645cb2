//! The slope of a lattice noise along an axis: its derivative, by automatic differentiation.
//!
//! Each value of the lattice sum is carried with its derivatives as a dual number, from the contribution of a lattice
//! point through each interpolation along time, z, y and x. The weights of an interpolation have a derivative only
//! along its own axis. The derivatives along all axes are computed together, since the lattice points and the values
//! take most of the time.

use std::marker::PhantomData;

use crate::blocks::{self, Joint, STRIP};
use crate::hash;
use crate::interpolant::{cubic, cubic_slope};
use crate::lattice::{Lattice, before};
use crate::level::{Compiled, Level};
use crate::noise::{Noise, Task};
use crate::positions::{CellPosition, Grid, Positions};
use crate::scale;

impl Noise {
    /// The derivatives of the noise along x, y, z and time, in noise per cell; 0 along axes beyond its dimensions.
    ///
    /// Each component is a [`Slope`], which also evaluates many points at once.
    pub fn gradient(&self, position: [f32; 4]) -> [f32; 4] {
        [0, 1, 2, 3].map(|axis| Slope::new(*self, axis).map_or(0.0, |slope| slope.at(position)))
    }
}

/// The derivative of a [`Noise`] along one of its axes, in noise per lattice cell. A small `Copy` description.
///
/// It is continuous except with [`Interpolation::Linear`](crate::Interpolation::Linear); there, a lattice point has
/// the derivative of the cell above it. Along a non-finite coordinate the derivative is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slope {
    noise: Noise,
    axis: u8,
}

impl Slope {
    /// The derivative along axis 0 to 3: x, y, z or time. `None` if the noise has no such axis. The derivative has
    /// the noise's periods.
    pub fn new(noise: Noise, axis: u8) -> Option<Slope> {
        (axis < noise.dimensions()).then_some(Slope { noise, axis })
    }

    /// The derivative of the noise of an octave; see [`Noise::finer`].
    pub fn finer(self, frequency: f32) -> Slope {
        Slope { noise: self.noise.finer(frequency), ..self }
    }

    /// The noise that is differentiated.
    pub fn noise(self) -> Noise {
        self.noise
    }

    /// The axis, 0 to 3.
    pub fn axis(self) -> u8 {
        self.axis
    }

    /// An upper bound of the slope's magnitude for all seeds. Some lattices come within 3e-5 of it.
    pub fn greatest(self) -> f32 {
        scale::greatest_slope(self.noise.basis(), self.noise.dimensions(), self.noise.interpolation())
    }

    /// The derivative at x, y, z and time, of which those of the noise's dimensions are used. This is the definition.
    pub fn at(&self, position: [f32; 4]) -> f32 {
        self.noise.dispatch(At { slope: *self, position })
    }

    /// The same bits at many points: `out[i]` for the coordinates `position[axis][i]`.
    ///
    /// Axes beyond those of the noise are not read and may be empty.
    ///
    /// # Panics
    ///
    /// If an axis that is read differs in length from `out`.
    pub fn lanes(&self, level: Level, position: [&[f32]; 4], out: &mut [f32]) {
        Slope::lanes_together(&[*self], level, position, &mut [out]);
    }

    /// The same noise's slope along x. Slopes of one noise can be evaluated [together](Slope::lanes_together).
    pub fn along_x(self) -> Slope {
        Slope { axis: 0, ..self }
    }

    /// Several slopes of one noise, as [`lanes`](Slope::lanes) evaluates each. `out` has a slice for each slope.
    ///
    /// # Panics
    ///
    /// If an axis that is read differs in length from a slice of `out`.
    pub fn lanes_together(slopes: &[Slope], level: Level, position: [&[f32]; 4], out: &mut [&mut [f32]]) {
        if let Some(slope) = slopes.first() {
            slope.noise.dispatch(Lanes { slopes, level, position, out });
        }
    }
}

struct At {
    slope: Slope,
    position: [f32; 4],
}

impl Task for At {
    type Output = f32;

    fn run<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(self) -> f32 {
        let mut position = [0.0; D];
        position.copy_from_slice(&self.position[..D]);
        blocks::nth(&Definition::<W, C, L>::new(&[self.slope]), 0, position)
    }
}

struct Lanes<'a, 'o> {
    slopes: &'a [Slope],
    level: Level,
    position: [&'a [f32]; 4],
    out: &'a mut [&'o mut [f32]],
}

impl Task for Lanes<'_, '_> {
    type Output = ();

    fn run<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(self) {
        let mut position: [&[f32]; D] = [&[]; D];
        position.copy_from_slice(&self.position[..D]);
        blocks::map_joint::<_, STRIP>(self.level, &Definition::<W, C, L>::new(self.slopes), position, self.out);
    }
}

/// Slopes of one noise.
struct Definition<'a, const W: usize, const C: usize, L> {
    slopes: &'a [Slope],
    start: u32,
    scale: f32,
    grid: Grid,
    lattice: PhantomData<L>,
}

impl<'a, const W: usize, const C: usize, L: Lattice<W, C>> Definition<'a, W, C, L> {
    fn new(slopes: &'a [Slope]) -> Self {
        let noise = slopes[0].noise;
        let (start, scale, grid) = (hash::start(noise.seed()), noise.scale(), noise.grid());
        Definition { slopes, start, scale, grid, lattice: PhantomData }
    }
}

/// A value, and its derivatives along x, y, z and time.
type Dual = (f32, [f32; 4]);

/// The position of a sample in the lattice, and its derivatives.
struct Neighborhood {
    /// The [`hash::start`] of the seed.
    start: u32,
    cell_positions: [CellPosition; 4],
    /// The derivatives of the offsets: 1, or 0 along an axis whose coordinate is not finite.
    along: [f32; 4],
    /// The derivatives of the weights.
    rates: [f32; 4],
}

impl<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>> Joint<D> for Definition<'_, W, C, L> {
    type Memory<const B: usize> = ();

    #[inline(always)]
    fn block<const B: usize, V: Compiled>(
        &self,
        (): &mut (),
        samples: [[f32; B]; D],
        mut put: impl FnMut(usize, [f32; B]),
    ) {
        let mut positions = [Positions::<C, B>::NONE; D];
        let (mut along, mut rates) = ([[0.0; B]; D], [[0.0; B]; D]);
        for axis in 0..D {
            positions[axis] = Positions::find(&self.grid, axis, &samples[axis]);
            self.grid.interpolation.differentiate(&positions[axis].offsets, &mut rates[axis]);
            for i in 0..B {
                along[axis][i] = if samples[axis][i].abs() <= f32::MAX { 1.0 } else { 0.0 };
                rates[axis][i] *= along[axis][i];
            }
        }
        let mut slopes = [[0.0; B]; D];
        for i in 0..B {
            let mut near = Neighborhood {
                start: self.start,
                cell_positions: [CellPosition::ORIGIN; 4],
                along: [0.0; 4],
                rates: [0.0; 4],
            };
            for axis in 0..D {
                near.cell_positions[axis] = positions[axis].at(i);
                (near.along[axis], near.rates[axis]) = (along[axis][i], rates[axis][i]);
            }
            let (_, dual) = along_x::<D, W, C, L>(&near);
            for axis in 0..D {
                slopes[axis][i] = dual[axis] * self.scale;
            }
        }
        for (index, slope) in self.slopes.iter().enumerate() {
            put(index, slopes[usize::from(slope.axis)]);
        }
    }
}

/// The values and derivatives of `$function` at the `C` lattice points of an axis, interpolated.
///
/// Not a loop: the compiler would not unroll a body this large, and so not vectorize it.
macro_rules! join_corners {
    ($axis:literal, $function:ident($near:expr $(, $corner:expr)*)) => {{
        let mut duals = [(0.0, [0.0; 4]); C];
        let first = -before(C);
        duals[0] = $function::<D, W, C, L>($near $(, $corner)*, first);
        duals[1] = $function::<D, W, C, L>($near $(, $corner)*, first + 1);
        if C == 4 {
            duals[2] = $function::<D, W, C, L>($near $(, $corner)*, first + 2);
            duals[3] = $function::<D, W, C, L>($near $(, $corner)*, first + 3);
        }
        join::<D, W, C, L>($near, $axis, duals)
    }};
}

#[inline(always)]
fn along_x<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(near: &Neighborhood) -> Dual {
    join_corners!(0, along_y(near))
}

/// The value and derivatives at one corner of x.
#[inline(always)]
fn along_y<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(near: &Neighborhood, x: i32) -> Dual {
    if D > 1 { join_corners!(1, along_z(near, x)) } else { along_z::<D, W, C, L>(near, x, 0) }
}

/// The value and derivatives at one corner of x and y.
#[inline(always)]
fn along_z<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(
    near: &Neighborhood,
    x: i32,
    y: i32,
) -> Dual {
    if D > 2 { join_corners!(2, along_time(near, x, y)) } else { along_time::<D, W, C, L>(near, x, y, 0) }
}

/// The value and derivatives at one corner of x, y and z.
#[inline(always)]
fn along_time<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(
    near: &Neighborhood,
    x: i32,
    y: i32,
    z: i32,
) -> Dual {
    if D > 3 { join_corners!(3, point(near, x, y, z)) } else { point::<D, W, C, L>(near, x, y, z, 0) }
}

/// The contribution of one lattice point, and its derivatives.
///
/// Without loops: a sample of a spline in four dimensions has 256 points, and the time to compile loops grows with the
/// square of their number in a function.
#[inline(always)]
fn point<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(
    near: &Neighborhood,
    x: i32,
    y: i32,
    z: i32,
    time: i32,
) -> Dual {
    let [at_x, at_y, at_z, at_time] = &near.cell_positions;
    let cell = [at_x.point(x), at_y.point(y), at_z.point(z), at_time.point(time)];
    let distance = [at_x.distance_from(x), at_y.distance_from(y), at_z.distance_from(z), at_time.distance_from(time)];
    L::point::<D>(hash::of::<D>(near.start, cell), distance, near.along)
}

/// Interpolates along one axis, with the derivative along it by the product rule. Derivatives are never -0.
#[inline(always)]
fn join<const D: usize, const W: usize, const C: usize, L: Lattice<W, C>>(
    near: &Neighborhood,
    axis: usize,
    duals: [Dual; C],
) -> Dual {
    let (cell_position, rate) = (near.cell_positions[axis], near.rates[axis]);
    let (t, mut values) = (cell_position.offset, [0.0; C]);
    for corner in 0..C {
        values[corner] = duals[corner].0;
    }
    let along = |other: usize| {
        if other >= D || (!L::IS_STEEP && other < axis) {
            return 0.0;
        }
        let mut slopes = [0.0; C];
        for corner in 0..C {
            slopes[corner] = duals[corner].1[other];
        }
        let slope = if !L::IS_STEEP && other == axis { 0.0 } else { between(cell_position, slopes) };
        if other != axis {
            slope
        } else if C == 4 {
            slope + rate * cubic_slope(t, [values[0], values[1], values[2], values[3]])
        } else {
            slope + rate * (values[1] - values[0])
        }
    };
    (between(cell_position, values), [along(0), along(1), along(2), along(3)])
}

/// Interpolates between the values at the `C` lattice points of an axis.
#[inline(always)]
fn between<const C: usize>(cell_position: CellPosition, values: [f32; C]) -> f32 {
    if C == 4 {
        return cubic(cell_position.offset, [values[0], values[1], values[2], values[3]]);
    }
    values[0] + cell_position.weight * (values[1] - values[0])
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use super::*;
    use crate::gradient::vector;
    use crate::hash::hash;
    use crate::{Basis, Interpolation};

    const INTERPOLATIONS: [Interpolation; 5] = [
        Interpolation::Linear,
        Interpolation::Cosine,
        Interpolation::Smoothstep,
        Interpolation::Smootherstep,
        Interpolation::Cubic,
    ];

    /// The weight of a lattice point at a distance of at most 2 along one axis.
    fn weight(interpolation: Interpolation, distance: f64) -> f64 {
        let d = distance.abs();
        let t = (1.0 - d).max(0.0);
        match interpolation {
            Interpolation::Linear => t,
            Interpolation::Cosine => (1.0 - (std::f64::consts::PI * t).cos()) / 2.0,
            Interpolation::Smoothstep => t * t * (3.0 - 2.0 * t),
            Interpolation::Smootherstep => t * t * t * (t * (t * 6.0 - 15.0) + 10.0),
            Interpolation::Cubic if d < 1.0 => 1.0 + d * d * (1.5 * d - 2.5),
            Interpolation::Cubic => 2.0 + d * (d * (2.5 - 0.5 * d) - 4.0),
        }
    }

    /// The noise in double precision, as a plain sum over the 4 lattice points of each axis around the position.
    fn reference<const D: usize>(noise: Noise, position: [f64; D]) -> f64 {
        let near = position.map(f64::floor);
        let mut sum = 0.0;
        for corner in 0..1 << (2 * D) {
            let point: [f64; D] = std::array::from_fn(|axis| near[axis] + f64::from(corner >> (2 * axis) & 3) - 1.0);
            let distance: [f64; D] = std::array::from_fn(|axis| position[axis] - point[axis]);
            if noise.interpolation() != Interpolation::Cubic && distance.iter().any(|d| d.abs() > 1.0) {
                continue;
            }
            let hash = hash(noise.seed(), point.map(|x| x as i32));
            let part = match noise.basis() {
                Basis::Gradient => (0..D).map(|axis| f64::from(vector::<D>(hash)[axis]) * distance[axis]).sum(),
                Basis::Value => f64::from(hash as i32),
            };
            sum += part * distance.map(|d| weight(noise.interpolation(), d)).iter().product::<f64>();
        }
        sum * f64::from(noise.scale())
    }

    /// The greatest difference from central differences, in units of the greatest slope.
    fn error<const D: usize>(noise: Noise) -> f64 {
        const STEP: f64 = 1e-5;
        let mut error = 0.0f64;
        for i in 0..300 {
            // Away from the creases of the linear interpolant.
            let position: [f32; D] = std::array::from_fn(|axis| {
                let cell = hash(axis as u32, [i]) as i32 >> 24;
                let part = (hash(axis as u32, [i, 1]) >> 8) as f32 / 16_777_216.0;
                cell as f32 + 0.01 + 0.98 * part
            });
            let mut padded = [0.0; 4];
            padded[..D].copy_from_slice(&position);
            let gradient = noise.gradient(padded);
            for axis in 0..D {
                let around = [-STEP, STEP].map(|step| {
                    let mut position = position.map(f64::from);
                    position[axis] += step;
                    reference(noise, position)
                });
                let slope = Slope::new(noise, axis as u8).unwrap();
                let expected = (around[1] - around[0]) / (2.0 * STEP);
                error = error.max((f64::from(gradient[axis]) - expected).abs() / f64::from(slope.greatest()));
            }
            assert!(gradient[D..].iter().all(|slope| *slope == 0.0));
        }
        error
    }

    #[test]
    fn slopes_match_central_differences() {
        for interpolation in INTERPOLATIONS {
            for basis in [Basis::Gradient, Basis::Value] {
                let noise = |dimensions| Noise::new(basis, dimensions, interpolation, 7);
                let Some(one) = noise(1) else { continue };
                let [two, three, four] = [2, 3, 4].map(|dimensions| noise(dimensions).unwrap());
                let errors = [error::<1>(one), error::<2>(two), error::<3>(three), error::<4>(four)];
                println!("{basis:?}, {interpolation:?}: {errors:.8?}");
                assert!(errors.iter().all(|error| *error < 1e-6), "{basis:?}, {interpolation:?}: {errors:?}");
            }
        }
    }

    #[test]
    fn each_axis_has_a_slope_and_non_finite_coordinates_have_none() {
        let noise = Noise::new(Basis::Value, 2, Interpolation::Linear, 7).unwrap();
        assert_eq!([1, 2, 3].map(|axis| Slope::new(noise, axis).is_some()), [true, false, false]);
        let [x, y, ..] = noise.gradient([f32::INFINITY, 0.5, 0.0, 0.0]);
        assert!(x == 0.0 && y != 0.0);
        let [x, y, ..] = noise.gradient([0.5, -3e9, 0.0, 0.0]);
        assert!(x != 0.0 && y != 0.0);
    }
}
