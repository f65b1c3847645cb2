//! Animated PNG files.

use std::io;

use travertine_files::AtomicFile;
use travertine_render::sink::{BitDepth, png_encoder, png_error};

use super::frames::Frames;

/// The unit of delays, as parts of a second, where the rate is not a whole number.
const PARTS: u16 = 1000;

pub fn write<E: From<io::Error>>(
    file: &mut AtomicFile,
    frames: &Frames,
    depth: BitDepth,
    frame: &mut dyn FnMut(u32) -> Result<Vec<u8>, E>,
) -> Result<(), E> {
    let mut encoder = png_encoder(file, frames.format, depth, frames.encoding);
    // 0 repetitions stand for endless ones.
    encoder.set_animated(frames.count, 0).map_err(png_error)?;
    let mut writer = encoder.write_header().map_err(png_error)?;
    let whole = frames.fps as u16;
    for index in 0..frames.count {
        let delay = match f64::from(whole) == frames.fps {
            true => (1, whole),
            false => (frames.delay(index, PARTS.into()), PARTS),
        };
        writer.set_frame_delay(delay.0, delay.1).map_err(png_error)?;
        writer.write_image_data(&frame(index)?).map_err(png_error)?;
    }
    Ok(writer.finish().map_err(png_error)?)
}
