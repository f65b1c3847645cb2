//! JPEG files (baseline, 8 bits).

use std::io::{self, Write};

use jpeg_encoder::{ColorType, Encoder, EncodingError};

use super::{BitDepth, Encoding, Pixels, Sink};
use crate::format::Format;
use crate::rows::Rows;

/// Maximum side of a JPEG, in pixels.
pub const MAX_JPEG: u32 = 65_535;

/// Writes a JPEG: gray or colors without alpha. Its output is the number of pixels with a value outside 0 to 1.
///
/// The encoder computes in integers, so that the bytes are the same on every CPU.
pub struct JpegStream<W> {
    /// Receives the bytes of the file.
    pub target: W,
    /// Quality, 1 to 100. Below 90, colors have half the resolution.
    pub quality: u8,
    /// The curve from linear values to integers.
    pub encoding: Encoding,
}

impl<W: Write> Sink for JpegStream<W> {
    type Output = u64;

    fn memory(&self, format: Format, threads: usize) -> u64 {
        // The encoder holds rows of blocks in addition to the picture.
        self.pixels().memory(format, threads) + 64 * format.row_len() as u64
    }

    fn write(mut self, format: Format, rows: &mut Rows) -> io::Result<u64> {
        let color = match format.channels() {
            1 => ColorType::Luma,
            3 => ColorType::Rgb,
            _ => return Err(io::Error::other("a JPEG has no alpha")),
        };
        let too_large = |_| io::Error::other(format!("a side of a JPEG has at most {MAX_JPEG} pixels"));
        let width = u16::try_from(format.width).map_err(too_large)?;
        let height = u16::try_from(format.height).map_err(too_large)?;
        let (pixels, clipped) = self.pixels().write(format, rows)?;
        let encoder = Encoder::new(&mut self.target, self.quality.clamp(1, 100));
        encoder.encode(&pixels, width, height, color).map_err(|error| match error {
            EncodingError::IoError(error) => error,
            other => io::Error::other(other),
        })?;
        self.target.flush()?;
        Ok(clipped)
    }
}

impl<W> JpegStream<W> {
    fn pixels(&self) -> Pixels {
        Pixels { depth: BitDepth::Eight, encoding: self.encoding }
    }
}
