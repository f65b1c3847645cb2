//! Textures for GPUs: KTX2 and DDS files, compressed in blocks, with mip levels.

mod bc7;
mod blocks;
mod dds;
mod halving;
mod ktx2;
mod level;
mod texel;

use std::io::{self, Write};

use self::level::Level;
use self::texel::Texel;
use super::texture_options::{TextureContainer, TextureOptions};
use super::{Sink, cut_short};
use crate::format::Format;
use crate::rows::Rows;

/// Writes a texture. Its output is the number of pixels that integers cannot hold: those with a value outside 0 to 1.
///
/// All levels wait in memory in their stored form, because a KTX2 file begins with the smallest.
pub struct TextureStream<W> {
    /// Receives the bytes of the file.
    pub target: W,
    /// The container.
    pub container: TextureContainer,
    /// How texels are stored.
    pub options: TextureOptions,
}

impl<W: Write> Sink for TextureStream<W> {
    type Output = u64;

    fn memory(&self, format: Format, _threads: usize) -> u64 {
        let texel = Texel::new(self.options, format);
        let levels = sizes(format, self.options).into_iter();
        levels.map(|format| Level::memory(format, texel)).fold(0, u64::saturating_add)
    }

    fn write(mut self, format: Format, rows: &mut Rows) -> io::Result<u64> {
        self.options.check(format).map_err(io::Error::other)?;
        let texel = Texel::new(self.options, format);
        let formats = sizes(format, self.options);
        let level = |format: &Format| Level::new(*format, texel, self.options, rows.level());
        let mut levels: Vec<Level> = formats.iter().map(level).collect::<io::Result<_>>()?;
        let threads = rows.threads();
        for _ in 0..format.height {
            let mut row = rows.next_row().ok_or_else(cut_short)?;
            for level in &mut levels {
                level.add(row, threads);
                // The row of the next level is complete after two or three of this one.
                let Some(halved) = level.halve(row) else { break };
                row = halved;
            }
        }
        let clipped = levels[0].clipped();
        let stored: Vec<Vec<u8>> = levels.into_iter().map(Level::into_bytes).collect();
        match self.container {
            TextureContainer::Ktx2 => ktx2::write(&mut self.target, texel, format, &stored)?,
            TextureContainer::Dds => dds::write(&mut self.target, texel, format, &stored)?,
        }
        self.target.flush()?;
        Ok(clipped)
    }
}

/// The format of each level, the largest first. A level has half the width and height of the one before, rounded down;
/// the last is one texel.
fn sizes(format: Format, options: TextureOptions) -> Vec<Format> {
    let count = if options.mips { format.width.max(format.height).ilog2() + 1 } else { 1 };
    let level = |level: u32| Format {
        width: (format.width >> level).max(1),
        height: (format.height >> level).max(1),
        ..format
    };
    (0..count).map(level).collect()
}
