//! Animated WebP files: the lossless pictures of the crate `image-webp` in the container that Google's "WebP Container
//! Specification" describes (RFC 9649).

use std::io::{self, Seek, SeekFrom, Write};

use image_webp::{ColorType, EncodingError, WebPEncoder};
use travertine_files::AtomicFile;
use travertine_program::Type;

use super::frames::Frames;

/// Bytes of the header of a still picture: `RIFF`, a size, `WEBP`. The chunk that a frame holds follows it.
const HEAD: usize = 12;

pub fn write<E: From<io::Error>>(
    file: &mut AtomicFile,
    frames: &Frames,
    frame: &mut dyn FnMut(u32) -> Result<Vec<u8>, E>,
) -> Result<(), E> {
    let (width, height) = (frames.format.width, frames.format.height);
    let color = match (frames.format.value_type, frames.has_alpha()) {
        (Type::Float, _) => ColorType::L8,
        (_, true) => ColorType::Rgba8,
        (_, false) => ColorType::Rgb8,
    };
    // The size is written at the end.
    file.write_all(b"RIFF\0\0\0\0WEBP")?;
    let animated = 1 << 1;
    let alpha = if frames.has_alpha() { 1 << 4 } else { 0 };
    let size = [u24(width - 1), u24(height - 1)].concat();
    chunk(file, b"VP8X", &[&[animated | alpha, 0, 0, 0], size.as_slice()].concat())?;
    // The background is transparent, and the animation repeats forever.
    chunk(file, b"ANIM", &[0; 6])?;
    for index in 0..frames.count {
        let mut still = Vec::new();
        let pixels = frame(index)?;
        WebPEncoder::new(&mut still).encode(&pixels, width, height, color).map_err(io_error)?;
        // It lies at the upper left and replaces the previous frame instead of blending with it.
        let delay = u24(frames.delay(index, 1000.0).into());
        let head = [&[0; 6], size.as_slice(), &delay, &[1 << 1]].concat();
        chunk(file, b"ANMF", &[&head, &still[HEAD..]].concat())?;
    }
    let end = file.stream_position()?;
    let length = u32::try_from(end - 8).map_err(|_| io::Error::other("a .webp may not have more than 4 GiB"))?;
    file.seek(SeekFrom::Start(4))?;
    file.write_all(&length.to_le_bytes())?;
    file.seek(SeekFrom::Start(end))?;
    Ok(())
}

/// A chunk: its name, its length, and its bytes, padded to an even number.
fn chunk(file: &mut AtomicFile, name: &[u8; 4], bytes: &[u8]) -> io::Result<()> {
    file.write_all(name)?;
    file.write_all(&(bytes.len() as u32).to_le_bytes())?;
    file.write_all(bytes)?;
    file.write_all(if bytes.len().is_multiple_of(2) { &[] } else { &[0] })
}

fn u24(number: u32) -> [u8; 3] {
    let [low, middle, high, _] = number.to_le_bytes();
    [low, middle, high]
}

fn io_error(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}
