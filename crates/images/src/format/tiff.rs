//! Reads TIFF files: the first picture, gray, RGB or CMYK, with whole numbers of 1 to 64 bits or floats of 16
//! to 64, in strips or tiles, plain or compressed by PackBits, LZW or deflate. Profiles and the orientation are ignored.
//!
//! "TIFF, Revision 6.0" (1992), and Adobe's technical notes.
//! <https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf>

use std::io::Cursor;

use tiff::ColorType;
use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::tags::Tag;

use crate::decoded::{Decoded, Header, MAX_TEXELS};
use crate::number::share;
use crate::transfer::{Encoding, Samples, times};

fn decoder(bytes: &[u8]) -> Result<Decoder<Cursor<&[u8]>>, String> {
    // The caller judges the size. A number has up to eight bytes, and a texel up to five numbers.
    let mut limits = Limits::default();
    limits.decoding_buffer_size = 40 * MAX_TEXELS;
    limits.intermediate_buffer_size = 40 * MAX_TEXELS;
    let decoder = Decoder::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    Ok(decoder.with_limits(limits))
}

/// Channels of a texel: those of the file, and those that are read.
fn channels(color: ColorType) -> Result<(usize, usize), String> {
    match color {
        ColorType::Gray(_) => Ok((1, 1)),
        ColorType::GrayA(_) => Ok((2, 2)),
        ColorType::RGB(_) => Ok((3, 3)),
        ColorType::RGBA(_) => Ok((4, 4)),
        ColorType::CMYK(8 | 16) => Ok((4, 3)),
        ColorType::Multiband { num_samples, .. } => {
            Err(format!("its texels have {num_samples} numbers without a meaning"))
        }
        other => Err(format!("its colors are {other:?}, which are not read")),
    }
}

pub(super) fn header(bytes: &[u8]) -> Result<Header, String> {
    let mut tiff = decoder(bytes)?;
    let (width, height) = tiff.dimensions().map_err(|error| error.to_string())?;
    let color = tiff.colortype().map_err(|error| error.to_string())?;
    let (_, channels) = channels(color)?;
    let sample_bytes = usize::from(color.bit_depth()).div_ceil(8);
    Ok(Header { width: width as usize, height: height as usize, channels, sample_bytes })
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, String> {
    let mut tiff = decoder(bytes)?;
    let (width, height) = tiff.dimensions().map_err(|error| error.to_string())?;
    let (width, height) = (width as usize, height as usize);
    let color = tiff.colortype().map_err(|error| error.to_string())?;
    let (stated, channels) = channels(color)?;
    let mut read = DecodingResult::U8(Vec::new());
    let layout = tiff.read_image_to_buffer(&mut read).map_err(|error| error.to_string())?;
    let planes = if layout.planes > 1 { stated } else { 1 };
    let samples = match read {
        DecodingResult::U8(bytes) => {
            let row = width * stated / planes;
            Samples::Bytes(together(unpacked(bytes, row, color.bit_depth()), planes))
        }
        DecodingResult::U16(words) => Samples::Words(together(words, planes)),
        DecodingResult::U32(numbers) => shares(numbers, planes, u32::MAX.into()),
        DecodingResult::U64(numbers) => {
            shares(numbers.iter().map(|number| *number as f64).collect(), planes, u64::MAX as f64)
        }
        DecodingResult::I8(numbers) => shares(numbers, planes, i8::MAX.into()),
        DecodingResult::I16(numbers) => shares(numbers, planes, i16::MAX.into()),
        DecodingResult::I32(numbers) => shares(numbers, planes, i32::MAX.into()),
        DecodingResult::I64(numbers) => {
            shares(numbers.iter().map(|number| *number as f64).collect(), planes, i64::MAX as f64)
        }
        DecodingResult::F16(numbers) => {
            Samples::Floats(together(numbers.iter().map(|number| number.to_f32()).collect(), planes))
        }
        DecodingResult::F32(numbers) => Samples::Floats(together(numbers, planes)),
        DecodingResult::F64(numbers) => {
            Samples::Floats(together(numbers.iter().map(|number| *number as f32).collect(), planes))
        }
    };
    let is_float = tiff
        .find_tag_unsigned_vec::<u16>(Tag::SampleFormat)
        .is_ok_and(|formats| formats.is_some_and(|formats| formats.first() == Some(&3)));
    let samples = match (color, samples) {
        (ColorType::CMYK(_), Samples::Bytes(inks)) => {
            let texels = inks.as_chunks().0.iter();
            Samples::Bytes(
                texels.flat_map(|[c, m, y, k]| [c, m, y].map(|ink| times(255 - *ink, 255 - *k))).collect(),
            )
        }
        (ColorType::CMYK(_), Samples::Words(inks)) => {
            let texel = |[c, m, y, k]: &[u16; 4]| {
                let part = |ink: u16| 65535.0 - f64::from(ink);
                [c, m, y].map(|ink| (part(*ink) * part(*k) / 65535.0).round() as u16)
            };
            Samples::Words(inks.as_chunks().0.iter().flat_map(texel).collect())
        }
        (ColorType::CMYK(_), _) => {
            return Err("its colors have no whole numbers".to_owned());
        }
        (_, samples) => samples,
    };
    // 1 is an alpha that colors are multiplied by.
    let extra = tiff.find_tag_unsigned_vec::<u16>(Tag::ExtraSamples).ok().flatten().unwrap_or_default();
    let encoding = if is_float { Encoding::LINEAR } else { Encoding::SRGB };
    Ok(Decoded { width, height, channels, encoding, is_multiplied: extra.first() == Some(&1), samples })
}

/// Whole numbers as parts of the greatest one.
fn shares<T: Copy + Into<f64>>(numbers: Vec<T>, planes: usize, greatest: f64) -> Samples {
    let numbers = numbers.into_iter().map(|number| share(number.into(), greatest)).collect();
    Samples::Floats(together(numbers, planes))
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
