//! The bits of blocks.

use super::fit::{Apart, Fit, Five, Mode, One, Parity, Six};
use super::partition::PARTITIONS;

/// The texels of the second subset whose index has no highest bit.
const ANCHORS: [u8; 64] = [
    15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 2, 8, 2, 2, 8, 8, 15, 2, 8, 2, 2, 8, 8, 2, 2,
    15, 15, 6, 8, 2, 8, 15, 15, 2, 8, 2, 2, 2, 15, 15, 6, 6, 2, 6, 8, 15, 15, 2, 2, 15, 15, 15, 15, 15, 2, 2, 15,
];

/// Bits from the lowest.
struct Bits {
    bits: u128,
    count: u32,
}

impl Bits {
    /// The number of a mode: its bit is the first that is set.
    #[inline(always)]
    fn new(mode: u32) -> Bits {
        Bits { bits: 1 << mode, count: mode + 1 }
    }

    #[inline(always)]
    fn put(&mut self, count: u32, value: u32) {
        self.bits |= u128::from(value) << self.count;
        self.count += count;
    }

    /// The endpoints of lines, channel by channel, and then their last bits if channels share them.
    #[inline(always)]
    fn put_codes<M: Mode, const LINES: usize>(&mut self, fits: &[Fit; LINES], channels: usize) {
        let shared = u32::from(M::PARITY != Parity::Free);
        for channel in 0..channels {
            for codes in fits.iter().flat_map(|fit| &fit.codes) {
                self.put(M::BITS - shared, codes[channel] as u32 >> shared);
            }
        }
        let ends = match M::PARITY {
            Parity::Free => 0,
            Parity::Shared => 1,
            Parity::Each | Parity::Odd => 2,
        };
        for codes in fits.iter().flat_map(|fit| &fit.codes[..ends]) {
            self.put(1, codes[0] as u32 & 1);
        }
    }
}

/// Mode 6.
#[inline(always)]
pub(super) fn one_line(mut fit: Fit) -> u128 {
    turn::<Six>(&mut fit, 0);
    let mut bits = Bits::new(6);
    bits.put_codes::<Six, 1>(&[fit], 4);
    for texel in 0..16 {
        bits.put(if texel == 0 { 3 } else { 4 }, fit.indices[texel] as u32);
    }
    bits.bits
}

/// Mode 1 or 3.
#[inline(always)]
pub(super) fn two_lines<M: Mode>(mut fits: [Fit; 2], partition: usize) -> u128 {
    let anchors = [0, usize::from(ANCHORS[partition])];
    for (fit, anchor) in fits.iter_mut().zip(anchors) {
        turn::<M>(fit, anchor);
    }
    let mut bits = Bits::new(if M::INDEX == One::INDEX { 1 } else { 3 });
    bits.put(6, partition as u32);
    bits.put_codes::<M, 2>(&fits, 3);
    for texel in 0..16 {
        let subset = usize::from(PARTITIONS[partition] >> texel & 1);
        let count = M::INDEX - u32::from(anchors[subset] == texel);
        bits.put(count, fits[subset].indices[texel] as u32);
    }
    bits.bits
}

/// Mode 5: a line through the channels, of which one is replaced by the fourth, and one through that channel.
#[inline(always)]
pub(super) fn with_one_apart(mut line: Fit, mut alone: Fit, channel: usize) -> u128 {
    turn::<Five>(&mut line, 0);
    turn::<Apart>(&mut alone, 0);
    let mut bits = Bits::new(5);
    bits.put(2, (channel as u32 + 1) % 4);
    bits.put_codes::<Five, 1>(&[line], 3);
    bits.put_codes::<Apart, 1>(&[alone], 1);
    for fit in [line, alone] {
        for texel in 0..16 {
            bits.put(if texel == 0 { 1 } else { 2 }, fit.indices[texel] as u32);
        }
    }
    bits.bits
}

/// A block of one color, exactly: mode 5, with the same index for all texels.
#[inline(always)]
pub(super) fn constant([red, green, blue, alpha]: [i16; 4]) -> u128 {
    let mut line = Fit { codes: [[0; 4]; 2], indices: [1; 16], error: 0 };
    for (channel, value) in [red, green, blue].into_iter().enumerate() {
        // A third of the way from one to the other, rounded, is the value.
        let [first, second] = match value {
            ..128 => [value / 2, (value + 1) / 2],
            128 => [63, 65],
            _ => [(value - 1) / 2, value / 2],
        };
        [line.codes[0][channel], line.codes[1][channel]] = [first, second];
    }
    let alone = Fit { codes: [[alpha, 0, 0, 0]; 2], ..line };
    with_one_apart(line, alone, 3)
}

/// Whether a block of mode 6 has an endpoint whose alpha is not 255.
pub(super) fn is_transparent_line(bits: u128) -> bool {
    // Seven bits of either alpha, and the last bits of the endpoints.
    bits.trailing_zeros() == 6 && bits >> 49 & 0xFFFF != 0xFFFF
}

/// Swaps the endpoints if the index of the anchor would have its highest bit.
#[inline(always)]
fn turn<M: Mode>(fit: &mut Fit, anchor: usize) {
    if fit.indices[anchor] >> (M::INDEX - 1) != 0 {
        fit.codes.swap(0, 1);
        fit.indices = fit.indices.map(|index| (1 << M::INDEX) - 1 - index);
    }
}
