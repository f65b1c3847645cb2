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
        return;
    }
    let (blocks, rest) = out.as_chunks_mut::<BLOCK>();
    let (in_blocks, in_rest) =
        (args.map(|arg| arg.as_chunks().0), args.map(|arg| arg.as_chunks::<BLOCK>().1));
    level.run(Blocks { f, args: in_blocks, out: blocks });
    if !rest.is_empty() {
        // Samples that nobody asked for are like the last.
        let last = in_rest.map(|arg| [std::array::from_fn(|i| arg[i.min(arg.len() - 1)])]);
        let mut out = [[0.0; BLOCK]];
        level.run(Blocks { f, args: last.each_ref().map(|arg| arg.as_slice()), out: &mut out });
        rest.copy_from_slice(&out[0][..rest.len()]);
    }
}

struct Blocks<'a, const N: usize, F> {
    f: &'a F,
    args: [&'a [[f32; BLOCK]]; N],
    out: &'a mut [[f32; BLOCK]],
}

impl<const N: usize, F: Blockwise<N>> Kernel for Blocks<'_, N, F> {
    #[inline(always)]
    fn run(self) {
        let mut memory = F::Memory::default();
        for (i, out) in self.out.iter_mut().enumerate() {
            let mut args = [[0.0; BLOCK]; N];
            for n in 0..N {
                args[n] = self.args[n][i];
            }
            *out = self.f.block(&mut memory, args);
        }
    }
}
