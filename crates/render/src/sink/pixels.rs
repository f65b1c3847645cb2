//! Pictures in memory as the integers of a file.

use std::io;
#[cfg(feature = "png")]
use std::{fs::File, io::BufReader, path::Path};

use super::encode::Encoder;
use super::{BitDepth, Encoding, Sink, cut_short};
use crate::format::Format;
use crate::memory::room;
use crate::rows::Rows;

/// Encodes a picture into memory: rows from the top, channels adjacent, 16-bit integers big-endian. Its output is the
/// bytes, and the number of pixels with a value outside 0 to 1.
pub struct Pixels {
    /// Bits of a channel.
    pub depth: BitDepth,
    /// The curve from linear values to integers.
    pub encoding: Encoding,
}

impl Pixels {
    fn bytes(&self, format: Format) -> usize {
        format.row_len() * format.height as usize * if self.depth == BitDepth::Sixteen { 2 } else { 1 }
    }
}

/// Reads a PNG: the bytes that [`Pixels`] would produce, and the number of channels.
///
/// # Errors
///
/// If the file cannot be read or is not a PNG.
#[cfg(feature = "png")]
pub fn read_pixels(path: &Path) -> io::Result<(Vec<u8>, usize)> {
    let failed = |error| match error {
        png::DecodingError::IoError(error) => error,
        other => io::Error::other(other),
    };
    let mut reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info().map_err(failed)?;
    let size = reader.output_buffer_size().ok_or_else(|| io::Error::other("the picture is too large"))?;
    let mut bytes = vec![0; size];
    let frame = reader.next_frame(&mut bytes).map_err(failed)?;
    Ok((bytes, frame.color_type.samples()))
}

impl Sink for Pixels {
    type Output = (Vec<u8>, u64);

    fn memory(&self, format: Format, _threads: usize) -> u64 {
        self.bytes(format) as u64
    }

    fn write(self, format: Format, rows: &mut Rows) -> io::Result<(Vec<u8>, u64)> {
        let mut encoder = Encoder::new(format, self.depth, self.encoding, rows.level());
        let mut bytes = room(self.bytes(format))?;
        for _ in 0..format.height {
            let row = rows.next_row().ok_or_else(cut_short)?;
            bytes.extend_from_slice(encoder.row(row));
        }
        Ok((bytes, encoder.clipped()))
    }
}
