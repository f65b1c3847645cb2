//! Numbers: encode floats as the bytes of a file's samples.

use travertine::stages::render::sink::{BitDepth, Encoder, Encoding};
use travertine::{Format, Level, Type};

/// Bits per value of a volume.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Bits {
    /// Levels: 0 to 255 mean 0 to 1.
    Eight,
    /// Levels: 0 to 65,535 mean 0 to 1.
    Sixteen,
    /// Unclipped floats; levels in a DF3.
    ThirtyTwo,
}

/// Number of samples encoded at a time, which limits temporary memory.
const BATCH: usize = 4096;

/// The encoding of samples.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    /// Type of a sample.
    pub(crate) format: Format,
    /// Bits per value.
    pub(crate) bits: Bits,
    /// Whether 32-bit values are levels.
    pub(crate) whole: bool,
    /// Whether the high byte comes first.
    pub(crate) big_endian: bool,
    /// Whether colors are encoded with the sRGB curve.
    pub(crate) srgb: bool,
    /// Whether three channels are extended by a fourth of 1.
    pub(crate) four: bool,
    /// SIMD level. It does not change the result.
    pub(crate) level: Level,
}

impl Numbers {
    /// Little-endian values with the given bits, floats if 32. Colors with 8 bits are in sRGB.
    pub(crate) fn new(format: Format, bits: Bits, level: Level) -> Numbers {
        let srgb = format.value_type == Type::Color && bits == Bits::Eight;
        Numbers { format, bits, whole: false, big_endian: false, srgb, four: false, level }
    }

    /// Values per sample.
    pub(crate) fn channels(&self) -> usize {
        if self.widens() { 4 } else { self.format.channels() }
    }

    fn widens(&self) -> bool {
        self.four && self.format.channels() == 3
    }

    /// Bytes per value.
    pub(crate) fn width(&self) -> usize {
        match self.bits {
            Bits::Eight => 1,
            Bits::Sixteen => 2,
            Bits::ThirtyTwo => 4,
        }
    }

    /// Bytes per sample.
    pub(crate) fn sample(&self) -> usize {
        self.width() * self.channels()
    }

    /// Appends the bytes of samples, and returns the number of samples that were outside 0..1 and clipped.
    pub(crate) fn encode(&self, samples: &[f32], bytes: &mut Vec<u8>) -> u64 {
        bytes.reserve(samples.len() / self.format.channels() * self.sample());
        if !self.widens() {
            return self.write(self.format, samples, bytes);
        }
        let mut wide = Vec::with_capacity(4 * BATCH);
        let mut clipped = 0;
        for samples in samples.chunks(3 * BATCH) {
            wide.clear();
            wide.extend(samples.as_chunks().0.iter().flat_map(|[r, g, b]| [*r, *g, *b, 1.0]));
            let format = Format { value_type: Type::Color, opaque: false, ..self.format };
            clipped += self.write(format, &wide, bytes);
        }
        clipped
    }

    fn write(&self, format: Format, samples: &[f32], bytes: &mut Vec<u8>) -> u64 {
        let depth = match self.bits {
            Bits::ThirtyTwo if self.whole => return self.write_whole(format, samples, bytes),
            Bits::ThirtyTwo => {
                let each = |value: &f32| self.ordered(value.to_le_bytes());
                bytes.extend(samples.iter().flat_map(each));
                return 0;
            }
            Bits::Sixteen => BitDepth::Sixteen,
            Bits::Eight => BitDepth::Eight,
        };
        let curve = if self.srgb { Encoding::Srgb } else { Encoding::Linear };
        let mut encoder = Encoder::new(format, depth, curve, self.level);
        for samples in samples.chunks(BATCH * format.channels()) {
            let start = bytes.len();
            bytes.extend_from_slice(encoder.row(samples));
            if self.bits == Bits::Sixteen && !self.big_endian {
                bytes[start..].as_chunks_mut::<2>().0.iter_mut().for_each(|pair| pair.reverse());
            }
        }
        encoder.clipped()
    }

    /// Writes levels of 32 bits. Floats have fewer significant bits, so the last bits hold no information.
    fn write_whole(&self, format: Format, samples: &[f32], bytes: &mut Vec<u8>) -> u64 {
        let whole = |value: &f32| (f64::from(value.clamp(0.0, 1.0)) * f64::from(u32::MAX) + 0.5) as u32;
        bytes.extend(samples.iter().flat_map(|value| self.ordered(whole(value).to_le_bytes())));
        let outside = |value: &f32| !(0.0..=1.0).contains(value);
        samples.chunks_exact(format.channels()).filter(|sample| sample.iter().any(outside)).count() as u64
    }

    fn ordered(&self, mut bytes: [u8; 4]) -> [u8; 4] {
        if self.big_endian {
            bytes.reverse();
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(value_type: Type, bits: Bits) -> Numbers {
        Numbers::new(Format { width: 1, height: 1, value_type, opaque: true }, bits, Level::detect())
    }

    fn encoded(numbers: Numbers, samples: &[f32]) -> (Vec<u8>, u64) {
        let mut bytes = Vec::new();
        let clipped = numbers.encode(samples, &mut bytes);
        (bytes, clipped)
    }

    #[test]
    fn floats_are_not_clipped() {
        let floats = numbers(Type::Float, Bits::ThirtyTwo);
        assert_eq!(encoded(floats, &[-2.0]), ((-2.0_f32).to_le_bytes().to_vec(), 0));
        let swapped = Numbers { big_endian: true, ..floats };
        assert_eq!(encoded(swapped, &[-2.0]).0, (-2.0_f32).to_be_bytes());
    }

    #[test]
    fn levels_are_clipped() {
        assert_eq!(encoded(numbers(Type::Float, Bits::Eight), &[-1.0, 0.5, 2.0]), (vec![0, 128, 255], 2));
        let sixteen = numbers(Type::Float, Bits::Sixteen);
        assert_eq!(encoded(sixteen, &[0.25]).0, [0x00, 0x40]);
        assert_eq!(encoded(Numbers { big_endian: true, ..sixteen }, &[0.25]).0, [0x40, 0x00]);
        let whole = Numbers { whole: true, ..numbers(Type::Float, Bits::ThirtyTwo) };
        assert_eq!(encoded(whole, &[0.5, 1.5]), (vec![0, 0, 0, 0x80, 255, 255, 255, 255], 1));
    }

    #[test]
    fn colors_with_8_bits_are_srgb_and_vectors_are_not() {
        let half = [0.214_041_14, 0.0, 1.0];
        assert_eq!(encoded(numbers(Type::Color, Bits::Eight), &half).0, [128, 0, 255]);
        assert_eq!(encoded(numbers(Type::Vector, Bits::Eight), &half).0, [55, 0, 255]);
        assert_eq!(encoded(numbers(Type::Color, Bits::Sixteen), &half).0[..2], 14027_u16.to_le_bytes());
    }

    #[test]
    fn three_channels_are_extended_to_four() {
        let four = Numbers { four: true, ..numbers(Type::Color, Bits::Eight) };
        assert_eq!((four.channels(), four.sample()), (4, 4));
        let many = [0.0, 1.0, 2.0].repeat(BATCH + 1);
        assert_eq!(encoded(four, &many), ([0, 255, 255, 255].repeat(BATCH + 1), BATCH as u64 + 1));
        assert_eq!(Numbers { four: true, ..numbers(Type::Float, Bits::Eight) }.channels(), 1);
    }
}
