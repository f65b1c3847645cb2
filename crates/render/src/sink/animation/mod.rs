//! Animations: files of several pictures, each shown for a while, over and over.

mod apng;
mod frames;
mod gif;
mod palette;
mod webp;

use std::io;
use std::path::Path;

pub use frames::Frames;
pub use palette::Palette;

use crate::format::Format;
use travertine_files::AtomicFile;

use crate::sink::BitDepth;

/// What an animation is written as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnimationFormat {
    /// Animated PNG: lossless, with alpha.
    Apng {
        /// Bits of a channel.
        depth: BitDepth,
    },
    /// GIF: these colours for all frames, ordered dithering; a pixel is opaque or not there.
    Gif(Palette),
    /// Animated WebP: 8 bits, lossless, with alpha.
    WebP,
}

impl AnimationFormat {
    /// How many bits a channel of the frames has.
    pub fn depth(&self) -> BitDepth {
        match self {
            AnimationFormat::Apng { depth } => *depth,
            AnimationFormat::Gif(_) | AnimationFormat::WebP => BitDepth::Eight,
        }
    }

    /// How many bytes it takes to write a frame of that format, the frame itself included.
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

/// Writes an animation that plays without end; the file appears when it is whole. Each frame is asked for in its turn,
/// and is what [`Pixels`](super::Pixels) gives.
///
/// # Errors
///
/// If a frame cannot be had, or the file cannot be written; then there is none, or the one that was there before.
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
