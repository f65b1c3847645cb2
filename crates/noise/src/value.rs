//! Value noise: a random value at each lattice point, interpolated.

use crate::cellwise::Points;
use crate::interpolant::{blend, cubic};
use crate::lattice::{Lattice, Row, before};
use crate::positions::CellPosition;

/// Value noise whose interpolant reads `C` lattice points along each axis: 2, or 4 for the cubic spline.
///
/// A column is one value, in units of 2^-31. The noise's scale includes that factor, which saves a multiplication for
/// each lattice point and, as a power of two, changes no bit.
pub(crate) struct Value<const C: usize>;

/// Interpolates the values of `$function` at the `C` lattice points of an axis.
///
/// Not a loop: the compiler would not unroll a body this large, and so not vectorize it.
macro_rules! join_corners {
    ($cell_position:expr, $function:ident($($argument:expr),+)) => {{
        let mut values = [0.0; C];
        let first = -before(C);
        values[0] = $function::<D, C>($($argument,)+ first);
        values[1] = $function::<D, C>($($argument,)+ first + 1);
        if C == 4 {
            values[2] = $function::<D, C>($($argument,)+ first + 2);
            values[3] = $function::<D, C>($($argument,)+ first + 3);
        }
        join($cell_position.offset, $cell_position.weight, values)
    }};
}

impl<const C: usize> Lattice<1, C> for Value<C> {
    const PARTS: usize = 1;
    const IS_STEEP: bool = false;

    /// A random value, uniform in [-2^31, 2^31].
    #[inline(always)]
    fn random<const D: usize>(hash: u32) -> [f32; 4] {
        [hash as i32 as f32, 0.0, 0.0, 0.0]
    }

    /// The value, interpolated along time and z.
    #[inline(always)]
    fn reduce<const D: usize>(row: &Row, points: &impl Points, x: i32, y: i32) -> [f32; 3] {
        let value = if D > 2 {
            join_corners!(row.z, along_time(row, points, x, y))
        } else {
            along_time::<D, C>(row, points, x, y, 0)
        };
        [value, 0.0, 0.0]
    }

    /// The value, interpolated along time.
    #[inline(always)]
    fn still(row: &Row, points: &impl Points) -> [f32; 4] {
        [along_time::<4, C>(row, points, 0, 0, 0), 0.0, 0.0, 0.0]
    }

    #[inline(always)]
    fn settle(z: CellPosition, below: [f32; 4], _: [f32; 4], above: [f32; 4]) -> [f32; 3] {
        let [value] = blend(z.weight, [below[0]], [above[0]]);
        [value, 0.0, 0.0]
    }

    #[inline(always)]
    fn column<const D: usize>(y: CellPosition, lattice_rows: [[f32; 3]; C]) -> [f32; 1] {
        let mut values = [0.0; C];
        for corner in 0..C {
            values[corner] = lattice_rows[corner][0];
        }
        [if D > 1 { join(y.offset, y.weight, values) } else { values[before(C) as usize] }]
    }

    #[inline(always)]
    fn across(columns: [[f32; 1]; C], offset: f32, weight: f32) -> f32 {
        let mut values = [0.0; C];
        for corner in 0..C {
            values[corner] = columns[corner][0];
        }
        join(offset, weight, values)
    }

    #[inline(always)]
    fn point<const D: usize>(hash: u32, _: [f32; 4], _: [f32; 4]) -> (f32, [f32; 4]) {
        (hash as i32 as f32, [0.0; 4])
    }
}

/// The value at one lattice row and z corner.
#[inline(always)]
fn along_time<const D: usize, const C: usize>(row: &Row, points: &impl Points, x: i32, y: i32, z: i32) -> f32 {
    if D > 3 { join_corners!(row.time, value(points, x, y, z)) } else { value::<D, C>(points, x, y, z, 0) }
}

/// The value of a lattice point.
#[inline(always)]
fn value<const D: usize, const C: usize>(points: &impl Points, x: i32, y: i32, z: i32, time: i32) -> f32 {
    points.random([x, y, z, time])[0]
}

/// Interpolates along one axis.
#[inline(always)]
fn join<const C: usize>(offset: f32, weight: f32, values: [f32; C]) -> f32 {
    if C == 4 {
        cubic(offset, [values[0], values[1], values[2], values[3]])
    } else {
        blend(weight, [values[0]], [values[1]])[0]
    }
}
