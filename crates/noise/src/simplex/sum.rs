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
    /// What a lattice point adds, by its weight, its gradient, and the distance to it.
    fn point<const D: usize>(self, weight: f32, gradient: [f32; 4], distance: [f32; D]) -> f32;
    /// The result at a position.
    fn whole<const D: usize>(self, position: [f32; D], sum: f32) -> f32;
}

/// The noise itself: weight⁴ (gradient · distance).
#[derive(Clone, Copy)]
pub(super) struct Value;

impl Part for Value {
    #[inline(always)]
    fn point<const D: usize>(self, weight: f32, gradient: [f32; 4], distance: [f32; D]) -> f32 {
        (weight * weight) * (weight * weight) * product(gradient, distance)
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
    #[inline(always)]
    fn point<const D: usize>(self, weight: f32, gradient: [f32; 4], distance: [f32; D]) -> f32 {
        let (mut slope, mut way) = (0.0, 0.0);
        for axis in 0..D {
            slope += gradient[axis] * self.along[axis];
            way += distance[axis] * self.along[axis];
        }
        (weight * weight) * weight * (weight * slope - 8.0 * way * product(gradient, distance))
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
pub(super) struct Definition<const SMOOTH: bool, const FAR: bool, P> {
    pub seed: u32,
    pub part: P,
}

/// The simplex around a sample.
///
/// It goes from the lower corner of the cell to the upper one, one step along each axis.
struct Near<const D: usize> {
    cell: [i32; D],
    /// From the cell's lower corner to the sample.
    offset: [f32; D],
    /// When the simplex steps along each axis: D - 1 first, 0 last.
    rank: [i32; D],
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
    fn new<const FAR: bool>(position: [f32; D]) -> Self {
        // The skewed lattice mixes all coordinates. In f32, far from the origin, little would be left of the distances
        // to its points.
        let mut place = [0.0; D];
        let mut sum = 0.0;
        for axis in 0..D {
            place[axis] = if FAR { far::coordinate(position[axis]) } else { f64::from(position[axis]) };
            sum += place[axis];
        }
        let mut cell = [0; D];
        let mut corner = [0.0; D];
        let mut corner_sum = 0.0;
        for axis in 0..D {
            (corner[axis], cell[axis]) = floor(place[axis] + sum * skew(D));
            corner_sum += corner[axis];
        }
        let mut offset = [0.0; D];
        for axis in 0..D {
            offset[axis] = (place[axis] - (corner[axis] - corner_sum * unskew(D))) as f32;
        }
        // First along the axis of the greatest offset: the rank of an axis is how many others come after it.
        let mut rank = [0; D];
        for a in 0..D {
            for b in a + 1..D {
                let first = offset[a] >= offset[b];
                rank[a] += i32::from(first);
                rank[b] += i32::from(!first);
            }
        }
        Near { cell, offset, rank }
    }
}

impl<const SMOOTH: bool, const FAR: bool, P: Part> Definition<SMOOTH, FAR, P> {
    /// What the corner of the simplex after so many steps adds.
    #[inline(always)]
    fn corner<const D: usize>(&self, near: &Near<D>, steps: i32) -> f32 {
        let mut way = [0; D];
        for axis in 0..D {
            way[axis] = i32::from(near.rank[axis] >= D as i32 - steps);
        }
        self.point(near, way, steps)
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
        let back = (f64::from(sum) * unskew(D)) as f32;
        let mut corner = near.cell;
        let mut distance = [0.0; D];
        let mut weight = if SMOOTH { 2.0 / 3.0 } else { 0.5 };
        for axis in 0..D {
            corner[axis] = corner[axis].wrapping_add(way[axis]);
            distance[axis] = near.offset[axis] - way[axis] as f32 + back;
            weight -= distance[axis] * distance[axis];
        }
        let weight = if weight > 0.0 { weight } else { 0.0 };
        self.part.point(weight, gradient::vector::<D>(hash(self.seed, corner)), distance)
    }
}

/// The greatest integer that is not above a number of moderate size, as both kinds of number, the second modulo 2^32.
#[inline(always)]
fn floor(x: f64) -> (f64, i32) {
    let below = x.floor();
    (below, (below + ROUNDER).to_bits() as u32 as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_are_floors() {
        for x in [0.0, -0.0, 0.3, -0.3, 1.0, -1.0, 2.5, 3.5, -2.5, 1.2e9, -1.2e9 + 0.5, -1e-300] {
            assert_eq!(floor(x), (x.floor() + 0.0, x.floor() as i32), "{x}");
        }
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
