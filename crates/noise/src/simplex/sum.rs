//! The sum over lattice points: which of them are felt at a sample, and what each adds.

use crate::far;
use crate::gradient;
use crate::hash::hash;
use crate::level::Pointwise;
use crate::math::ROUNDER;
use crate::scale;

/// What a coordinate sum is multiplied by to make the simplices' edges axes: (√(D + 1) - 1) / D.
pub(super) const fn skew(dimensions: usize) -> f64 {
    match dimensions {
        2 => 0.366_025_403_784_438_65,
        3 => 1.0 / 3.0,
        _ => 0.309_016_994_374_947_4,
    }
}

/// And back: (1 - 1 / √(D + 1)) / D.
pub(super) const fn unskew(dimensions: usize) -> f64 {
    match dimensions {
        2 => 0.211_324_865_405_187_1,
        3 => 1.0 / 6.0,
        _ => 0.138_196_601_125_010_5,
    }
}

/// What is summed over the lattice points.
pub(super) trait Part: Copy {
    /// How many numbers [`steady`](Part::steady) gives.
    const STEADY: usize;
    /// What does not change along x, by a lattice point's gradient and the distance to it.
    fn steady<const D: usize>(self, gradient: [f32; 4], distance: [f32; D]) -> [f32; 2];
    /// What a lattice point adds, by its weight, the product of its gradient and the distance, the distance along x,
    /// and what is steady.
    fn point(self, weight: f32, product: f32, x: f32, steady: [f32; 2]) -> f32;
    /// The result at a position.
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

/// Its derivative along an axis. That of the weight, radius² - distance², is twice the distance, downwards.
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

    /// The gradient along the axis, and the distance, if the axis is not x.
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

/// What is summed, over a lattice of this seed: the one definition, for kernels of either width.
///
/// Where nothing is [`far`], it spares itself the question.
#[derive(Clone, Copy)]
pub(super) struct Definition<const SMOOTH: bool, const FAR: bool, P> {
    pub seed: u32,
    pub part: P,
}

/// The simplex around a sample.
///
/// It goes from the lower corner of the cell to the upper one, one step along each axis.
pub(super) struct Near<const D: usize> {
    pub cell: [i32; D],
    /// From the cell's lower corner to the sample.
    pub offset: [f32; D],
    /// When the simplex steps along each axis: D - 1 first, 0 last.
    pub rank: [i32; D],
}

impl<const D: usize, const SMOOTH: bool, const FAR: bool, P: Part> Pointwise<D>
    for Definition<SMOOTH, FAR, P>
{
    #[inline(always)]
    fn at(&self, position: [f32; D]) -> f32 {
        let near = &Near::new::<FAR>(position);
        // Not a loop: one of bodies this large would not be unrolled, and then not spread over lanes.
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
        // The skewed lattice mixes all coordinates. In f32, far from the origin, little would be left of the distances
        // to its points.
        let mut place = [0.0; D];
        for axis in 0..D {
            place[axis] = if FAR { far::coordinate(position[axis]) } else { f64::from(position[axis]) };
        }
        let numbers = numbers(place);
        let corner = corner(numbers);
        let (mut cell, mut offset) = ([0; D], [0.0; D]);
        for axis in 0..D {
            cell[axis] = integer(numbers[axis]);
            offset[axis] = (place[axis] - corner[axis]) as f32;
        }
        Near { cell, offset, rank: ranks(offset) }
    }
}

/// The numbers of the cell that a place lies in, whole ones in floats.
#[inline(always)]
pub(super) fn numbers<const D: usize>(place: [f64; D]) -> [f64; D] {
    let mut numbers = [0.0; D];
    for axis in 0..D {
        numbers[axis] = skewed(place, axis).floor();
    }
    numbers
}

/// A coordinate of a place along the edges of simplices.
#[inline(always)]
pub(super) fn skewed<const D: usize>(place: [f64; D], axis: usize) -> f64 {
    place[axis] + total(place) * skew(D)
}

/// The lower corner of a cell.
#[inline(always)]
pub(super) fn corner<const D: usize>(numbers: [f64; D]) -> [f64; D] {
    let back = total(numbers) * unskew(D);
    let mut corner = [0.0; D];
    for axis in 0..D {
        corner[axis] = numbers[axis] - back;
    }
    corner
}

/// When a simplex steps along each axis: first along that of the greatest offset.
#[inline(always)]
pub(super) fn ranks<const D: usize>(offset: [f32; D]) -> [i32; D] {
    // The rank of an axis is how many others come after it.
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

/// The way from the lower corner of a cell to the corner of the simplex after so many steps.
#[inline(always)]
pub(super) fn way<const D: usize>(rank: [i32; D], steps: i32) -> [i32; D] {
    let mut way = [0; D];
    for axis in 0..D {
        way[axis] = i32::from(rank[axis] >= D as i32 - steps);
    }
    way
}

impl<const SMOOTH: bool, const FAR: bool, P: Part> Definition<SMOOTH, FAR, P> {
    /// What the corner of the simplex after so many steps adds.
    #[inline(always)]
    fn corner<const D: usize>(&self, near: &Near<D>, steps: i32) -> f32 {
        self.point(near, way(near.rank, steps), steps)
    }

    /// What the corner of the next simplex adds, across the face that lacks the corner after so many steps.
    ///
    /// There two successive steps are exchanged. Beyond the ends of the way the steps go on in the same order, after one
    /// along (-1, -1, ...), which all lattices like this one have in common.
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

    /// What a lattice point adds, by the way to it from the lower corner of the cell and that way's sum.
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

/// How far the kernels reach, squared.
pub(super) const fn radius(smooth: bool) -> f32 {
    if smooth { 2.0 / 3.0 } else { 0.5 }
}

/// The lattice point at the end of a way from the lower corner of the cell, whose steps have this sum, and the distance
/// from there to the sample.
#[inline(always)]
pub(super) fn end<const D: usize>(near: &Near<D>, way: [i32; D], sum: i32) -> ([i32; D], [f32; D]) {
    let (mut corner, mut distance) = (near.cell, [0.0; D]);
    for axis in 0..D {
        corner[axis] = corner[axis].wrapping_add(way[axis]);
        distance[axis] = near.offset[axis] - way[axis] as f32 + back(D, sum);
    }
    (corner, distance)
}

/// How much further all coordinates of a lattice point are after steps of this sum along the edges of simplices, than
/// after as many along the axes: less than nothing.
#[inline(always)]
pub(super) fn back(dimensions: usize, sum: i32) -> f32 {
    (f64::from(sum) * unskew(dimensions)) as f32
}

/// The sum of coordinates, in their order.
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
    fn whole_numbers_are_those_of_a_cast_and_go_round() {
        for x in [0.0, -0.0, 1.0, -1.0, 3.0, 1.2e9, -1.2e9f64] {
            assert_eq!(integer(x), x as i32);
        }
        assert_eq!(
            [2_147_483_648.0, -2_147_483_649.0, 4_294_967_301.0].map(integer),
            [i32::MIN, i32::MAX, 5]
        );
    }

    #[test]
    fn skews_are_those_of_their_formulas() {
        for dimensions in 2..=4u8 {
            let (d, root) = (f64::from(dimensions), (f64::from(dimensions) + 1.0).sqrt());
            assert!((skew(dimensions.into()) - (root - 1.0) / d).abs() < 1e-16);
            assert!((unskew(dimensions.into()) - (1.0 - 1.0 / root) / d).abs() < 1e-16);
        }
    }
}
