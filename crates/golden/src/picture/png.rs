//! Reads PNG files.

use std::io::{BufRead, Seek};

use png::{BitDepth, Decoder, Limits, Transformations};
use travertine_images::png_reason;

use super::numbers::{Picture, png_channels};

/// The keyword of the PNG text chunk that holds the hash of the floats.
pub const KEYWORD: &str = "travertine-values";

/// A decoder that expands palettes and smaller depths to 8 bits; 16 bits stay.
pub(crate) fn decoder<R: BufRead + Seek>(source: R) -> Decoder<R> {
    // Callers check the size of the picture itself.
    let mut decoder = Decoder::new_with_limits(source, Limits { bytes: 1 << 28 });
    decoder.set_transformations(Transformations::EXPAND);
    decoder
}

/// Width and height in pixels, and number of channels.
pub(crate) fn size(source: impl BufRead + Seek) -> Result<(usize, usize, usize), String> {
    let png = decoder(source).read_info().map_err(png_reason)?;
    let (width, height) = png.info().size();
    Ok((width as usize, height as usize, png.output_color_type().0.samples()))
}

/// Decodes the picture, and the hash of the rendered floats if the file holds one. Callers check its [`size`] first.
pub(crate) fn decode(source: impl BufRead + Seek) -> Result<(Picture, Option<String>), String> {
    let mut png = decoder(source).read_info().map_err(png_reason)?;
    let length = png.output_buffer_size().ok_or("it is too large")?;
    let mut bytes = vec![0; length];
    let frame = png.next_frame(&mut bytes).map_err(png_reason)?;
    let bytes = &bytes[..frame.buffer_size()];
    let (levels, data) = match frame.bit_depth {
        BitDepth::Sixteen => {
            let numbers = bytes.as_chunks().0.iter().map(|pair| f32::from(u16::from_be_bytes(*pair)));
            (65535, numbers.collect())
        }
        _ => (255, bytes.iter().map(|byte| f32::from(*byte)).collect()),
    };
    let picture = Picture {
        width: frame.width as usize,
        height: frame.height as usize,
        channels: png_channels(frame.color_type.samples()),
        levels: Some(levels),
        data,
    };
    let texts = &png.info().uncompressed_latin1_text;
    let values = texts.iter().find(|text| text.keyword == KEYWORD).map(|text| text.text.clone());
    Ok((picture, values))
}
