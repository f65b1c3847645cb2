//! The sum over lattice points: the points that affect a sample, and the contribution of each.

use crate::far;
use crate::gradient;
use crate::hash::hash;
use crate::level::Pointwise;
use crate::math::ROUNDER;
use crate::scale;

/// The factor of the coordinates' sum that skews space so that the simplices' edges become axes: (√(D + 1) - 1) / D.
pub(super) const fn skew(dimensions: usize) -> f64 {
    match dimensions {
        2 => 0.366_025_403_784_438_65,
        3 => 1.0 / 3.0,
        _ => 0.309_016_994_374_947_4,
    }
}

/// The factor that reverses the skew: (1 - 1 / √(D + 1)) / D.
pub(super) const fn unskew(dimensions: usize) -> f64 {
    match dimensions {
        2 => 0.211_324_865_405_187_1,
        3 => 1.0 / 6.0,
        _ => 0.138_196_601_125_010_5,
    }
}

/// The quantity that is summed over the lattice points.
pub(super) trait Part: Copy {
    /// The number of values returned by [`steady`](Part::steady).
    const STEADY: usize;
    /// The terms that do not change along x, from a lattice point's gradient and the distance from it.
    fn steady<const D: usize>(self, gradient: [f32; 4], distance: [f32; D]) -> [f32; 2];
    /// The contribution of a lattice point, from its weight, the scalar product of its gradient with the distance,
    /// the distance along x, and the steady terms.
    fn point(self, weight: f32, product: f32, x: f32, steady: [f32; 2]) -> f32;
    /// The result at a position, from the sum.
    fn whole<const D: usize>(self, position: [f32; D], sum: f32) -> f32;
}

/// The noise itself: weight⁴ (gradient · distance).
#[derive(Clone, Copy)]
pub(super) struct Value;

impl Part for Value {
    const STEADY: usize = 0;

    #[inline(always)]
    fn steady<const D: usize>(self, _: [f32; 4], _: [f32; D]) -> [f32; 2] {
        [0.0; 2]
    }

    #[inline(always)]
    fn point(self, weight: f32, product: f32, _: f32, _: [f32; 2]) -> f32 {
        (weight * weight) * (weight * weight) * product
    }

    #[inline(always)]
    fn whole<const D: usize>(self, _: [f32; D], sum: f32) -> f32 {
        sum
    }
}

/// The derivative of the noise along an axis. The derivative of the weight, radius² - distance², is -2 times the
/// distance.
#[derive(Clone, Copy)]
pub(super) struct Rate {
    /// 1 along the axis, 0 along the others.
    along: [f32; 4],
}

impl Rate {
    pub fn along(axis: u8) -> Rate {
        Rate { along: [0, 1, 2, 3].map(|other| if other == axis { 1.0 } else { 0.0 }) }
    }
}

impl Part for Rate {
    const STEADY: usize = 2;

    /// The gradient's component along the axis, and the distance along it unless the axis is x.
    #[inline(always)]
    fn steady<const D: usize>(self, gradient: [f32; 4], distance: [f32; D]) -> [f32; 2] {
        let (mut slope, mut way) = (0.0, 0.0);
        for axis in 0..D {
            slope += gradient[axis] * self.along[axis];
        }
        for axis in 1..D {
            way += distance[axis] * self.along[axis];
        }
        [slope, way]
    }

    #[inline(always)]
    fn point(self, weight: f32, product: f32, x: f32, [slope, way]: [f32; 2]) -> f32 {
        let way = x * self.along[0] + way;
        (weight * weight) * weight * (weight * slope - 8.0 * way * product)
    }

    #[inline(always)]
    fn whole<const D: usize>(self, position: [f32; D], sum: f32) -> f32 {
        let mut moves = true;
        for axis in 0..D {
            moves &= (self.along[axis] == 0.0) | (position[axis].abs() <= f32::MAX);
        }
        if moves { sum } else { 0.0 }
    }
}

/// The scalar product of a gradient and a distance.
#[inline(always)]
fn product<const D: usize>(gradient: [f32; 4], distance: [f32; D]) -> f32 {
    let mut product = 0.0;
    for axis in 0..D {
        product += gradient[axis] * distance[axis];
    }
    product
}

/// The sum over a lattice with a seed: the single definition, for vectors of any length.
///
/// Without `FAR`, coordinates must not be [`far`], which saves the check.
#[derive(Clone, Copy)]
pub(super) struct Definition<const SMOOTH: bool, const FAR: bool, P> {
    pub seed: u32,
    pub part: P,
}

/// The simplex that contains a sample.
///
/// Its corners lead from the lower corner of the cell to the upper one, one step along each axis.
pub(super) struct Near<const D: usize> {
    pub cell: [i32; D],
    /// The vector from the cell's lower corner to the sample.
    pub offset: [f32; D],
    /// The order of the simplex's steps: D - 1 for the first axis, 0 for the last.
    pub rank: [i32; D],
}

impl<const D: usize, const SMOOTH: bool, const FAR: bool, P: Part> Pointwise<D> for Definition<SMOOTH, FAR, P> {
    #[inline(always)]
    fn at(&self, position: [f32; D]) -> f32 {
        let near = &Near::new::<FAR>(position);
        // Not a loop: the compiler would not unroll a body this large, and so not vectorize it.
        let mut noise = self.corner(near, 0);
        noise += self.corner(near, 1);
        noise += self.corner(near, 2);
        if D > 2 {
            noise += self.corner(near, 3);
        }
        if D > 3 {
            noise += self.corner(near, 4);
        }
        if SMOOTH {
            noise += self.across(near, 0);
            noise += self.across(near, 1);
            noise += self.across(near, 2);
            if D > 2 {
                noise += self.across(near, 3);
            }
            if D > 3 {
                noise += self.across(near, 4);
            }
        }
        self.part.whole(position, noise * const { scale::of_simplex(D, SMOOTH) })
    }
}

impl<const D: usize> Near<D> {
    #[inline(always)]
    pub fn new<const FAR: bool>(position: [f32; D]) -> Self {
        // The skewed lattice mixes all coordinates. Far from the origin, `f32` would leave little of the distances to
        // its points.
        let mut exact = [0.0; D];
        for axis in 0..D {
            exact[axis] = if FAR { far::coordinate(position[axis]) } else { f64::from(position[axis]) };
        }
        let numbers = numbers(exact);
        let corner = corner(numbers);
        let (mut cell, mut offset) = ([0; D], [0.0; D]);
        for axis in 0..D {
            cell[axis] = integer(numbers[axis]);
            offset[axis] = (exact[axis] - corner[axis]) as f32;
        }
        Near { cell, offset, rank: ranks(offset) }
    }
}

/// The indices of the cell that contains a position, as whole numbers in floats.
#[inline(always)]
pub(super) fn numbers<const D: usize>(position: [f64; D]) -> [f64; D] {
    let mut numbers = [0.0; D];
    for axis in 0..D {
        numbers[axis] = skewed(position, axis).floor();
    }
    numbers
}

/// A position's coordinate along an edge of the simplices.
#[inline(always)]
pub(super) fn skewed<const D: usize>(position: [f64; D], axis: usize) -> f64 {
    position[axis] + total(position) * skew(D)
}

/// The position of the lower corner of a cell.
#[inline(always)]
pub(super) fn corner<const D: usize>(numbers: [f64; D]) -> [f64; D] {
    let back = total(numbers) * unskew(D);
    let mut corner = [0.0; D];
    for axis in 0..D {
        corner[axis] = numbers[axis] - back;
    }
    corner
}

/// The ranks of the axes: the simplex steps first along the axis with the greatest offset.
#[inline(always)]
pub(super) fn ranks<const D: usize>(offset: [f32; D]) -> [i32; D] {
    // The rank of an axis is the number of axes that come after it.
    let mut rank = [0; D];
    for a in 0..D {
        for b in a + 1..D {
            let first = offset[a] >= offset[b];
            rank[a] += i32::from(first);
            rank[b] += i32::from(!first);
        }
    }
    rank
}

/// The steps from the lower corner of a cell to the simplex's corner after `steps` steps.
#[inline(always)]
pub(super) fn way<const D: usize>(rank: [i32; D], steps: i32) -> [i32; D] {
    let mut way = [0; D];
    for axis in 0..D {
        way[axis] = i32::from(rank[axis] >= D as i32 - steps);
    }
    way
}

impl<const SMOOTH: bool, const FAR: bool, P: Part> Definition<SMOOTH, FAR, P> {
    /// The contribution of the simplex's corner after `steps` steps.
    #[inline(always)]
    fn corner<const D: usize>(&self, near: &Near<D>, steps: i32) -> f32 {
        self.point(near, way(near.rank, steps), steps)
    }

    /// The contribution of the far corner of the adjacent simplex, across the face opposite the corner after `steps`
    /// steps.
    ///
    /// In the adjacent simplex two successive steps are exchanged. With a step along (-1, -1, ...) back to the start
    /// the steps form a cycle, so that this holds at both ends, too.
    #[inline(always)]
    fn across<const D: usize>(&self, near: &Near<D>, steps: i32) -> f32 {
        let last = D as i32;
        let mut way = [0; D];
        for axis in 0..D {
            let rank = near.rank[axis];
            way[axis] = if steps == 0 {
                1 + i32::from(rank == last - 1)
            } else if steps == last {
                -i32::from(rank == 0)
            } else {
                i32::from((rank > last - steps) | (rank == last - 1 - steps))
            };
        }
        let sum = if steps == 0 {
            last + 1
        } else if steps == last {
            -1
        } else {
            steps
        };
        self.point(near, way, sum)
    }

    /// The contribution of a lattice point, from the steps to it from the lower corner of the cell and their sum.
    #[inline(always)]
    fn point<const D: usize>(&self, near: &Near<D>, way: [i32; D], sum: i32) -> f32 {
        let (corner, distance) = end(near, way, sum);
        let mut weight = const { radius(SMOOTH) };
        for axis in 0..D {
            weight -= distance[axis] * distance[axis];
        }
        let weight = if weight > 0.0 { weight } else { 0.0 };
        let gradient = self.gradient(corner);
        let steady = self.part.steady(gradient, distance);
        self.part.point(weight, product(gradient, distance), distance[0], steady)
    }

    /// The gradient of a lattice point.
    #[inline(always)]
    pub fn gradient<const D: usize>(&self, corner: [i32; D]) -> [f32; 4] {
        gradient::vector::<D>(hash(self.seed, corner))
    }
}

/// The squared radius of the kernels.
pub(super) const fn radius(smooth: bool) -> f32 {
    if smooth { 2.0 / 3.0 } else { 0.5 }
}

/// The lattice point at the end of steps with the given sum, from the lower corner of the cell, and the distance from
/// that point to the sample.
#[inline(always)]
pub(super) fn end<const D: usize>(near: &Near<D>, way: [i32; D], sum: i32) -> ([i32; D], [f32; D]) {
    let (mut corner, mut distance) = (near.cell, [0.0; D]);
    for axis in 0..D {
        corner[axis] = corner[axis].wrapping_add(way[axis]);
        distance[axis] = near.offset[axis] - way[axis] as f32 + back(D, sum);
    }
    (corner, distance)
}

/// The term that unskewing adds to each coordinate of the distance from a lattice point, after steps with the given
/// sum.
#[inline(always)]
pub(super) fn back(dimensions: usize, sum: i32) -> f32 {
    (f64::from(sum) * unskew(dimensions)) as f32
}

/// The sum of coordinates, in order.
#[inline(always)]
fn total<const D: usize>(coordinates: [f64; D]) -> f64 {
    let mut total = coordinates[0];
    for axis in 1..D {
        total += coordinates[axis];
    }
    total
}

/// A whole number of moderate size, modulo 2^32.
#[inline(always)]
fn integer(x: f64) -> i32 {
    (x + ROUNDER).to_bits() as u32 as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_match_casts_and_wrap() {
        for x in [0.0, -0.0, 1.0, -1.0, 3.0, 1.2e9, -1.2e9f64] {
            assert_eq!(integer(x), x as i32);
        }
        assert_eq!([2_147_483_648.0, -2_147_483_649.0, 4_294_967_301.0].map(integer), [i32::MIN, i32::MAX, 5]);
    }

    #[test]
    fn skews_match_their_formulas() {
        for dimensions in 2..=4u8 {
            let (d, root) = (f64::from(dimensions), (f64::from(dimensions) + 1.0).sqrt());
            assert!((skew(dimensions.into()) - (root - 1.0) / d).abs() < 1e-16);
            assert!((unskew(dimensions.into()) - (1.0 - 1.0 / root) / d).abs() < 1e-16);
        }
    }
}
