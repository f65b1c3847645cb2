//! Sines and cosines of many angles.
//!
//! A fast result with a known error is correct if every value within the error rounds to the same float; otherwise
//! the definition decides. The bits are therefore those of [`sin`](super::sin) and [`cos`](super::cos). After Abraham
//! Ziv, "Fast evaluation of elementary mathematical functions with correctly rounded last bit", 1991.

use super::polynomial::ROUNDER;
use super::trigonometry::sine_ahead;
use crate::blocks::{self, BLOCK, Blockwise};
use crate::level::{Kernel, Level};

/// The [sines](super::sin) of angles in radians, with the same bits at every level.
///
/// # Panics
///
/// If `angles` and `out` differ in length.
pub fn sines(level: Level, angles: &[f32], out: &mut [f32]) {
    waves::<0>(level, angles, out);
}

/// The [cosines](super::cos) of angles in radians, with the same bits at every level.
///
/// # Panics
///
/// If `angles` and `out` differ in length.
pub fn cosines(level: Level, angles: &[f32], out: &mut [f32]) {
    waves::<1>(level, angles, out);
}

fn waves<const AHEAD: u64>(level: Level, angles: &[f32], out: &mut [f32]) {
    assert_eq!(angles.len(), out.len(), "angles and results must have the same length");
    // The scalar level, the reference, computes one sample at a time.
    let whole = if level == Level::Scalar { 0 } else { angles.len() / STRIP * STRIP };
    let ((angles, rest), (out, out_rest)) = (angles.split_at(whole), out.split_at_mut(whole));
    level.run(Strips::<AHEAD> { angles: angles.as_chunks().0, out: out.as_chunks_mut().0 });
    blocks::map::<_, BLOCK>(level, &Wave::<AHEAD>, [rest], out_rest);
}

/// Angles that pass through one stage before the next: a CPU looks only so far ahead for independent work, and
/// all stages together are longer than that.
const STRIP: usize = 128;

/// The sines of strips of angles, advanced by `AHEAD` quarter turns, 0 or 1.
struct Strips<'a, const AHEAD: u64> {
    angles: &'a [[f32; STRIP]],
    out: &'a mut [[f32; STRIP]],
}

impl<const AHEAD: u64> Kernel for Strips<'_, AHEAD> {
    #[inline(always)]
    fn run(self) {
        let mut squares = [0.0; STRIP];
        for (angles, out) in self.angles.iter().zip(self.out) {
            for i in 0..STRIP {
                squares[i] = fraction::<AHEAD>(angles[i]);
            }
            for square in &mut squares {
                *square = square_of(*square);
            }
            let mut sure = true;
            for i in 0..STRIP {
                let [low, high] = ends(squares[i]);
                sure &= is_sure(angles[i], [low, high]);
                out[i] = low;
            }
            if !sure {
                for (angles, out) in angles.as_chunks::<ANGLES_PER_CHECK>().0.iter().zip(out.as_chunks_mut().0) {
                    *out = Wave::<AHEAD>.block(&mut (), [*angles]);
                }
            }
        }
    }
}

/// Angles of a strip that are checked together if the strip has uncertain results.
const ANGLES_PER_CHECK: usize = 16;

/// The sine of an angle, advanced by `AHEAD` quarter turns, 0 or 1.
struct Wave<const AHEAD: u64>;

impl<const AHEAD: u64> Blockwise<1> for Wave<AHEAD> {
    type Memory = ();

    #[inline(always)]
    fn block<const B: usize>(&self, (): &mut (), [angles]: [[f32; B]; 1]) -> [f32; B] {
        let mut out = [0.0; B];
        let mut sure = true;
        for i in 0..B {
            let [low, high] = ends(square_of(fraction::<AHEAD>(angles[i])));
            sure &= is_sure(angles[i], [low, high]);
            out[i] = low;
        }
        if !sure {
            for i in 0..B {
                out[i] = sine_ahead(angles[i], AHEAD);
            }
        }
        out
    }
}

/// The greatest angle for which the fast result is precise enough.
const LIMIT: f32 = 2048.0;

/// A bound of the error of the fast result: 1.5e-12 by its polynomial, and 0.6e-12 by its reduction.
const ERROR_BOUND: f64 = 2.5e-12;

/// The angle as a fraction of a turn in [-1/2, 1/2], moved back by a quarter turn for a sine, so that its cosine is
/// the result.
#[inline(always)]
fn fraction<const AHEAD: u64>(angle: f32) -> f64 {
    const PER_TURN: f64 = 0.5 * std::f64::consts::FRAC_1_PI;
    let turns = f64::from(angle) * PER_TURN;
    let turns = if AHEAD == 1 { turns } else { turns - 0.25 };
    turns - ((turns + ROUNDER) - ROUNDER)
}

/// 1 plus the cosine of a fraction of a turn, from the cosine of a quarter of the angle, doubled twice.
#[inline(always)]
fn square_of(fraction: f64) -> f64 {
    // 2^(3/4) cos(2 pi fraction / 4), a polynomial in the square, by Gerald Estrin's scheme (1960), which shortens
    // the dependency chain. With that factor the doublings need no factor 2.
    let z = fraction * fraction;
    let zz = z * z;
    let quarter = (1.6817928305073357 - 2.0748287401851866 * z)
        + ((0.4266195584504669 - 0.035088030917051725 * z) + (0.0015458396711934552 - 4.179425505412693e-5 * z) * zz)
            * zz;
    let half = quarter * quarter - std::f64::consts::SQRT_2;
    half * half
}

/// The least and the greatest cosine within the error, rounded.
#[inline(always)]
fn ends(square: f64) -> [f32; 2] {
    [(square - (1.0 + ERROR_BOUND)) as f32, (square - (1.0 - ERROR_BOUND)) as f32]
}

/// Whether the fast result is precise enough for the angle, and all values within its error round to one float.
#[inline(always)]
fn is_sure(angle: f32, [low, high]: [f32; 2]) -> bool {
    // Compared as integers, which is faster.
    let near = angle.abs().to_bits() as i32 <= LIMIT.to_bits() as i32;
    near & (low.to_bits() == high.to_bits())
}

#[cfg(test)]
mod tests {
    use super::super::{cos, sin};
    use super::*;

    fn check(angles: &[f32]) {
        let mut out = vec![0.0; angles.len()];
        for level in Level::available() {
            sines(level, angles, &mut out);
            for (angle, out) in angles.iter().zip(&out) {
                assert_eq!(out.to_bits(), sin(*angle).to_bits(), "the sine of {angle:e}, {level}");
            }
            cosines(level, angles, &mut out);
            for (angle, out) in angles.iter().zip(&out) {
                assert_eq!(out.to_bits(), cos(*angle).to_bits(), "the cosine of {angle:e}, {level}");
            }
        }
    }

    #[test]
    fn bits_match_the_definition() {
        // Floats of every magnitude and sign, including infinities and NaN; neighbors are far apart, or close.
        check(&(0..1 << 20).map(|i: u32| f32::from_bits(i.wrapping_mul(0x9E37_79B9))).collect::<Vec<_>>());
        check(&(0..1 << 20).map(|i: u32| f32::from_bits(i << 12)).collect::<Vec<_>>());
        check(&(-30_000..30_000).map(|i| i as f32 * 0.07).collect::<Vec<_>>());
        check(&(-30_000..30_000).map(|i| i as f32 * std::f32::consts::FRAC_PI_2).collect::<Vec<_>>());
    }

    #[test]
    fn any_number_of_angles_is_accepted() {
        let angles: Vec<f32> = (0..400).map(|i| i as f32 * 0.3).collect();
        (0..50).chain(120..140).chain([255, 256, 400]).for_each(|length| check(&angles[..length]));
    }
}
