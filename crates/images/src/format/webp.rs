//! Reads WebP files: still pictures, with and without losses, with and without an alpha. Profiles are ignored.
//!
//! RFC 9649, "WebP Image Format" (2024).

use std::io::Cursor;

use image_webp::WebPDecoder;

use crate::decoded::{Decoded, Header};
use crate::transfer::{Encoding, Samples};

fn decoder(bytes: &[u8]) -> Result<WebPDecoder<Cursor<&[u8]>>, String> {
    let decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    if decoder.is_animated() {
        return Err("it is an animation; save one of its frames".to_owned());
    }
    Ok(decoder)
}

pub(super) fn header(bytes: &[u8]) -> Result<Header, String> {
    let decoder = decoder(bytes)?;
    let (width, height) = decoder.dimensions();
    let channels = if decoder.has_alpha() { 4 } else { 3 };
    Ok(Header { width: width as usize, height: height as usize, channels, sample_bytes: 1 })
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded, String> {
    let Header { width, height, channels, .. } = header(bytes)?;
    let mut decoder = decoder(bytes)?;
    let mut samples = vec![0; width * height * channels];
    decoder.read_image(&mut samples).map_err(|error| error.to_string())?;
    let samples = Samples::Bytes(samples);
    Ok(Decoded { width, height, channels, encoding: Encoding::SRGB, is_multiplied: false, samples })
}
