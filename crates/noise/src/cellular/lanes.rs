//! Cellular noise at many points: blocks of them are searched together.

use super::Cellular;
use crate::level::{Kernel, Level};

/// How many samples are searched together: neighbours, which mostly need the same cells.
const BLOCK: usize = 16;

/// Cellular noise at many points: all slices have one length.
pub(super) struct Lanes<'a, const D: usize> {
    pub noise: Cellular,
    pub position: [&'a [f32]; D],
    pub jitter: &'a [f32],
    pub exponents: &'a [f32],
    pub out: &'a mut [f32],
}

impl<const D: usize> Lanes<'_, D> {
    /// Runs it at a level.
    pub fn at(self, level: Level) {
        for slice in self.position.iter().chain([&self.jitter, &self.exponents]) {
            assert_eq!(slice.len(), self.out.len(), "every argument must have the length of the output");
        }
        if level == Level::Scalar {
            for i in 0..self.out.len() {
                let position = self.position.map(|axis| [axis[i]]);
                [self.out[i]] = self.noise.evaluate(position, [self.jitter[i]], [self.exponents[i]]);
            }
        } else {
            level.run(self);
        }
    }
}

impl<const D: usize> Kernel for Lanes<'_, D> {
    #[inline(always)]
    fn run(self) {
        for (block, out) in self.out.chunks_mut(BLOCK).enumerate() {
            let start = block * BLOCK;
            let mut position = [[0.0; BLOCK]; D];
            for axis in 0..D {
                position[axis] = load(&self.position[axis][start..]);
            }
            let (jitter, exponents) = (load(&self.jitter[start..]), load(&self.exponents[start..]));
            let values = self.noise.evaluate(position, jitter, exponents);
            let length = out.len();
            out.copy_from_slice(&values[..length]);
        }
    }
}

/// The first samples, the last one repeated where there are fewer.
#[inline(always)]
fn load(samples: &[f32]) -> [f32; BLOCK] {
    match samples.first_chunk() {
        Some(block) => *block,
        None => {
            let mut block = [samples.last().copied().unwrap_or_default(); BLOCK];
            block[..samples.len()].copy_from_slice(samples);
            block
        }
    }
}
