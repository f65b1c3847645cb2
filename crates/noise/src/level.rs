//! SIMD levels: one definition, compiled several times.
//!
//! A [`Pointwise`] or [`Kernel`] is written once, in plain scalar Rust. [`Level::map`] and [`Level::run`] instantiate
//! it inside functions that enable the level's instructions, where the compiler vectorizes it. The compiler neither
//! reassociates nor contracts floating-point arithmetic, and no level enables fused multiplication, so that a level
//! changes the time and never a bit of the result.

// Calling a function compiled for instructions that not every machine has is unsafe.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m256, __m256i, __m512, __m512i, _MM_HINT_T0, _mm_prefetch, _mm256_movemask_ps, _mm256_permutevar8x32_ps,
    _mm512_movepi32_mask, _mm512_permutexvar_ps,
};
use std::fmt;
#[cfg(target_arch = "x86_64")]
use std::mem::transmute;
use std::str::FromStr;

/// A SIMD instruction level. Pass it as a value; there is no global level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Level {
    /// One sample at a time: the reference. Available on every machine.
    Scalar,
    /// 4 lanes: every x86-64.
    Sse2,
    /// 8 lanes: x86-64 with AVX2.
    Avx2,
    /// 16 lanes: x86-64 with AVX-512 F, BW, DQ and VL.
    Avx512,
    /// 4 lanes: every 64-bit ARM.
    Neon,
}

impl Level {
    /// Every level of any architecture, [`Level::Scalar`] first.
    pub const ALL: [Level; 5] = [Level::Scalar, Level::Sse2, Level::Avx2, Level::Avx512, Level::Neon];

    /// The best level of this machine.
    pub fn detect() -> Level {
        Level::ALL.into_iter().rev().find(|level| level.is_available()).unwrap_or(Level::Scalar)
    }

    /// All levels available on this machine, [`Level::Scalar`] first, better ones later.
    pub fn available() -> Vec<Level> {
        Level::ALL.into_iter().filter(|level| level.is_available()).collect()
    }

    /// Whether this machine can run the level. Cheap: the CPU is queried once.
    pub fn is_available(self) -> bool {
        match self {
            Level::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Level::Sse2 => true,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
            #[cfg(target_arch = "aarch64")]
            Level::Neon => true,
            #[allow(unreachable_patterns, reason = "the remaining levels depend on the target")]
            _ => false,
        }
    }

    /// The level's name: `scalar`, `sse2`, `avx2`, `avx512` or `neon`. [`str::parse`] is its inverse.
    pub fn name(self) -> &'static str {
        match self {
            Level::Scalar => "scalar",
            Level::Sse2 => "sse2",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
            Level::Neon => "neon",
        }
    }

    /// The number of floats in a vector: 1, 4, 8, 16 and 4.
    pub fn lanes(self) -> usize {
        match self {
            Level::Scalar => 1,
            Level::Sse2 | Level::Neon => 4,
            Level::Avx2 => 8,
            Level::Avx512 => 16,
        }
    }

    /// Applies `f` at every index: `out[i] = f.at([args[0][i], args[1][i], ...])`.
    ///
    /// The bits are those of calling [`Pointwise::at`] in a loop, at every level. [`Level::Scalar`] runs exactly that
    /// loop, over a call that is never inlined, as a reference. An unavailable level is replaced by
    /// [`Level::detect`].
    ///
    /// # Panics
    ///
    /// If an argument's length differs from that of `out`.
    pub fn map<const N: usize, P: Pointwise<N>>(self, f: &P, args: [&[f32]; N], out: &mut [f32]) {
        for arg in &args {
            assert_eq!(arg.len(), out.len(), "every argument must have the length of the output");
        }
        match self.or_best() {
            Level::Scalar => map_scalar(f, args, out),
            level => level.map_in_vectors(f, args, out),
        }
    }

    /// As [`map`](Level::map), except that [`Level::Scalar`] is compiled for the architecture's baseline.
    pub(crate) fn map_in_vectors<const N: usize, P: Pointwise<N>>(self, f: &P, args: [&[f32]; N], out: &mut [f32]) {
        match self.or_best() {
            // SAFETY (both): `or_best` returns a level only if this machine has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { f.map_avx512(args, out) },
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { f.map_avx2(args, out) },
            _ => f.map_baseline(args, out),
        }
    }

    /// Runs a kernel compiled for this level. [`Level::Scalar`] runs it compiled for the architecture's baseline. An
    /// unavailable level is replaced by [`Level::detect`].
    pub fn run<K: Kernel>(self, kernel: K) {
        match self.or_best() {
            // SAFETY (both): `or_best` returns a level only if this machine has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { kernel.run_avx512() },
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { kernel.run_avx2() },
            _ => kernel.run_baseline(),
        }
    }

    /// Runs a kernel that uses the level's vectors, in the manner of [`run`](Level::run).
    pub fn run_in_vectors<K: VectorKernel>(self, kernel: K) {
        match self.or_best() {
            // SAFETY (both): `or_best` returns a level only if this machine has its instructions.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { kernel.vectors_avx512() },
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { kernel.vectors_avx2() },
            _ => kernel.vectors_baseline(),
        }
    }

    /// The level itself, or [`Level::detect`] if it is unavailable.
    pub(crate) fn or_best(self) -> Level {
        if self.is_available() { self } else { Level::detect() }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The error of parsing a [`Level`] from an unknown name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLevel(String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Level::ALL.map(Level::name).join(", ");
        write!(formatter, "unknown SIMD level {:?}: expected one of {names}", self.0)
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        Level::ALL.into_iter().find(|level| level.name() == text).ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

/// A function of `N` floats, applied to each sample by itself.
///
/// One definition serves every level. To let the compiler vectorize it, mark the implementation `#[inline(always)]`
/// and avoid data-dependent branches, loops and table lookups.
pub trait Pointwise<const N: usize> {
    /// The value for one sample.
    fn at(&self, args: [f32; N]) -> f32;
}

/// A piece of work over slices that it borrows, compiled for a level by [`Level::run`].
///
/// Mark the implementation, and the functions it calls, `#[inline(always)]`.
pub trait Kernel {
    /// Does the work.
    fn run(self);
}

/// A level's vectors of `B` floats, for operations that the compiler does not vectorize by itself.
///
/// The implementations are private to this crate, and kernels use them only at their own level.
pub trait Vectors<const B: usize>: Compiled {
    /// `table[indices[i]]` for each `i`; each index is taken modulo `B`.
    fn pick(table: &[f32; B], indices: &[i32; B]) -> [f32; B];
    /// A bit mask: bit `i` is set if `values[i]` is negative.
    fn signs(values: &[i32; B]) -> u32;
}

mod sealed {
    /// A level at which a kernel is being compiled. Implemented by types of [`level`](super) alone.
    pub trait Compiled {
        /// Runs a part of the kernel as a function of its own. Kernels share parts, and small functions take less time
        /// to compile than a large one.
        fn run<K: super::VectorKernel>(part: K);
    }
}

pub(crate) use sealed::Compiled;

/// A [`Kernel`] over vectors, compiled for a level by [`Level::run_in_vectors`].
pub trait VectorKernel {
    /// Does the work.
    fn run<const B: usize, V: Vectors<B>>(self);
}

/// The vectors of every machine, without special instructions.
pub(crate) struct Baseline;

impl Compiled for Baseline {
    #[inline(always)]
    fn run<K: VectorKernel>(part: K) {
        part.vectors_baseline();
    }
}

impl Vectors<4> for Baseline {
    #[inline(always)]
    fn pick(table: &[f32; 4], indices: &[i32; 4]) -> [f32; 4] {
        indices.map(|index| table[index as usize % 4])
    }

    #[inline(always)]
    fn signs(values: &[i32; 4]) -> u32 {
        let mut signs = 0;
        for (i, value) in values.iter().enumerate() {
            signs |= u32::from(*value < 0) << i;
        }
        signs
    }
}

#[cfg(target_arch = "x86_64")]
struct Avx2;

#[cfg(target_arch = "x86_64")]
impl Compiled for Avx2 {
    #[inline(always)]
    fn run<K: VectorKernel>(part: K) {
        // SAFETY: only what `vectors_avx2` runs has this type.
        unsafe { part.vectors_avx2() }
    }
}

#[cfg(target_arch = "x86_64")]
impl Vectors<8> for Avx2 {
    #[inline(always)]
    fn pick(table: &[f32; 8], indices: &[i32; 8]) -> [f32; 8] {
        // SAFETY: only `vectors_avx2` runs this. The arrays have the size of the vectors, and every bit pattern is
        // valid.
        unsafe {
            let table = transmute::<[f32; 8], __m256>(*table);
            transmute(_mm256_permutevar8x32_ps(table, transmute::<[i32; 8], __m256i>(*indices)))
        }
    }

    #[inline(always)]
    fn signs(values: &[i32; 8]) -> u32 {
        // SAFETY: as above.
        unsafe { _mm256_movemask_ps(transmute::<[i32; 8], __m256>(*values)) as u32 }
    }
}

#[cfg(target_arch = "x86_64")]
struct Avx512;

#[cfg(target_arch = "x86_64")]
impl Compiled for Avx512 {
    #[inline(always)]
    fn run<K: VectorKernel>(part: K) {
        // SAFETY: only what `vectors_avx512` runs has this type.
        unsafe { part.vectors_avx512() }
    }
}

#[cfg(target_arch = "x86_64")]
impl Vectors<16> for Avx512 {
    #[inline(always)]
    fn pick(table: &[f32; 16], indices: &[i32; 16]) -> [f32; 16] {
        // SAFETY: only `vectors_avx512` runs this. The arrays have the size of the vectors, and every bit pattern is
        // valid.
        unsafe {
            let table = transmute::<[f32; 16], __m512>(*table);
            transmute(_mm512_permutexvar_ps(transmute::<[i32; 16], __m512i>(*indices), table))
        }
    }

    #[inline(always)]
    fn signs(values: &[i32; 16]) -> u32 {
        // SAFETY: as above.
        unsafe { _mm512_movepi32_mask(transmute::<[i32; 16], __m512i>(*values)).into() }
    }
}

/// Prefetches the memory of `values[index]` for writing, if the index exists. Changes no value.
#[inline(always)]
pub(crate) fn fetch(values: &[f32], index: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch hint exists on every x86-64 and has no effect for an invalid address.
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(values.as_ptr().wrapping_add(index).cast());
    }
    let _ = (values, index);
}

/// Applies `f` at every index, one sample at a time: [`Level::map`] at [`Level::Scalar`].
pub(crate) fn map_scalar<const N: usize, P: Pointwise<N>>(f: &P, args: [&[f32]; N], out: &mut [f32]) {
    #[inline(never)]
    fn one<const N: usize, P: Pointwise<N>>(f: &P, args: [f32; N]) -> f32 {
        f.at(args)
    }
    for (i, out) in out.iter_mut().enumerate() {
        *out = one(f, args.map(|arg| arg[i]));
    }
}

#[inline(always)]
fn map_lanes<const N: usize, P: Pointwise<N>>(f: &P, args: [&[f32]; N], out: &mut [f32]) {
    let length = out.len();
    // Tells the compiler that the lengths are equal, so that the loop has no bounds checks.
    let args = args.map(|arg| &arg[..length]);
    for i in 0..length {
        let mut sample = [0.0; N];
        for n in 0..N {
            sample[n] = args[n][i];
        }
        out[i] = f.at(sample);
    }
}

// The instances for each level are methods of the kernel's type, because the compiler divides a crate by the modules of
// types: kernels of different modules are compiled side by side.

trait PointwiseInstances<const N: usize>: Pointwise<N> + Sized {
    #[inline(never)]
    fn map_baseline(&self, args: [&[f32]; N], out: &mut [f32]) {
        map_lanes(self, args, out);
    }

    /// # Safety
    ///
    /// Needs AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn map_avx2(&self, args: [&[f32]; N], out: &mut [f32]) {
        map_lanes(self, args, out);
    }

    /// # Safety
    ///
    /// Needs the instructions of [`Level::Avx512`].
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    unsafe fn map_avx512(&self, args: [&[f32]; N], out: &mut [f32]) {
        map_lanes(self, args, out);
    }
}

impl<const N: usize, P: Pointwise<N>> PointwiseInstances<N> for P {}

trait KernelInstances: Kernel + Sized {
    #[inline(never)]
    fn run_baseline(self) {
        self.run();
    }

    /// # Safety
    ///
    /// Needs AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn run_avx2(self) {
        self.run();
    }

    /// # Safety
    ///
    /// Needs the instructions of [`Level::Avx512`].
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    unsafe fn run_avx512(self) {
        self.run();
    }
}

impl<K: Kernel> KernelInstances for K {}

trait VectorKernelInstances: VectorKernel + Sized {
    #[inline(never)]
    fn vectors_baseline(self) {
        self.run::<4, Baseline>();
    }

    /// # Safety
    ///
    /// Needs AVX2.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    unsafe fn vectors_avx2(self) {
        self.run::<8, Avx2>();
    }

    /// # Safety
    ///
    /// Needs the instructions of [`Level::Avx512`].
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    #[inline(never)]
    unsafe fn vectors_avx512(self) {
        self.run::<16, Avx512>();
    }
}

impl<K: VectorKernel> VectorKernelInstances for K {}

/// The integer part of `x`, between -2^31 and 2^31 - 128, the greatest float below 2^31. NaN becomes -2^31.
///
/// Differs from `x as i32` in that the compiler vectorizes it.
#[inline(always)]
pub fn to_i32(x: f32) -> i32 {
    const LEAST: f32 = -2_147_483_648.0;
    const GREATEST: f32 = 2_147_483_520.0;
    let x = if x > LEAST { x } else { LEAST };
    let x = if x < GREATEST { x } else { GREATEST };
    // SAFETY: the comparisons leave neither NaN nor a number outside the range of an i32.
    unsafe { x.to_int_unchecked() }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Horner;

    impl Pointwise<2> for Horner {
        #[inline(always)]
        fn at(&self, [x, y]: [f32; 2]) -> f32 {
            ((x * y + 0.1) * y - x) * y + x / (1.0 + y * y).sqrt()
        }
    }

    #[test]
    fn every_level_gives_the_bits_of_the_definition() {
        let xs: Vec<f32> = (0..100).map(|i| i as f32 * 0.37 - 11.0).collect();
        let ys: Vec<f32> = (0..100).map(|i| 3.0 - i as f32 * 0.11).collect();
        for level in Level::ALL {
            for length in [0, 1, 3, 7, 8, 15, 16, 17, 64, 100] {
                let mut out = vec![0.0; length];
                level.map(&Horner, [&xs[..length], &ys[..length]], &mut out);
                for i in 0..length {
                    assert_eq!(out[i].to_bits(), Horner.at([xs[i], ys[i]]).to_bits(), "{level} at {i}");
                }
            }
        }
    }

    #[test]
    fn kernels_run_at_every_level() {
        struct Double<'a>(&'a mut [f32]);
        impl Kernel for Double<'_> {
            #[inline(always)]
            fn run(self) {
                for x in self.0 {
                    *x *= 2.0;
                }
            }
        }
        for level in Level::ALL {
            let mut data = [1.5; 33];
            level.run(Double(&mut data));
            assert_eq!(data, [3.0; 33]);
        }
    }

    #[test]
    fn vectors_pick_by_indices_modulo_their_length() {
        struct Pick(i32);
        impl VectorKernel for Pick {
            #[inline(always)]
            fn run<const B: usize, V: Vectors<B>>(self) {
                let table = std::array::from_fn(|i| i as f32);
                let indices = std::array::from_fn(|i| i as i32 * self.0 + 3);
                let expected = indices.map(|index| index.rem_euclid(B as i32) as f32);
                assert_eq!(V::pick(&table, &indices), expected);
            }
        }
        for level in Level::ALL {
            for step in [0, 1, 7, -5] {
                level.run_in_vectors(Pick(step));
            }
        }
    }

    #[test]
    fn vectors_have_a_bit_for_each_negative_number() {
        struct Signs;
        impl VectorKernel for Signs {
            #[inline(always)]
            fn run<const B: usize, V: Vectors<B>>(self) {
                for bits in 0..1u32 << B {
                    let values = std::array::from_fn(|i| if bits >> i & 1 == 0 { i as i32 } else { i32::MIN + 7 });
                    assert_eq!(V::signs(&values), bits);
                }
                assert_eq!(V::signs(&[-1; B]), (1 << B) - 1);
            }
        }
        for level in Level::ALL {
            level.run_in_vectors(Signs);
        }
    }

    #[test]
    fn any_index_can_be_prefetched() {
        for values in [&[1.5; 33][..], &[]] {
            [0, 1, values.len(), 1 << 40, usize::MAX].into_iter().for_each(|index| fetch(values, index));
        }
    }

    #[test]
    fn scalar_is_always_available_and_first() {
        assert_eq!(Level::available()[0], Level::Scalar);
        assert_eq!(Level::available().last(), Some(&Level::detect()));
        assert!(Level::detect().is_available());
    }

    #[test]
    fn integers_match_casts_within_the_limits() {
        for x in [0.0, -0.0, 0.9, -0.9, 1.0, -1.5, 1e9, -1e9, 2_147_483_520.0, -2_147_483_648.0, 1e-40] {
            assert_eq!(to_i32(x), x as i32);
        }
        assert_eq!([2_147_483_648.0, f32::INFINITY].map(to_i32), [2_147_483_520; 2]);
        assert_eq!([-1e10, f32::NEG_INFINITY, f32::NAN].map(to_i32), [i32::MIN; 3]);
    }

    #[test]
    fn names_parse_back() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        let message = "mmx".parse::<Level>().unwrap_err().to_string();
        assert_eq!(message, "unknown SIMD level \"mmx\": expected one of scalar, sse2, avx2, avx512, neon");
    }

    #[test]
    #[should_panic(expected = "every argument must have the length of the output")]
    fn lengths_must_agree() {
        Level::Scalar.map(&Horner, [&[1.0], &[]], &mut [0.0]);
    }
}
