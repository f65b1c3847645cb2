//! Evaluation in blocks of samples, for functions that need loops and branches.
//!
//! Lanes cannot branch separately. A block therefore decides once for all its samples which cells to visit, and does
//! the arithmetic on arrays, which the compiler vectorizes.

use crate::level::{Baseline, Compiled, Kernel, Level, VectorKernel, Vectors};

/// Samples in a block of which each needs some cells. Neighbors mostly need the same ones.
pub(crate) const BLOCK: usize = 16;

/// Samples in a block of which each is computed alike. The compiler would unroll loops over fewer, and then not
/// vectorize them.
pub(crate) const STRIP: usize = 64;

/// A function of `N` floats, applied to `B` samples at a time.
///
/// A sample's bits must not depend on the others. Mark the implementation `#[inline(always)]`.
pub(crate) trait Blockwise<const N: usize> {
    /// State that passes from one block to the next. It saves work and must not affect the result.
    type Memory: Default;

    /// Evaluates the function at `B` samples.
    fn block<const B: usize>(&self, memory: &mut Self::Memory, args: [[f32; B]; N]) -> [f32; B];
}

/// The function at one sample. Never inlined, so that a large function is compiled for single samples only once.
#[inline(never)]
pub(crate) fn one<const N: usize, F: Blockwise<N>>(f: &F, memory: &mut F::Memory, args: [f32; N]) -> f32 {
    let mut sample = [[0.0]; N];
    for n in 0..N {
        sample[n] = [args[n]];
    }
    let [value] = f.block(memory, sample);
    value
}

/// Applies `f` at every index, one sample at a time.
pub(crate) fn map_single<const N: usize>(f: &impl Blockwise<N>, args: [&[f32]; N], out: &mut [f32]) {
    let mut memory = Default::default();
    for (i, out) in out.iter_mut().enumerate() {
        *out = one(f, &mut memory, args.map(|arg| arg[i]));
    }
}

/// Applies `f` at every index, in blocks of `B`: the same bits at every level.
///
/// # Panics
///
/// If an argument's length differs from that of `out`.
pub(crate) fn map<const N: usize, const B: usize>(
    level: Level,
    f: &impl Blockwise<N>,
    args: [&[f32]; N],
    out: &mut [f32],
) {
    for arg in &args {
        assert_eq!(arg.len(), out.len(), "every argument must have the length of the output");
    }
    if level == Level::Scalar {
        return map_single(f, args, out);
    }
    let (blocks, rest) = out.as_chunks_mut::<B>();
    let (in_blocks, in_rest) = (args.map(|arg| arg.as_chunks().0), args.map(|arg| arg.as_chunks::<B>().1));
    level.run((f, in_blocks, blocks));
    if !rest.is_empty() {
        // Pads the block by repeating the last sample.
        let last = in_rest.map(|arg| [std::array::from_fn(|i| arg[i.min(arg.len() - 1)])]);
        let mut out = [[0.0; B]];
        level.run((f, last.each_ref().map(|arg| arg.as_slice()), &mut out[..]));
        rest.copy_from_slice(&out[0][..rest.len()]);
    }
}

/// A function, its arguments and its results. A tuple, so that the kernel is compiled with the module of the function.
type Blocks<'a, const N: usize, const B: usize, F> = (&'a F, [&'a [[f32; B]]; N], &'a mut [[f32; B]]);

impl<const N: usize, const B: usize, F: Blockwise<N>> Kernel for Blocks<'_, N, B, F> {
    #[inline(always)]
    fn run(self) {
        let (f, args, out) = self;
        let mut memory = F::Memory::default();
        for (i, out) in out.iter_mut().enumerate() {
            let mut block = [[0.0; B]; N];
            for n in 0..N {
                block[n] = args[n][i];
            }
            *out = f.block(&mut memory, block);
        }
    }
}

/// Several functions of `N` floats that share work, applied to `B` samples at a time.
///
/// A sample's bits must not depend on the others, nor those of a function on the other functions. Mark the
/// implementation `#[inline(always)]`.
pub(crate) trait Joint<const N: usize> {
    /// State that passes from one block of `B` samples to the next. It saves work and must not affect the results.
    type Memory<const B: usize>: Default;

    /// Evaluates the functions at `B` samples, and passes on the results of each with its index.
    fn block<const B: usize, L: Compiled>(
        &self,
        memory: &mut Self::Memory<B>,
        args: [[f32; B]; N],
        put: impl FnMut(usize, [f32; B]),
    );
}

/// The functions at one sample. Never inlined, so that large functions are compiled for single samples only once.
#[inline(never)]
fn single<const N: usize, F: Joint<N>>(
    f: &F,
    memory: &mut F::Memory<1>,
    args: [f32; N],
    put: &mut dyn FnMut(usize, f32),
) {
    f.block::<1, Baseline>(memory, args.map(|arg| [arg]), |index, [value]| put(index, value));
}

/// The function with an index at one sample.
pub(crate) fn nth<const N: usize, F: Joint<N>>(f: &F, wanted: usize, args: [f32; N]) -> f32 {
    let mut found = 0.0;
    single(f, &mut F::Memory::<1>::default(), args, &mut |index, value| {
        if index == wanted {
            found = value;
        }
    });
    found
}

/// Applies the functions of `f` at every index, in blocks of `B`. `out` has a slice for each function.
///
/// # Panics
///
/// If an argument's length differs from that of a slice.
pub(crate) fn map_joint<const N: usize, const B: usize>(
    level: Level,
    f: &impl Joint<N>,
    args: [&[f32]; N],
    out: &mut [&mut [f32]],
) {
    let count = args[0].len();
    let lengths = args.iter().map(|arg| arg.len()).chain(out.iter().map(|out| out.len()));
    lengths.for_each(|length| assert_eq!(length, count, "every argument must have the length of the output"));
    if level == Level::Scalar {
        let mut memory = Default::default();
        for i in 0..count {
            single(f, &mut memory, args.map(|arg| arg[i]), &mut |index, value| out[index][i] = value);
        }
    } else if count > 0 {
        level.run_in_vectors(InBlocks::<N, B, _> { f, args, out });
    }
}

struct InBlocks<'a, 'o, const N: usize, const B: usize, F> {
    f: &'a F,
    args: [&'a [f32]; N],
    out: &'a mut [&'o mut [f32]],
}

impl<const N: usize, const B: usize, F: Joint<N>> VectorKernel for InBlocks<'_, '_, N, B, F> {
    #[inline(always)]
    fn run<const W: usize, V: Vectors<W>>(self) {
        let InBlocks { f, args, out } = self;
        let (mut memory, mut padded) = (F::Memory::<B>::default(), [[0.0; B]; N]);
        let count = args[0].len();
        for start in (0..count).step_by(B) {
            if count - start < B {
                // Pads the last block by repeating the last sample.
                for n in 0..N {
                    padded[n] = std::array::from_fn(|i| args[n][(start + i).min(count - 1)]);
                }
            }
            let mut block = [[0.0; B]; N];
            for n in 0..N {
                block[n] = *args[n][start..].first_chunk().unwrap_or(&padded[n]);
            }
            f.block::<B, V>(&mut memory, block, |index, values| {
                let out = &mut out[index][start..];
                match out.first_chunk_mut() {
                    Some(whole) => *whole = values,
                    None => out.copy_from_slice(&values[..count - start]),
                }
            });
        }
    }
}
