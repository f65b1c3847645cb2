//! What the published gradient noises share: the corners of a lattice cell, joined along x, then y, then z.

use std::ops::{Add, Mul, Sub};

/// The floats that a program computes in: some of the published ones do so in `f32`, some in `f64`.
pub(super) trait Real: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// One.
    const ONE: Self;
}

impl Real for f32 {
    const ONE: f32 = 1.0;
}

impl Real for f64 {
    const ONE: f64 = 1.0;
}

/// Interpolates what `value` gives for each corner of a cell, in `D` = 1 to 3 dimensions.
///
/// `offsets` are the distances from the lower corner, `weights` how much the upper corners count. `value` is
/// given how many steps the corner lies above the lower one along each axis, 0 or 1, and the distances from it.
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

/// A vector of length 1 in the same direction; 0 stays 0, where the published programs divide by it.
pub(super) fn normalize(vector: [f32; 3]) -> [f32; 3] {
    // The last component of vectors of the plane is 0 and changes no bit.
    let length = dot(vector, vector).sqrt();
    if length == 0.0 { vector } else { vector.map(|component| component / length) }
}

/// A coordinate; one that is not finite is taken as 0.
pub(super) fn coordinate(x: f32) -> f32 {
    if x.is_finite() { x } else { 0.0 }
}

/// The greatest size of gradient noise with gradients of length 1 at most, in 1 to 3 dimensions: sqrt(D) / 2.
///
/// A corner gives at most its distance, so the noise is at most the weighted mean of the corners' distances,
/// and that at most the root of the weighted mean of their squares. Along one axis the mean of the squares is
/// (1 - s) t² + s (1 - t)². It is greatest in the middle, 1/4, for the straight line, for smoothstep, whose mean
/// is 4 t² (1 - t)², and for smootherstep, which below the middle is less than smoothstep. The axes' means add up.
///
/// It holds for what is computed in floats, too: there is room for rounding.
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
    fn the_bound_is_one() {
        for weight in [linear, smoothstep, smootherstep] {
            for i in 0..=1000 {
                let t = i as f32 / 1000.0;
                let square = join([t], [weight(t)], |_, [distance]| distance * distance);
                assert!(square <= 0.250_000_1, "{t}: {square}");
            }
        }
    }

    #[test]
    fn nothing_has_no_direction() {
        assert_eq!(normalize([0.0; 3]), [0.0; 3]);
        assert_eq!(normalize([3.0, -4.0, 0.0]), [0.6, -0.8, 0.0]);
    }
}
