//! The sum of the waves around a sample, and the quantities derived from it.

use super::wave::Wave;
use crate::hash::{self, nth_number};
use crate::math;
use crate::period::{self, Periods};
use crate::random::unit;

/// The radius of an impulse, in cells.
pub(super) const REACH: f32 = 1.5;
/// The number of cells along an axis within reach of a sample.
const CELLS: i32 = 4;

/// `B` samples, and the parameters of their waves.
pub(super) struct Query<const D: usize, const B: usize> {
    pub start: u32,
    pub periods: Option<Periods>,
    /// The first cell within reach along each axis, and the sample's offset from that cell's lower end.
    pub cells: [[i32; B]; D],
    pub within: [[f32; B]; D],
    pub frequency: [f32; B],
    /// The greatest deviation from the given direction: in turns in 2D, and as one minus the cosine in 3D.
    pub spread: [f32; B],
    /// The given direction, and axes at right angles to it.
    pub frame: [[[f32; B]; D]; D],
}

impl<const D: usize, const B: usize> Query<D, B> {
    /// The sum of all waves: the real part and the imaginary part.
    #[inline(always)]
    pub fn sum(&self) -> [[f32; B]; 2] {
        let mut sum = Sum([[0.0; B]; 2]);
        self.add_waves(&mut sum);
        sum.0
    }

    /// Adds the waves of all cells within reach.
    #[inline(always)]
    pub fn add_waves(&self, sums: &mut impl Sums<D, B>) {
        let mut states = [[self.start; B]; 4];
        for z in 0..if D > 2 { CELLS } else { 1 } {
            if D > 2 {
                self.absorb(&mut states, 2, z);
            }
            for y in 0..CELLS {
                self.absorb(&mut states, 1, y);
                for x in 0..CELLS {
                    let (mut hashes, cells) = ([0; B], self.cells(0, x));
                    for i in 0..B {
                        hashes[i] = hash::finish(states[1][i], cells[i]);
                    }
                    sums.add(self, [x, y, z], &hashes);
                }
            }
        }
    }

    /// The hash states after the cells at `step` along an axis, from the states after the next axis.
    #[inline(always)]
    fn absorb(&self, states: &mut [[u32; B]; 4], axis: usize, step: i32) {
        let cells = self.cells(axis, step);
        for i in 0..B {
            let before = if axis + 1 == D { self.start } else { states[axis + 1][i] };
            states[axis][i] = hash::absorb(before, cells[i]);
        }
    }

    /// The cells at `step` after the first ones along an axis, wrapped into the first period if there are periods.
    #[inline(always)]
    fn cells(&self, axis: usize, step: i32) -> [i32; B] {
        period::within(self.periods, axis, self.cells[axis].map(|cell| cell.wrapping_add(step)))
    }

    /// Computes the vector from the impulse of one cell to each sample, and from a weight of 1 the fourth root of the
    /// envelope there. Returns whether the wave is above 0 for any sample.
    #[inline(always)]
    pub fn impulse(
        &self,
        step: [i32; 3],
        hashes: &[u32; B],
        distance: &mut [[f32; B]; D],
        weight: &mut [f32; B],
    ) -> bool {
        let mut matters = false;
        for axis in 0..D {
            for i in 0..B {
                let point = step[axis] as f32 + unit(nth_number(hashes[i], axis));
                let apart = self.within[axis][i] - point;
                distance[axis][i] = apart;
                weight[i] -= apart * apart * (1.0 / (REACH * REACH));
            }
        }
        for i in 0..B {
            weight[i] = if weight[i] > 0.0 { weight[i] } else { 0.0 };
            matters |= weight[i] > 0.0;
        }
        matters
    }
}

/// What waves add up to.
pub(super) trait Sums<const D: usize, const B: usize> {
    /// Adds the wave of one cell to each sample, given the steps from the first cell and the cell's hashes.
    fn add(&mut self, query: &Query<D, B>, step: [i32; 3], hashes: &[u32; B]);
}

/// The real part and the imaginary part.
struct Sum<const B: usize>([[f32; B]; 2]);

impl<const D: usize, const B: usize> Sums<D, B> for Sum<B> {
    #[inline(always)]
    fn add(&mut self, query: &Query<D, B>, step: [i32; 3], hashes: &[u32; B]) {
        let (mut distance, mut weight) = ([[0.0; B]; D], [1.0; B]);
        if !query.impulse(step, hashes, &mut distance, &mut weight) {
            return;
        }
        for i in 0..B {
            let mut along = [0.0; D];
            for row in 0..D {
                for axis in 0..D {
                    along[row] += query.frame[row][axis][i] * distance[axis][i];
                }
            }
            let random = unit(nth_number(hashes[i], D));
            let way = if D == 2 {
                let [cosine, sine] = turn((2.0 * random - 1.0) * query.spread[i]);
                cosine * along[0] + sine * along[1]
            } else {
                // Heights uniform over the cap's height are directions uniform over the cap.
                let height = 1.0 - random * query.spread[i];
                let radius = math::sqrt(1.0 - height * height);
                let [cosine, sine] = turn(unit(nth_number(hashes[i], D + 1)));
                height * along[0] + radius * (cosine * along[1] + sine * along[D - 1])
            };
            let [cosine, sine] = turn(query.frequency[i] * way + unit(nth_number(hashes[i], D + 2)));
            let envelope = (weight[i] * weight[i]) * (weight[i] * weight[i]);
            self.0[0][i] += envelope * cosine;
            self.0[1][i] += envelope * sine;
        }
    }
}

/// The direction, normalized, and axes at right angles to it: in 2D a quarter turn from x to y, in 3D after Tom Duff
/// and others, "Building an Orthonormal Basis, Revisited", JCGT 2017. A direction of length 0 is replaced by x.
#[inline(always)]
pub(super) fn frame<const D: usize>(direction: [f32; D]) -> [[f32; D]; D] {
    let mut greatest = 0.0;
    let mut unit = [0.0; D];
    for axis in 0..D {
        unit[axis] = if direction[axis].abs() <= f32::MAX { direction[axis] } else { 0.0 };
        greatest = math::max(greatest, unit[axis].abs());
    }
    let mut square = 0.0;
    for axis in 0..D {
        let part = if greatest > 0.0 { unit[axis] / greatest } else { 0.0 };
        unit[axis] = if greatest > 0.0 || axis > 0 { part } else { 1.0 };
        square += unit[axis] * unit[axis];
    }
    let length = math::sqrt(square);
    for axis in 0..D {
        unit[axis] /= length;
    }
    let mut frame = [unit; D];
    let (x, y) = (unit[0], unit[1]);
    if D == 2 {
        (frame[1][0], frame[1][1]) = (-y, x);
    } else {
        let z = unit[D - 1];
        let sign = if z < 0.0 { -1.0 } else { 1.0 };
        let a = -1.0 / (sign + z);
        let b = x * y * a;
        (frame[1][0], frame[1][1], frame[1][D - 1]) = (1.0 + sign * x * x * a, sign * b, -sign * x);
        (frame[D - 1][0], frame[D - 1][1], frame[D - 1][D - 1]) = (b, sign + y * y * a, -y);
    }
    frame
}

/// The cosine and the sine of an angle in turns, for up to 2^20 turns, with an error of 4e-7 at most.
///
/// Computed in `f32`: the functions of [`math`] take twice as long for a precision that waves do not need.
#[inline(always)]
pub(super) fn turn(turns: f32) -> [f32; 2] {
    /// 1.5 * 2^23. Adding it rounds to an integer and leaves that integer in the low bits.
    const ROUNDER: f32 = 12_582_912.0;
    let shifted = turns * 4.0 + ROUNDER;
    let quarters = shifted.to_bits();
    let rest = (turns - (shifted - ROUNDER) * 0.25) * std::f32::consts::TAU;
    let square = rest * rest;
    let sine =
        rest * (1.0 + square * (-1.0 / 6.0 + square * (1.0 / 120.0 + square * (-1.0 / 5040.0 + square / 362_880.0))));
    let cosine = 1.0 + square * (-0.5 + square * (1.0 / 24.0 + square * (-1.0 / 720.0 + square / 40_320.0)));
    let odd = quarters & 1 == 1;
    let (x, y) = if odd { (sine, cosine) } else { (cosine, sine) };
    let flip = |value: f32, sign: u32| f32::from_bits(value.to_bits() ^ (sign << 31));
    [flip(x, (quarters.wrapping_add(1) >> 1) & 1), flip(y, quarters >> 1 & 1)]
}

/// The quantity that `wave` names, for a sum of waves.
#[inline(always)]
pub(super) fn finish<const D: usize, const B: usize>(wave: Wave, [real, imaginary]: [[f32; B]; 2]) -> [f32; B] {
    let mut out = [0.0; B];
    for i in 0..B {
        let (re, im) = (real[i] * const { scale(D) }, imaginary[i] * const { scale(D) });
        let square = re * re + im * im;
        let size = math::sqrt(square);
        let gain = if square < 1.0 { (15.0 - 10.0 * square + 3.0 * square * square) / 8.0 } else { 1.0 / size };
        out[i] = match wave {
            Wave::Value => math::min(math::max(im * gain, -1.0), 1.0),
            Wave::Intensity => math::min(size * gain, 1.0),
            Wave::Phase => {
                let turns = math::atan2(im, re) * (0.5 / std::f32::consts::PI);
                math::min(if turns < 0.0 { turns + 1.0 } else { turns }, 1.0)
            }
        };
    }
    out
}

/// The reciprocal of 4 standard deviations of the real and of the imaginary part.
///
/// With one impulse of random phase in each cell, the variance is half the integral of the squared envelope, which is
/// π/9 1.5² in 2D and π 131072/2078505 1.5³ in 3D.
pub(super) const fn scale(dimensions: usize) -> f32 {
    if dimensions == 2 { 0.398_942_3 } else { 0.432_378_17 }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use std::f64::consts::{PI, TAU};

    use super::*;
    use crate::hash::hash;

    #[test]
    fn turns_are_sines_and_cosines() {
        let mut error = 0.0f64;
        for i in 0..200_000 {
            let turns = hash(1, [i]) as i32 as f32 / (1u32 << (11 + i % 21)) as f32;
            let [cosine, sine] = turn(turns);
            let (expected_sine, expected_cosine) = (f64::from(turns).fract() * TAU).sin_cos();
            error = error.max((f64::from(cosine) - expected_cosine).abs());
            error = error.max((f64::from(sine) - expected_sine).abs());
        }
        assert!(error < 4e-7, "{error}");
    }

    #[test]
    fn frames_are_at_right_angles() {
        fn check<const D: usize>(direction: [f32; D]) {
            let frame = frame(direction);
            for (i, a) in frame.iter().enumerate() {
                for (j, b) in frame.iter().enumerate() {
                    let product: f32 = (0..D).map(|axis| a[axis] * b[axis]).sum();
                    let expected = if i == j { 1.0 } else { 0.0 };
                    assert!((product - expected).abs() < 1e-6, "{direction:?}: {frame:?}");
                }
            }
        }
        for i in 0..1000 {
            let direction = [1, 2, 3].map(|axis| hash(axis, [i]) as i32 as f32);
            check(direction);
            check([direction[0], direction[1]]);
        }
        for axis in [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [1e-40, 0.0, 0.0], [f32::MAX; 3], [-1.0, 1e-30, -1.0]] {
            check(axis);
        }
        assert_eq!(frame([0.0; 3])[0], [1.0, 0.0, 0.0]);
        assert_eq!(frame([f32::NAN, f32::INFINITY])[0], [1.0, 0.0]);
    }

    #[test]
    fn the_scale_is_the_reciprocal_of_4_deviations() {
        const STEPS: u32 = 10_000;
        for (dimensions, sphere) in [(2, TAU), (3, 2.0 * TAU)] {
            let reach = f64::from(REACH);
            let squares = (0..STEPS).map(|i| (f64::from(i) + 0.5) / f64::from(STEPS)).map(|r| {
                let envelope = (1.0 - r * r).powi(4);
                sphere * (r * reach).powi(dimensions as i32 - 1) * envelope * envelope
            });
            let deviation = (squares.sum::<f64>() * reach / f64::from(STEPS) / 2.0).sqrt();
            let expected = 1.0 / (4.0 * deviation);
            assert!((f64::from(scale(dimensions)) - expected).abs() < 1e-6, "{dimensions}D: {expected}");
        }
        // The documented integrals.
        assert!((f64::from(scale(2)).powi(-2) / 16.0 - PI / 18.0 * 2.25).abs() < 1e-6);
        assert!((f64::from(scale(3)).powi(-2) / 16.0 - PI * 65_536.0 / 2_078_505.0 * 3.375).abs() < 1e-6);
    }
}
