//! The flags of `travertine variations`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;

use super::axis::Sweep;
use crate::execution::Execution;
use crate::moment::Moment;
use crate::picture::PictureFlags;
use crate::slice::SliceFlags;
use crate::source::Source;
use crate::value::{self, Size};

const EXAMPLES: &str = "\
Examples:
  travertine variations marble.json --seeds 0..63 -o seeds
      64 seeds: seeds/sheet.png shows them all, seeds/cells has them one by one
  travertine variations marble.json --seeds 0..3 --sweep vein_scale=1:8 -o veins
      every seed with every one of 8 values from 1 to 8
  travertine variations wood.json --sweep rings=4:40:5 --sweep distortion=0:4:3 --size 256
      five values times three, in wood-variations
  travertine variations veins/manifest.json --cell 12 --size 2048 -o chosen.png
      one of them again, larger";

/// Renders a graph with many seeds and values of its parameters: a sheet, the pictures, and a manifest
///
/// In the folder are sheet.png with all pictures and their labels, cells with a file for each, graph.json, and
/// manifest.json, which says of each picture with which command it is rendered. Pictures that are there already, made
/// by the same command, are kept. With --cell, the manifest takes the graph's place, and one picture is rendered again.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    pub(super) source: Source,

    /// The first and the last of seeds that each give the whole graph another look
    #[arg(long, value_name = "A..B", value_parser = value::range, conflicts_with = "seed")]
    pub(super) seeds: Option<RangeInclusive<u32>>,

    /// A parameter and values from the first to the last, 8 if their number is not given; may be repeated, and then every
    /// value of the one comes with every one of the other
    #[arg(long = "sweep", value_name = "NAME=A:B[:COUNT]")]
    pub(super) sweeps: Vec<Sweep>,

    /// Pictures beside each other; if not given, as many as the last sweep has, or as make a square
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) columns: Option<u32>,

    /// The folder; GRAPH-variations, in the current folder, if not given. With --cell, the picture's file
    #[arg(short = 'o', value_name = "DIR|FILE")]
    pub(super) place: Option<PathBuf>,

    /// Writes into a folder that has other files in it, and replaces those in the place of pictures
    #[arg(long)]
    pub(super) overwrite: bool,

    /// Renders this picture of a manifest again, from 0
    #[arg(long, value_name = "N", conflicts_with_all = [
        "seeds", "sweeps", "columns", "overwrite", "output", "parameters", "inputs", "seed", "time", "plane", "depth",
        "region", "bits", "encoding", "samples", "footprint", "skip_faint",
    ])]
    pub(super) cell: Option<usize>,

    /// Pixels of a picture: of a square, or to the right and down; 128 if not given
    #[arg(long, value_name = "N|WxH")]
    pub(super) size: Option<Size>,

    #[command(flatten)]
    pub(super) picture: PictureFlags,

    #[command(flatten)]
    pub(super) slice: SliceFlags,

    #[command(flatten, next_help_heading = "Slice")]
    pub(super) moment: Moment,

    #[command(flatten)]
    pub(super) execution: Execution,
}
