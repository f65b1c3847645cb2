//! Flags for the format and the detail of pictures.

use clap::Args;
use travertine::stages::render::sink::{BitDepth, Encoding};
use travertine::{Detail, PictureFormat, Slice};

use crate::failure::Failure;
use crate::value::{self, EncodingFlag};

/// Bit depth, encoding, samples and detail of a picture.
#[derive(Args)]
pub struct PictureFlags {
    /// Bits per channel of a PNG [default: 8]
    #[arg(long, value_name = "8|16", value_parser = ["8", "16"])]
    bits: Option<String>,

    /// Encoding of a PNG [default: auto]
    #[arg(long, value_enum)]
    encoding: Option<EncodingFlag>,

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

impl PictureFlags {
    /// The format with the bit depth and encoding of the flags.
    pub fn format(&self, format: PictureFormat) -> Result<PictureFormat, Failure> {
        match format {
            PictureFormat::Png { .. } => {
                Ok(PictureFormat::Png { depth: self.depth(), encoding: self.encoding() })
            }
            PictureFormat::Exr if self.bits.is_some() || self.encoding.is_some() => Err(Failure::usage(
                "--bits and --encoding need a .png; an .exr always holds linear 32-bit floats",
            )),
            PictureFormat::Exr if self.skip_faint => {
                Err(Failure::usage("--skip-faint needs a .png; the floats of an .exr keep every octave"))
            }
            PictureFormat::Exr => Ok(format),
        }
    }

    /// Bits per channel of a PNG.
    pub fn depth(&self) -> BitDepth {
        if self.bits.as_deref() == Some("16") { BitDepth::Sixteen } else { BitDepth::Eight }
    }

    /// Whether a pixel has several samples.
    pub fn is_supersampled(&self) -> bool {
        self.samples != "1"
    }

    /// The encoding of a PNG.
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
        bits.chain(encoding).chain(samples).chain(footprint).chain(skip_faint).collect()
    }

    /// The detail of a picture of the slice.
    pub fn detail(&self, slice: &Slice) -> Detail {
        let steps = match self.depth() {
            BitDepth::Eight => 255.0,
            BitDepth::Sixteen => 65_535.0,
        };
        Detail {
            spacing: self.footprint.then(|| slice.spacing()),
            faintest: self.skip_faint.then_some(0.5 / steps),
        }
    }
}
