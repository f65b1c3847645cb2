//! Encoders of animations.

mod apng;
mod frames;
mod gif;
mod palette;
mod webp;

use std::io;
use std::path::Path;

use travertine_files::AtomicFile;
use travertine_render::Format;
use travertine_render::sink::BitDepth;

pub use self::frames::Frames;
pub use self::palette::Palette;

/// The format of an animation's file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnimationFormat {
    /// Animated PNG: lossless, with alpha.
    Apng {
        /// Bits of a channel.
        depth: BitDepth,
    },
    /// GIF: one palette for all frames, ordered dithering; a pixel is opaque or transparent.
    Gif(Palette),
    /// Animated WebP: 8 bits, lossless, with alpha.
    WebP,
}

impl AnimationFormat {
    /// Bits of a channel of the frames.
    pub fn depth(&self) -> BitDepth {
        match self {
            AnimationFormat::Apng { depth } => *depth,
            AnimationFormat::Gif(_) | AnimationFormat::WebP => BitDepth::Eight,
        }
    }

    /// Memory for writing a frame of that format, in bytes, the frame itself included.
    pub fn memory(&self, format: Format) -> u64 {
        let pixels = u64::from(format.width) * u64::from(format.height);
        let channels = pixels * format.channels() as u64;
        match self {
            // The frame, filtered, and compressed.
            AnimationFormat::Apng { depth } => 3 * channels * if *depth == BitDepth::Sixteen { 2 } else { 1 },
            // The frame, its indices, and those compressed, which may take more than one byte each.
            AnimationFormat::Gif(_) => channels + 3 * pixels,
            // The frame, the same with four channels, and three times what it is compressed to, four channels at most.
            AnimationFormat::WebP => channels + 4 * pixels * (1 + 3),
        }
    }
}

/// Writes an animation that repeats forever; the file appears when it is whole. `frame` is called for each frame in
/// order and returns the bytes that [`Pixels`](travertine_render::sink::Pixels) gives.
///
/// # Errors
///
/// If a frame fails, or the file cannot be written. Then the file at `path` is unchanged.
pub fn write_animation<E: From<io::Error>>(
    path: &Path,
    format: &AnimationFormat,
    frames: &Frames,
    frame: &mut dyn FnMut(u32) -> Result<Vec<u8>, E>,
) -> Result<(), E> {
    let mut file = AtomicFile::create(path)?;
    match format {
        AnimationFormat::Apng { depth } => apng::write(&mut file, frames, *depth, frame)?,
        AnimationFormat::Gif(palette) => gif::write(&mut file, frames, palette, frame)?,
        AnimationFormat::WebP => webp::write(&mut file, frames, frame)?,
    }
    Ok(file.finish()?)
}
