//! Atlases: all slices of a volume in one PNG.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::Path;

use travertine::stages::render::sink::{BitDepth, Encoding, png_encoder, png_error};
use travertine::{Context, Format, MAX_SIDE, Volume};

use crate::Error;
use crate::description::{Description, GENERATOR};
use crate::numbers::Bits;

/// Number of slices in a row, such that the picture is about square.
pub(crate) fn columns(volume: &Volume) -> Result<u32, Error> {
    let [width, height, depth] = volume.size().map(u64::from);
    let square = (depth * height).div_ceil(width);
    let root = square.isqrt();
    let columns = (root + u64::from(root * root < square)).clamp(1, depth);
    let [across, down] = [width * columns, height * depth.div_ceil(columns)];
    match u32::try_from(columns) {
        Ok(columns) if across.max(down) <= MAX_SIDE.into() => Ok(columns),
        _ => Err(Error::TooLarge(format!(
            "the atlas would have {across} x {down} pixels, and the limit of a side is {MAX_SIDE}; choose a smaller \
             --size"
        ))),
    }
}

/// Encodes the PNG from the file of its pixels.
///
/// # Errors
///
/// If a file cannot be read or written, or the job was cancelled.
pub(crate) fn encode(
    pixels: &Path,
    picture: &Path,
    description: &Description,
    columns: u32,
    context: &Context,
) -> io::Result<()> {
    let Description { volume, numbers, output } = description;
    let [width, height, depth] = volume.size();
    let format = Format { width: width * columns, height: height * depth.div_ceil(columns), ..numbers.format };
    let bits = if numbers.bits == Bits::Eight { BitDepth::Eight } else { BitDepth::Sixteen };
    let curve = if numbers.srgb { Encoding::Srgb } else { Encoding::Linear };
    let mut file = BufWriter::with_capacity(1 << 16, File::create(picture)?);
    let mut png = png_encoder(&mut file, format, bits, curve);
    let layout = format!("{width} x {height} x {depth} samples, the slices in {columns} columns");
    let texts = [("Software", GENERATOR.to_owned()), ("Title", latin(output)), ("Description", layout)];
    for (keyword, text) in texts {
        png.add_text_chunk(keyword.to_owned(), text).map_err(io::Error::other)?;
    }
    let mut writer = png.write_header().map_err(png_error)?;
    let mut stream = writer.stream_writer().map_err(png_error)?;
    let mut row = vec![0; numbers.sample() * format.width as usize];
    let mut pixels = BufReader::with_capacity(1 << 20, File::open(pixels)?);
    for _ in 0..format.height {
        if context.is_cancelled() {
            return Err(ErrorKind::Interrupted.into());
        }
        pixels.read_exact(&mut row)?;
        stream.write_all(&row)?;
    }
    stream.finish().map_err(png_error)?;
    writer.finish().map_err(png_error)?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// Text for a PNG: characters outside Latin-1 become question marks.
fn latin(text: &str) -> String {
    text.chars().map(|letter| if u32::from(letter) < 256 { letter } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atlases_are_about_square() {
        let columns = |width, height, depth| columns(&Volume::new(width, height, depth));
        assert_eq!(columns(256, 256, 256).unwrap(), 16);
        assert_eq!(columns(64, 64, 10).unwrap(), 4);
        assert_eq!(columns(10, 12, 5).unwrap(), 3);
        assert_eq!(columns(400, 100, 64).unwrap(), 4);
        assert_eq!(columns(1, 1, 1).unwrap(), 1);
        assert_eq!(columns(1000, 1, 5).unwrap(), 1);
        assert!(columns(1 << 20, 1 << 20, 2).is_err());
    }
}
