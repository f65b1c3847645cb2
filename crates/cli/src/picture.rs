//! What a picture's pixels are written as, and how much detail they show.

use clap::Args;
use travertine::stages::render::sink::{BitDepth, Encoding};
use travertine::{Detail, PictureFormat, Slice};

use crate::failure::Failure;
use crate::value::{self, EncodingFlag};

/// Bits, curve and detail.
#[derive(Args)]
pub struct PictureFlags {
    /// Bits of a channel of a PNG
    #[arg(long, value_name = "8|16", value_parser = ["8", "16"])]
    bits: Option<String>,

    /// The curve of a PNG
    #[arg(long, value_enum)]
    encoding: Option<EncodingFlag>,

    /// Samples of a pixel, which is their mean in linear light: for hard edges
    #[arg(long, value_name = "1|4|16", value_parser = ["1", "4", "16"], default_value = "1", help_heading = "Detail")]
    samples: String,

    /// Fades out noise too fine for the distance between samples, so that a small picture looks like a large one made
    /// smaller; changes bits, and no longer gives each point one value
    #[arg(long, help_heading = "Detail")]
    footprint: bool,

    /// Leaves out the last octaves of a sum that together are fainter than half a step of a PNG's bits; changes bits,
    /// and shows where a graph magnifies the sum
    #[arg(long, help_heading = "Detail")]
    skip_faint: bool,
}

impl PictureFlags {
    /// The format with what the flags say of it.
    pub fn format(&self, format: PictureFormat) -> Result<PictureFormat, Failure> {
        match format {
            PictureFormat::Png { .. } => {
                Ok(PictureFormat::Png { depth: self.depth(), encoding: self.encoding() })
            }
            PictureFormat::Exr if self.bits.is_some() || self.encoding.is_some() => Err(Failure::usage(
                "--bits and --encoding are for .png; an .exr always holds linear floats of 32 bits",
            )),
            PictureFormat::Exr if self.skip_faint => Err(Failure::usage(
                "--skip-faint is for .png; in the floats of an .exr no octave is too faint",
            )),
            PictureFormat::Exr => Ok(format),
        }
    }

    /// Bits of a channel.
    pub fn depth(&self) -> BitDepth {
        if self.bits.as_deref() == Some("16") { BitDepth::Sixteen } else { BitDepth::Eight }
    }

    /// Whether pixels have several samples.
    pub fn is_supersampled(&self) -> bool {
        self.samples != "1"
    }

    /// The curve.
    pub fn encoding(&self) -> Encoding {
        self.encoding.map_or(Encoding::Auto, EncodingFlag::into)
    }

    /// The slice, with as many samples of a pixel as are asked for.
    pub fn sampled(&self, slice: Slice) -> Slice {
        let samples = match self.samples.as_str() {
            "16" => 4,
            "4" => 2,
            _ => 1,
        };
        Slice { samples_per_side: samples, ..slice }
    }

    /// The flags that say the same.
    pub fn arguments(&self) -> Vec<String> {
        let bits = self.bits.iter().map(|bits| format!("--bits={bits}"));
        let encoding = self.encoding.iter().map(|encoding| value::flag("encoding", encoding));
        let samples = std::iter::once(format!("--samples={}", self.samples));
        let footprint = self.footprint.then(|| "--footprint".to_owned());
        let skip_faint = self.skip_faint.then(|| "--skip-faint".to_owned());
        bits.chain(encoding).chain(samples).chain(footprint).chain(skip_faint).collect()
    }

    /// The detail of pictures of a slice.
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
