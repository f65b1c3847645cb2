//! Ken Perlin's improved noise of 2002.

use super::corners::{coordinate, join};
use super::permutation::permute;

/// The greatest magnitude of [`perlin_2002`].
///
/// No value exceeds that of a cell in which each corner has its best gradient, whose contribution is the sum of the
/// two longest components of the distance. A search over such a cell finds at most 1.036354.
pub const PERLIN_2002_BOUND: f32 = 1.036_36;

/// Improved noise in 3D: Ken Perlin, "Improving Noise", SIGGRAPH 2002, with the permutation of his "Improved Noise
/// reference implementation".
///
/// It improves on the noise of 1985: a quintic makes slopes join smoothly, and twelve gradients, from the center of a
/// cube to the midpoints of its edges, avoid the directions along the axes, in which noise clumped. Most programs
/// mean this noise by Perlin noise.
///
/// Limitations:
///
/// - It repeats every 256 cells along each axis, and there is a single pattern: it has no seed.
/// - It is 0 at every lattice point. Slices along a lattice plane are rather flat, and reveal the lattice.
/// - It can exceed ±1 by about 4 %, though rarely.
///
/// [`Noise`](crate::Noise) with [`Basis::Gradient`](crate::Basis::Gradient) computes the same kind of noise with any
/// seed, without a period, from -1 to 1, in up to four dimensions, and faster. Use this one for the published values.
///
/// Computed in double precision, as in the published program, and rounded once. A non-finite coordinate counts as 0.
/// Beyond ±2^31 the lattice ends, and the noise is constant along that axis.
pub fn perlin_2002(position: [f32; 3]) -> f32 {
    let position = position.map(|x| f64::from(coordinate(x)));
    let below = position.map(f64::floor);
    let offsets = std::array::from_fn(|axis| position[axis] - below[axis]);
    let value = join(offsets, offsets.map(fade), |steps: [i32; 3], distances| {
        let [x, y, z] = [0, 1, 2].map(|axis: usize| (below[axis] as i32).wrapping_add(steps[axis]));
        let hash = permute(permute(permute(x).wrapping_add(y)).wrapping_add(z));
        gradient(hash, distances)
    });
    value as f32
}

/// The quintic 6 t⁵ - 15 t⁴ + 10 t³.
fn fade(t: f64) -> f64 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

/// The scalar product with one of the twelve gradients; four of them occur twice.
fn gradient(hash: i32, [x, y, z]: [f64; 3]) -> f64 {
    let hash = hash & 15;
    let u = if hash < 8 { x } else { y };
    let v = match hash {
        0..4 => y,
        12 | 14 => x,
        _ => z,
    };
    (if hash & 1 == 0 { u } else { -u }) + (if hash & 2 == 0 { v } else { -v })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of a C translation of the published program.
    const CASES: [([f32; 3], f64); 5] = [
        ([0.3, 1.7, -4.2], -0.34813831466599504),
        ([-183.42, 77.01, 255.9], 0.15831193565320567),
        ([4000.123, -4090.77, 12.5], 0.2085190624305095),
        ([-0.25, -1e-09, 255.5], -0.5517578130000003),
        ([1000000.0, 0.125, -4095.5], -0.4084053039550781),
    ];

    #[test]
    fn values_match_the_program() {
        for (position, value) in CASES {
            assert_eq!(perlin_2002(position), value as f32, "{position:?}");
        }
    }

    #[test]
    fn it_repeats_every_256_cells_and_is_0_at_lattice_points() {
        assert_eq!(perlin_2002([0.25, 1.5, 2.75]), perlin_2002([256.25, -254.5, 514.75]));
        assert_eq!(perlin_2002([7.0, -3.0, 12.0]), 0.0);
    }

    #[test]
    fn values_stay_within_the_bound_everywhere() {
        let mut greatest: f32 = 0.0;
        for i in 0..200_000 {
            let x = i as f32 * 0.317 - 3000.0;
            greatest = greatest.max(perlin_2002([x, x * 0.71, 5.0 - x * 0.37]).abs());
        }
        assert!(greatest > 0.8 && greatest <= PERLIN_2002_BOUND, "{greatest}");
        for far in [1e9, -1e10, f32::MAX, f32::MIN, -1e-20] {
            assert!(perlin_2002([far, 0.5, -far]).abs() <= PERLIN_2002_BOUND);
        }
        assert_eq!(perlin_2002([f32::NAN, 0.5, f32::INFINITY]), perlin_2002([0.0, 0.5, 0.0]));
    }
}
