//! `travertine cell`: renders a picture of a sheet of variations again.

use std::path::PathBuf;

use clap::Args;

use super::manifest;
use crate::failure::Failure;
use crate::flags::execution::Execution;
use crate::flags::value::Size;
use crate::host::Host;
use crate::kind::Job as _;

const EXAMPLES: &str = "\
Examples:
  travertine cell veins/manifest.json 12 --size 2048 -o chosen.png
      one of the pictures of a sheet again, larger";

/// Render a picture of a sheet of variations again, perhaps larger
///
/// `travertine variations` writes the manifest beside the sheet, and the number of each picture on it.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// File manifest.json of the sheet
    pub(super) manifest: PathBuf,

    /// Number of the picture, from 0
    #[arg(value_name = "N")]
    pub(super) cell: usize,

    /// File of the picture [default: cell-N.png in the current folder, with four digits]
    #[arg(short = 'o', value_name = "FILE")]
    pub(super) file: Option<PathBuf>,

    /// Size in pixels: N x N, or width x height [default: that of the sheet's pictures]
    #[arg(long, value_name = "N|WxH")]
    pub(super) size: Option<Size>,

    #[command(flatten)]
    pub(super) execution: Execution,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self, host: &dyn Host) -> Result<(), Failure> {
        let file = self.file.clone().unwrap_or_else(|| PathBuf::from(format!("cell-{:04}.png", self.cell)));
        manifest::cell(&self.manifest, self.cell, file, self.size, &self.execution)?.run(host)
    }
}
