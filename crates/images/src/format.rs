//! The formats of files.

mod df3;
mod exr;
mod hdr;
mod jpeg;
mod nrrd;
mod png;
mod tiff;
mod webp;

use crate::decoded::{Decoded, Densities, Header, MAX_SIDE, MAX_TEXELS, NUMBERS_OF_TEXEL};
use crate::number::Layout;
use crate::problem::Problem;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Png,
    Jpeg,
    Exr,
    Tiff,
    WebP,
    Hdr,
    Nrrd,
    Df3,
}

impl Format {
    /// The format of a file, by its first bytes. A DF3 has no mark of its own: it is known by its length.
    pub(crate) fn of(bytes: &[u8]) -> Result<Format, Problem> {
        let marks = [
            (&b"\x89PNG"[..], Format::Png),
            (b"\xff\xd8", Format::Jpeg),
            (b"\x76\x2f\x31\x01", Format::Exr),
            // Both orders of bytes, and the one with long offsets.
            (b"II*\0", Format::Tiff),
            (b"MM\0*", Format::Tiff),
            (b"II+\0", Format::Tiff),
            (b"MM\0+", Format::Tiff),
            (b"#?RADIANCE", Format::Hdr),
            (b"#?RGBE", Format::Hdr),
            (b"NRRD", Format::Nrrd),
        ];
        marks
            .into_iter()
            .find_map(|(mark, format)| bytes.starts_with(mark).then_some(format))
            .or_else(|| {
                let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
                is_webp.then_some(Format::WebP)
            })
            .or_else(|| df3::layout(bytes).map(|_| Format::Df3))
            .ok_or(Problem::Unknown)
    }

    /// Whether the format holds volumes.
    pub(crate) fn is_volume(self) -> bool {
        matches!(self, Format::Nrrd | Format::Df3)
    }

    fn damaged(self, reason: impl ToString) -> Problem {
        let format = match self {
            Format::Png => "PNG",
            Format::Jpeg => "JPEG",
            Format::Exr => "OpenEXR",
            Format::Tiff => "TIFF",
            Format::WebP => "WebP",
            Format::Hdr => "Radiance",
            Format::Nrrd => "NRRD",
            Format::Df3 => "DF3",
        };
        let reason = reason.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        Problem::Damaged { format, reason }
    }
}

/// What a file costs when it is decoded, by its header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// What it counts towards the limit of a document's images: the texels of a picture, or the numbers of a volume
    /// divided by [`NUMBERS_OF_TEXEL`].
    pub texels: usize,
    /// Memory of the samples of a picture, in bytes.
    pub samples: u64,
    /// Memory of the channels as functions, in bytes, without smaller levels.
    pub channels: u64,
}

/// What a file costs when it is decoded, by its header. Nothing of that size is allocated for it.
///
/// # Errors
///
/// If it is no file of a known format, its header is damaged, or it has more texels than [`MAX_TEXELS`] or
/// [`MAX_SIDE`].
pub fn cost(bytes: &[u8]) -> Result<Cost, Problem> {
    let format = Format::of(bytes)?;
    let floats = |count: usize| (count * size_of::<f32>()) as u64;
    if format.is_volume() {
        let numbers = layout(format, bytes)?.numbers();
        let texels = numbers.div_ceil(NUMBERS_OF_TEXEL);
        return Ok(Cost { texels, samples: 0, channels: floats(numbers) });
    }
    let Header { width, height, channels, sample_bytes } = header(format, bytes)?;
    let texels = width * height;
    let samples = (texels * channels * sample_bytes) as u64;
    Ok(Cost { texels, samples, channels: floats(texels * channels) })
}

/// The header of a picture, whose size is within the limits.
fn header(format: Format, bytes: &[u8]) -> Result<Header, Problem> {
    let header = match format {
        Format::Png => png::header(bytes),
        Format::Jpeg => jpeg::header(bytes),
        Format::Exr => exr::header(bytes),
        Format::Tiff => tiff::header(bytes),
        Format::WebP => webp::header(bytes),
        Format::Hdr => hdr::header(bytes),
        Format::Nrrd | Format::Df3 => return Err(Problem::Volume),
    };
    let header = header.map_err(|reason| format.damaged(reason))?;
    let Header { width, height, .. } = header;
    if width == 0 || height == 0 {
        return Err(format.damaged("it has no texels"));
    }
    if width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_TEXELS {
        return Err(Problem::TooLarge { width, height });
    }
    Ok(header)
}

/// Decodes a picture.
pub(crate) fn decode(bytes: &[u8]) -> Result<Decoded, Problem> {
    let format = Format::of(bytes)?;
    let Header { width, height, .. } = header(format, bytes)?;
    let decoded = match format {
        Format::Png => png::decode(bytes),
        Format::Jpeg => jpeg::decode(bytes),
        Format::Exr => exr::decode(bytes),
        Format::Tiff => tiff::decode(bytes),
        Format::WebP => webp::decode(bytes),
        Format::Hdr => hdr::decode(bytes),
        Format::Nrrd | Format::Df3 => return Err(Problem::Volume),
    };
    let decoded = decoded.map_err(|reason| format.damaged(reason))?;
    let is_whole = (decoded.width, decoded.height) == (width, height)
        && decoded.samples.len() == width * height * decoded.channels;
    if is_whole {
        Ok(decoded)
    } else {
        Err(format.damaged("it holds another number of texels than its header specifies"))
    }
}

/// The layout of a volume, by its header, within the limits.
fn layout(format: Format, bytes: &[u8]) -> Result<Layout<'_>, Problem> {
    let layout = match format {
        Format::Nrrd => nrrd::layout(bytes).map_err(|reason| format.damaged(reason))?,
        Format::Df3 => df3::layout(bytes).ok_or(Problem::Unknown)?,
        _ => return Err(Problem::Picture),
    };
    let Layout { size, channels, .. } = layout;
    let numbers = size.iter().try_fold(channels, |product, side| product.checked_mul(*side));
    let fits = numbers.is_some_and(|numbers| numbers <= MAX_TEXELS * NUMBERS_OF_TEXEL);
    if size.iter().any(|side| *side > MAX_SIDE) || !fits {
        return Err(Problem::TooLargeVolume { size, channels });
    }
    Ok(layout)
}

/// Decodes a volume.
pub(crate) fn densities(bytes: &[u8]) -> Result<Densities, Problem> {
    let format = Format::of(bytes)?;
    let layout = layout(format, bytes)?;
    let mut channels = layout.read().map_err(|reason| format.damaged(reason))?;
    if format == Format::Df3 {
        channels.iter_mut().for_each(|channel| df3::turn_rows(channel, layout.size));
    }
    Ok(Densities { size: layout.size, spacing: layout.spacing, channels })
}
