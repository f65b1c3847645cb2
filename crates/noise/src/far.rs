//! Lattice cells near the origin and far from it.
//!
//! From ±2^31 on, adjacent floats are whole numbers 256 or more apart, and cell indices no longer fit into 32 bits.
//! There each float is a lattice point, and its bits are the index. The lattice never repeats, and adjacent floats
//! are adjacent lattice points.

use crate::level::{Kernel, Level, to_i32};

/// Coordinates with a magnitude below this have ordinary cell indices.
const LIMIT: f32 = 2_147_483_648.0;

/// The index of the cell that contains a coordinate, and the distance above the cell's lower end, in [0, 1].
/// Non-finite coordinates are treated as 0.
#[inline(always)]
pub(crate) fn cell(x: f32) -> (i32, f32) {
    let (near, far) = (x.abs() < LIMIT, number(x));
    let x = if near { x } else { 0.0 };
    let below = x.floor();
    (if near { to_i32(below) } else { far }, x - below)
}

/// A coordinate for a lattice whose cells are not aligned with the axes, at most 2^31 in magnitude: the coordinate
/// itself, or the index of a far lattice point.
#[inline(always)]
pub(crate) fn coordinate(x: f32) -> f64 {
    if x.abs() < LIMIT { f64::from(x) } else { f64::from(number(x)) }
}

/// Whether all coordinates are near. Infinite coordinates and NaN are not.
pub(crate) fn are_near(level: Level, coordinates: &[f32]) -> bool {
    struct AreNear<'a>(&'a [f32], &'a mut bool);
    impl Kernel for AreNear<'_> {
        #[inline(always)]
        fn run(self) {
            let mut near = true;
            for x in self.0 {
                near &= x.abs() < LIMIT;
            }
            *self.1 = near;
        }
    }
    let mut near = true;
    level.run(AreNear(coordinates, &mut near));
    near
}

/// The index of a far lattice point; 0 if the coordinate is not finite.
#[inline(always)]
fn number(x: f32) -> i32 {
    if x.abs() <= f32::MAX { x.to_bits() as i32 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_the_origin_cells_are_floors() {
        for x in [0.0_f32, -0.0, 0.3, -0.3, -1e-40, 7.0, -7.0, 12_345.678, -1.5e9, 2_147_483_520.0] {
            assert_eq!(cell(x), (x.floor() as i32, x - x.floor()), "{x}");
            assert_eq!(coordinate(x), f64::from(x));
            assert!(are_near(Level::detect(), &[x; 20]));
        }
    }

    #[test]
    fn far_from_it_every_float_is_a_cell() {
        for x in [LIMIT, -LIMIT, 1e10, -3.5e20, 3.4e38] {
            assert_eq!(cell(x).1, 0.0);
            let next = f32::from_bits(x.to_bits() + 1);
            assert_eq!(cell(next).0 - cell(x).0, 1, "{x}");
            assert!(coordinate(x).abs() <= f64::from(LIMIT) && coordinate(x).fract() == 0.0);
            assert_ne!(cell(x).0, cell(-x).0);
            assert!(!are_near(Level::detect(), &[0.0, x, 1.0]));
        }
        for x in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert!(!are_near(Level::detect(), &[x]));
            assert_eq!((cell(x), coordinate(x)), ((0, 0.0), 0.0));
        }
    }
}
