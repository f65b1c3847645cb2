//! Encoding: floats become the integers of a picture file.

use travertine_noise::{Level, Pointwise, math};
use travertine_program::Type;

use crate::format::Format;

/// Bits of a channel of a PNG.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BitDepth {
    /// 8 bits: 256 levels.
    #[default]
    Eight,
    /// 16 bits: 65,536 levels, without visible bands.
    Sixteen,
}

/// The curve from linear values to the integers of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// sRGB for colors, linear for floats and vectors.
    #[default]
    Auto,
    /// The sRGB curve; alpha stays linear.
    Srgb,
    /// Proportional to the values.
    Linear,
}

impl Encoding {
    /// Whether pictures of this format are encoded in sRGB.
    pub fn is_srgb(self, format: Format) -> bool {
        match self {
            Encoding::Auto => format.value_type == Type::Color,
            Encoding::Srgb => true,
            Encoding::Linear => false,
        }
    }
}

/// Encodes rows. It keeps its buffers from row to row.
pub struct Encoder {
    format: Format,
    depth: BitDepth,
    srgb: bool,
    level: Level,
    scaled: Vec<f32>,
    bytes: Vec<u8>,
    clipped: u64,
}

impl Encoder {
    /// An encoder for rows of pictures of this format, at a SIMD level.
    pub fn new(format: Format, depth: BitDepth, encoding: Encoding, level: Level) -> Encoder {
        let (scaled, bytes) = (Vec::new(), Vec::new());
        Encoder { format, depth, srgb: encoding.is_srgb(format), level, scaled, bytes, clipped: 0 }
    }

    /// Number of pixels so far with a value outside 0 to 1.
    pub fn clipped(&self) -> u64 {
        self.clipped
    }

    /// Encodes a row as the bytes of a PNG: each value is clipped to 0 to 1, passed through the curve, and rounded to
    /// the nearest level.
    pub fn row(&mut self, row: &[f32]) -> &[u8] {
        let channels = self.format.channels();
        let outside = |value: &f32| !(0.0..=1.0).contains(value);
        self.clipped += row.chunks_exact(channels).filter(|pixel| pixel.iter().any(outside)).count() as u64;

        let levels = match self.depth {
            BitDepth::Eight => 255.0,
            BitDepth::Sixteen => 65535.0,
        };
        self.scaled.resize(row.len(), 0.0);
        if self.srgb {
            self.level.map(&Srgb { levels }, [row], &mut self.scaled);
        } else {
            self.level.map(&Linear { levels }, [row], &mut self.scaled);
        }
        if self.srgb && channels == 4 {
            // Alpha is a proportion, not light, and always linear.
            let alphas = self.scaled.iter_mut().skip(3).step_by(4).zip(row.iter().skip(3).step_by(4));
            alphas.for_each(|(scaled, alpha)| *scaled = Linear { levels }.at([*alpha]));
        }

        self.bytes.clear();
        match self.depth {
            BitDepth::Eight => self.bytes.extend(self.scaled.iter().map(|value| *value as u8)),
            BitDepth::Sixteen => {
                self.bytes.extend(self.scaled.iter().flat_map(|value| (*value as u16).to_be_bytes()));
            }
        }
        &self.bytes
    }
}

/// Rounds to the nearest level, halves up.
struct Linear {
    levels: f32,
}

impl Pointwise<1> for Linear {
    #[inline(always)]
    fn at(&self, [value]: [f32; 1]) -> f32 {
        math::clamp01(value) * self.levels + 0.5
    }
}

/// Applies the sRGB curve, then rounds to the nearest level, halves up.
struct Srgb {
    levels: f32,
}

impl Pointwise<1> for Srgb {
    #[inline(always)]
    fn at(&self, [value]: [f32; 1]) -> f32 {
        math::linear_to_srgb(math::clamp01(value)) * self.levels + 0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(value_type: Type) -> Format {
        Format { width: 2, height: 1, value_type, opaque: false }
    }

    #[test]
    fn floats_are_linear_and_clipped() {
        let mut encoder = Encoder::new(format(Type::Float), BitDepth::Eight, Encoding::Auto, Level::detect());
        assert_eq!(encoder.row(&[-1.0, 0.5]), [0, 128]);
        assert_eq!(encoder.row(&[1.0, 7.0]), [255, 255]);
        assert_eq!(encoder.clipped(), 2);
    }

    #[test]
    fn colors_are_srgb_and_alpha_is_linear() {
        let mut encoder = Encoder::new(format(Type::Color), BitDepth::Eight, Encoding::Auto, Level::detect());
        assert_eq!(encoder.row(&[0.0, 0.214_041_14, 1.0, 0.5]), [0, 128, 255, 128]);
        assert_eq!(encoder.clipped(), 0);
    }

    #[test]
    fn sixteen_bits_are_big_endian() {
        let mut encoder = Encoder::new(format(Type::Float), BitDepth::Sixteen, Encoding::Auto, Level::detect());
        assert_eq!(encoder.row(&[0.5, 1.0]), [0x80, 0x00, 0xff, 0xff]);
    }

    #[test]
    fn every_level_gives_the_same_bytes() {
        let row: Vec<f32> = (-200..1200).map(|step| step as f32 / 997.0).collect();
        let format = Format { width: 350, height: 1, value_type: Type::Color, opaque: false };
        for depth in [BitDepth::Eight, BitDepth::Sixteen] {
            let bytes = |level| Encoder::new(format, depth, Encoding::Auto, level).row(&row).to_vec();
            for level in Level::available() {
                assert_eq!(bytes(level), bytes(Level::Scalar), "{level}");
            }
        }
    }
}
