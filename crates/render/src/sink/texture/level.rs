//! A mip level in its stored form.

use std::io;

use travertine_noise::Level as SimdLevel;

use super::blocks::{self, Compression, STRIP, Strip};
use super::halving::{Halving, average};
use super::texel::Texel;
use crate::format::Format;
use crate::memory::room;
use crate::rgba::expand;
use crate::sink::texture_options::{Texels, TextureOptions};
use crate::sink::{BitDepth, Encoder, Encoding};
use crate::threads::Threads;

/// A level: it takes rows of floats and stores their bytes.
pub(super) struct Level {
    format: Format,
    texel: Texel,
    encoder: Encoder,
    options: TextureOptions,
    simd: SimdLevel,
    /// The next level's rows; `None` for a level of one texel.
    halving: Option<Halving>,
    /// Rows that wait to be compressed.
    strip: Strip,
    /// Rows in the strip.
    waiting: usize,
    /// Rows that are still to come.
    missing: u32,
    bytes: Vec<u8>,
}

impl Level {
    /// A level of this size.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn new(format: Format, texel: Texel, options: TextureOptions, simd: SimdLevel) -> io::Result<Level> {
        let depth = if texel.texels == Texels::Sixteen { BitDepth::Sixteen } else { BitDepth::Eight };
        let encoding = if texel.srgb { options.encoding } else { Encoding::Linear };
        let floats = matches!(texel.texels, Texels::Floats | Texels::Bc6h);
        let halving = (options.mips && format.width.max(format.height) > 1)
            .then(|| Halving::new(format, average(format, options.packed, floats)));
        let bytes = room(usize::try_from(texel.level_bytes(format)).unwrap_or(usize::MAX))?;
        let strip = Strip::new(texel.texels == Texels::Bc6h);
        Ok(Level {
            format,
            texel,
            encoder: Encoder::new(format, depth, encoding, simd),
            options,
            simd,
            halving,
            strip,
            waiting: 0,
            missing: format.height,
            bytes,
        })
    }

    /// Memory in bytes: the stored bytes, strips of them and of the texels, and the row of the next level.
    pub fn memory(format: Format, texel: Texel) -> u64 {
        let strip = u64::from(format.width.next_multiple_of(4)) * STRIP as u64 * 10;
        let row = 16 * u64::from(format.width) * 2;
        texel.level_bytes(format) + strip + row + Halving::memory(format)
    }

    /// Number of texels that integers cannot hold.
    pub fn clipped(&self) -> u64 {
        self.encoder.clipped()
    }

    /// The stored bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The row of the next level that this row completes.
    pub fn halve(&mut self, row: &[f32]) -> Option<&[f32]> {
        self.halving.as_mut()?.add(row)
    }

    /// Stores the next row. The threads compress strips of rows.
    pub fn add(&mut self, row: &[f32], threads: &Threads) {
        self.missing -= 1;
        if !self.texel.is_block() {
            return self.store(row);
        }
        let (channels, width) = (self.format.channels(), self.format.width as usize);
        match &mut self.strip {
            Strip::Bytes(strip) => blocks::push(strip, self.encoder.row(row), channels, width, 255),
            Strip::Halves(strip) => blocks::push(strip, &blocks::halves(row), channels, width, blocks::ONE),
        }
        self.waiting += 1;
        if self.waiting == STRIP || self.missing == 0 {
            let compression = Compression {
                texels: self.texel.texels,
                opaque: !self.texel.fourth,
                effort: self.options.effort,
                simd: self.simd,
            };
            self.strip.compress(width, compression, threads, &mut self.bytes);
            self.waiting = 0;
        }
    }

    /// Stores a row without compression.
    fn store(&mut self, row: &[f32]) {
        let channels = self.format.channels();
        let in_file = if self.texel.single { 1 } else { 4 };
        let at = self.bytes.len();
        self.bytes.resize(at + self.format.width as usize * self.texel.bytes(), 0);
        let out = &mut self.bytes[at..];
        match self.texel.texels {
            Texels::Floats => {
                let bytes: Vec<[u8; 4]> = row.iter().map(|value| value.to_le_bytes()).collect();
                fill(&bytes, channels, in_file, 1.0_f32.to_le_bytes(), out.as_chunks_mut().0);
            }
            Texels::Sixteen => {
                // The encoder writes the order of PNG.
                let (numbers, _) = self.encoder.row(row).as_chunks::<2>();
                let numbers: Vec<[u8; 2]> = numbers.iter().map(|[high, low]| [*low, *high]).collect();
                fill(&numbers, channels, in_file, [u8::MAX; 2], out.as_chunks_mut().0);
            }
            _ => fill(self.encoder.row(row), channels, in_file, u8::MAX, out),
        }
    }
}

/// Writes the channels of texels, four or unchanged.
fn fill<T: Copy>(texels: &[T], channels: usize, in_file: usize, opaque: T, out: &mut [T]) {
    if in_file == channels {
        out.copy_from_slice(texels);
    } else {
        expand(texels, channels, opaque, out);
    }
}

#[cfg(test)]
mod tests {
    use travertine_program::Type;

    use super::*;

    #[test]
    fn a_level_that_the_system_refuses_is_an_error() {
        let format = Format { width: 1 << 16, height: u32::MAX, value_type: Type::Color, opaque: false };
        let options =
            TextureOptions { texels: Texels::Floats, encoding: Encoding::Linear, ..TextureOptions::default() };
        let texel = Texel::new(options, format);
        let refused = Level::new(format, texel, options, SimdLevel::Scalar).map(drop).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::OutOfMemory);
    }
}
