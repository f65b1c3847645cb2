//! `travertine volume`: writes a volume of a graph.

use std::path::PathBuf;

use clap::Args;
use travertine::{Context, Detail, Estimate, Field, Texture, Volume};
use travertine_files::{Inputs, Opened};
use travertine_volume::{Bits, Error, Job as Writing, Part, Store, VolumeFile, VolumeFormat, Written};

use crate::clipping;
use crate::estimate::{self, Cost};
use crate::failure::Failure;
use crate::flags::device::DeviceFlag;
use crate::flags::execution::Execution;
use crate::flags::profile::ProfileFlags;
use crate::flags::source::Source;
use crate::flags::value::{self, Times, VolumeSize};
use crate::host::{Host, with_partial_output};
use crate::kind::{Definition, Job};
use crate::target::{check_job, is_standard_output};

const EXAMPLES: &str = "\
Examples:
  travertine volume marble.json --output height -o block.nrrd
      256 x 256 x 256 floats for ParaView or 3D Slicer
  travertine volume marble.json --output height --size 1024 -o block.zarr
      4 GiB of floats in compressed chunks, for Python: xarray.open_zarr(\"block.zarr\")
  travertine volume marble.json --output all --size 128 --multiscale --shards -o marble.ome.zarr
      all outputs with smaller copies, for viewers of OME-Zarr, in few files
  travertine volume clouds.json --size 128 --time 0,2,9 -o clouds.zarr
      nine times from 0 to 2 s, as the first axis
  travertine volume clouds.json --size 128x128x64 --bits 8 -o clouds.dds
      a 3D texture for a game engine
  travertine volume clouds.json --output density --size 128 -o clouds.df3
      a density file for POV-Ray
  travertine volume wood.json --size 512x512x64 --region 0,0,0,1,1,0.125 --slices wood
      a folder of 64 pictures, wood/slice_0000.png and so on
  travertine volume marble.json --size 128 --atlas marble.png
      all slices side by side in one picture

An interrupted volume continues when the same command is run again. Until it is complete, its parts are beside it, in \
a folder whose name ends with .part.";

/// Samples along each side of a brick that is timed.
const BRICK: u32 = 64;

/// Write a volume of a graph: samples along x, y and z
///
/// The volume covers x and y like a picture of that width and height, and z from 0 with the same distance between
/// samples; --region chooses another region. Each slice has the same bits as `travertine render --depth`. The volume is
/// evaluated in bricks, so memory does not grow with its size.
///
/// The extension chooses the format: .zarr (version 3, a group with arrays and coordinates), .nrrd, .dds (Direct3D
/// accepts up to 2048 samples per side), .df3 or .raw (only samples, described in .raw.json).
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    target: Target,

    /// Size in samples: N x N x N, or along x, y and z. With --region, N is that of its longest edge
    #[arg(long, value_name = "N|WxHxD", default_value = "256")]
    size: VolumeSize,

    /// Bits per value [default: 32; 16 in a .df3; 8 in a PNG]. 8 and 16 are levels for 0 to 1; 32 are unclipped floats
    /// (levels in a .df3). Colors are in sRGB in PNGs and with 8 bits; all else is linear
    #[arg(long, value_name = "8|16|32", value_parser = ["8", "16", "32"])]
    bits: Option<String>,

    /// Region of space, in graph units: left, top, near, right, bottom, far
    #[arg(long, value_name = "X0,Y0,Z0,X1,Y1,Z1", value_parser = value::volume_region, allow_hyphen_values = true)]
    region: Option<[f64; 6]>,

    /// Time, in seconds; of a .zarr also first time, last time and number of times, which become the first axis
    #[arg(long, value_name = "T|A,B,N", default_value = "0", allow_hyphen_values = true)]
    time: Times,

    /// Also write smaller copies, each half as large, and make the .zarr an image of OME-Zarr 0.5. Axes of channels
    /// come before those of space
    #[arg(long, help_heading = "Zarr")]
    multiscale: bool,

    /// Store up to 32 chunks in each file (sharding)
    #[arg(long, help_heading = "Zarr")]
    shards: bool,

    /// Write part K of N equal parts; each may be a process of its own, on any machine that shares the folder. The last
    /// one completes the .zarr, which has the same bytes as by one process
    #[arg(long, value_name = "K/N", help_heading = "Zarr")]
    part: Option<Part>,

    /// Fade noise too fine for the distance between samples, so that a small volume looks like a large one scaled down.
    /// Changes the result: the value at a position then depends on the size of the volume
    #[arg(long, help_heading = "Detail")]
    footprint: bool,

    #[command(flatten)]
    device: DeviceFlag,

    #[command(flatten)]
    execution: Execution,

    #[command(flatten)]
    profile: ProfileFlags,
}

/// Where the volume is written.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct Target {
    /// File of the volume, .nrrd, .dds, .df3 or .raw, or folder, .zarr
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    /// Folder for a PNG of each slice
    #[arg(long, value_name = "DIR")]
    slices: Option<PathBuf>,

    /// PNG of all slices in a grid that is about square
    #[arg(long, value_name = "FILE")]
    atlas: Option<PathBuf>,
}

impl Definition for Arguments {
    const NAME: &'static str = "volume";
    const TARGETS: &'static [(&'static str, &'static str)] =
        &[("to", "-o="), ("slices", "--slices="), ("atlas", "--atlas=")];
    const NO_FIELDS: &'static [&'static str] = &["part"];
}

impl Job for Arguments {
    fn check(&self, texture: Texture) -> Result<(), Failure> {
        self.source.check(texture).map(drop)
    }

    fn run(&self, host: &dyn Host) -> Result<(), Failure> {
        let file = self.file()?;
        let volume = self.volume();
        let spacing = self.footprint.then(|| volume.spacing());
        let mut texture = self.source.texture(host, &self.execution)?;
        self.check_written(host, &texture)?;
        texture.set_detail(Detail { spacing, ..Detail::default() });
        let outputs = self.outputs(&file, &texture)?;
        let fields: Vec<Field> =
            outputs.iter().map(|output| texture.field(output)).collect::<Result<_, travertine::Error>>()?;
        let advance = |done| host.advance(done);
        let profiling = self.profile.begin();
        let context = profiling.context(self.execution.context_of(host).progress(&advance));
        let groups: Vec<Vec<&str>> = outputs.iter().map(|output| vec![output.as_str()]).collect();
        let context = self.device.context(&texture, &groups, context, host)?;
        let job = self.job(&file, &fields, volume, &context)?;
        if job.is_complete() {
            host.note(&format_args!("note: {} is complete already", file.path.display()));
            return Ok(());
        }
        note_partial_output(host, &job);
        let samples = job.samples();
        let [width, height, depth] = volume.size();
        let times = match &self.time {
            Times::One(_) => String::new(),
            Times::Axis(times) => format!(" x {} times", times.len()),
        };
        let size = format!("{width} x {height} x {depth}{times}");
        let bytes = match file.bits {
            Bits::Eight => 1,
            Bits::Sixteen => 2,
            Bits::ThirtyTwo => 4,
        } * samples
            * fields.iter().map(|field| field.channels() as u64).sum::<u64>()
            / fields.len().max(1) as u64;
        let Estimate { work, memory, .. } = job.estimate();
        let cost = Cost { samples, work, memory, bytes };
        let measure = || {
            // A brick of any store or file costs about as much.
            let brick = volume.size().map(|side| side.min(BRICK));
            let seconds = |field: &Field| field.prepare_volume_file(volume, brick, &context).ok()?.seconds();
            let of_all: Option<f64> = fields.iter().map(seconds).sum();
            Some(of_all? * samples as f64 / (volume.samples() * fields.len() as u64) as f64)
        };
        estimate::agree(host, format_args!("{size} samples"), &cost, &context, measure)?;
        let part = job.part().to_owned();
        let written = with_partial_output(host, &part, || {
            host.begin(samples);
            host.skip(job.done());
            job.run()
        })?;
        host.end();
        let Written { clipped, complete } = written;
        let path = [&self.target.file, &self.target.slices, &self.target.atlas].into_iter().flatten().next();
        if complete {
            host.wrote(&path.map(PathBuf::as_path).into_iter().collect::<Vec<_>>(), &size);
        } else {
            let path = file.path.display();
            host.note(&format_args!("note: this part of {path} is done; the store appears when all parts are"));
        }
        let ranges = fields.iter().flat_map(Field::ranges).collect();
        // Those of all parts, as `clipped` is.
        let all = volume.samples() * fields.len() as u64 * self.time.count();
        clipping::warn(host, ranges, clipped, all, "samples", "write floats");
        profiling.end(&texture, host)
    }
}

impl Arguments {
    /// Names of the outputs: one, or several in a .zarr.
    fn outputs(&self, file: &VolumeFile, texture: &Texture) -> Result<Vec<String>, Failure> {
        Ok(match file.format {
            VolumeFormat::Zarr if self.source.is_output_given() => self.source.outputs(texture),
            _ => vec![self.source.output_of(texture)?],
        })
    }

    fn job<'f>(
        &self,
        file: &VolumeFile,
        fields: &'f [Field],
        volume: Volume,
        context: &Context<'f>,
    ) -> Result<Writing<'f>, Failure> {
        let times = match &self.time {
            Times::One(_) => Vec::new(),
            Times::Axis(times) => times.clone(),
        };
        let flags = [
            (self.multiscale, "⟦multiscale⟧"),
            (self.shards, "⟦shards⟧"),
            (self.part.is_some(), "⟦part⟧"),
            (!times.is_empty(), "⟦time⟧ with several times"),
        ];
        if let Some((_, flag)) = flags.iter().find(|(given, _)| *given && file.format != VolumeFormat::Zarr) {
            return Err(Failure::usage(format!("{flag} needs a .zarr; add ⟦to=NAME.zarr⟧")));
        }
        let fields: Vec<&Field> = fields.iter().collect();
        Ok(match file.format {
            VolumeFormat::Zarr => {
                let store = Store { times, sharded: self.shards, multiscale: self.multiscale, part: self.part };
                file.start_store(&fields, volume, &store, context)?
            }
            _ => file.start(fields[0], volume, context)?,
        })
    }

    /// Refuses to write over a file of the graph, or over a folder that holds one.
    fn check_written(&self, host: &dyn Host, texture: &Texture) -> Result<(), Failure> {
        let Target { file, slices, atlas } = &self.target;
        let described = file.iter().map(|file| {
            let mut name = file.clone().into_os_string();
            name.push(".json");
            PathBuf::from(name)
        });
        let files: Vec<PathBuf> = described.chain(file.clone()).chain(atlas.clone()).collect();
        check_job(host, texture, &[], &files)?;
        let inputs = Inputs::new(host.inputs().iter().chain(texture.files()));
        Ok(file.iter().chain(slices).try_for_each(|folder| inputs.check_folder(folder))?)
    }

    fn file(&self) -> Result<VolumeFile, Failure> {
        let Target { file, slices, atlas } = &self.target;
        if [file, slices, atlas].into_iter().any(|path| is_standard_output(path.as_deref())) {
            return Err(Failure::usage(
                "standard output cannot take a volume, which is written block by block; name a file or a folder",
            ));
        }
        let mut file = match (file, slices, atlas) {
            (Some(file), ..) => VolumeFile::new(file)?,
            (_, Some(folder), _) => VolumeFile::slices(folder),
            (.., Some(file)) => VolumeFile::atlas(file)?,
            // The parser of the command line requires one of them.
            (None, None, None) => return Err(Failure::usage("expected one of ⟦to⟧, ⟦slices⟧ and ⟦atlas⟧")),
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
        let [width, height, depth] = self.size.over(self.region);
        let volume = Volume::new(width, height, depth);
        let time = match &self.time {
            Times::One(time) => *time,
            Times::Axis(times) => times[0],
        };
        Volume { time, region: self.region.unwrap_or(volume.region), ..volume }
    }
}

fn note_partial_output(host: &dyn Host, job: &Writing) {
    let part = job.part().display();
    match job.opened() {
        Opened::New => {}
        Opened::Resumed => {
            let percent = job.done() as f64 / job.samples() as f64 * 100.0;
            host.note(&format_args!("note: continues {part}, of which {percent:.0} % are done"));
        }
        Opened::Restarted => {
            host.note(&format_args!("note: {part} belonged to another volume and was discarded"));
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
