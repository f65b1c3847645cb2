//! The flags of `travertine variations`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use crate::flags::execution::Execution;
use crate::flags::picture::PictureFlags;
use crate::flags::slice::SliceFlags;
use crate::flags::source::Source;
use crate::flags::time::TimeFlag;
use crate::flags::value::{self, Size};
use crate::variations::Sweep;

const EXAMPLES: &str = "\
Examples:
  travertine variations marble.json --seeds 0..63 -o seeds
      64 seeds: all on seeds/sheet.png, and one file each in seeds/cells
  travertine variations marble.json --seeds 0..3 --sweep vein_scale=1:8 -o veins
      every combination of 4 seeds and 8 values from 1 to 8
  travertine variations wood.json --sweep rings=4:40:5 --sweep distortion=0:4:3 --size 256
      every combination of 5 and 3 values, in wood-variations
  travertine cell veins/manifest.json 12 --size 2048 -o chosen.png
      one of the pictures again, larger";

/// Render a graph with many seeds and parameter values, and a contact sheet
///
/// The folder contains sheet.png with all pictures and their labels, cells/ with a file for each picture, graph.json,
/// and manifest.json with the command that renders each picture. Existing pictures of the same command are not
/// rendered again.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    pub(super) source: Source,

    /// First and last seed, or the number of seeds from 0; a seed varies all seeds of the graph together
    #[arg(long, value_name = "A..B|N", value_parser = value::range, conflicts_with = "seed")]
    pub(super) seeds: Option<RangeInclusive<u32>>,

    /// Vary a parameter from A to B in COUNT values, 8 by default; repeatable, for all combinations
    #[arg(long = "sweep", value_name = "NAME=A:B[:COUNT]")]
    pub(super) sweeps: Vec<Sweep>,

    /// Pictures per row of the sheet [default: the values of the last sweep, or a square sheet]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) columns: Option<u32>,

    /// Folder [default: GRAPH-variations in the current folder]
    #[arg(short = 'o', value_name = "DIR")]
    pub(super) target: Option<PathBuf>,

    /// Write into a folder that contains other files, and replace files with the names of pictures
    #[arg(long)]
    pub(super) overwrite: bool,

    /// The former `travertine cell`.
    #[arg(long, hide = true, conflicts_with_all = ["seeds", "sweeps", "preset"])]
    pub(super) cell: Option<usize>,

    /// Size of a picture in pixels: N x N, or width x height [default: 128]. Pixels are square, unless width x height
    /// and --region say otherwise
    #[arg(long, value_name = "N|WxH")]
    pub(super) size: Option<Size>,

    #[command(flatten)]
    pub(super) picture: PictureFlags,

    #[command(flatten)]
    pub(super) slice: SliceFlags,

    #[command(flatten, next_help_heading = "Slice")]
    pub(super) time: TimeFlag,

    #[command(flatten)]
    pub(super) execution: Execution,
}
