//! `travertine stats`: range, moments, histogram and spectrum of outputs.

use std::path::{Path, PathBuf};

use clap::Args;
use travertine::PictureFile;
use travertine::stages::graph::json::{Value, Writer, object};
use travertine_jobs::describe;
use travertine_jobs::flags::execution::Execution;
use travertine_jobs::flags::slice::SliceFlags;
use travertine_jobs::flags::source::Source;
use travertine_jobs::flags::time::TimeFlag;
use travertine_jobs::flags::value::{ReportFormat, Size};
use travertine_jobs::statistics::{Statistics, picture};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::progress::Progress;
use crate::source;
use crate::target::check_reports;
use crate::terminal::{self, Wrote};

const EXAMPLES: &str = "\
Examples:
  travertine stats marble.json --output height
      range, mean, deviation, percentiles, histogram and spectrum of the height over the unit square
  travertine stats marble.json --output all --format json > marble.stats.json
      the same of all outputs as data
  travertine stats clouds.json --region 0,0,8,8 --size 1024 -o clouds.stats.png
      values, histogram and spectrum side by side, over a larger square";

/// Measure outputs: range, moments, percentiles, histogram and power spectrum
///
/// The values are samples over a square, by default the unit square. The spectrum is that of the samples less their
/// mean under a Hann window, in octaves of cycles per unit; in a picture of it, frequency 0 is in the middle, and black
/// is 10^-4 of the greatest power. All but the proven range, which holds everywhere, is true of the square alone.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("output", |flag| flag.value_name("NAME,...").help(
    "Name of the output, or names of several, as in color,height, or `all`; repeatable [default: the first output of \
     the graph]"
)))]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// File of the statistics: .json, or a picture; `-` for standard output [default: text on standard output]
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    /// Format on standard output
    #[arg(long, value_enum, default_value = "text")]
    format: ReportFormat,

    /// Samples along a side of the square: a power of two, 16 to 4096
    #[arg(long, value_name = "N", default_value_t = 512)]
    size: u32,

    #[command(flatten)]
    slice: SliceFlags,

    #[command(flatten)]
    time: TimeFlag,

    #[command(flatten)]
    execution: Execution,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let wrote = Wrote::start();
        let file = self.file.as_deref().filter(|file| *file != Path::new("-"));
        let is_json = file.is_some_and(|file| file.extension().is_some_and(|ending| ending == "json"));
        let target = file.filter(|_| !is_json).map(PictureFile::new).transpose()?;
        target.as_ref().map_or(Ok(()), PictureFile::check)?;
        let texture = source::texture(&self.source, self.execution.memory())?;
        check_reports(file, texture.files())?;
        let outputs = match self.source.outputs(&texture) {
            none if none.is_empty() => vec![self.source.output_of(&texture)?],
            outputs => outputs,
        };
        let slice = self.slice.slice(Size::single(self.size), self.time.time);
        let progress = Progress::new();
        progress.of(u64::from(self.size) * u64::from(self.size) * outputs.len() as u64);
        let advance = |done| progress.advance(done);
        let context = self.execution.context().cancel(interrupt.cancel()).progress(&advance);
        let of = |output: &String| Statistics::of(&texture, output, slice, &context);
        let statistics = outputs.iter().map(of).collect::<Result<Vec<Statistics>, Failure>>()?;
        progress.end();
        let facts = describe::count(statistics.len() as u64, "output");
        if let Some(target) = target {
            target.write_image(&picture(&statistics), &context.without_progress())?;
            wrote.files(&[&target.path], facts);
            return Ok(());
        }
        let json = || object([("outputs", Value::List(statistics.iter().map(Statistics::to_value).collect()))]);
        if let Some(file) = file {
            let mut writer = Writer::new();
            writer.value(&json());
            travertine_files::write(file, writer.finish().as_bytes())?;
            wrote.files(&[file], facts);
            return Ok(());
        }
        let mut output = Output::new();
        match self.format {
            ReportFormat::Json => output.line(terminal::escaped_json(json()))?,
            ReportFormat::Text => statistics.iter().try_for_each(|of| output.print(of.to_text()))?,
        }
        output.finish()
    }
}
