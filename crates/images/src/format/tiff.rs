//! Reads TIFF files: the first picture, gray, RGB or CMYK, with or without an alpha, with whole numbers of 1 to 64 bits
//! or floats of 16 to 64, in strips or tiles, plain or compressed by PackBits, LZW or deflate. Profiles and the
//! orientation are ignored.
//!
//! "TIFF, Revision 6.0" (1992), and Adobe's technical notes.
//! <https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf>

use std::io::Cursor;

use tiff::ColorType;
use tiff::decoder::{ChunkType, DecodingResult, Limits};
use tiff::tags::Tag;

use crate::decoded::{Decoded, Header, MAX_TEXELS};
use crate::number::normalized;
use crate::reason::{tiff_colors, tiff_reason};
use crate::transfer::{Encoding, Samples, times};

type Decoder<'b> = tiff::decoder::Decoder<Cursor<&'b [u8]>>;

fn decoder(bytes: &[u8]) -> Result<Decoder<'_>, String> {
    // The caller judges the size. A number has up to eight bytes.
    let mut limits = Limits::default();
    limits.decoding_buffer_size = 8 * MAX_NUMBERS * MAX_TEXELS;
    limits.intermediate_buffer_size = 8 * MAX_NUMBERS * MAX_TEXELS;
    let decoder = Decoder::new(Cursor::new(bytes)).map_err(tiff_reason)?;
    Ok(decoder.with_limits(limits))
}

/// Most numbers of a texel: those of CMYK with an alpha.
const MAX_NUMBERS: usize = 5;

/// The numbers of a texel, and what is read of them.
#[derive(Clone, Copy)]
struct Texel {
    /// Numbers that the decoder returns.
    numbers: usize,
    channels: usize,
    is_cmyk: bool,
    /// Whether its colors are multiplied by an alpha.
    is_multiplied: bool,
    number: Number,
    bits: u8,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    Unsigned,
    Signed,
    Float,
}

impl Texel {
    fn of(tiff: &mut Decoder) -> Result<Texel, String> {
        let color = tiff.colortype().map_err(tiff_reason)?;
        let mut list = |tag| {
            let numbers = tiff.find_tag_unsigned_vec::<u16>(tag).map_err(tiff_reason)?;
            Ok::<_, String>(numbers.unwrap_or_default())
        };
        let extra = list(Tag::ExtraSamples)?;
        // The default of all of them is 1.
        let mut first = |tag| list(tag).map(|numbers| numbers.first().copied().unwrap_or(1));
        let declared = usize::from(first(Tag::SamplesPerPixel)?);
        let is_planar = first(Tag::PlanarConfiguration)? == 2;
        let is_predicted = first(Tag::Predictor)? != 1;
        let is_inverted = first(Tag::PhotometricInterpretation)? == 0;
        let number = match first(Tag::SampleFormat)? {
            1 => Number::Unsigned,
            2 => Number::Signed,
            3 => Number::Float,
            _ => return Err("its numbers are neither whole numbers nor floats".to_owned()),
        };
        let bits = color.bit_depth();
        let is_read = match number {
            Number::Unsigned => matches!(bits, 1 | 2 | 4 | 8 | 16 | 32 | 64),
            Number::Signed => matches!(bits, 8 | 16 | 32 | 64),
            Number::Float => matches!(bits, 16 | 32 | 64),
        };
        if !is_read {
            return Err(format!("its numbers have {bits} bits, which is not read"));
        }
        let of_gray = if matches!(extra.first(), Some(1 | 2)) { 2 } else { 1 };
        let (numbers, channels, is_cmyk) = match color {
            ColorType::Gray(_) => (1, 1, false),
            ColorType::Multiband { .. } if extra.len() + 1 != declared || declared > MAX_NUMBERS => {
                return Err(format!("its texels have {declared} numbers; gray, and an alpha, are read"));
            }
            ColorType::Multiband { .. } if is_inverted => {
                return Err("its white is 0, and its texels have more than gray; save it with a black of 0".to_owned());
            }
            ColorType::Multiband { .. } => (declared, of_gray, false),
            ColorType::RGB(_) => (3, 3, false),
            ColorType::RGBA(_) => (4, 4, false),
            ColorType::CMYK(_) => (4, 3, true),
            ColorType::CMYKA(_) => (5, 4, true),
            other => return Err(tiff_colors(other)),
        };
        // The crate `tiff` leaves out further numbers, but then goes wrong with predictors and at the edges of tiles.
        let is_tiled = tiff.get_chunk_type() == ChunkType::Tile;
        if declared > numbers && !is_planar && (is_predicted || is_tiled) {
            return Err(format!(
                "its texels have {declared} numbers; save it with {channels} channels, or in strips without a predictor"
            ));
        }
        let is_multiplied = extra.first() == Some(&1);
        if is_cmyk && !(number == Number::Unsigned && matches!(bits, 8 | 16)) {
            return Err("its inks are not whole numbers of 8 or 16 bits".to_owned());
        }
        if is_cmyk && is_multiplied {
            return Err("its inks are multiplied by an alpha; save it as RGB".to_owned());
        }
        Ok(Texel { numbers, channels, is_cmyk, is_multiplied, number, bits })
    }

    /// Bytes of a [sample](Samples).
    fn sample_bytes(self) -> usize {
        match (self.number, self.bits) {
            (Number::Unsigned, ..=8) => size_of::<u8>(),
            (Number::Unsigned, 16) => size_of::<u16>(),
            _ => size_of::<f32>(),
        }
    }

    /// The channels of each texel together, of numbers in so many planes.
    fn channels<T: Copy>(self, numbers: Vec<T>, planes: usize) -> Vec<T> {
        let numbers = together(numbers, planes);
        // Inks become colors later.
        if self.is_cmyk || self.numbers == self.channels {
            return numbers;
        }
        numbers.chunks_exact(self.numbers).flat_map(|texel| &texel[..self.channels]).copied().collect()
    }

    /// Whole numbers as parts of the greatest one.
    fn shares<T: Copy + Into<f64>>(self, numbers: Vec<T>, planes: usize, greatest: f64) -> Samples {
        let numbers = numbers.into_iter().map(|number| normalized(number.into(), greatest)).collect();
        Samples::Floats(self.channels(numbers, planes))
    }

    /// Colors of inks, with the alpha if there is one.
    fn colors<T: Copy>(self, inks: &[T], color: impl Fn(T, T) -> T) -> Vec<T> {
        let texels = inks.chunks_exact(self.numbers);
        let colors = texels.flat_map(|texel| {
            let ink = |index: usize| color(texel[index], texel[3]);
            [ink(0), ink(1), ink(2)].into_iter().chain(texel.get(4).copied())
        });
        colors.collect()
    }
}

pub(super) fn header(bytes: &[u8]) -> Result<Header, String> {
    let mut tiff = decoder(bytes)?;
    let (width, height) = tiff.dimensions().map_err(tiff_reason)?;
    let texel = Texel::of(&mut tiff)?;
    Ok(Header {
        width: width as usize,
        height: height as usize,
        channels: texel.channels,
        sample_bytes: texel.sample_bytes(),
    })
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, String> {
    let mut tiff = decoder(bytes)?;
    let (width, height) = tiff.dimensions().map_err(tiff_reason)?;
    let (width, height) = (width as usize, height as usize);
    let texel = Texel::of(&mut tiff)?;
    let mut read = DecodingResult::U8(Vec::new());
    let layout = tiff.read_image_to_buffer(&mut read).map_err(tiff_reason)?;
    let planes = if layout.planes > 1 { texel.numbers } else { 1 };
    let floats = |numbers| Samples::Floats(texel.channels(numbers, planes));
    let samples = match read {
        DecodingResult::U8(bytes) => {
            let row = width * texel.numbers / planes;
            Samples::Bytes(texel.channels(unpacked(bytes, row, texel.bits), planes))
        }
        DecodingResult::U16(words) => Samples::Words(texel.channels(words, planes)),
        DecodingResult::U32(numbers) => texel.shares(numbers, planes, u32::MAX.into()),
        DecodingResult::U64(numbers) => {
            texel.shares(numbers.iter().map(|number| *number as f64).collect(), planes, u64::MAX as f64)
        }
        DecodingResult::I8(numbers) => texel.shares(numbers, planes, i8::MAX.into()),
        DecodingResult::I16(numbers) => texel.shares(numbers, planes, i16::MAX.into()),
        DecodingResult::I32(numbers) => texel.shares(numbers, planes, i32::MAX.into()),
        DecodingResult::I64(numbers) => {
            texel.shares(numbers.iter().map(|number| *number as f64).collect(), planes, i64::MAX as f64)
        }
        DecodingResult::F16(numbers) => floats(numbers.iter().map(|number| number.to_f32()).collect()),
        DecodingResult::F32(numbers) => floats(numbers),
        DecodingResult::F64(numbers) => floats(numbers.iter().map(|number| *number as f32).collect()),
    };
    let samples = match samples {
        Samples::Bytes(inks) if texel.is_cmyk => {
            Samples::Bytes(texel.colors(&inks, |ink, black| times(255 - ink, 255 - black)))
        }
        Samples::Words(inks) if texel.is_cmyk => {
            let part = |ink: u16| 65535.0 - f64::from(ink);
            let color = |ink, black| (part(ink) * part(black) / 65535.0).round() as u16;
            Samples::Words(texel.colors(&inks, color))
        }
        samples => samples,
    };
    let encoding = if texel.number == Number::Float { Encoding::LINEAR } else { Encoding::SRGB };
    let Texel { channels, is_multiplied, .. } = texel;
    Ok(Decoded { width, height, channels, encoding, is_multiplied, samples })
}

/// The channels of a texel together, of planes one after the other.
fn together<T: Copy>(numbers: Vec<T>, planes: usize) -> Vec<T> {
    if planes == 1 {
        return numbers;
    }
    let texels = numbers.len() / planes;
    (0..texels * planes).map(|index| numbers[index % planes * texels + index / planes]).collect()
}

/// Numbers of less than eight bits in a byte each, stretched over all of its range.
fn unpacked(bytes: Vec<u8>, width: usize, bits: u8) -> Vec<u8> {
    let bits = usize::from(bits);
    if !matches!(bits, 1 | 2 | 4) {
        return bytes;
    }
    let most = (1 << bits) - 1;
    let step = 255 / most;
    let rows = bytes.chunks((width * bits).div_ceil(8));
    rows.flat_map(|row| {
        (0..width).map(move |column| {
            let place = column * bits;
            row.get(place / 8).map_or(0, |byte| byte >> (8 - bits - place % 8) & most) * step
        })
    })
    .collect()
}
