//! WebP files of 8 bits, compressed without loss.

use std::io::{self, Write};

use image_webp::{ColorType, EncodingError, WebPEncoder};

use super::{BitDepth, Encoding, Pixels, Sink};
use crate::format::Format;
use crate::rows::Rows;

/// Maximum side of a WebP, in pixels.
pub const MAX_WEBP: u32 = 16_383;

/// Writes a WebP without loss, with straight alpha. Its output is the number of pixels with a value outside 0 to 1.
pub struct WebPStream<W> {
    /// Receives the bytes of the file.
    pub target: W,
    /// The curve from linear values to integers.
    pub encoding: Encoding,
}

impl<W: Write> Sink for WebPStream<W> {
    type Output = u64;

    fn memory(&self, format: Format, threads: usize) -> u64 {
        // The encoder makes every pixel one of four channels, and holds all of the file.
        let pixels = u64::from(format.width) * u64::from(format.height);
        self.pixels().memory(format, threads) + 9 * pixels + (1 << 20)
    }

    fn write(mut self, format: Format, rows: &mut Rows) -> io::Result<u64> {
        if format.width.max(format.height) > MAX_WEBP {
            return Err(io::Error::other(format!("a side of a WebP has at most {MAX_WEBP} pixels")));
        }
        let color = match format.channels() {
            1 => ColorType::L8,
            3 => ColorType::Rgb8,
            _ => ColorType::Rgba8,
        };
        let (pixels, clipped) = self.pixels().write(format, rows)?;
        let encoder = WebPEncoder::new(&mut self.target);
        encoder.encode(&pixels, format.width, format.height, color).map_err(|error| match error {
            EncodingError::IoError(error) => error,
            other => io::Error::other(other),
        })?;
        self.target.flush()?;
        Ok(clipped)
    }
}

impl<W> WebPStream<W> {
    fn pixels(&self) -> Pixels {
        Pixels { depth: BitDepth::Eight, encoding: self.encoding }
    }
}
