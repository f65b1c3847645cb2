//! Gradient noise, after Perlin: a random gradient at each lattice point, where the noise is 0.

use crate::cellwise::Points;
use crate::interpolant::blend;
use crate::lattice::{Lattice, Row};
use crate::positions::CellPosition;

/// Gradient noise. A column is the pair (A, B) of a linear function `A * x + B` of the distance along x.
pub(crate) struct Gradient;

impl Lattice<2, 2> for Gradient {
    const PARTS: usize = 3;
    const IS_STEEP: bool = true;

    /// The random gradient.
    #[inline(always)]
    fn random<const D: usize>(hash: u32) -> [f32; 4] {
        vector::<D>(hash)
    }

    /// The gradient's x and y components, and the sum of the other axes' contributions.
    #[inline(always)]
    fn reduce<const D: usize>(row: &Row, points: &impl Points, x: i32, y: i32) -> [f32; 3] {
        if D < 3 {
            let [gx, gy, _, _] = points.random([x, y, 0, 0]);
            return [gx, gy, 0.0];
        }
        if D == 3 {
            let [gx, gy, rest, _] = last::<D>(row.z, points, [x, y, 0, 0]);
            return [gx, gy, rest];
        }
        blend(row.z.weight, triple(row, points, [x, y, 0, 0]), triple(row, points, [x, y, 1, 0]))
    }

    /// The slopes along x, y and z, and the remaining sum.
    #[inline(always)]
    fn still(row: &Row, points: &impl Points) -> [f32; 4] {
        last::<4>(row.time, points, [0; 4])
    }

    #[inline(always)]
    fn settle(z: CellPosition, below: [f32; 4], rise: [f32; 4], above: [f32; 4]) -> [f32; 3] {
        // The arithmetic of `triple` and `blend`.
        let [below_rest, above_rest] =
            [below[2] * z.distance_from(0) + below[3], above[2] * z.distance_from(1) + above[3]];
        let [rest] = blend(z.weight, [below_rest], [above_rest]);
        [below[0] + z.weight * rise[0], below[1] + z.weight * rise[1], rest]
    }

    #[inline(always)]
    fn column<const D: usize>(y: CellPosition, [below, above]: [[f32; 3]; 2]) -> [f32; 2] {
        if D == 1 {
            return [below[0], 0.0];
        }
        blend(y.weight, pair::<D>(below, y.distance_from(0)), pair::<D>(above, y.distance_from(1)))
    }

    #[inline(always)]
    fn across([left, right]: [[f32; 2]; 2], offset: f32, weight: f32) -> f32 {
        let left = left[0] * offset + left[1];
        let right = right[0] * (offset - 1.0) + right[1];
        blend(weight, [left], [right])[0]
    }

    #[inline(always)]
    fn point<const D: usize>(hash: u32, distance: [f32; 4], along: [f32; 4]) -> (f32, [f32; 4]) {
        let gradient = vector::<D>(hash);
        let (mut value, mut slopes) = (0.0, [0.0; 4]);
        for axis in 0..D {
            value += gradient[axis] * distance[axis];
            // Adding 0 turns -0 into 0.
            slopes[axis] = gradient[axis] * along[axis] + 0.0;
        }
        (value, slopes)
    }
}

/// The gradient of a lattice point; the first `D` components are used.
#[inline(always)]
pub(crate) fn vector<const D: usize>(hash: u32) -> [f32; 4] {
    if D == 1 {
        [slope(hash), 0.0, 0.0, 0.0]
    } else if D == 2 {
        let [x, y] = compass(hash);
        [x, y, 0.0, 0.0]
    } else if D == 3 {
        let [x, y, z] = cube_edge(hash);
        [x, y, z, 0.0]
    } else {
        tesseract_edge(hash)
    }
}

/// The slope along x and the remaining sum, at a distance along y.
#[inline(always)]
fn pair<const D: usize>([gx, gy, rest]: [f32; 3], distance: f32) -> [f32; 2] {
    // In two dimensions there is no remaining sum. Adding 0 would change the sign of a -0.
    [gx, if D == 2 { gy * distance } else { gy * distance + rest }]
}

/// The slopes along x and y and the remaining sum, in four dimensions, at one lattice row and z corner.
#[inline(always)]
fn triple(row: &Row, points: &impl Points, corner: [i32; 4]) -> [f32; 3] {
    let [gx, gy, gz, rest] = last::<4>(row.time, points, corner);
    [gx, gy, gz * row.z.distance_from(corner[2]) + rest]
}

/// The slopes along all axes but the last, and the remaining sum, interpolated between the lattice points below and
/// above `cell_position` along the last axis.
#[inline(always)]
fn last<const D: usize>(cell_position: CellPosition, points: &impl Points, corner: [i32; 4]) -> [f32; 4] {
    let mut next = corner;
    next[D - 1] += 1;
    let (below, rise, above) = (points.random(corner), points.rise::<D>(corner), points.random(next));
    let mut blended = below;
    for axis in 0..D - 1 {
        // The arithmetic of `blend`.
        blended[axis] = below[axis] + cell_position.weight * rise[axis];
    }
    let [below, above] = [below[D - 1] * cell_position.distance_from(0), above[D - 1] * cell_position.distance_from(1)];
    [blended[D - 1]] = blend(cell_position.weight, [below], [above]);
    blended
}

/// A slope in one dimension: uniform in [-1, 1].
#[inline(always)]
fn slope(hash: u32) -> f32 {
    hash as i32 as f32 * (1.0 / 2_147_483_648.0)
}

/// A gradient in two dimensions: one of the 16 unit vectors at multiples of 22.5 degrees.
#[inline(always)]
fn compass(hash: u32) -> [f32; 2] {
    const COS_22: f32 = 0.923_879_5;
    const COS_45: f32 = std::f32::consts::FRAC_1_SQRT_2;
    const COS_67: f32 = 0.382_683_43;
    let (diagonal, odd) = (hash & 1 != 0, hash & 2 != 0);
    let cosine = if odd { if diagonal { COS_67 } else { COS_22 } } else { if diagonal { COS_45 } else { 1.0 } };
    let sine = if odd { if diagonal { COS_22 } else { COS_67 } } else { if diagonal { COS_45 } else { 0.0 } };
    // Turned by one of the four quarter turns.
    let swap = hash & 4 != 0;
    let (x, y) = if swap { (sine, cosine) } else { (cosine, sine) };
    [signed(x, (hash << 28) ^ (hash << 29)), signed(y, hash << 28)]
}

/// A gradient in three dimensions: one of the 12 vectors from the center of a cube to its edges, (±1, ±1, 0) and the
/// like.
#[inline(always)]
fn cube_edge(hash: u32) -> [f32; 3] {
    // The axis depends on the third of the signed integers that contains the hash; the signs are the lowest bits.
    const THIRD: i32 = 715_827_883;
    let (lowest, highest) = ((hash as i32) < -THIRD, hash as i32 >= THIRD);
    [
        if lowest { 0.0 } else { signed(1.0, hash << 31) },
        if highest { 0.0 } else { signed(1.0, hash << 30) },
        if lowest | highest { signed(1.0, hash << 29) } else { 0.0 },
    ]
}

/// A gradient in four dimensions: one of the 32 vectors from the center of a tesseract to its edges, (±1, ±1, ±1, 0)
/// and the like.
#[inline(always)]
fn tesseract_edge(hash: u32) -> [f32; 4] {
    let axis = hash >> 30;
    [
        if axis == 0 { 0.0 } else { signed(1.0, hash << 31) },
        if axis == 1 { 0.0 } else { signed(1.0, hash << 30) },
        if axis == 2 { 0.0 } else { signed(1.0, hash << 29) },
        if axis == 3 { 0.0 } else { signed(1.0, hash << 28) },
    ]
}

/// `magnitude` with the highest bit of `sign` as its sign.
#[inline(always)]
fn signed(magnitude: f32, sign: u32) -> f32 {
    f32::from_bits(magnitude.to_bits() ^ (sign & 0x8000_0000))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash;

    /// Counts the occurrences of each gradient in `count` adjacent cells.
    fn census<const N: usize>(
        count: u32,
        cell: impl Fn(i32) -> u32,
        gradient: fn(u32) -> [f32; N],
    ) -> Vec<([f32; N], u32)> {
        let mut census: Vec<([f32; N], u32)> = Vec::new();
        for i in 0..count {
            // The sign of a zero is ignored.
            let gradient = gradient(cell(i as i32)).map(|component| component + 0.0);
            match census.iter_mut().find(|(known, _)| *known == gradient) {
                Some((_, count)) => *count += 1,
                None => census.push((gradient, 1)),
            }
        }
        census
    }

    /// The deviation from uniformity, converted to a standard normal variable (Wilson and Hilferty 1931).
    #[expect(clippy::disallowed_methods, reason = "a statistic")]
    fn deviation<const N: usize>(count: u32, census: &[([f32; N], u32)]) -> f64 {
        let expected = f64::from(count) / census.len() as f64;
        let chi_square: f64 = census.iter().map(|(_, n)| (f64::from(*n) - expected).powi(2) / expected).sum();
        let freedom = census.len() as f64 - 1.0;
        let spread = 2.0 / (9.0 * freedom);
        let root = (chi_square / freedom).cbrt();
        (root - (1.0 - spread)) / spread.sqrt()
    }

    fn check(count: u32) {
        // Exceeded by chance with probability 1e-4.
        const LIMIT: f64 = 3.719;
        for seed in 0..3 {
            let two = census(count, |i| hash(seed, [i & 1023, i >> 10]), compass);
            let three = census(count, |i| hash(seed, [i & 127, i >> 7 & 127, i >> 14]), cube_edge);
            let four = census(count, |i| hash(seed, [i & 31, i >> 5 & 31, i >> 10 & 31, i >> 15]), tesseract_edge);
            assert_eq!((two.len(), three.len(), four.len()), (16, 12, 32));
            let deviations = [deviation(count, &two), deviation(count, &three), deviation(count, &four)];
            println!("seed {seed}: {deviations:.2?} standard deviations");
            assert!(deviations.into_iter().all(|deviation| deviation < LIMIT), "{deviations:?}");
        }
    }

    #[test]
    fn gradients_are_uniform() {
        check(1 << 20);
    }

    #[test]
    #[ignore = "seconds; the same over more cells"]
    fn gradients_are_uniform_over_many_cells() {
        check(1 << 24);
    }

    #[test]
    fn gradients_have_the_documented_lengths() {
        let square = |gradient: &[f32]| gradient.iter().map(|component| component * component).sum::<f32>();
        for i in 0..1000 {
            let random = hash(5, [i]);
            assert!((-1.0..=1.0).contains(&slope(random)));
            assert!((square(&compass(random)) - 1.0).abs() < 1e-6);
            assert_eq!(square(&cube_edge(random)), 2.0);
            assert_eq!(square(&tesseract_edge(random)), 3.0);
        }
    }

    #[test]
    fn directions_are_evenly_spaced() {
        let mut angles: Vec<f64> =
            (0..16).map(compass).map(|[x, y]| crate::math::atan2(y, x).to_degrees().into()).collect();
        angles.sort_by(f64::total_cmp);
        for (i, angle) in angles.into_iter().enumerate() {
            assert!((angle - (i as f64 * 22.5 - 157.5)).abs() < 1e-4, "{angle}");
        }
    }
}
