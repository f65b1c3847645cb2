//! The slopes of the sum of the waves around a sample, and of the quantities derived from it.

use super::sum::{Query, REACH, Sums, scale, turn};
use super::wave::Wave;
use crate::hash::nth_number;
use crate::math;
use crate::random::unit;

/// The sums of the waves around `B` samples, and their derivatives: the real parts, then the imaginary parts.
pub(super) struct Slopes<const D: usize, const B: usize> {
    sum: [[f32; B]; 2],
    slopes: [[[f32; B]; D]; 2],
}

impl<const D: usize, const B: usize> Slopes<D, B> {
    #[inline(always)]
    pub fn of(query: &Query<D, B>) -> Self {
        let mut found = Slopes { sum: [[0.0; B]; 2], slopes: [[[0.0; B]; D]; 2] };
        query.add_waves(&mut found);
        for part in 0..2 {
            for i in 0..B {
                found.sum[part][i] *= const { scale(D) };
                for axis in 0..D {
                    found.slopes[part][axis][i] *= const { scale(D) };
                }
            }
        }
        found
    }

    /// The derivative along an axis of the quantity that `wave` names.
    #[inline(always)]
    pub fn finish(&self, wave: Wave, axis: usize) -> [f32; B] {
        let mut out = [0.0; B];
        for i in 0..B {
            let (re, im) = (self.sum[0][i], self.sum[1][i]);
            let (re_slope, im_slope) = (self.slopes[0][axis][i], self.slopes[1][axis][i]);
            let square = re * re + im * im;
            let size = math::sqrt(square);
            // Half the derivative of the square.
            let half = re * re_slope + im * im_slope;
            // The gain, and twice its derivative by the square.
            let (gain, bend) = if square < 1.0 {
                ((15.0 - 10.0 * square + 3.0 * square * square) * 0.125, (6.0 * square - 10.0) * 0.25)
            } else {
                (1.0 / size, -1.0 / (size * square))
            };
            let slope = match wave {
                Wave::Value => im_slope * gain + im * (bend * half),
                Wave::Intensity if square < 1.0 => math::div(half, size) * gain + size * (bend * half),
                Wave::Intensity => 0.0,
                Wave::Phase => math::div((re * im_slope - im * re_slope) * (0.5 / std::f32::consts::PI), square),
            };
            // Never -0.
            out[i] = slope + 0.0;
        }
        out
    }
}

impl<const D: usize, const B: usize> Sums<D, B> for Slopes<D, B> {
    #[inline(always)]
    fn add(&mut self, query: &Query<D, B>, step: [i32; 3], hashes: &[u32; B]) {
        let (mut distance, mut weight) = ([[0.0; B]; D], [1.0; B]);
        if !query.impulse(step, hashes, &mut distance, &mut weight) {
            return;
        }
        for i in 0..B {
            // The direction of the wave, of length 1.
            let (mut parts, random) = ([0.0; 3], unit(nth_number(hashes[i], D)));
            if D == 2 {
                let [cosine, sine] = turn((2.0 * random - 1.0) * query.spread[i]);
                parts = [cosine, sine, 0.0];
            } else {
                let height = 1.0 - random * query.spread[i];
                let radius = math::sqrt(1.0 - height * height);
                let [cosine, sine] = turn(unit(nth_number(hashes[i], D + 1)));
                (parts[0], parts[1], parts[2]) = (height, radius * cosine, radius * sine);
            }
            let (mut direction, mut way) = ([0.0; D], 0.0);
            for axis in 0..D {
                for row in 0..D {
                    direction[axis] += parts[row] * query.frame[row][axis][i];
                }
                way += direction[axis] * distance[axis][i];
            }
            let [cosine, sine] = turn(query.frequency[i] * way + unit(nth_number(hashes[i], D + 2)));
            let cube = weight[i] * weight[i] * weight[i];
            let envelope = cube * weight[i];
            self.sum[0][i] += envelope * cosine;
            self.sum[1][i] += envelope * sine;
            let angle = envelope * (query.frequency[i] * std::f32::consts::TAU);
            for axis in 0..D {
                let fading = cube * distance[axis][i] * const { -8.0 / (REACH * REACH) };
                let turning = angle * direction[axis];
                self.slopes[0][axis][i] += fading * cosine - turning * sine;
                self.slopes[1][axis][i] += fading * sine + turning * cosine;
            }
        }
    }
}
