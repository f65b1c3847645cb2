//! Color spaces: the numbers that samples of a file stand for.

use travertine_noise::math::{self, srgb_to_linear};

/// What the samples of a file stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ColorSpace {
    /// What the file specifies, or the convention of its format: sRGB for whole numbers, linear light for floats.
    Auto,
    /// Red, green and blue are encoded as in sRGB, IEC 61966-2-1. Alpha is linear.
    Srgb,
    /// All channels are linear light.
    Linear,
    /// All channels are numbers that have nothing to do with each other, such as heights or normals.
    Data,
}

impl ColorSpace {
    /// Name of the color space in documents.
    pub fn name(self) -> &'static str {
        match self {
            ColorSpace::Auto => "auto",
            ColorSpace::Srgb => "srgb",
            ColorSpace::Linear => "linear",
            ColorSpace::Data => "data",
        }
    }

    /// Every color space.
    pub const ALL: [ColorSpace; 4] = [ColorSpace::Auto, ColorSpace::Srgb, ColorSpace::Linear, ColorSpace::Data];
}

/// What the numbers of colors in a file stand for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Encoding {
    pub(crate) curve: Curve,
    /// What turns light of the file's primaries into that of Rec. 709, if these are others.
    pub(crate) matrix: Option<[[f32; 3]; 3]>,
}

/// How light is encoded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Curve {
    /// As in sRGB.
    Srgb,
    /// Not at all.
    Linear,
    /// As the light to the power of the inverse of this number.
    Power(f32),
}

impl Encoding {
    pub(crate) const SRGB: Encoding = Encoding { curve: Curve::Srgb, matrix: None };
    pub(crate) const LINEAR: Encoding = Encoding { curve: Curve::Linear, matrix: None };
}

impl Curve {
    /// The light that an encoded number stands for. That of sRGB is decoded by the function that the renderer uses for
    /// colors in documents.
    pub(crate) fn light(self, number: f32) -> f32 {
        match self {
            Curve::Srgb => srgb_to_linear(number),
            Curve::Linear => number,
            Curve::Power(exponent) => math::pow(math::max(number, 0.0), exponent),
        }
    }
}

/// The samples of a file, channel by channel within a texel.
#[derive(Clone, Debug)]
pub(crate) enum Samples {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
    Floats(Vec<f32>),
}

impl Samples {
    pub(crate) fn len(&self) -> usize {
        match self {
            Samples::Bytes(samples) => samples.len(),
            Samples::Words(samples) => samples.len(),
            Samples::Floats(samples) => samples.len(),
        }
    }

    /// Every sample of a channel out of `channels` as a number: a byte as its 255th part, a word as its 65535th part, a
    /// float unchanged, but 0 for one that is not a number, and the greatest float for infinity. The curve is decoded.
    pub(crate) fn numbers(&self, channel: usize, channels: usize, curve: Curve) -> Vec<f32> {
        let decoded = |number: f32| curve.light(number);
        match self {
            Samples::Bytes(samples) => {
                let table: [f32; 256] = std::array::from_fn(|byte| decoded(byte as f32 / 255.0));
                let samples = samples.iter().skip(channel).step_by(channels);
                samples.map(|sample| table[usize::from(*sample)]).collect()
            }
            Samples::Words(samples) => {
                let table: Vec<f32> = (0..=u16::MAX).map(|word| decoded(f32::from(word) / 65535.0)).collect();
                let samples = samples.iter().skip(channel).step_by(channels);
                samples.map(|sample| table[usize::from(*sample)]).collect()
            }
            Samples::Floats(samples) => {
                let samples = samples.iter().skip(channel).step_by(channels);
                samples.map(|sample| finite(decoded(finite(*sample)))).collect()
            }
        }
    }

    /// [`numbers`](Samples::numbers) of a color that the file multiplies by the alpha, the last channel. The curve is
    /// that of the color alone, which is then multiplied again: 0 where alpha is 0.
    pub(crate) fn numbers_of_multiplied(&self, channel: usize, channels: usize, curve: Curve) -> Vec<f32> {
        let alphas = self.numbers(channels - 1, channels, Curve::Linear);
        let mut numbers = self.numbers(channel, channels, Curve::Linear);
        // Floats may be brighter than white.
        let most = if matches!(self, Samples::Floats(_)) { f32::MAX } else { 1.0 };
        for (number, alpha) in numbers.iter_mut().zip(alphas) {
            let color = math::min(math::div(*number, alpha), most);
            *number = math::mul(finite(curve.light(color)), alpha);
        }
        numbers
    }
}

/// The product of two numbers from 0 to 1 in 255ths, rounded.
pub(crate) fn times(a: u8, b: u8) -> u8 {
    let product = u32::from(a) * u32::from(b) + 128;
    ((product + (product >> 8)) >> 8) as u8
}

/// The number, but 0 for one that is not a number, and the greatest float for infinity.
pub(crate) fn finite(number: f32) -> f32 {
    if number.is_nan() { 0.0 } else { number.clamp(f32::MIN, f32::MAX) }
}
