//! `travertine compare`: measures the difference of two pictures.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use travertine::stages::render::within_memory;
use travertine::{PictureFile, PictureFormat};
use travertine_golden::{Difference, FirstPixel, Picture, TestReport};
use travertine_jobs::flags::execution::Memory;
use travertine_jobs::quoted;

use crate::comparison::Comparison;
use crate::failure::{Failure, of_golden};
use crate::output::Output;
use crate::target::check_reports;
use crate::terminal;

const EXAMPLES: &str = "\
Examples:
  travertine compare before.png after.png
      the greatest and the mean difference, the number of differing pixels, and the first one;
      exit code 1 if any pixel differs
  travertine compare before.exr after.exr -o difference.png
      also writes a picture of the differences, amplified
  travertine compare before.png after.png --tolerance 2/255 --json compare.json
      succeeds if no channel differs by more than two levels of 8 bits; the measures as JSON

Exit codes:
  0  the pictures are the same, or no channel differs by more than the tolerance
  1  they differ, or cannot be compared";

/// Compare two pictures, PNG or OpenEXR
///
/// Values are compared as stored. Gray equals three equal colors, a missing alpha equals opaque, and pictures of
/// different bit depths are compared as floats from 0 to 1.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// First picture
    #[arg(value_name = "A")]
    one: PathBuf,

    /// Second picture
    #[arg(value_name = "B")]
    other: PathBuf,

    /// Also write a picture of the differences, .png, in which the greatest difference is white
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    #[command(flatten)]
    comparison: Comparison,

    #[command(flatten)]
    memory: Memory,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self) -> Result<(), Failure> {
        let written = self.file.as_deref().into_iter().chain(self.comparison.files());
        check_reports(written, [&self.one, &self.other])?;
        let file = self.file.as_deref().map(png).transpose()?;
        file.as_ref().map_or(Ok(()), PictureFile::check)?;
        let start = Instant::now();
        let memory = self.memory.bytes();
        let is_graph = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "json");
        if is_graph(&self.one) && is_graph(&self.other) {
            let [one, other] = [&self.one, &self.other].map(|path| quoted(&path.to_string_lossy()));
            return Err(Failure::usage(format!(
                "these are not pictures; travertine diff {one} {other} compares graphs"
            )));
        }
        let open = |path: &Path| Picture::open_within(path, memory / 2);
        let (one, other) = (open(&self.one).map_err(of_golden)?, open(&self.other).map_err(of_golden)?);
        within_memory(Difference::bytes(&one, &other), memory).map_err(|over| {
            let advice = "compare smaller pictures, or raise --memory";
            Failure::Limit(format!("error: the comparison {over}; {advice}"))
        })?;
        if one.levels.is_some() != other.levels.is_some() {
            terminal::note(
                "warning: one picture holds linear floats, the other levels that may be in sRGB; \
                 values are compared as stored",
            );
        }
        let tolerance = self.comparison.tolerance;
        let difference = Difference::new(&one, &other);
        let is_match = difference.as_ref().is_ok_and(|difference| difference.is_within(tolerance));
        let mut output = if is_match { self.comparison.output_unless_quiet() } else { self.comparison.output() };
        if self.comparison.is_reported() {
            let files = [self.one.as_path(), &self.other];
            self.comparison.write(&TestReport::of_files(files, tolerance, &difference, start.elapsed()))?;
        }
        let difference = match difference {
            Ok(difference) => difference,
            Err(mismatch) => {
                output.line(format_args!("the pictures cannot be compared: {mismatch}"))?;
                output.finish()?;
                return Err(Failure::Differs);
            }
        };
        if let Some(file) = file {
            difference.save(&file.path).map_err(of_golden)?;
        }
        self.print(&difference, &mut output)?;
        output.finish()?;
        if is_match { Ok(()) } else { Err(Failure::Differs) }
    }

    fn print(&self, difference: &Difference, output: &mut Output) -> Result<(), Failure> {
        let Some(FirstPixel { column, row, one, other }) = &difference.first else {
            return output.line(format_args!("no difference in {} x {} pixels", difference.width, difference.height));
        };
        let numbers = |numbers: &[f32]| numbers.iter().map(f32::to_string).collect::<Vec<_>>().join(", ");
        output.line(format_args!("greatest difference  {}", difference.describe(difference.greatest)))?;
        output.line(format_args!("mean difference      {}", difference.describe(difference.mean)))?;
        output.line(format_args!(
            "differing pixels     {} of {}",
            difference.differing,
            difference.width * difference.height
        ))?;
        output.line(format_args!("first                column {column}, row {row}"))?;
        output.line(format_args!("                     {}: {}", self.one.display(), numbers(one)))?;
        output.line(format_args!("                     {}: {}", self.other.display(), numbers(other)))?;
        let tolerance = self.comparison.tolerance;
        match (difference.is_within(tolerance), tolerance > 0.0) {
            (true, _) => output.line("all differences are within the tolerance"),
            (false, true) => output.line(format_args!(
                "the greatest difference is {} of 1, beyond the tolerance of {tolerance}",
                difference.fraction(difference.greatest)
            )),
            (false, false) => Ok(()),
        }
    }
}

fn png(path: &Path) -> Result<PictureFile, Failure> {
    let file = PictureFile::new(path)?;
    match file.format {
        PictureFormat::Png { .. } => Ok(file),
        _ => Err(Failure::usage("the picture of differences must be a .png")),
    }
}
