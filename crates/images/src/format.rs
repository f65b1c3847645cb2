//! The formats of files.

mod exr;
mod jpeg;
mod png;

use crate::decoded::{Decoded, MAX_SIDE, MAX_TEXELS};
use crate::problem::Problem;

#[derive(Clone, Copy)]
enum Format {
    Png,
    Jpeg,
    Exr,
}

impl Format {
    fn of(bytes: &[u8]) -> Result<Format, Problem> {
        [(&b"\x89PNG"[..], Format::Png), (b"\xff\xd8\xff", Format::Jpeg), (b"\x76\x2f\x31\x01", Format::Exr)]
            .into_iter()
            .find_map(|(magic, format)| bytes.starts_with(magic).then_some(format))
            .ok_or(Problem::Unknown)
    }

    fn damaged(self, reason: impl ToString) -> Problem {
        let format = match self {
            Format::Png => "PNG",
            Format::Jpeg => "JPEG",
            Format::Exr => "OpenEXR",
        };
        let reason = reason.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        Problem::Damaged { format, reason }
    }
}

/// Width and height of the picture in a file, by its header.
///
/// # Errors
///
/// If it is no file of a known format, its header is damaged, or the picture has more texels than [`MAX_TEXELS`] or
/// [`MAX_SIDE`].
pub fn size(bytes: &[u8]) -> Result<(usize, usize), Problem> {
    let format = Format::of(bytes)?;
    let size = match format {
        Format::Png => png::size(bytes),
        Format::Jpeg => jpeg::size(bytes),
        Format::Exr => exr::size(bytes),
    };
    let (width, height) = size.map_err(|reason| format.damaged(reason))?;
    if width == 0 || height == 0 {
        return Err(format.damaged("it has no texels"));
    }
    if width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_TEXELS {
        return Err(Problem::TooLarge { width, height });
    }
    Ok((width, height))
}

/// Decodes a file.
pub(crate) fn decode(bytes: &[u8]) -> Result<Decoded, Problem> {
    let format = Format::of(bytes)?;
    let (width, height) = size(bytes)?;
    let decoded = match format {
        Format::Png => png::decode(bytes),
        Format::Jpeg => jpeg::decode(bytes),
        Format::Exr => exr::decode(bytes),
    };
    let decoded = decoded.map_err(|reason| format.damaged(reason))?;
    let is_whole = (decoded.width, decoded.height) == (width, height)
        && decoded.samples.len() == width * height * decoded.channels;
    if is_whole {
        Ok(decoded)
    } else {
        Err(format.damaged("it holds another number of texels than it states"))
    }
}
