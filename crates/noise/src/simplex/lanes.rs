//! Simplex noise at many samples: along rows where samples lie in rows, and one by one elsewhere.

use super::cells::{Cells, LONGEST};
use super::row;
use super::sum::{Definition, Part};
use crate::far;
use crate::level::{Level, Pointwise};

/// The noise in `D` dimensions, or its derivative, evaluated in lanes of a level.
pub(super) struct Lanes<const D: usize, const SMOOTH: bool, P> {
    pub seed: u32,
    pub part: P,
    pub level: Level,
}

impl<const D: usize, const SMOOTH: bool, P: Part> Lanes<D, SMOOTH, P> {
    /// Evaluates the noise at each position, with the bits of the definition.
    pub fn fill(&self, position: [&[f32]; D], out: &mut [f32]) {
        if SMOOTH || !row::is_worth(self.level, position) {
            return self.scatter(position, out);
        }
        let definition = Definition::<false, false, _> { seed: self.seed, part: self.part };
        let mut cells = Cells::take();
        let (mut start, mut stretch) = (0, row::SHORTEST);
        while start < out.len() {
            let done = row::fill(&mut cells, self.level, definition, position, start, out);
            start += done;
            if done > 0 {
                stretch = row::SHORTEST;
            } else {
                // Samples that share little here may not share much further on: rows are searched for less and less
                // often.
                let end = out.len().min(start + stretch);
                self.scatter(position.map(|axis| &axis[start..end]), &mut out[start..end]);
                (start, stretch) = (end, LONGEST.min(2 * stretch));
            }
        }
        cells.keep();
    }

    /// The same, each sample by itself.
    fn scatter(&self, position: [&[f32]; D], out: &mut [f32]) {
        let (seed, part) = (self.seed, self.part);
        if position.iter().all(|axis| far::are_near(self.level, axis)) {
            self.level.map(&Definition::<SMOOTH, false, _> { seed, part }, position, out);
        } else {
            let definition = Definition::<SMOOTH, true, _> { seed, part };
            for (i, out) in out.iter_mut().enumerate() {
                *out = definition.at(position.map(|axis| axis[i]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use crate::hash::hash;
    use crate::{Level, Simplex, SimplexSlope};

    /// Difficult numbers.
    const HOSTILE: [f32; 9] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -3e9, 3e9, -0.0, 0.0, 1e-40];

    fn check(what: &str, at: impl Fn([f32; 4]) -> f32, lanes: impl Fn(Level, &mut [f32]), axes: &[Vec<f32>; 4]) {
        let expected: Vec<f32> = (0..axes[0].len()).map(|i| at(axes.each_ref().map(|axis| axis[i]))).collect();
        for level in Level::available() {
            let mut out = vec![9.0; expected.len()];
            lanes(level, &mut out);
            for (i, (found, expected)) in out.iter().zip(&expected).enumerate() {
                assert_eq!(found.to_bits(), expected.to_bits(), "{what} at {level}, sample {i}");
            }
        }
    }

    /// Sums of cell indices are known modulo 2^32, so that a distant sample could be mistaken for a close one.
    #[test]
    fn distant_samples_do_not_affect_rows() {
        for far in [f32::INFINITY, f32::MAX, 4_294_967_296.0, 2_147_483_648.0, 2_147_483_520.0] {
            for (dimensions, start) in [(2, -0.5), (3, -0.5), (4, -0.5), (3, -138.0), (3, -150.0)] {
                let noise = Simplex::new(dimensions, 5).unwrap();
                let mut axes = [0, 1, 2, 3].map(|_| vec![0.0; 400]);
                axes[0] = (0..400).map(|i| i as f32 / 64.0 + start).collect();
                for i in [70, 127, 128, 399] {
                    axes[0][i] = far;
                }
                let position = axes.each_ref().map(Vec::as_slice);
                check("noise", |at| noise.at(at), |level, out| noise.lanes(level, position, out), &axes);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// Rows of all lengths through cells of all widths, near and far, straight and askew, evenly and unevenly
        /// spaced, with gaps and outliers.
        #[test]
        fn rows_have_the_bits_of_the_definition(
            seed: u32,
            dimensions in 2..=4u8,
            smooth: bool,
            axis in 0..4u8,
            (length, width) in (0..2500usize, 1..1500usize),
            per_unit in select(vec![0.3f32, 3.0, 9.0, 12.5, 16.0, 24.0, 64.0, 256.0, 1e4, -64.0]),
            origin in prop::array::uniform4(-1.0..1.0f32),
            far in select(vec![0.0f32, 1.0, 1.0, 1.0, 1e3, 1e6, 1e9]),
            askew in select(vec![0.0f32, 0.0, 0.0, 0.3]),
            jitter in select(vec![0.0f32, 0.0, 0.0, 0.5, 3.0]),
            bend in select(vec![0.0f32, 0.0, 0.02, 2.0]),
            (before_gap, gap) in (0..1500usize, select(vec![0.0f32, 0.0, 1.0, 30.0, 120.0, 1e4])),
            intruders in prop::collection::vec((0..2500usize, 0..4usize, select(HOSTILE.to_vec())), 0..3),
        ) {
            let coordinate = |axis: usize, i: usize| {
                let random = (hash(seed, [i as i32]) >> 8) as f32 / 16_777_216.0;
                let column = (i % width) as f32 + random * jitter;
                let column = column * (1.0 + column * bend / 1024.0) / per_unit;
                let column = if i % width < before_gap { column } else { column + gap };
                let row = (i / width) as f32 / per_unit;
                origin[axis] * far + if axis == 0 { column + row * askew } else { row * askew + column * askew * askew }
            };
            let mut axes = [0, 1, 2, 3].map(|axis| (0..length).map(|i| coordinate(axis, i)).collect::<Vec<f32>>());
            for (i, axis, x) in intruders {
                if let Some(sample) = axes[axis].get_mut(i) {
                    *sample = x;
                }
            }
            let position = axes.each_ref().map(Vec::as_slice);
            let plain = Simplex::new(dimensions, seed).unwrap();
            let noise = if smooth { plain.smooth() } else { plain };
            check("noise", |at| noise.at(at), |level, out| noise.lanes(level, position, out), &axes);
            let slope = SimplexSlope::new(noise, axis % dimensions).unwrap();
            check("slope", |at| slope.at(at), |level, out| slope.lanes(level, position, out), &axes);
        }
    }
}
