//! `travertine render`: a picture of a graph.

use std::path::PathBuf;

use clap::Args;
use travertine::sink::BitDepth;
use travertine::{Detail, PictureFile, PictureFormat, Rectangle, Slice};

use crate::clipping;
use crate::execution::Execution;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::source::Source;
use crate::value::{self, EncodingFlag, PlaneFlag, Size};

const EXAMPLES: &str = "\
Examples:
  travertine render marble.json
      a picture of 512 x 512 pixels, marble.png, in the current folder
  travertine render marble.json -o veins.exr --size 2048 --output veins --param vein_scale=6
      another output and another value of a parameter, as floats
  travertine render wood.json --plane xz --depth 0.5 --set rings.scale=12 -o end-grain.png
      a cut across the trunk, with an input of a node changed
  travertine render clouds.json --size 4096x2048 --crop 1024,512,256,256
      just 256 x 256 pixels of a large picture
  travertine render terrain.json --size 256 --footprint
      a preview that looks like the large picture, without grain";

/// Renders a picture of a graph
///
/// The picture covers x from 0 and y from 0, the shorter side one unit long, and is sampled at the centres of its
/// pixels; --plane, --depth, --time and --region choose another slice of space. Neither --threads nor --simd nor
/// --tile changes a bit of it.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// The picture's file, .png or .exr; GRAPH with .png, in the current folder, if not given
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    /// Pixels: of a square, or to the right and down
    #[arg(long, value_name = "N|WxH", default_value = "512")]
    size: Size,

    /// Bits of a channel of a PNG
    #[arg(long, value_name = "8|16", value_parser = ["8", "16"])]
    bits: Option<String>,

    /// The curve of a PNG
    #[arg(long, value_enum)]
    encoding: Option<EncodingFlag>,

    /// The plane that is cut
    #[arg(long, value_enum, default_value = "xy", help_heading = "Slice")]
    plane: PlaneFlag,

    /// Where the plane lies along its third axis
    #[arg(
        long, value_name = "D", default_value = "0", value_parser = value::number,
        allow_hyphen_values = true, help_heading = "Slice"
    )]
    depth: f32,

    /// The time
    #[arg(
        long, value_name = "T", default_value = "0", value_parser = value::number,
        allow_hyphen_values = true, help_heading = "Slice"
    )]
    time: f32,

    /// The part of the plane, in graph units: left, top, right, bottom
    #[arg(
        long, value_name = "X0,Y0,X1,Y1", value_parser = value::region,
        allow_hyphen_values = true, help_heading = "Slice"
    )]
    region: Option<[f64; 4]>,

    /// Renders these pixels of the picture only: left, top, width, height
    #[arg(
        long, value_name = "X,Y,W,H", value_parser = value::crop,
        allow_hyphen_values = true, help_heading = "Slice"
    )]
    crop: Option<Rectangle>,

    /// Fades out noise too fine for the distance between pixels, so that a small picture looks like a large one made
    /// smaller; changes bits, and no longer gives each point one value
    #[arg(long, help_heading = "Detail")]
    footprint: bool,

    /// Leaves out the last octaves of a sum that together are fainter than half a step of a PNG's bits; changes bits,
    /// and shows where a graph magnifies the sum
    #[arg(long, help_heading = "Detail")]
    skip_faint: bool,

    #[command(flatten)]
    execution: Execution,
}

impl Arguments {
    /// Renders it.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let file = self.file()?;
        let field = self.source.field(self.detail(&file)?)?;
        let render = field.render(self.slice(), self.crop, self.execution.options())?;
        let pixels = render.estimate().pixels;
        let progress = Progress::new(pixels);
        let clipped = file.write(&render, interrupt.cancel(), &|done| progress.advance(done))?;
        drop(progress);
        clipping::warn(&field, clipped, pixels, "pixels", "write .exr");
        Ok(())
    }

    fn file(&self) -> Result<PictureFile, Failure> {
        let path = self.source.picture(self.file.as_deref())?;
        let mut file = PictureFile::new(path)?;
        match &mut file.format {
            PictureFormat::Png { depth, encoding } => {
                if self.bits.as_deref() == Some("16") {
                    *depth = BitDepth::Sixteen;
                }
                *encoding = self.encoding.map_or(*encoding, EncodingFlag::into);
            }
            PictureFormat::Exr if self.bits.is_some() || self.encoding.is_some() => {
                let message =
                    "--bits and --encoding are for .png; an .exr always holds linear floats of 32 bits";
                return Err(Failure::usage(message));
            }
            PictureFormat::Exr => {}
        }
        Ok(file)
    }

    fn detail(&self, file: &PictureFile) -> Result<Detail, Failure> {
        let steps = match file.format {
            PictureFormat::Png { depth: BitDepth::Eight, .. } => Some(255.0),
            PictureFormat::Png { depth: BitDepth::Sixteen, .. } => Some(65_535.0),
            PictureFormat::Exr => None,
        };
        if self.skip_faint && steps.is_none() {
            return Err(Failure::usage(
                "--skip-faint is for .png; in the floats of an .exr no octave is too faint",
            ));
        }
        Ok(Detail {
            spacing: self.footprint.then(|| self.slice().spacing()),
            faintest: steps.filter(|_| self.skip_faint).map(|steps| 0.5 / steps),
        })
    }

    fn slice(&self) -> Slice {
        let slice = Slice::new(self.size.width, self.size.height);
        Slice {
            plane: self.plane.into(),
            depth: self.depth,
            time: self.time,
            region: self.region.unwrap_or(slice.region),
            ..slice
        }
    }
}
