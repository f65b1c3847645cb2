//! `travertine tile`: a variant of a graph that tiles.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use travertine::stages::graph::diagnostic::quote;
use travertine::stages::graph::document::Image;
use travertine_jobs::flags::execution::Limits;
use travertine_jobs::flags::value::share;
use travertine_tiling::{Along, Seam, seamless};

use crate::failure::Failure;
use crate::output::Output;
use crate::source;
use crate::target::{check_graph, check_written, is_standard_output, standard_output, write_graph, write_text};

const EXAMPLES: &str = "\
Examples:
  travertine tile marble.json -o marble-tile.json
      a marble that repeats after one unit along x and y
  travertine tile granite.json --softness 0 -o granite-tile.json
      cut between its crystals instead of blended
  travertine tile wood.json --axis x -o wood-tile.json
      only across the grain, which runs on along y";

/// Write a variant of a graph that tiles over the unit square
///
/// Outputs that do not tile get a node `domain/seamless`, which blends the end of the unit square into what lies before
/// its start. Their values elsewhere stay. `travertine check --tile` shows whether other values of inputs make the
/// graph tile without a seam.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// File of the graph; `-` reads standard input
    graph: PathBuf,

    /// File of the variant; `-` writes it to standard output
    #[arg(short = 'o', value_name = "FILE")]
    file: PathBuf,

    /// Part of the unit square that is blended, 0 to 1
    #[arg(long, value_name = "PART", default_value_t = Seam::default().border, value_parser = share, allow_hyphen_values = true)]
    border: f32,

    /// How far the seam strays within the border, 0 to 1
    #[arg(long, value_name = "PART", default_value_t = Seam::default().ragged, value_parser = share, allow_hyphen_values = true)]
    ragged: f32,

    /// Part of the border over which both sides mix, 0 to 1
    #[arg(long, value_name = "PART", default_value_t = Seam::default().softness, value_parser = share, allow_hyphen_values = true)]
    softness: f32,

    /// Replace an existing file
    #[arg(long)]
    overwrite: bool,

    /// Axes along which the variant repeats
    #[arg(long, value_enum, default_value = "xy")]
    axis: AxisName,

    #[command(flatten)]
    limits: Limits,
}

/// The flag of [`Along`].
#[derive(Clone, Copy, ValueEnum)]
enum AxisName {
    /// Along x and y, over the unit square.
    Xy,
    /// Along x alone.
    X,
    /// Along y alone.
    Y,
}

impl From<AxisName> for Along {
    fn from(name: AxisName) -> Along {
        match name {
            AxisName::Xy => Along::Both,
            AxisName::X => Along::X,
            AxisName::Y => Along::Y,
        }
    }
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self) -> Result<(), Failure> {
        let to_output = is_standard_output(Some(&self.file));
        if to_output {
            standard_output()?;
        } else {
            check_graph(&self.file, self.overwrite)?;
            // Refused before the work.
            travertine_files::resolve(&self.file).map_err(travertine_files::Error::write(&self.file))?;
        }
        let texture = source::open_within(&self.graph, self.limits.memory())?;
        check_written([&self.file], texture.files())?;
        let is_file = |image: &Image| image.path().is_some();
        let elsewhere = !to_output && folder(&self.graph) != folder(&self.file);
        if texture.document().images.values().any(is_file) && elsewhere {
            return Err(Failure::usage(format!(
                "{} reads images next to it; write the variant into the same folder",
                self.graph.display()
            )));
        }
        let Arguments { border, ragged, softness, axis, .. } = *self;
        let seam = Seam { border, ragged, softness, along: axis.into() };
        let (document, blended) = seamless(&texture, &seam, &self.limits.context())?;
        if to_output {
            return write_text(&document.to_json());
        }
        write_graph(&self.file, &document.to_json(), self.overwrite)?;
        let mut output = Output::unless_quiet();
        for name in texture.outputs() {
            let state = if blended.iter().any(|blended| blended == name) { "is blended" } else { "tiles as it was" };
            output.line(format_args!("{} {state}", quote(name)))?;
        }
        output.finish()
    }
}

/// The folder of a file, however its path is written; `None` if there is no such folder.
fn folder(file: &Path) -> Option<PathBuf> {
    let folder = file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    folder.canonicalize().ok()
}
