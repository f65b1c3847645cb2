//! GIF files.

use std::borrow::Cow;
use std::io;

use gif::{DisposalMethod, EncodingError, Frame, Repeat};
use travertine_files::AtomicFile;

use super::frames::Frames;
use super::palette::Palette;

pub fn write<E: From<io::Error>>(
    file: &mut AtomicFile,
    frames: &Frames,
    palette: &Palette,
    frame: &mut dyn FnMut(u32) -> Result<Vec<u8>, E>,
) -> Result<(), E> {
    let side = |side: u32| u16::try_from(side).map_err(io::Error::other);
    let (width, height) = (side(frames.format.width)?, side(frames.format.height)?);
    let mut encoder = gif::Encoder::new(file, width, height, &palette.bytes()).map_err(io_error)?;
    encoder.set_repeat(Repeat::Infinite).map_err(io_error)?;
    let mut indices = palette.indices(frames.format);
    for index in 0..frames.count {
        let buffer = indices.of(&frame(index)?);
        encoder
            .write_frame(&Frame {
                // Hundredths of a second.
                delay: frames.delay(index, 100.0),
                // Transparent pixels would show the previous frame.
                dispose: if frames.has_alpha() { DisposalMethod::Background } else { DisposalMethod::Keep },
                transparent: frames.has_alpha().then_some(Palette::TRANSPARENT),
                width,
                height,
                buffer: Cow::Borrowed(buffer),
                ..Frame::default()
            })
            .map_err(io_error)?;
    }
    encoder.into_inner().map_err(io_error)?;
    Ok(())
}

fn io_error(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}
