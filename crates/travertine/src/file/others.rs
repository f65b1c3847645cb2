//! Pictures as TIFF, TGA, JPEG and WebP, and textures as KTX2 and DDS.

use std::io::{self, ErrorKind, Seek, Write};

use travertine_render::sink::{JpegStream, Sink, TextureStream, TgaStream, TiffSamples, TiffStream, WebPStream};
use travertine_render::{Format, Rows};

use super::format::PictureFormat;

/// Memory to write a picture in the format, in bytes.
pub fn memory(file: PictureFormat, format: Format, threads: usize) -> u64 {
    let target = io::Cursor::new(Vec::new());
    match file {
        PictureFormat::Tiff { depth, encoding } => {
            TiffStream { target, samples: TiffSamples::Integers(depth, encoding) }.memory(format, threads)
        }
        PictureFormat::TiffFloat => TiffStream { target, samples: TiffSamples::Floats }.memory(format, threads),
        PictureFormat::Tga { encoding } => TgaStream { target, encoding }.memory(format, threads),
        PictureFormat::Jpeg { quality, encoding } => JpegStream { target, quality, encoding }.memory(format, threads),
        PictureFormat::WebP { encoding } => WebPStream { target, encoding }.memory(format, threads),
        PictureFormat::Texture(container, options) => {
            TextureStream { target, container, options }.memory(format, threads)
        }
        PictureFormat::Png { .. } | PictureFormat::Exr => 0,
    }
}

/// Writes a picture in the format. Returns the number of clipped pixels.
pub fn write(file: PictureFormat, target: impl Write + Seek, format: Format, rows: &mut Rows) -> io::Result<u64> {
    // A TIFF needs its places; the others write many small pieces.
    let mut target = io::BufWriter::with_capacity(1 << 16, target);
    let clipped = match file {
        PictureFormat::Tiff { depth, encoding } => {
            let samples = TiffSamples::Integers(depth, encoding);
            TiffStream { target: &mut target, samples }.write(format, rows)
        }
        PictureFormat::TiffFloat => {
            TiffStream { target: &mut target, samples: TiffSamples::Floats }.write(format, rows)
        }
        PictureFormat::Tga { encoding } => TgaStream { target: &mut target, encoding }.write(format, rows),
        PictureFormat::Jpeg { quality, encoding } => {
            JpegStream { target: &mut target, quality, encoding }.write(format, rows)
        }
        PictureFormat::WebP { encoding } => WebPStream { target: &mut target, encoding }.write(format, rows),
        PictureFormat::Texture(container, options) => {
            TextureStream { target: &mut target, container, options }.write(format, rows)
        }
        PictureFormat::Png { .. } | PictureFormat::Exr => Err(ErrorKind::Unsupported.into()),
    }?;
    target.flush()?;
    Ok(clipped)
}
