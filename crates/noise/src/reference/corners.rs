//! Common parts of the published gradient noises: the corners of a lattice cell, interpolated along x, then y, then
//! z.

use std::ops::{Add, Mul, Sub};

/// The float type of a program: some of the published ones compute in `f32`, some in `f64`.
pub(super) trait Real: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// The number 1.
    const ONE: Self;
}

impl Real for f32 {
    const ONE: f32 = 1.0;
}

impl Real for f64 {
    const ONE: f64 = 1.0;
}

/// Interpolates the results of `value` at the corners of a cell, in `D` = 1 to 3 dimensions.
///
/// `offsets` are the distances from the lower corner, and `weights` those of the upper corner along each axis. The
/// arguments of `value` are the corner's steps above the lower corner, 0 or 1 along each axis, and the distances from
/// the corner.
pub(super) fn join<const D: usize, F: Real>(
    offsets: [F; D],
    weights: [F; D],
    value: impl Fn([i32; D], [F; D]) -> F,
) -> F {
    const { assert!(1 <= D && D <= 3, "the published noises have 1 to 3 dimensions") };
    let mut values = [F::ONE; 8];
    for (corner, slot) in values.iter_mut().enumerate().take(1 << D) {
        let steps: [i32; D] = std::array::from_fn(|axis| (corner >> axis & 1) as i32);
        let distances =
            std::array::from_fn(|axis| if steps[axis] == 0 { offsets[axis] } else { offsets[axis] - F::ONE });
        *slot = value(steps, distances);
    }
    for (axis, weight) in weights.into_iter().enumerate() {
        for pair in 0..1 << (D - 1 - axis) {
            let (a, b) = (values[2 * pair], values[2 * pair + 1]);
            values[pair] = a + weight * (b - a);
        }
    }
    values[0]
}

/// The scalar product of the first `D` components.
pub(super) fn dot<const D: usize>(a: [f32; D], b: [f32; 3]) -> f32 {
    let mut sum = a[0] * b[0];
    for axis in 1..D {
        sum += a[axis] * b[axis];
    }
    sum
}

/// The vector scaled to length 1; a vector of length 0, for which the published programs divide by 0, is unchanged.
pub(super) fn normalize(vector: [f32; 3]) -> [f32; 3] {
    // The last component of vectors in the plane is 0 and changes no bit.
    let length = dot(vector, vector).sqrt();
    if length == 0.0 { vector } else { vector.map(|component| component / length) }
}

/// The coordinate, or 0 if it is not finite.
pub(super) fn coordinate(x: f32) -> f32 {
    if x.is_finite() { x } else { 0.0 }
}

/// The greatest magnitude of gradient noise in 1 to 3 dimensions with gradients of length at most 1: sqrt(D) / 2.
///
/// The contribution of a corner is at most its distance. The noise is therefore at most the weighted mean of the
/// corners' distances, and that is at most the root of the weighted mean of their squares. Along one axis, with
/// weight s, the mean of the squares is (1 - s) t² + s (1 - t)². Its maximum is 1/4, in the middle, for the straight
/// line, for smoothstep, whose mean is 4 t² (1 - t)², and for smootherstep, which is below smoothstep in the lower
/// half. The means of the axes add up.
///
/// The bound includes a margin for rounding.
pub(super) fn gradient_bound(dimensions: u8) -> f32 {
    f32::from(dimensions).sqrt() * 0.5 * 1.000_01
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpolant::{linear, smootherstep, smoothstep};

    #[test]
    fn corners_are_joined_by_their_weights() {
        let value = |[x, y]: [i32; 2], _: [f64; 2]| f64::from(1 + x + 10 * y);
        assert_eq!(join([0.0, 0.0], [0.25, 0.5], value), 6.25);
        let distance = |_: [i32; 3], [x, y, z]: [f32; 3]| x + 10.0 * y + 100.0 * z;
        assert_eq!(join([0.25, 0.5, 0.75], [1.0, 0.0, 1.0], distance), -0.75 + 5.0 - 25.0);
    }

    #[test]
    fn the_bound_holds_for_all_weights() {
        for weight in [linear, smoothstep, smootherstep] {
            for i in 0..=1000 {
                let t = i as f32 / 1000.0;
                let square = join([t], [weight(t)], |_, [distance]| distance * distance);
                assert!(square <= 0.250_000_1, "{t}: {square}");
            }
        }
    }

    #[test]
    fn zero_vectors_are_not_normalized() {
        assert_eq!(normalize([0.0; 3]), [0.0; 3]);
        assert_eq!(normalize([3.0, -4.0, 0.0]), [0.6, -0.8, 0.0]);
    }
}
