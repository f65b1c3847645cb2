//! TIFF files (version 6.0, 1992) of 8- and 16-bit integers and of 32-bit floats.

use std::io::{self, Seek, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use tiff::TiffError;
use tiff::encoder::{DirectoryEncoder, TiffEncoder, TiffKind};
use tiff::tags::{CompressionMethod, PhotometricInterpretation, SampleFormat, Tag};

use super::encode::Encoder;
use super::{BitDepth, Encoding, Sink, cut_short};
use crate::format::Format;
use crate::memory::room;
use crate::rows::Rows;

/// Bytes of a strip before compression, unless a row is larger.
const STRIP: usize = 1 << 18;

/// The numbers of a TIFF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TiffSamples {
    /// Integers: bits of a channel, and the curve from linear values.
    Integers(BitDepth, Encoding),
    /// Floats, linear and unclipped.
    Floats,
}

/// Writes a TIFF strip by strip, compressed without loss (Deflate), with straight alpha. A file that may exceed 4 GiB
/// is a BigTIFF. Its output is the number of pixels that an integer cannot hold: those with a value outside 0 to 1.
pub struct TiffStream<W> {
    /// Receives the bytes of the file.
    pub target: W,
    /// The numbers.
    pub samples: TiffSamples,
}

impl TiffSamples {
    /// Bytes of a number.
    fn bytes(self) -> usize {
        match self {
            TiffSamples::Integers(BitDepth::Eight, _) => 1,
            TiffSamples::Integers(BitDepth::Sixteen, _) => 2,
            TiffSamples::Floats => 4,
        }
    }

    fn strip_rows(self, format: Format) -> usize {
        (STRIP / (format.row_len() * self.bytes())).clamp(1, format.height as usize)
    }

    /// Memory of a strip and its compressed bytes, and of the places of all strips.
    pub(crate) fn memory(self, format: Format) -> u64 {
        let rows = self.strip_rows(format);
        let strips = u64::from(format.height).div_ceil(rows as u64);
        3 * (rows * format.row_len() * self.bytes()) as u64 + 4 * 8 * strips
    }
}

impl<W: Write + Seek> Sink for TiffStream<W> {
    type Output = u64;

    fn memory(&self, format: Format, _threads: usize) -> u64 {
        self.samples.memory(format)
    }

    fn write(mut self, format: Format, rows: &mut Rows) -> io::Result<u64> {
        // Room for the tables, and for strips that compression makes larger.
        let bytes = format.floats() * self.samples.bytes() as u64;
        let clipped = if bytes + bytes / 64 + (1 << 20) < u64::from(u32::MAX) {
            let mut tiff = TiffEncoder::new(&mut self.target).map_err(failed)?;
            write(tiff.image_directory().map_err(failed)?, self.samples, format, rows)
        } else {
            let mut tiff = TiffEncoder::new_big(&mut self.target).map_err(failed)?;
            write(tiff.image_directory().map_err(failed)?, self.samples, format, rows)
        }?;
        self.target.flush()?;
        Ok(clipped)
    }
}

fn write<W: Write + Seek, K: TiffKind>(
    mut directory: DirectoryEncoder<W, K>,
    samples: TiffSamples,
    format: Format,
    rows: &mut Rows,
) -> io::Result<u64> {
    let (depth, encoding) = match samples {
        TiffSamples::Integers(depth, encoding) => (depth, encoding),
        TiffSamples::Floats => (BitDepth::Eight, Encoding::Linear),
    };
    let mut encoder = Encoder::new(format, depth, encoding, rows.level());
    let (channels, together) = (format.channels(), samples.strip_rows(format));
    let (mut offsets, mut lengths) = (Vec::new(), Vec::new());
    let mut strip = room(together * format.row_len() * samples.bytes())?;
    let mut to_come = format.height as usize;
    while to_come > 0 {
        let height = together.min(to_come);
        strip.clear();
        for _ in 0..height {
            let row = rows.next_row().ok_or_else(cut_short)?;
            match samples {
                TiffSamples::Floats => strip.extend(row.iter().flat_map(|value| value.to_ne_bytes())),
                TiffSamples::Integers(BitDepth::Eight, _) => differ(encoder.row(row), channels, &mut strip),
                TiffSamples::Integers(BitDepth::Sixteen, _) => {
                    differ_16(encoder.row(row), channels, &mut strip);
                }
            }
        }
        to_come -= height;
        let mut deflate = ZlibEncoder::new(Vec::new(), Compression::default());
        deflate.write_all(&strip)?;
        let packed = deflate.finish()?;
        let offset = directory.write_data(packed.as_slice()).map_err(failed)?;
        offsets.push(K::convert_offset(offset).map_err(failed)?);
        lengths.push(K::convert_offset(packed.len() as u64).map_err(failed)?);
    }
    write_tags(&mut directory, samples, format, together).map_err(failed)?;
    directory.write_tag(Tag::StripOffsets, K::convert_slice(&offsets)).map_err(failed)?;
    directory.write_tag(Tag::StripByteCounts, K::convert_slice(&lengths)).map_err(failed)?;
    directory.finish().map_err(failed)?;
    Ok(if samples == TiffSamples::Floats { 0 } else { encoder.clipped() })
}

fn write_tags<W: Write + Seek, K: TiffKind>(
    directory: &mut DirectoryEncoder<W, K>,
    samples: TiffSamples,
    format: Format,
    strip_rows: usize,
) -> Result<(), TiffError> {
    /// Differences of neighbors.
    const HORIZONTAL: u16 = 2;
    /// Alpha by which colors are not multiplied.
    const STRAIGHT_ALPHA: u16 = 2;
    let channels = format.channels();
    let photometric = match channels {
        1 => PhotometricInterpretation::BlackIsZero,
        _ => PhotometricInterpretation::RGB,
    };
    let sample_format = match samples {
        TiffSamples::Integers(..) => SampleFormat::Uint,
        TiffSamples::Floats => SampleFormat::IEEEFP,
    };
    directory.write_tag(Tag::ImageWidth, format.width)?;
    directory.write_tag(Tag::ImageLength, format.height)?;
    directory.write_tag(Tag::BitsPerSample, &vec![8 * samples.bytes() as u16; channels][..])?;
    directory.write_tag(Tag::SampleFormat, &vec![sample_format.to_u16(); channels][..])?;
    directory.write_tag(Tag::SamplesPerPixel, channels as u16)?;
    directory.write_tag(Tag::Compression, CompressionMethod::Deflate.to_u16())?;
    directory.write_tag(Tag::PhotometricInterpretation, photometric.to_u16())?;
    if channels == 4 {
        directory.write_tag(Tag::ExtraSamples, STRAIGHT_ALPHA)?;
    }
    if samples != TiffSamples::Floats {
        directory.write_tag(Tag::Predictor, HORIZONTAL)?;
    }
    directory.write_tag(Tag::RowsPerStrip, strip_rows as u32)?;
    directory.write_tag(Tag::Software, "travertine")?;
    Ok(())
}

/// A row as differences from the pixel to the left, which compress better.
fn differ(row: &[u8], channels: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&row[..channels]);
    out.extend(row.iter().zip(&row[channels..]).map(|(left, here)| here.wrapping_sub(*left)));
}

/// As [`differ`], of numbers of 16 bits, from big-endian order to that of the machine, which the file specifies.
fn differ_16(row: &[u8], channels: usize, out: &mut Vec<u8>) {
    let numbers = |row: &[u8]| row.as_chunks().0.iter().map(|bytes| u16::from_be_bytes(*bytes)).collect();
    let row: Vec<u16> = numbers(row);
    out.extend(row[..channels].iter().flat_map(|number| number.to_ne_bytes()));
    let pairs = row.iter().zip(&row[channels..]);
    out.extend(pairs.flat_map(|(left, here)| here.wrapping_sub(*left).to_ne_bytes()));
}

fn failed(error: TiffError) -> io::Error {
    match error {
        TiffError::IoError(error) => error,
        other => io::Error::other(other),
    }
}
