//! Compression of blocks of 4 x 4 texels.
//!
//! The formats are those of "Khronos Data Format Specification", S3TC, RGTC and BPTC. The encoder computes each block
//! by itself, with exact arithmetic.

use std::sync::{Mutex, PoisonError};

use block_compression::encode::{compress_rgba8, compress_rgba16};
use block_compression::{BC6HSettings, BC7Settings, CompressionVariant};
use half::f16;
use travertine_noise::Level;

use super::bc7;
use crate::rgba::expand;
use crate::sink::texture_options::{Effort, Texels};
use crate::threads::Threads;

/// Rows that are compressed together: work for all threads.
pub(super) const STRIP: usize = 64;

/// The alpha of opaque half floats.
pub(super) const ONE: f16 = f16::ONE;

/// How blocks are compressed.
#[derive(Clone, Copy)]
pub(super) struct Compression {
    pub texels: Texels,
    /// Whether the fourth channel is 1.
    pub opaque: bool,
    /// The time that BC7 may take.
    pub effort: Effort,
    pub simd: Level,
}

/// Rows of red, green, blue and alpha; their width is a multiple of 4.
pub(super) enum Strip {
    Bytes(Vec<u8>),
    Halves(Vec<f16>),
}

impl Strip {
    /// An empty strip, of half floats or of bytes.
    pub fn new(halves: bool) -> Strip {
        if halves { Strip::Halves(Vec::new()) } else { Strip::Bytes(Vec::new()) }
    }

    /// Compresses the rows, of which the last is repeated, and removes them. Adds the blocks to `bytes`.
    pub fn compress(&mut self, width: usize, compression: Compression, threads: &Threads, bytes: &mut Vec<u8>) {
        let Compression { texels, opaque, effort, simd } = compression;
        let variant = match (texels, effort) {
            (Texels::Bc1, _) => CompressionVariant::BC1,
            (Texels::Bc4, _) => CompressionVariant::BC4,
            (Texels::Bc5, _) => CompressionVariant::BC5,
            (Texels::Bc6h, _) => CompressionVariant::BC6H(BC6HSettings::basic()),
            (_, Effort::Slow) if opaque => CompressionVariant::BC7(BC7Settings::opaque_slow()),
            (_, Effort::Slow) => CompressionVariant::BC7(BC7Settings::alpha_slow()),
            (_, Effort::Fast | Effort::Normal) if opaque => CompressionVariant::BC7(BC7Settings::opaque_basic()),
            (_, Effort::Fast | Effort::Normal) => CompressionVariant::BC7(BC7Settings::alpha_basic()),
        };
        let is_bc7 = matches!(variant, CompressionVariant::BC7(_));
        let width = width.next_multiple_of(4);
        match self {
            Strip::Bytes(strip) => compress_rows(strip, width, variant, threads, bytes, |rows, blocks| {
                if is_bc7 && effort == Effort::Fast {
                    bc7::compress(simd, rows, opaque, blocks);
                    return;
                }
                compress_rgba8(variant, rows, blocks, width as u32, 4, 4 * width as u32);
                if is_bc7 && opaque {
                    bc7::make_opaque(simd, rows, blocks);
                }
            }),
            Strip::Halves(strip) => compress_rows(strip, width, variant, threads, bytes, |rows, blocks| {
                compress_rgba16(variant, rows, blocks, width as u32, 4, 4 * width as u32);
            }),
        }
    }
}

/// Adds a row to a strip as red, green, blue and alpha; the last texel is repeated up to a multiple of 4.
pub(super) fn push<T: Copy>(strip: &mut Vec<T>, row: &[T], channels: usize, width: usize, opaque: T) {
    let at = strip.len();
    strip.resize(at + 4 * width.next_multiple_of(4), opaque);
    expand(row, channels, opaque, &mut strip[at..at + 4 * width]);
    let last = at + 4 * (width - 1);
    for texel in width..width.next_multiple_of(4) {
        strip.copy_within(last..last + 4, at + 4 * texel);
    }
}

/// A row as half floats, which BC6H stores without sign.
pub(super) fn halves(row: &[f32]) -> Vec<f16> {
    row.iter().map(|value| f16::from_f32(value.clamp(0.0, 65_504.0))).collect()
}

fn compress_rows<T: Copy + Send + Sync>(
    strip: &mut Vec<T>,
    width: usize,
    variant: CompressionVariant,
    threads: &Threads,
    bytes: &mut Vec<u8>,
    compress: impl Fn(&[T], &mut [u8]) + Send + Sync,
) {
    let row = 4 * width;
    while !strip.len().is_multiple_of(4 * row) {
        strip.extend_from_within(strip.len() - row..);
    }
    let rows = strip.chunks_exact(4 * row);
    let (at, length) = (bytes.len(), variant.blocks_byte_size(width as u32, 4));
    bytes.resize(at + rows.len() * length, 0);
    let tasks = Mutex::new(rows.zip(bytes[at..].chunks_exact_mut(length)));
    let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some((rows, blocks)) = next() {
            compress(rows, blocks);
        }
    };
    // The calling thread would only wait, so it works too.
    threads.scope(|scope| {
        (0..threads.count()).for_each(|_| scope.spawn(work));
        work();
    });
    strip.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All efforts of an opaque or transparent BC7.
    const BC7: [(Texels, Effort); 3] =
        [(Texels::Bc7, Effort::Fast), (Texels::Bc7, Effort::Normal), (Texels::Bc7, Effort::Slow)];

    fn compressed(
        mut strip: Strip,
        width: usize,
        (texels, effort): (Texels, Effort),
        opaque: bool,
        threads: &Threads,
    ) -> Vec<u8> {
        let mut bytes = Vec::new();
        let compression = Compression { texels, opaque, effort, simd: Level::detect() };
        strip.compress(width, compression, threads, &mut bytes);
        bytes
    }

    /// The largest differences of the bytes of decoded blocks from those of the strip, of which `channels` are stored.
    fn difference(chosen: (Texels, Effort), opaque: bool, channels: usize, strip: &[u8], width: usize) -> u8 {
        let (texels, _) = chosen;
        let blocks = compressed(Strip::Bytes(strip.to_vec()), width, chosen, opaque, &Threads::Calling);
        let bytes = if matches!(texels, Texels::Bc1 | Texels::Bc4) { 8 } else { 16 };
        let mut worst = 0;
        for (row, blocks) in blocks.chunks_exact(width / 4 * bytes).enumerate() {
            for (column, block) in blocks.chunks_exact(bytes).enumerate() {
                let mut decoded = [0; 64];
                let stored = match texels {
                    Texels::Bc1 => {
                        bcdec_rs::bc1(block, &mut decoded, 16);
                        4
                    }
                    Texels::Bc4 => {
                        bcdec_rs::bc4(block, &mut decoded, 4, false);
                        1
                    }
                    Texels::Bc5 => {
                        bcdec_rs::bc5(block, &mut decoded, 8, false);
                        2
                    }
                    _ => {
                        bcdec_rs::bc7(block, &mut decoded, 16);
                        4
                    }
                };
                for texel in 0..16 {
                    let place = 4 * ((4 * row + texel / 4) * width + 4 * column + texel % 4);
                    let Some(wanted) = strip.get(place..place + channels) else { continue };
                    let found = &decoded[texel * stored..texel * stored + channels];
                    let apart = found.iter().zip(wanted).map(|(found, wanted)| found.abs_diff(*wanted));
                    worst = worst.max(apart.max().unwrap_or_default());
                }
            }
        }
        worst
    }

    /// Texels that change slowly along x and y.
    fn smooth(width: usize, height: usize) -> Vec<u8> {
        let texel = |index: usize| {
            let (x, y) = (index % width, index / width);
            [40 + 2 * x as u8, 200 - 3 * y as u8, (x + y) as u8 + 90, 255 - y as u8]
        };
        (0..width * height).flat_map(texel).collect()
    }

    #[test]
    fn blocks_hold_the_texels() {
        let strip = smooth(24, 10);
        for (texels, channels, most) in [(Texels::Bc1, 3, 12), (Texels::Bc4, 1, 1), (Texels::Bc5, 2, 1)] {
            let found = difference((texels, Effort::Fast), true, channels, &strip, 24);
            assert!(found <= most, "{texels:?}: {found}");
        }
        for chosen in BC7 {
            for (opaque, channels, most) in [(true, 3, 5), (false, 4, 6)] {
                let found = difference(chosen, opaque, channels, &strip, 24);
                assert!(found <= most, "{chosen:?}: {found}");
            }
        }
    }

    #[test]
    fn every_texel_can_be_compressed() {
        let mut state = 1_u32;
        let mut random = move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        let mut strips: Vec<Vec<u8>> = [0, 1, 127, 255].map(|value| vec![value; 64]).to_vec();
        strips.extend((0..40).map(|_| (0..256).map(|_| random()).collect()));
        strips.extend((0..20).map(|_| (0..256).map(|_| if random() > 127 { 255 } else { 0 }).collect()));
        for strip in strips {
            let width = strip.len() / 16;
            let others = [Texels::Bc1, Texels::Bc4, Texels::Bc5].map(|texels| (texels, Effort::Fast));
            for chosen in others.into_iter().chain(BC7) {
                for opaque in [false, true] {
                    let by =
                        |threads: &Threads| compressed(Strip::Bytes(strip.repeat(5)), width, chosen, opaque, threads);
                    assert!(by(&Threads::Calling) == by(&Threads::with_caller(3, usize::MAX)));
                }
            }
            let floats: Vec<f32> = strip.iter().map(|byte| (f32::from(*byte) - 20.0) * 1e3).collect();
            let strip = Strip::Halves(halves(&floats));
            let blocks = compressed(strip, width, (Texels::Bc6h, Effort::Fast), true, &Threads::Calling);
            assert_eq!(blocks.len(), width * 4);
        }
    }

    #[test]
    fn opaque_texels_stay_opaque() {
        let strip: Vec<u8> = (0..64 * 64).map(|index: u32| (index.wrapping_mul(2_654_435_761) >> 25) as u8).collect();
        for chosen in BC7 {
            let blocks = compressed(Strip::Bytes(strip.clone()), 64, chosen, true, &Threads::Calling);
            for block in blocks.chunks_exact(16) {
                let mut decoded = [0; 64];
                bcdec_rs::bc7(block, &mut decoded, 16);
                assert!(decoded.chunks_exact(4).all(|texel| texel[3] == 255), "{chosen:?}");
            }
        }
    }

    #[test]
    fn half_floats_keep_their_light() {
        let light = |index: usize| [1.0 + 0.05 * index as f32, 900.0, 0.02 + 0.001 * index as f32, 1.0];
        let row: Vec<f32> = (0..16).flat_map(light).collect();
        let mut strip = Vec::new();
        for row in row.chunks_exact(16) {
            push(&mut strip, &halves(row), 4, 4, ONE);
        }
        let blocks = compressed(Strip::Halves(strip), 4, (Texels::Bc6h, Effort::Fast), true, &Threads::Calling);
        let mut decoded = [0.0; 48];
        bcdec_rs::bc6h_float(&blocks, &mut decoded, 12, false);
        for (found, wanted) in decoded.chunks_exact(3).zip(row.chunks_exact(4)) {
            let close = |channel: usize| (found[channel] / wanted[channel] - 1.0).abs() < 0.03;
            assert!((0..3).all(close), "{found:?} {wanted:?}");
        }
    }

    #[test]
    fn edges_are_repeated() {
        let mut strip = Vec::new();
        push(&mut strip, &[1, 2, 3, 4, 5, 6], 3, 2, 255);
        assert_eq!(strip, [1, 2, 3, 255, 4, 5, 6, 255, 4, 5, 6, 255, 4, 5, 6, 255]);
    }
}
