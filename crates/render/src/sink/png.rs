//! PNG files of 8 or 16 bits.

use std::io;
use std::path::PathBuf;

use travertine_graph::constant::Type;

use super::encode::Encoder;
use super::{AtomicFile, BitDepth, Encoding, Sink, cut_short};
use crate::image::Format;
use crate::rows::Rows;

/// Writes a PNG file, row by row. Its output is the number of pixels that had a value outside 0..1.
///
/// Floats are grey, vectors RGB, colours RGB or RGBA with alpha not multiplied in. What is in sRGB is tagged so, what
/// is linear is tagged with a gamma of 1.
pub struct Png {
    /// Where.
    pub path: PathBuf,
    /// How many bits a channel has.
    pub depth: BitDepth,
    /// The curve.
    pub encoding: Encoding,
}

impl Sink for Png {
    type Output = u64;

    fn write(self, format: Format, rows: &mut Rows) -> io::Result<u64> {
        let mut file = AtomicFile::create(&self.path)?;
        let png = png_encoder(&mut file, format, self.depth, self.encoding);
        let mut writer = png.write_header().map_err(io_error)?;
        let mut stream = writer.stream_writer().map_err(io_error)?;
        let mut encoder = Encoder::new(format, self.depth, self.encoding, rows.level());
        for _ in 0..format.height {
            let row = rows.next_row().ok_or_else(cut_short)?;
            io::Write::write_all(&mut stream, encoder.row(row))?;
        }
        stream.finish().map_err(io_error)?;
        writer.finish().map_err(io_error)?;
        file.finish()?;
        Ok(encoder.clipped())
    }
}

/// A PNG encoder for pictures of that format, its colour type, its depth and its tags of colour space set.
pub fn png_encoder<'a, W: io::Write>(
    target: W,
    format: Format,
    depth: BitDepth,
    encoding: Encoding,
) -> png::Encoder<'a, W> {
    let mut png = png::Encoder::new(target, format.width, format.height);
    png.set_color(match (format.kind, format.channels()) {
        (Type::Float, _) => png::ColorType::Grayscale,
        (_, 4) => png::ColorType::Rgba,
        _ => png::ColorType::Rgb,
    });
    png.set_depth(match depth {
        BitDepth::Eight => png::BitDepth::Eight,
        BitDepth::Sixteen => png::BitDepth::Sixteen,
    });
    if encoding.is_srgb(format) {
        png.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    } else {
        png.set_source_gamma(png::ScaledFloat::new(1.0));
    }
    png
}

fn io_error(error: png::EncodingError) -> io::Error {
    match error {
        png::EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}
