//! Subsets of the texels of a block, and estimates of the error of lines through them.

use super::fit::{Subset, Texels};

/// The partitions into two subsets: a bit for each texel of the second.
pub(super) const PARTITIONS: [u16; 64] = [
    0xCCCC, 0x8888, 0xEEEE, 0xECC8, 0xC880, 0xFEEC, 0xFEC8, 0xEC80, 0xC800, 0xFFEC, 0xFE80, 0xE800, 0xFFE8, 0xFF00,
    0xFFF0, 0xF000, 0xF710, 0x008E, 0x7100, 0x08CE, 0x008C, 0x7310, 0x3100, 0x8CCE, 0x088C, 0x3110, 0x6666, 0x366C,
    0x17E8, 0x0FF0, 0x718E, 0x399C, 0xAAAA, 0xF0F0, 0x5A5A, 0x33CC, 0x3C3C, 0x55AA, 0x9696, 0xA55A, 0x73CE, 0x13C8,
    0x324C, 0x3BDC, 0x6996, 0xC33C, 0x9966, 0x0660, 0x0272, 0x04E4, 0x4E40, 0x2720, 0xC936, 0x936C, 0x39C6, 0x639C,
    0x9336, 0x9CC6, 0x817E, 0xE718, 0xCCF0, 0x0FCC, 0x7744, 0xEE22,
];

/// For each texel and each partition, whether the texel belongs to the second subset: -1 or 0.
static MASKS: [[i32; 64]; 16] = masks();

const fn masks() -> [[i32; 64]; 16] {
    let mut masks = [[0; 64]; 16];
    let mut at = 0;
    while at < 16 * 64 {
        masks[at / 64][at % 64] = -((PARTITIONS[at % 64] >> (at / 64) & 1) as i32);
        at += 1;
    }
    masks
}

/// The texels of a subset: -1 or 0.
#[inline(always)]
pub(super) fn mask(partition: usize, second: bool) -> Texels {
    std::array::from_fn(|texel| -i16::from((PARTITIONS[partition] >> texel & 1 == 1) == second))
}

/// The channel that is best stored apart from the line through the others.
#[inline(always)]
pub(super) fn apart(whole: &Subset) -> usize {
    let covariances = whole.covariances(4);
    let mut least = (0, f32::INFINITY);
    for channel in 0..4 {
        let [a, b, c] = [(channel + 1) % 4, (channel + 2) % 4, (channel + 3) % 4];
        let of = |a: usize, b: usize| covariances[a][b];
        let (rest, spread) = line_error([of(a, a), of(a, b), of(a, c), of(b, b), of(b, c), of(c, c)]);
        // There are three steps between the endpoints of each.
        let error = rest + (spread + of(channel, channel)) / 9.0;
        if error < least.1 {
            least = (channel, error);
        }
    }
    least.0
}

/// Errors of two lines for all partitions: of distances from the line, and along it.
pub(super) struct Errors {
    rest: [f32; 64],
    spread: [f32; 64],
}

impl Errors {
    #[inline(always)]
    pub fn new(block: &[Texels; 4]) -> Errors {
        let [red, green, blue, _] = block.map(|channel| channel.map(i32::from));
        let product = |a: [i32; 16], b: [i32; 16]| -> [i32; 16] { std::array::from_fn(|texel| a[texel] * b[texel]) };
        let moments = [
            red,
            green,
            blue,
            product(red, red),
            product(red, green),
            product(red, blue),
            product(green, green),
            product(green, blue),
            product(blue, blue),
        ];
        let mut seconds = [[0_i32; 64]; 9];
        for (sums, moment) in seconds.iter_mut().zip(&moments) {
            for (masks, value) in MASKS.iter().zip(moment) {
                for (sum, mask) in sums.iter_mut().zip(masks) {
                    *sum = sum.wrapping_add(mask & value);
                }
            }
        }
        let totals = moments.map(|moment| moment.iter().sum::<i32>());
        let mut errors = Errors { rest: [0.0; 64], spread: [0.0; 64] };
        for partition in 0..64 {
            let count = PARTITIONS[partition].count_ones() as i32;
            let second: [i32; 9] = std::array::from_fn(|moment| seconds[moment][partition]);
            let first: [i32; 9] = std::array::from_fn(|moment| totals[moment] - second[moment]);
            for (count, [x, y, z, xx, xy, xz, yy, yz, zz]) in [(16 - count, first), (count, second)] {
                let covariance = |square: i32, a: i32, b: i32| (count * square - a * b) as f32;
                let (rest, spread) = line_error([
                    covariance(xx, x, x),
                    covariance(xy, x, y),
                    covariance(xz, x, z),
                    covariance(yy, y, y),
                    covariance(yz, y, z),
                    covariance(zz, z, z),
                ]);
                let each = 1.0 / count as f32;
                errors.rest[partition] += rest * each;
                errors.spread[partition] += spread * each;
            }
        }
        errors
    }

    /// Estimates for a number of indices.
    #[inline(always)]
    pub fn with_levels(&self, levels: f32) -> [f32; 64] {
        let scale = 1.0 / ((levels - 1.0) * (levels - 1.0));
        std::array::from_fn(|partition| self.rest[partition] + self.spread[partition] * scale)
    }
}

/// The partition with the least estimate, which is then removed.
#[inline(always)]
pub(super) fn least(estimates: &mut [f32; 64]) -> (usize, f32) {
    let least = estimates.iter().fold(f32::INFINITY, |least, estimate| least.min(*estimate));
    let partition = estimates.iter().position(|estimate| *estimate == least).unwrap_or_default();
    estimates[partition] = f32::INFINITY;
    (partition, least)
}

/// The variance of three channels beside the line on which they spread most, and along it.
///
/// The variance along it is estimated as the ratio of the traces of the fourth and the third power of the matrix.
#[inline(always)]
fn line_error([xx, xy, xz, yy, yz, zz]: [f32; 6]) -> (f32, f32) {
    // The square of the matrix.
    let (aa, ab, ac) = (xx * xx + xy * xy + xz * xz, xx * xy + xy * yy + xz * yz, xx * xz + xy * yz + xz * zz);
    let (bb, bc, cc) = (xy * xy + yy * yy + yz * yz, xy * xz + yy * yz + yz * zz, xz * xz + yz * yz + zz * zz);
    let fourth = aa * aa + bb * bb + cc * cc + 2.0 * (ab * ab + ac * ac + bc * bc);
    let third = aa * xx + bb * yy + cc * zz + 2.0 * (ab * xy + ac * xz + bc * yz);
    let spread = fourth / third.max(1e-3);
    ((xx + yy + zz - spread).max(0.0), spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_of_lines_have_no_error_beside_them() {
        // Two lines of colors, in the subsets of a partition.
        for partition in [0, 13, 40, 63] {
            let second = mask(partition, true);
            let color = |channel: usize, texel: usize| match second[texel] {
                0 => 10 + texel as i16 * (channel as i16 + 1),
                _ => 200 - texel as i16 * (4 - channel as i16),
            };
            let block: [Texels; 4] = std::array::from_fn(|channel| std::array::from_fn(|texel| color(channel, texel)));
            let mut estimates = Errors::new(&block).with_levels(8.0);
            assert_eq!(least(&mut estimates).0, partition);
            assert_eq!(estimates[partition], f32::INFINITY);
        }
    }
}
