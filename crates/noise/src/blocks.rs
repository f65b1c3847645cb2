//! Blocks of samples that are worked on together: for what needs loops and branches, which lanes have not.
//!
//! A block decides where to look for all its samples at once, and does the arithmetic in arrays, which become lanes.

use crate::level::{Kernel, Level};

/// How many samples are in a block: neighbours, which mostly need the same.
const BLOCK: usize = 16;

/// A function of `N` floats, applied to `B` samples at a time.
///
/// A sample's bits must not depend on the others. Mark the implementation `#[inline(always)]`.
pub(crate) trait Blockwise<const N: usize> {
    /// What is kept from one block for the next: it spares work, and must not show in the result.
    type Memory: Default;

    /// The values for so many samples.
    fn block<const B: usize>(&self, memory: &mut Self::Memory, args: [[f32; B]; N]) -> [f32; B];
}

/// Applies `f` at every index, as [`Level::map`] does: the same bits at every level.
///
/// # Panics
///
/// If an argument's length differs from that of `out`.
pub(crate) fn map<const N: usize>(level: Level, f: &impl Blockwise<N>, args: [&[f32]; N], out: &mut [f32]) {
    for arg in &args {
        assert_eq!(arg.len(), out.len(), "every argument must have the length of the output");
    }
    if level == Level::Scalar {
        let mut memory = Default::default();
        for (i, out) in out.iter_mut().enumerate() {
            [*out] = f.block(&mut memory, args.map(|arg| [arg[i]]));
        }
    } else {
        level.run(Blocks { f, args, out });
    }
}

struct Blocks<'a, const N: usize, F> {
    f: &'a F,
    args: [&'a [f32]; N],
    out: &'a mut [f32],
}

impl<const N: usize, F: Blockwise<N>> Kernel for Blocks<'_, N, F> {
    #[inline(always)]
    fn run(self) {
        let mut memory = F::Memory::default();
        for (block, out) in self.out.chunks_mut(BLOCK).enumerate() {
            let mut args = [[0.0; BLOCK]; N];
            for n in 0..N {
                args[n] = load(&self.args[n][block * BLOCK..]);
            }
            let values = self.f.block(&mut memory, args);
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
