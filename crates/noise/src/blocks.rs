//! Evaluation in blocks of samples, for functions that need loops and branches.
//!
//! Lanes cannot branch separately. A block therefore decides once for all its samples which cells to visit, and does
//! the arithmetic on arrays, which the compiler vectorizes.

use crate::lattice_rows::load;
use crate::level::{Level, VectorKernel, Vectors};

/// At least the number of lanes of any vector.
const LANES: usize = 16;

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
        map_single(f, args, out);
    } else if out.len() >= LANES {
        level.run_in_vectors((f, args, out));
    } else if let Some(last) = out.len().checked_sub(1) {
        // Repeats the last sample.
        let padded = args.map(|arg| std::array::from_fn::<f32, LANES, _>(|i| arg[i.min(last)]));
        let mut values = [0.0; LANES];
        map(level, f, padded.each_ref().map(|arg| arg.as_slice()), &mut values);
        out.copy_from_slice(&values[..out.len()]);
    }
}

/// The kernel is a tuple, so that it is compiled with the module of its function.
type Blocks<'a, const N: usize, F> = (&'a F, [&'a [f32]; N], &'a mut [f32]);

impl<const N: usize, F: Blockwise<N>> VectorKernel for Blocks<'_, N, F> {
    #[inline(always)]
    fn run<const B: usize, V: Vectors<B>>(self) {
        let (f, args, out) = self;
        let mut memory = F::Memory::default();
        let count = out.len();
        for start in (0..count).step_by(B) {
            // The last block may overlap the one before.
            let start = start.min(count - B);
            let mut block = [[0.0; B]; N];
            for n in 0..N {
                block[n] = load(args[n], start);
            }
            let values = f.block(&mut memory, block);
            if let Some(out) = out[start..].first_chunk_mut() {
                *out = values;
            }
        }
    }
}
