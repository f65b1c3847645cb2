//! `travertine volume`: a block of a graph.

use std::path::PathBuf;

use clap::Args;
use travertine::{Detail, Volume};
use travertine_files::Opened;
use travertine_volume::{Bits, Error, Job, VolumeFile};

use crate::execution::Execution;
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::moment::Moment;
use crate::progress::Progress;
use crate::source::Source;
use crate::value::{self, VolumeSize};
use crate::{clipping, terminal};

const EXAMPLES: &str = "\
Examples:
  travertine volume marble.json --output height -o block.nrrd
      256 x 256 x 256 floats for ParaView or 3D Slicer
  travertine volume marble.json --output height --size 1024 -o block.zarr
      4 GiB of floats in compressed chunks, for Python: zarr.open_array(\"block.zarr\")
  travertine volume clouds.json --size 128x128x64 --bits 8 -o clouds.dds
      a texture of three dimensions for a game engine
  travertine volume clouds.json --output density --size 128 -o clouds.df3
      a density file for POV-Ray
  travertine volume wood.json --size 512x512x64 --region 0,0,0,1,1,0.125 --slices wood
      a folder of 64 pictures, wood/slice_0000.png and so on
  travertine volume marble.json --size 128 --atlas marble.png
      all slices side by side in one picture

A volume that was interrupted goes on when the same command is run again. In the meantime, what is there of it
lies beside it, in a folder with .part at its name's end.";

/// Writes a block of a graph: samples along x, y and z
///
/// The block covers x and y as a picture of that width and height does, and z from 0, with the same distance
/// between samples; --region chooses another. A slice of it is what `travertine render --depth` gives there, to the
/// last bit. It is evaluated in bricks, so that memory does not grow with it.
///
/// The ending chooses the format: .zarr (version 3; a folder), .nrrd, .dds (with a header of DirectX 10; Direct3D
/// takes up to 2048 samples a side), .df3 or .raw (samples alone, and a description in .raw.json).
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    target: Target,

    /// Samples: of a cube, or along x, y and z
    #[arg(long, value_name = "N|WxHxD", default_value = "256")]
    size: VolumeSize,

    /// Bits of a number: 32 are floats, unclipped (whole numbers in a .df3), 8 and 16 whole numbers for 0 to 1. By default
    /// 32, in a .df3 16, in a PNG 8. Colours of 8 bits are in sRGB, as are all in PNGs; everything else is linear
    #[arg(long, value_name = "8|16|32", value_parser = ["8", "16", "32"])]
    bits: Option<String>,

    /// The part of space, in graph units: left, top, near, right, bottom, far
    #[arg(long, value_name = "X0,Y0,Z0,X1,Y1,Z1", value_parser = value::volume_region, allow_hyphen_values = true)]
    region: Option<[f64; 6]>,

    #[command(flatten)]
    moment: Moment,

    /// Fades out noise too fine for the distance between samples, so that a small block looks like a large one made
    /// smaller; changes bits, and no longer gives each point one value
    #[arg(long, help_heading = "Detail")]
    footprint: bool,

    #[command(flatten)]
    execution: Execution,
}

/// Where the volume goes.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct Target {
    /// The volume's file, .nrrd, .dds, .df3 or .raw, or folder, .zarr
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    /// A folder for a PNG of each slice
    #[arg(long, value_name = "DIR")]
    slices: Option<PathBuf>,

    /// A PNG of all slices side by side, as many in a row as make it about square
    #[arg(long, value_name = "FILE")]
    atlas: Option<PathBuf>,
}

impl Arguments {
    /// Writes it.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let file = self.file()?;
        let volume = self.volume();
        let spacing = self.footprint.then(|| volume.spacing());
        let field = self.source.field(Detail { spacing, ..Detail::default() })?;
        let progress = Progress::new();
        let advance = |done| progress.advance(done);
        let context = self.execution.context().cancel(interrupt.cancel()).progress(&advance);
        let job = file.start(&field, volume, &context)?;
        say_how_it_began(&job);

        let samples = job.samples();
        let clipped = interrupt.keeping(job.part().to_owned(), || {
            progress.of(samples);
            progress.advance(job.done());
            job.run()
        })?;
        progress.end();
        clipping::warn(field.ranges(), clipped, samples, "samples", "write floats");
        Ok(())
    }

    fn file(&self) -> Result<VolumeFile, Failure> {
        let Target { file, slices, atlas } = &self.target;
        let mut file = match (file, slices, atlas) {
            (Some(file), ..) => VolumeFile::new(file)?,
            (_, Some(folder), _) => VolumeFile::slices(folder),
            (.., Some(file)) => VolumeFile::atlas(file)?,
            // The command line is not accepted without one of them.
            (None, None, None) => return Err(Failure::usage("name a volume with -o, --slices or --atlas")),
        };
        file.bits = match self.bits.as_deref() {
            Some("8") => Bits::Eight,
            Some("16") => Bits::Sixteen,
            Some(_) => Bits::ThirtyTwo,
            None => file.bits,
        };
        Ok(file)
    }

    fn volume(&self) -> Volume {
        let VolumeSize([width, height, depth]) = self.size;
        let volume = Volume::new(width, height, depth);
        Volume { time: self.moment.time, region: self.region.unwrap_or(volume.region), ..volume }
    }
}

fn say_how_it_began(job: &Job) {
    let part = job.part().display();
    match job.opened() {
        Opened::New => {}
        Opened::Resumed => {
            let percent = job.done() as f64 / job.samples() as f64 * 100.0;
            terminal::note(format!("note: goes on with {part}, of which {percent:.0} % are done"));
        }
        Opened::Restarted => {
            terminal::note(format!("note: {part} was the part of another volume, and is begun anew"));
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Texture(error) => error.into(),
            Error::File(error) => error.into(),
            Error::Ending { .. } | Error::Unsupported(_) => Failure::usage(error),
            Error::TooLarge(_) => Failure::Limit(format!("error: {error}")),
        }
    }
}
