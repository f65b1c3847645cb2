//! Lines through colors: the endpoints of a subset of texels, and the index of each texel between them.

/// A channel of a block, 0 to 255; or of each texel whether it belongs to a subset, -1 or 0.
pub(super) type Texels = [i16; 16];

/// Steps of the power iteration that finds the direction of a line.
const STEPS: usize = 4;
/// How often the endpoints are computed from the indices.
const REFINEMENTS: usize = 2;

/// The last bit of endpoints, which their channels share.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Parity {
    /// There is no such bit.
    Free,
    /// Both endpoints share it.
    Shared,
    /// Each endpoint has one.
    Each,
    /// It is 1, so that an alpha of 255 is exact; the fourth channel is 255.
    Odd,
}

/// How a mode stores a line.
pub(super) trait Mode {
    /// Number of channels that vary.
    const CHANNELS: usize;
    /// Bits of a channel of an endpoint.
    const BITS: u32;
    /// Bits of an index.
    const INDEX: u32;
    /// The last bits of endpoints.
    const PARITY: Parity;
}

macro_rules! modes {
    ($($(#[$meta:meta])* $name:ident: $channels:literal, $bits:literal, $index:literal, $parity:ident;)*) => {$(
        $(#[$meta])*
        pub(super) struct $name;

        impl Mode for $name {
            const CHANNELS: usize = $channels;
            const BITS: u32 = $bits;
            const INDEX: u32 = $index;
            const PARITY: Parity = Parity::$parity;
        }
    )*};
}

modes! {
    /// Mode 1: a subset of two.
    One: 3, 7, 3, Shared;
    /// Mode 3: a subset of two.
    Three: 3, 8, 2, Each;
    /// Mode 5: three channels.
    Five: 3, 7, 2, Free;
    /// Mode 5: the channel apart.
    Apart: 1, 8, 2, Free;
    /// Mode 6.
    Six: 4, 8, 4, Each;
    /// Mode 6 of an opaque block.
    SixOpaque: 3, 8, 4, Odd;
}

/// A line: two endpoints, as they are stored, and indices, of which those outside the subset have no meaning.
#[derive(Clone, Copy)]
pub(super) struct Fit {
    pub codes: [[i16; 4]; 2],
    pub indices: Texels,
    /// The sum of the squared differences of all texels of the subset.
    pub error: i32,
}

/// Texels of a block.
pub(super) struct Subset<'a> {
    block: &'a [Texels; 4],
    mask: &'a Texels,
    /// The texels; 0 outside the subset.
    texels: [Texels; 4],
    count: i32,
    sums: [i32; 4],
}

impl<'a> Subset<'a> {
    #[inline(always)]
    pub fn new(block: &'a [Texels; 4], mask: &'a Texels) -> Subset<'a> {
        let texels = block.map(|channel| lanes(|texel| channel[texel] & mask[texel]));
        Subset { block, mask, texels, count: -sum(mask), sums: texels.map(|channel| sum(&channel)) }
    }

    /// The covariances of channels, times the square of the number of texels.
    #[inline(always)]
    pub fn covariances(&self, channels: usize) -> [[f32; 4]; 4] {
        let mut covariances = [[0.0; 4]; 4];
        for a in 0..channels {
            for b in a..channels {
                let value = self.count * dot(&self.texels[a], &self.texels[b]) - self.sums[a] * self.sums[b];
                covariances[a][b] = value as f32;
                covariances[b][a] = value as f32;
            }
        }
        covariances
    }

    /// The ends of the texels' projections on the line on which they spread most.
    #[inline(always)]
    fn line<M: Mode>(&self) -> [[f32; 4]; 2] {
        let covariances = self.covariances(M::CHANNELS);
        let widest = (1..M::CHANNELS).fold(0, |a, b| if covariances[b][b] > covariances[a][a] { b } else { a });
        let mut axis = covariances[widest];
        for _ in 0..STEPS {
            axis = scaled(axis, 1.0);
            axis = covariances.map(|row| row[0] * axis[0] + row[1] * axis[1] + row[2] * axis[2] + row[3] * axis[3]);
        }
        let axis = scaled(axis, 127.0).map(|part| nearest(part + 128.0) - 128);
        let mut places = [0_i32; 16];
        for channel in 0..M::CHANNELS {
            for texel in 0..16 {
                places[texel] += i32::from(axis[channel]) * i32::from(self.block[channel][texel]);
            }
        }
        let (mut first, mut last) = (i32::MAX, i32::MIN);
        for texel in 0..16 {
            let inside = self.mask[texel] != 0;
            first = first.min(if inside { places[texel] } else { i32::MAX });
            last = last.max(if inside { places[texel] } else { i32::MIN });
        }
        let length: i32 = axis.iter().map(|part| i32::from(*part) * i32::from(*part)).sum();
        let middle: i32 = (0..M::CHANNELS).map(|channel| i32::from(axis[channel]) * self.sums[channel]).sum();
        let (each, scale) = (1.0 / self.count as f32, 1.0 / length.max(1) as f32);
        [first, last].map(|place| {
            let along = (place as f32 - middle as f32 * each) * scale;
            let mut end = [0.0; 4];
            for channel in 0..M::CHANNELS {
                end[channel] = self.sums[channel] as f32 * each + f32::from(axis[channel]) * along;
            }
            end
        })
    }

    /// The endpoints with the least error for these indices; `None` if the texels share one.
    #[inline(always)]
    fn solve<M: Mode>(&self, indices: &Texels) -> Option<[[f32; 4]; 2]> {
        let weights = lanes(|texel| weight::<M>(indices[texel]) & self.mask[texel]);
        let (linear, square) = (sum(&weights), dot(&weights, &weights));
        // Sums of the products of weights: of the first endpoint with itself and with the second, and of the second.
        let [first, both, second] =
            [4_096 * self.count - 128 * linear + square, 64 * linear - square, square].map(f64::from);
        let determinant = first * second - both * both;
        if determinant == 0.0 {
            return None;
        }
        let scale = 64.0 / determinant;
        let mut ends = [[0.0; 4]; 2];
        for channel in 0..M::CHANNELS {
            let far = dot(&weights, &self.texels[channel]);
            let (near, far) = (f64::from(64 * self.sums[channel] - far), f64::from(far));
            ends[0][channel] = ((second * near - both * far) * scale) as f32;
            ends[1][channel] = ((first * far - both * near) * scale) as f32;
        }
        Some(ends)
    }

    /// The line with these endpoints.
    #[inline(always)]
    fn with_codes<M: Mode>(&self, codes: [[i16; 4]; 2]) -> Fit {
        let [first, second] = codes.map(|codes| codes.map(decoded::<M>));
        let step: [i16; 4] = std::array::from_fn(|channel| second[channel] - first[channel]);
        let mut places = [0_i32; 16];
        let mut length = 0;
        for channel in 0..M::CHANNELS {
            length += i32::from(step[channel]) * i32::from(step[channel]);
            for texel in 0..16 {
                places[texel] += i32::from(self.block[channel][texel] - first[channel]) * i32::from(step[channel]);
            }
        }
        let most = ((1 << M::INDEX) - 1) as f32;
        let scale = most / length.max(1) as f32;
        let indices = lanes(|texel| nearest((places[texel] as f32 * scale).max(0.0).min(most)));
        let mut error = 0;
        for channel in 0..M::CHANNELS {
            let apart = lanes(|texel| {
                let value = first[channel] + ((weight::<M>(indices[texel]) * step[channel] + 32) >> 6);
                (value - self.block[channel][texel]) & self.mask[texel]
            });
            error += dot(&apart, &apart);
        }
        Fit { codes, indices, error }
    }
}

/// A line through the texels of a subset.
#[inline(always)]
pub(super) fn fit<M: Mode>(subset: &Subset) -> Fit {
    let mut best = subset.with_codes::<M>(codes::<M>(&subset.line::<M>()));
    for _ in 0..REFINEMENTS {
        if best.error == 0 {
            break;
        }
        let Some(ends) = subset.solve::<M>(&best.indices) else { break };
        let refined = subset.with_codes::<M>(codes::<M>(&ends));
        if refined.error >= best.error {
            break;
        }
        best = refined;
    }
    best
}

/// The codes of endpoints that are nearest to these.
#[inline(always)]
fn codes<M: Mode>(ends: &[[f32; 4]; 2]) -> [[i16; 4]; 2] {
    let most = ((1 << M::BITS) - 1) as f32;
    let scale = most / 255.0;
    if M::PARITY == Parity::Free {
        return ends.map(|end| end.map(|value| nearest((value * scale).clamp(0.0, most))));
    }
    // By parity, and by endpoint.
    let mut codes = [[[0; 4]; 2]; 2];
    let mut errors = [[0.0; 2]; 2];
    for parity in 0..2 {
        for end in 0..2 {
            for channel in 0..M::CHANNELS {
                let half = ((ends[end][channel] * scale - parity as f32) * 0.5).clamp(0.0, (most - 1.0) * 0.5);
                let code = 2 * nearest(half) + parity as i16;
                codes[parity][end][channel] = code;
                let apart = f32::from(decoded::<M>(code)) - ends[end][channel];
                errors[parity][end] += apart * apart;
            }
        }
    }
    let [even, odd] = errors;
    match M::PARITY {
        Parity::Odd => codes[1].map(|[red, green, blue, _]| [red, green, blue, 255]),
        Parity::Shared => codes[usize::from(even[0] + even[1] >= odd[0] + odd[1])],
        Parity::Free | Parity::Each => [0, 1].map(|end| codes[usize::from(even[end] >= odd[end])][end]),
    }
}

/// The value, 0 to 255, of a code of an endpoint.
#[inline(always)]
fn decoded<M: Mode>(code: i16) -> i16 {
    (code << (8 - M::BITS)) | (code >> (2 * M::BITS - 8))
}

/// The part of the second endpoint for an index, in 64ths.
#[inline(always)]
fn weight<M: Mode>(index: i16) -> i16 {
    let step = match M::INDEX {
        2 => 1_365,
        3 => 585,
        _ => 273,
    };
    (index * step + 32) >> 6
}

/// The nearest integer of a value from 0 to 32,767.
#[inline(always)]
fn nearest(value: f32) -> i16 {
    // Of a float that is an integer above 2^23, the last bits are the integer.
    (value + 8_388_608.0).to_bits() as i16
}

/// A vector whose largest part is `size`; nothing is as long as 0 is.
#[inline(always)]
fn scaled(vector: [f32; 4], size: f32) -> [f32; 4] {
    let scale = size / vector.iter().fold(1e-9_f32, |most, part| most.max(part.abs()));
    vector.map(|part| part * scale)
}

/// A value for each texel.
#[inline(always)]
fn lanes(value: impl Fn(usize) -> i16) -> Texels {
    let mut lanes = [0; 16];
    for (texel, lane) in lanes.iter_mut().enumerate() {
        *lane = value(texel);
    }
    lanes
}

// Sums never wrap, but builds that check for it would not vectorize them.

#[inline(always)]
fn sum(a: &Texels) -> i32 {
    a.iter().fold(0, |sum: i32, a| sum.wrapping_add(i32::from(*a)))
}

#[inline(always)]
fn dot(a: &Texels, b: &Texels) -> i32 {
    a.iter().zip(b).fold(0, |sum: i32, (a, b)| sum.wrapping_add(i32::from(*a) * i32::from(*b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_those_of_the_format() {
        let weights = |weight: fn(i16) -> i16, count: i16| (0..count).map(weight).collect::<Vec<_>>();
        assert_eq!(weights(weight::<Five>, 4), [0, 21, 43, 64]);
        assert_eq!(weights(weight::<One>, 8), [0, 9, 18, 27, 37, 46, 55, 64]);
        assert_eq!(weights(weight::<Six>, 16), [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64]);
    }

    #[test]
    fn codes_are_the_nearest() {
        let ends = [[0.0, 255.0, 100.4, 254.0], [300.0, -20.0, 101.6, 1.0]];
        assert_eq!(codes::<Six>(&ends), [[0, 254, 100, 254], [255, 1, 101, 1]]);
        assert_eq!(codes::<SixOpaque>(&ends), [[1, 255, 101, 255], [255, 1, 101, 255]]);
        assert_eq!(codes::<Five>(&ends), [[0, 127, 50, 127], [127, 0, 51, 0]]);
    }
}
