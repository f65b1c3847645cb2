//! Reads PNG files: all color types, 1 to 16 bits, with or without interlace. Palettes and depths below 8 bits are
//! expanded. Profiles and gamma are ignored: the document states the color space.

use std::io::Cursor;

use png::{BitDepth, Decoder, Limits, Transformations};

use crate::decoded::{Decoded, MAX_TEXELS};
use crate::transfer::Samples;

fn decoder(bytes: &[u8]) -> Decoder<Cursor<&[u8]>> {
    // Four words for each texel. The limit is for the chunks, which a decoder keeps besides.
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: 8 * MAX_TEXELS });
    decoder.set_transformations(Transformations::EXPAND);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder
}

pub(super) fn size(bytes: &[u8]) -> Result<(usize, usize), String> {
    let mut decoder = decoder(bytes);
    let (width, height) = decoder.read_header_info().map_err(|error| error.to_string())?.size();
    Ok((width as usize, height as usize))
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, String> {
    let mut png = decoder(bytes).read_info().map_err(|error| error.to_string())?;
    let length = png.output_buffer_size().ok_or("it is too large")?;
    let mut samples = vec![0; length];
    let frame = png.next_frame(&mut samples).map_err(|error| error.to_string())?;
    samples.truncate(frame.buffer_size());
    let samples = match frame.bit_depth {
        BitDepth::Sixteen => {
            Samples::Words(samples.as_chunks().0.iter().map(|pair| u16::from_be_bytes(*pair)).collect())
        }
        _ => Samples::Bytes(samples),
    };
    Ok(Decoded {
        width: frame.width as usize,
        height: frame.height as usize,
        channels: frame.color_type.samples(),
        is_light: false,
        is_multiplied: false,
        samples,
    })
}
