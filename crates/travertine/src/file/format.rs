//! The formats of picture files.

use std::fmt;

use travertine_render::Format;
use travertine_render::sink::{BitDepth, Effort, Encoding, MAX_TEXTURE, Texels, TextureContainer, TextureOptions};

use crate::Error;

/// The format of a picture file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    /// PNG: integers. Values outside 0 to 1 are clipped.
    Png {
        /// Bits of a channel.
        depth: BitDepth,
        /// The curve from linear values to integers.
        encoding: Encoding,
    },
    /// OpenEXR: 32-bit floats, linear and unclipped.
    Exr,
    /// TIFF: integers. Values outside 0 to 1 are clipped.
    Tiff {
        /// Bits of a channel.
        depth: BitDepth,
        /// The curve from linear values to integers.
        encoding: Encoding,
    },
    /// TIFF: 32-bit floats, linear and unclipped.
    TiffFloat,
    /// TGA: integers of 8 bits, with run lengths.
    Tga {
        /// The curve from linear values to integers.
        encoding: Encoding,
    },
    /// JPEG: integers of 8 bits, compressed with losses, without alpha.
    Jpeg {
        /// Quality, 1 to 100.
        quality: u8,
        /// The curve from linear values to integers.
        encoding: Encoding,
    },
    /// WebP: integers of 8 bits, compressed without loss.
    WebP {
        /// The curve from linear values to integers.
        encoding: Encoding,
    },
    /// KTX2 or DDS: a texture for GPUs, usually compressed in blocks, with losses.
    Texture(TextureContainer, TextureOptions),
}

/// The quality of a JPEG unless another is chosen.
pub const JPEG_QUALITY: u8 = 90;

impl PictureFormat {
    /// The ending of file names, without the dot.
    pub fn ending(&self) -> &'static str {
        match self {
            PictureFormat::Png { .. } => "png",
            PictureFormat::Exr => "exr",
            PictureFormat::Tiff { .. } | PictureFormat::TiffFloat => "tif",
            PictureFormat::Tga { .. } => "tga",
            PictureFormat::Jpeg { .. } => "jpg",
            PictureFormat::WebP { .. } => "webp",
            PictureFormat::Texture(TextureContainer::Ktx2, _) => "ktx2",
            PictureFormat::Texture(TextureContainer::Dds, _) => "dds",
        }
    }

    /// Bits of a channel, and the curve from linear values to integers; `None` for floats.
    pub fn integers(&self) -> Option<(BitDepth, Encoding)> {
        match *self {
            PictureFormat::Png { depth, encoding } | PictureFormat::Tiff { depth, encoding } => Some((depth, encoding)),
            PictureFormat::Tga { encoding }
            | PictureFormat::Jpeg { encoding, .. }
            | PictureFormat::WebP { encoding } => Some((BitDepth::Eight, encoding)),
            PictureFormat::Texture(_, options) => match options.texels {
                Texels::Floats | Texels::Bc6h => None,
                Texels::Sixteen => Some((BitDepth::Sixteen, options.encoding)),
                _ => Some((BitDepth::Eight, options.encoding)),
            },
            PictureFormat::Exr | PictureFormat::TiffFloat => None,
        }
    }

    /// Bytes of a picture before compression.
    pub fn bytes(&self, picture: &Format) -> u64 {
        picture.floats()
            * match self.integers() {
                Some((BitDepth::Eight, _)) => 1,
                Some((BitDepth::Sixteen, _)) => 2,
                None => 4,
            }
    }

    /// About how many seconds one thread takes to encode a picture.
    pub fn seconds(&self, picture: &Format) -> f64 {
        let nanoseconds = match self {
            PictureFormat::Png { depth: BitDepth::Sixteen, .. } => 45.0,
            PictureFormat::Texture(_, options) => match (options.texels(*picture), options.effort) {
                (Texels::Bc7, Effort::Fast) => 70.0,
                (Texels::Bc7, Effort::Normal) => 2_000.0,
                (Texels::Bc7, Effort::Slow) => 6_800.0,
                (Texels::Bc6h, _) => 730.0,
                _ => 15.0,
            },
            _ => 15.0,
        };
        picture.floats() as f64 * nanoseconds * 1e-9
    }

    /// The same format with another curve from linear values to integers. Floats stay linear.
    #[must_use]
    pub fn encoded(mut self, curve: Encoding) -> PictureFormat {
        match &mut self {
            PictureFormat::Png { encoding, .. }
            | PictureFormat::Tiff { encoding, .. }
            | PictureFormat::Tga { encoding }
            | PictureFormat::Jpeg { encoding, .. }
            | PictureFormat::WebP { encoding }
            | PictureFormat::Texture(_, TextureOptions { encoding, .. }) => *encoding = curve,
            PictureFormat::Exr | PictureFormat::TiffFloat => {}
        }
        self
    }

    /// How a texture for GPUs is stored; `None` for other files.
    pub fn texture(&mut self) -> Option<&mut TextureOptions> {
        match self {
            PictureFormat::Texture(_, options) => Some(options),
            _ => None,
        }
    }

    /// Whether files have a place for a [mark](crate::PictureFile::mark).
    pub fn holds_mark(&self) -> bool {
        matches!(self, PictureFormat::Png { .. } | PictureFormat::Exr)
    }

    /// Checks that the format can hold pictures of this size and these channels.
    ///
    /// # Errors
    ///
    /// [`Error::FormatSize`], [`Error::FormatAlpha`] and [`Error::Texels`].
    pub fn check(&self, picture: Format) -> Result<(), Error> {
        let Format { width, height, .. } = picture;
        let limit = match self {
            PictureFormat::Tga { .. } | PictureFormat::Jpeg { .. } => 65_535,
            PictureFormat::WebP { .. } => 16_383,
            PictureFormat::Texture(..) => MAX_TEXTURE,
            _ => u32::MAX,
        };
        if width.max(height) > limit {
            return Err(Error::FormatSize { format: self.ending(), width, height, limit });
        }
        if matches!(self, PictureFormat::Jpeg { .. }) && picture.channels() == 4 {
            return Err(Error::FormatAlpha { format: self.ending() });
        }
        if let PictureFormat::Texture(_, options) = self {
            options.check(picture).map_err(|reason| Error::Texels { format: self.ending(), reason })?;
        }
        Ok(())
    }

    /// Writes the ending, the bits of a channel, the curve, the quality and the options of a texture, as far as the
    /// format has them, and a line feed: a text for hashes that are stored.
    ///
    /// # Errors
    ///
    /// If `out` fails.
    pub fn write_canonical(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(self.ending())?;
        if let Some((depth, encoding)) = self.integers() {
            let bits = match depth {
                BitDepth::Eight => 8,
                BitDepth::Sixteen => 16,
            };
            let curve = match encoding {
                Encoding::Auto => "auto",
                Encoding::Srgb => "srgb",
                Encoding::Linear => "linear",
            };
            write!(out, " {bits} {curve}")?;
        }
        if let PictureFormat::Jpeg { quality, .. } = self {
            write!(out, " {quality}")?;
        }
        if let PictureFormat::Texture(_, options) = self {
            let texels = match options.texels {
                Texels::Auto => "auto",
                Texels::Eight | Texels::Sixteen | Texels::Floats => "none",
                Texels::Bc1 => "bc1",
                Texels::Bc4 => "bc4",
                Texels::Bc5 => "bc5",
                Texels::Bc6h => "bc6h",
                Texels::Bc7 => "bc7",
            };
            write!(out, " {texels} {} {}", options.mips, options.packed)?;
            match options.effort {
                Effort::Fast => {}
                Effort::Normal => out.write_str(" normal")?,
                Effort::Slow => out.write_str(" slow")?,
            }
        }
        writeln!(out)
    }
}
