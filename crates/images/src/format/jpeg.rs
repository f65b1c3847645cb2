//! Reads JPEG files: baseline and progressive, gray and color, 8 bits.
//!
//! The standard allows decoders to differ by a little. This one computes in integers, and always by its portable code:
//! the code for vectors of some processors is switched off.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::decoded::{Decoded, MAX_SIDE};
use crate::transfer::Samples;

fn decoder(bytes: &[u8]) -> Result<JpegDecoder<ZCursor<&[u8]>>, String> {
    let options = DecoderOptions::default()
        .set_use_unsafe(false)
        .set_strict_mode(true)
        // Any size that a header can state; the caller judges it.
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX));
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|error| error.to_string())?;
    Ok(decoder)
}

pub(super) fn size(bytes: &[u8]) -> Result<(usize, usize), String> {
    decoder(bytes)?.dimensions().ok_or_else(|| "it has no size".to_owned())
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, String> {
    // Without its last bytes, a file still gives texels for all places, some of them wrong.
    if !bytes.windows(2).any(|marker| marker == [0xff, 0xd9]) {
        return Err("it ends without the marker of its end".to_owned());
    }
    let mut jpeg = decoder(bytes)?;
    let (width, height) = jpeg.dimensions().ok_or("it has no size")?;
    debug_assert!(width <= MAX_SIDE && height <= MAX_SIDE, "the caller has judged the size");
    let (target, channels) = match jpeg.input_colorspace() {
        Some(ColorSpace::Luma) => (ColorSpace::Luma, 1),
        Some(ColorSpace::YCbCr | ColorSpace::RGB) => (ColorSpace::RGB, 3),
        _ => return Err("its colors are neither gray nor red, green and blue".to_owned()),
    };
    jpeg.set_options(jpeg.options().jpeg_set_out_colorspace(target));
    let samples = jpeg.decode().map_err(|error| error.to_string())?;
    let samples = Samples::Bytes(samples);
    Ok(Decoded { width, height, channels, is_light: false, is_multiplied: false, samples })
}
