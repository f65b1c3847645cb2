//! Flags for the format and the detail of pictures.

use clap::{Args, ValueEnum};
use travertine::stages::render::sink::{BitDepth, Encoding};
use travertine::{Detail, Effort, PictureFormat, Slice, Texels, TextureOptions};

use super::quality::QualityFlag;
use super::value::{self, EncodingFlag};
use crate::failure::Failure;

/// Bit depth, encoding, samples and detail of a picture.
#[derive(Args)]
pub struct PictureFlags {
    /// Bits per channel: 8 or 16 of a PNG, or 8, 16 or 32 of a TIFF or an uncompressed KTX2 or DDS, whose 32 are linear
    /// floats [default: 8]
    #[arg(long, value_name = "8|16|32", value_parser = ["8", "16", "32"])]
    bits: Option<String>,

    /// Encoding of integers [default: auto]
    #[arg(long, value_enum)]
    encoding: Option<EncodingFlag>,

    #[command(flatten)]
    quality: QualityFlag,

    /// Compression of a KTX2 or DDS [default: bc7 for colors, bc5 for vectors, bc4 for floats; none with --bits]
    #[arg(long, value_enum, help_heading = "Texture")]
    compression: Option<CompressionFlag>,

    /// Time that compression as BC7 may take [default: fast]
    #[arg(long, value_enum, help_heading = "Texture")]
    effort: Option<EffortFlag>,

    /// Write all mip levels of a KTX2 or DDS, down to one texel
    #[arg(long, help_heading = "Texture")]
    mips: bool,

    /// Samples per pixel, averaged in linear light: smooths hard edges
    #[arg(long, value_name = "1|4|16", value_parser = ["1", "4", "16"], default_value = "1", help_heading = "Detail")]
    samples: String,

    /// Fade noise too fine for the distance between samples, so that a small picture looks like a large one scaled
    /// down. Changes the result: the value at a position then depends on the size of the picture
    #[arg(long, help_heading = "Detail")]
    footprint: bool,

    /// Skip the last octaves of a sum that together stay below half a level of the PNG. Changes the result, visibly
    /// where the graph amplifies the sum
    #[arg(long, help_heading = "Detail")]
    skip_faint: bool,
}

/// The flag of [`Texels`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CompressionFlag {
    /// Integers of 8 or 16 bits, or floats of 32.
    None,
    /// Three channels, 4 bits per texel, with visible losses.
    Bc1,
    /// One channel, 4 bits per texel.
    Bc4,
    /// X and y of normals, 8 bits per texel; a shader computes z.
    Bc5,
    /// Three channels of floats from 0 to 65,504, 8 bits per texel.
    Bc6h,
    /// Three or four channels, 8 bits per texel.
    Bc7,
}

/// The flag of [`Effort`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EffortFlag {
    /// The noise is some 0.3 dB above the least.
    Fast,
    /// Near the least noise, in thirty times the time.
    Normal,
    /// The least noise, in a hundred times the time.
    Slow,
}

impl PictureFlags {
    /// The format with the bit depth, encoding and quality of the flags.
    pub fn format(&self, format: PictureFormat) -> Result<PictureFormat, Failure> {
        let bits = self.bits.as_deref();
        let is_float = bits == Some("32");
        let format = self.quality.applied(format)?;
        let given =
            [("mips", self.mips), ("compression", self.compression.is_some()), ("effort", self.effort.is_some())];
        if let (false, Some((flag, _))) =
            (matches!(format, PictureFormat::Texture(..)), given.into_iter().find(|(_, is_given)| *is_given))
        {
            let ending = format.ending();
            return Err(Failure::usage(format!(
                "⟦{flag}⟧ needs a .ktx2 or .dds; a .{ending} is a picture without mip levels or block compression"
            )));
        }
        let format = match format {
            PictureFormat::Texture(container, options) => PictureFormat::Texture(container, self.texture(options)?),
            PictureFormat::Exr if bits.is_some() || self.encoding.is_some() => {
                return Err(Failure::usage(
                    "⟦bits⟧ and ⟦encoding⟧ need a .png; an .exr always holds linear 32-bit floats",
                ));
            }
            PictureFormat::Exr => format,
            PictureFormat::Tiff { .. } | PictureFormat::TiffFloat if is_float => {
                if self.encoding.is_some() {
                    return Err(Failure::usage("⟦encoding⟧ needs ⟦bits⟧ 8 or 16; floats are always linear"));
                }
                PictureFormat::TiffFloat
            }
            PictureFormat::Tiff { .. } | PictureFormat::TiffFloat => {
                PictureFormat::Tiff { depth: self.depth(), encoding: self.encoding() }
            }
            _ if is_float => {
                return Err(Failure::usage("⟦bits=32⟧ needs a .tif, .ktx2 or .dds; an .exr always holds floats"));
            }
            PictureFormat::Png { .. } => PictureFormat::Png { depth: self.depth(), encoding: self.encoding() },
            _ if bits == Some("16") => {
                let ending = format.ending();
                return Err(Failure::usage(format!("a .{ending} has 8 bits; ⟦bits=16⟧ needs a .png or .tif")));
            }
            other => other.encoded(self.encoding()),
        };
        if self.skip_faint && format.integers().is_none() {
            let ending = format.ending();
            return Err(Failure::usage(format!(
                "⟦skip-faint⟧ needs a .png; the floats of this .{ending} keep every octave"
            )));
        }
        Ok(format)
    }

    /// The options with those of the flags.
    fn texture(&self, options: TextureOptions) -> Result<TextureOptions, Failure> {
        let texels = match (self.compression, self.bits.as_deref()) {
            (None, None) => Texels::Auto,
            (None | Some(CompressionFlag::None), Some("32")) => Texels::Floats,
            (None | Some(CompressionFlag::None), Some("16")) => Texels::Sixteen,
            (None | Some(CompressionFlag::None), _) => Texels::Eight,
            (Some(_), Some(_)) => {
                return Err(Failure::usage("⟦bits⟧ needs ⟦compression=none⟧; the bits of compressed texels are fixed"));
            }
            (Some(CompressionFlag::Bc1), None) => Texels::Bc1,
            (Some(CompressionFlag::Bc4), None) => Texels::Bc4,
            (Some(CompressionFlag::Bc5), None) => Texels::Bc5,
            (Some(CompressionFlag::Bc6h), None) => Texels::Bc6h,
            (Some(CompressionFlag::Bc7), None) => Texels::Bc7,
        };
        if self.effort.is_some() && !matches!(texels, Texels::Auto | Texels::Bc7) {
            return Err(Failure::usage("⟦effort⟧ needs ⟦compression=bc7⟧; other texels have only one way"));
        }
        let effort = match self.effort {
            None | Some(EffortFlag::Fast) => Effort::Fast,
            Some(EffortFlag::Normal) => Effort::Normal,
            Some(EffortFlag::Slow) => Effort::Slow,
        };
        Ok(TextureOptions { texels, encoding: self.encoding(), mips: self.mips, effort, ..options })
    }

    /// Whether the bits per channel or the compression are given.
    pub fn is_depth_given(&self) -> bool {
        self.bits.is_some() || self.compression.is_some()
    }

    /// Bits per channel of integers.
    pub fn depth(&self) -> BitDepth {
        if self.bits.as_deref() == Some("16") { BitDepth::Sixteen } else { BitDepth::Eight }
    }

    /// Whether a pixel has several samples.
    pub fn is_supersampled(&self) -> bool {
        self.samples != "1"
    }

    /// The encoding of integers.
    pub fn encoding(&self) -> Encoding {
        self.encoding.map_or(Encoding::Auto, EncodingFlag::into)
    }

    /// The slice with the number of samples that the flags give.
    pub fn sampled(&self, slice: Slice) -> Slice {
        let samples = match self.samples.as_str() {
            "16" => 4,
            "4" => 2,
            _ => 1,
        };
        Slice { samples_per_side: samples, ..slice }
    }

    /// The command-line arguments that give these flags.
    pub fn arguments(&self) -> Vec<String> {
        let bits = self.bits.iter().map(|bits| format!("--bits={bits}"));
        let encoding = self.encoding.iter().map(|encoding| value::flag("encoding", encoding));
        let samples = std::iter::once(format!("--samples={}", self.samples));
        let footprint = self.footprint.then(|| "--footprint".to_owned());
        let skip_faint = self.skip_faint.then(|| "--skip-faint".to_owned());
        let compression = self.compression.iter().map(|compression| value::flag("compression", compression));
        let effort = self.effort.iter().map(|effort| value::flag("effort", effort));
        let mips = self.mips.then(|| "--mips".to_owned());
        bits.chain(encoding)
            .chain(self.quality.argument())
            .chain(compression)
            .chain(effort)
            .chain(mips)
            .chain(samples)
            .chain(footprint)
            .chain(skip_faint)
            .collect()
    }

    /// The detail of a picture of the slice.
    pub fn detail(&self, slice: &Slice) -> Detail {
        let steps = match self.depth() {
            BitDepth::Eight => 255.0,
            BitDepth::Sixteen => 65_535.0,
        };
        Detail { spacing: self.footprint.then(|| slice.spacing()), faintest: self.skip_faint.then_some(0.5 / steps) }
    }
}
