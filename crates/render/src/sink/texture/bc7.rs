//! A fast encoder of BC7, which chooses among five of its eight modes.
//!
//! Khronos, "Data Format Specification", BPTC; Microsoft, "BC7 Format Mode Reference". Each block is encoded by itself.
//! Sums over its texels are integers, whose order does not matter, and the rest is exact arithmetic, so all levels and
//! CPUs give the same bits. Why there is an encoder of our own: docs/decisions/0096-own-bc7-encoder.md.

mod bits;
#[expect(clippy::needless_range_loop, reason = "a loop that indexes several arrays is vectorized")]
mod fit;
mod partition;

use travertine_noise::{Kernel, Level};

use self::bits::{constant, one_line, two_lines, with_one_apart};
use self::fit::{Apart, Five, One, Six, SixOpaque, Subset, Texels, Three, fit};
use self::partition::{Errors, least, mask};

/// Bytes of a block.
pub(super) const BLOCK: usize = 16;

/// Number of partitions that are tried in mode 1.
const TRIED: usize = 2;

/// Compresses four rows of red, green, blue and alpha, whose width is a multiple of 4. If the texels are opaque, their
/// fourth channel is taken as 255.
pub(super) fn compress(level: Level, rows: &[u8], opaque: bool, blocks: &mut [u8]) {
    level.run(Compression { rows, opaque, blocks });
}

/// Replaces the blocks of four opaque rows to which another encoder gave an alpha of 254 in mode 6.
pub(super) fn make_opaque(level: Level, rows: &[u8], blocks: &mut [u8]) {
    let row = rows.len() / 4;
    for (column, block) in blocks.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
        if bits::is_transparent_line(u128::from_le_bytes(*block)) {
            let texels = [0, 1, 2, 3].map(|y| &rows[y * row + BLOCK * column..][..BLOCK]);
            compress(level, &texels.concat(), true, block);
        }
    }
}

struct Compression<'a> {
    rows: &'a [u8],
    opaque: bool,
    blocks: &'a mut [u8],
}

impl Kernel for Compression<'_> {
    #[inline(always)]
    fn run(self) {
        let row = self.rows.len() / 4;
        for (column, out) in self.blocks.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
            let value = |channel: usize, texel: usize| {
                i16::from(self.rows[texel / 4 * row + BLOCK * column + 4 * (texel % 4) + channel])
            };
            let mut block = [0, 1, 2, 3].map(|channel| std::array::from_fn(|texel| value(channel, texel)));
            if self.opaque {
                block[3] = [255; 16];
            }
            *out = encode(&block).to_le_bytes();
        }
    }
}

/// The best bits of a block so far.
struct Best {
    error: i32,
    bits: u128,
}

/// The bits of a block.
#[inline(always)]
fn encode(block: &[Texels; 4]) -> u128 {
    if block.iter().all(|channel| *channel == [channel[0]; 16]) {
        return constant(block.map(|channel| channel[0]));
    }
    let whole = Subset::new(block, &[-1; 16]);
    if block[3] != [255; 16] {
        let line = fit::<Six>(&whole);
        let mut best = Best { error: line.error, bits: one_line(line) };
        best.try_one_apart(block, &whole);
        return best.bits;
    }
    let line = fit::<SixOpaque>(&whole);
    let mut best = Best { error: line.error, bits: one_line(line) };
    if best.error > 0 {
        best.try_one_apart(block, &whole);
        best.try_two_subsets(block);
    }
    best.bits
}

impl Best {
    /// Tries mode 5: a line through three channels, and a channel apart.
    #[inline(always)]
    fn try_one_apart(&mut self, block: &[Texels; 4], whole: &Subset) {
        let channel = partition::apart(whole);
        let mut rest = *block;
        rest.swap(3, channel);
        let line = fit::<Five>(&Subset::new(&rest, &[-1; 16]));
        let mut alone = [[0; 16]; 4];
        alone[0] = block[channel];
        let alone = fit::<Apart>(&Subset::new(&alone, &[-1; 16]));
        self.take(line.error + alone.error, || with_one_apart(line, alone, channel));
    }

    /// Tries modes 1 and 3: two subsets of texels, and a line through each.
    #[inline(always)]
    fn try_two_subsets(&mut self, block: &[Texels; 4]) {
        let errors = Errors::new(block);
        let mut estimates = errors.with_levels(8.0);
        for _ in 0..TRIED {
            let (partition, _) = least(&mut estimates);
            let fits = [false, true].map(|second| fit::<One>(&Subset::new(block, &mask(partition, second))));
            self.take(fits[0].error + fits[1].error, || two_lines::<One>(fits, partition));
        }
        let (partition, estimate) = least(&mut errors.with_levels(4.0));
        // It seldom pays.
        if estimate < self.error as f32 {
            let fits = [false, true].map(|second| fit::<Three>(&Subset::new(block, &mask(partition, second))));
            self.take(fits[0].error + fits[1].error, || two_lines::<Three>(fits, partition));
        }
    }

    #[inline(always)]
    fn take(&mut self, error: i32, bits: impl FnOnce() -> u128) {
        if error < self.error {
            *self = Best { error, bits: bits() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sequence of random bytes.
    struct Random(u32);

    impl Random {
        fn byte(&mut self) -> u8 {
            self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (self.0 >> 24) as u8
        }

        fn color(&mut self) -> [u8; 4] {
            [0; 4].map(|_| self.byte())
        }
    }

    /// The decoded texels of a block of texels, and its mode.
    fn round_trip(texels: &[[u8; 4]; 16], opaque: bool) -> ([[u8; 4]; 16], u32) {
        let (mut block, mut decoded) = ([0; BLOCK], [[0; 4]; 16]);
        compress(Level::detect(), texels.as_flattened(), opaque, &mut block);
        bcdec_rs::bc7(&block, decoded.as_flattened_mut(), 16);
        (decoded, u128::from_le_bytes(block).trailing_zeros())
    }

    /// The mean of the squared differences of channels.
    fn mean_error(found: &[[u8; 4]; 16], wanted: &[[u8; 4]; 16]) -> f64 {
        let square = |(found, wanted): (&u8, &u8)| f64::from(u32::from(found.abs_diff(*wanted)).pow(2));
        found.as_flattened().iter().zip(wanted.as_flattened()).map(square).sum::<f64>() / 64.0
    }

    fn between(first: [u8; 4], second: [u8; 4], part: u32) -> [u8; 4] {
        std::array::from_fn(|channel| {
            ((u32::from(first[channel]) * (255 - part) + u32::from(second[channel]) * part + 127) / 255) as u8
        })
    }

    #[test]
    fn one_color_is_exact() {
        for value in 0..=255_u8 {
            let color = [value, 255 - value, value ^ 0x55, value.wrapping_mul(7)];
            assert_eq!(round_trip(&[color; 16], false).0, [color; 16]);
            let [red, green, blue, _] = color;
            assert_eq!(round_trip(&[color; 16], true).0, [[red, green, blue, 255]; 16]);
        }
    }

    #[test]
    fn every_mode_decodes_to_the_texels() {
        let mut random = Random(1);
        // Texels with an alpha have one line, whatever they need.
        let most = [[14.0, 40.0, 300.0, 2_500.0, 10.0], [12.0, 2.0, 300.0, 30.0, 2.0]];
        let mut modes = [0; 8];
        for round in 0..2_000 {
            let [a, b, c, d] = [0; 4].map(|_| random.color());
            let second = mask(usize::from(random.byte() % 64), true);
            let opaque = round % 2 == 0;
            let texels: [[u8; 4]; 16] = std::array::from_fn(|texel| {
                let part = u32::from(random.byte());
                let mut color = match round / 2 % 5 {
                    // One line, two lines, a channel apart, few colors of two lines, and alphas of 0 and 255.
                    0 => between(a, b, part),
                    1 if second[texel] == 0 => between(a, b, part / 8),
                    1 => between(c, d, part / 8),
                    2 => [between(a, b, part)[0], random.byte(), a[2], b[3]],
                    3 if second[texel] == 0 => between(a, b, part / 128 * 255),
                    3 => between(c, d, part / 128 * 255),
                    _ => [a[0], a[1], between(a, b, part / 4)[2], random.byte() / 128 * 255],
                };
                if opaque {
                    color[3] = 255;
                }
                color
            });
            let (found, mode) = round_trip(&texels, opaque);
            modes[mode as usize] += 1;
            let error = mean_error(&found, &texels);
            let most = most[usize::from(opaque)][round / 2 % 5];
            assert!(error < most, "{round}: {error} instead of {most}");
            assert!(!opaque || found.iter().all(|texel| texel[3] == 255));
        }
        assert!([1, 3, 5, 6].iter().all(|mode| modes[*mode] > 20), "{modes:?}");
    }

    #[test]
    fn levels_are_equal() {
        let mut random = Random(5);
        let rows: Vec<u8> = (0..4 * 64).flat_map(|_| random.color()).collect();
        for opaque in [false, true] {
            let blocks = |level: Level| {
                let mut blocks = [0; 16 * BLOCK];
                compress(level, &rows, opaque, &mut blocks);
                blocks
            };
            assert!(Level::available().into_iter().all(|level| blocks(level) == blocks(Level::Scalar)));
        }
    }
}
