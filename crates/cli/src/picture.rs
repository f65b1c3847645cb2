//! What a picture's pixels are written as, and how much detail they show.

use clap::Args;
use travertine::sink::{BitDepth, Encoding};
use travertine::{Detail, Interval, PictureFormat, Slice};

use crate::failure::Failure;
use crate::value::{self, EncodingFlag};
use crate::{describe, output};

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
        Slice { samples, ..slice }
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

/// Says how many of so many pixels were clipped, if any; `what` they are of, and the output's ranges.
pub fn warn_of_clipping(what: &str, ranges: Vec<Interval>, clipped: u64, pixels: u64) {
    if clipped == 0 {
        return;
    }
    let percent = clipped as f64 / pixels as f64 * 100.0;
    let percent = match percent {
        _ if clipped == pixels => "100".to_owned(),
        10.0.. => format!("{percent:.0}"),
        0.1.. => format!("{percent:.1}"),
        _ => "less than 0.1".to_owned(),
    };
    // Alpha of an opaque colour is no part of the picture, and inside anyway.
    let range = ranges.into_iter().reduce(Interval::hull).map(describe::interval).unwrap_or_default();
    output::note(format!(
        "warning: {percent} % of the pixels{what} lie outside 0..1 and were clipped; \
         the output's range is {range}: remap it, or write .exr"
    ));
}
