//! Color spaces: the numbers that samples of a file stand for.

use travertine_noise::math::srgb_to_linear;

/// What the samples of a file stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ColorSpace {
    /// The convention of the format: sRGB for PNG and JPEG, linear light for OpenEXR.
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
    pub const ALL: [ColorSpace; 4] =
        [ColorSpace::Auto, ColorSpace::Srgb, ColorSpace::Linear, ColorSpace::Data];
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
    /// float as it is, but 0 for one that is not a number, and the greatest float for infinity. `is_encoded` decodes
    /// sRGB, by the function that the renderer uses for colors in documents.
    pub(crate) fn numbers(&self, channel: usize, channels: usize, is_encoded: bool) -> Vec<f32> {
        let decoded = |number: f32| if is_encoded { srgb_to_linear(number) } else { number };
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
}

/// The number, but 0 for one that is not a number, and the greatest float for infinity.
pub(crate) fn finite(number: f32) -> f32 {
    if number.is_nan() { 0.0 } else { number.clamp(f32::MIN, f32::MAX) }
}
