//! Animations: files of several pictures, each shown for a while, over and over.

mod apng;
mod gif;
mod palette;
mod webp;

use std::io;
use std::path::Path;

use travertine_program::Type;

pub use palette::Palette;

use super::{AtomicFile, BitDepth, Encoding};
use crate::image::Format;

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

/// What all frames of an animation have in common.
#[derive(Clone, Copy, Debug)]
pub struct Frames {
    /// Their size, and what their pixels hold; a side of a GIF has at most 65,535 pixels, one of a WebP 16,384.
    pub format: Format,
    /// The curve.
    pub encoding: Encoding,
    /// How many there are, at least 1.
    pub count: u32,
    /// How many are shown in a second, from 0.1 to 1000, in a GIF to 50.
    pub fps: f64,
}

impl Frames {
    /// For how many parts of a second a frame is shown; errors of rounding do not add up.
    fn delay(&self, frame: u32, parts: f64) -> u16 {
        let until = |frame: f64| (frame * parts / self.fps).round();
        (until(f64::from(frame) + 1.0) - until(f64::from(frame))) as u16
    }

    /// Whether some pixels may be seen through.
    fn has_alpha(&self) -> bool {
        self.format.kind == Type::Color && !self.format.opaque
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_add_up_to_the_whole() {
        let format = Format { width: 1, height: 1, kind: Type::Float, opaque: false };
        for (fps, parts, count) in [(24.0, 100.0, 240), (30.0, 1e3, 30), (29.97, 1e3, 2997), (7.0, 100.0, 7)]
        {
            let frames = Frames { format, encoding: Encoding::Auto, count, fps };
            let whole: f64 = (0..count).map(|frame| f64::from(frames.delay(frame, parts))).sum();
            assert_eq!(whole, (f64::from(count) * parts / fps).round(), "{fps}");
        }
    }
}
