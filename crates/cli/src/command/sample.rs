//! `travertine sample`: evaluates a graph at points, from CSV to CSV or from arrays to arrays.

mod arrays;

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::Args;
use travertine::stages::graph::diagnostic::quote;
use travertine::stages::program::ProgramOutput;
use travertine::{Context, Detail, Fields, Level, Texture};
use travertine_jobs::describe;
use travertine_jobs::flags::execution::Limits;
use travertine_jobs::flags::source::Source;
use travertine_jobs::flags::value;

use crate::csv;
use crate::failure::Failure;
use crate::output::Output;
use crate::points::{Points, point};
use crate::source;
use crate::target::check_written;

const EXAMPLES: &str = "\
Examples:
  travertine sample marble.json 0.25,0.5 1,2,0.5
      the first output at two points
  travertine sample marble.json 0.25,0.5 --output all
      all outputs
  travertine sample marble.json --points points.csv > values.csv
      reads lines of x,y or x,y,z or x,y,z,time; prints lines of x,y,z,time and the values
  tail -n 9 points.csv | travertine sample marble.json --points - --output color,height
      points from standard input, two outputs
  travertine sample marble.json 0.25,0.5 --output height --gradient
      the height, and how fast it rises along x, y and z
  travertine sample marble.json --points points.csv --gradient --by turbulence
      also how fast it rises with a parameter
  travertine sample marble.json --points points.npy --output height -o height.npy
      NumPy arrays: a row for each of any number of points, and as many values";

/// Number of points evaluated together: enough to amortize overhead, with little memory.
const BLOCK: usize = 1 << 14;

/// Evaluate a graph at points, from CSV to CSV or from NumPy arrays to NumPy arrays
///
/// Points are arguments, or the lines of a file. Values are printed in their shortest exact form: parsed as 32-bit
/// floats, they have the same bits as a pixel at that position. A name that a spreadsheet would compute as a formula
/// gets an apostrophe before it. Arrays hold these floats: one for each point, or a row of three for vectors and of
/// four for colors. Points and values are read and written in blocks, so memory does not grow with their number.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("output", |flag| flag.value_name("NAME,...").help(
    "Name of the output, or names of several, as in color,height, or `all`; repeatable [default: the first output of \
     the graph]"
)))]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// Points: x,y or x,y,z or x,y,z,time. After `--` if the first number is negative
    #[arg(value_name = "POINT", required_unless_present = "points", conflicts_with = "points", value_parser = point)]
    at: Vec<[f32; 4]>,

    /// CSV file with lines of x,y or x,y,z or x,y,z,time, or with a header that names these columns among others, or
    /// .npy with rows of as many 32-bit or 64-bit floats; `-` reads CSV from standard input
    #[arg(long, value_name = "FILE")]
    points: Option<PathBuf>,

    /// File for the values of points in a .npy: another .npy
    #[arg(short = 'o', value_name = "FILE")]
    file: Option<PathBuf>,

    /// Also print the derivatives of the values along x, y and z, per unit. With arrays, a row has the values, then
    /// those of their derivatives along x, y and z
    #[arg(long)]
    gradient: bool,

    /// With --gradient, also the derivatives by a float, vector or color parameter; repeat for several
    #[arg(long, value_name = "PARAMETER", requires = "gradient")]
    by: Vec<String>,

    /// Fade noise too fine for a distance between samples, in graph units, above 0. Changes the result
    #[arg(long, value_name = "SPACING", value_parser = value::spacing)]
    footprint: Option<f32>,

    /// SIMD level: auto, scalar, sse2, avx2, avx512 or neon
    #[arg(long, value_name = "LEVEL", default_value = "auto", value_parser = value::level)]
    simd: Level,

    /// Number of threads for points in a .npy, 1 to 1024 [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    #[command(flatten)]
    limits: Limits,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self) -> Result<(), Failure> {
        let standard_input = self.points.as_deref() == Some(Path::new("-"));
        if standard_input && self.source.is_standard_input() {
            return Err(Failure::usage("the graph and the points cannot both come from standard input"));
        }
        let target = self.target()?;
        let mut texture = source::texture(&self.source, self.limits.memory())?;
        if let Some(target) = target {
            check_written([target], texture.files().iter().chain(&self.points))?;
        }
        texture.set_detail(Detail { spacing: self.footprint, ..Detail::default() });
        let mut outputs = self.source.outputs(&texture);
        if outputs.is_empty() {
            outputs.push(self.source.output_of(&texture)?);
        }
        let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
        let fields = if self.gradient { self.gradients(&texture, &outputs)? } else { texture.fields(&outputs)? };
        match (&self.points, target) {
            (Some(points), Some(target)) => arrays::sample(&fields, points, target, &self.context()),
            (Some(path), None) if standard_input => {
                self.print_lines(&fields, Points::new(source::standard_input(), path))
            }
            (Some(path), None) => {
                let file = File::open(path).map_err(travertine_files::Error::read(path))?;
                self.print_lines(&fields, Points::new(BufReader::new(file), path))
            }
            (None, _) => {
                let mut points = self.at.iter().copied();
                self.print(&fields, || Ok(points.next()))
            }
        }
    }

    /// Outputs with their derivatives, each of which has a name of its own.
    fn gradients(&self, texture: &Texture, outputs: &[&str]) -> Result<Fields, Failure> {
        let by: Vec<&str> = self.by.iter().map(String::as_str).collect();
        if let Some((_, twice)) = by.iter().enumerate().find(|(index, name)| by[..*index].contains(name)) {
            return Err(Failure::usage(format!("--by has the parameter {} twice; name it once", quote(twice))));
        }
        let fields = texture.gradients(outputs, &by)?;
        let names: Vec<&str> = fields.outputs().iter().map(|output| output.name.as_str()).collect();
        match names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)) {
            Some((_, twice)) => Err(Failure::usage(format!(
                "the derivatives along an axis and by a parameter would both be called {}; rename the parameter in \
                 the graph, or leave out --by",
                quote(twice)
            ))),
            None => Ok(fields),
        }
    }

    /// The file for values, if points are in a file of an array.
    fn target(&self) -> Result<Option<&Path>, Failure> {
        let is_array = |path: &Path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("npy"));
        match (self.points.as_deref().is_some_and(is_array), &self.file) {
            (true, Some(file)) if is_array(file) => Ok(Some(file)),
            (true, Some(file)) => Err(Failure::usage(format!(
                "values of points in a .npy are written to a .npy, but {} does not end with .npy",
                file.display()
            ))),
            (true, None) => Err(Failure::usage("points in a .npy need a file for their values; add -o FILE.npy")),
            (false, Some(_)) => {
                Err(Failure::usage("-o needs points in a .npy; values of points in a CSV go to standard output"))
            }
            (false, None) => Ok(None),
        }
    }

    fn context(&self) -> Context<'static> {
        let threads = self.threads.map(usize::from);
        self.limits.context().level(self.simd).threads(threads)
    }

    fn print_lines(&self, fields: &Fields, mut points: Points<impl BufRead>) -> Result<(), Failure> {
        self.print(fields, || points.next())
    }

    /// Prints the values at points, as long as there is a next one.
    fn print(
        &self,
        fields: &Fields,
        mut next: impl FnMut() -> Result<Option<[f32; 4]>, Failure>,
    ) -> Result<(), Failure> {
        let sampler = fields.sampler(&self.context())?;
        let width = sampler.width();
        let mut output = Output::new();
        output.line(header(fields))?;
        let mut block = Vec::with_capacity(BLOCK);
        let mut values = vec![0.0; BLOCK * width];
        loop {
            block.clear();
            while block.len() < BLOCK
                && let Some(point) = next()?
            {
                block.push(point);
            }
            if block.is_empty() {
                return output.finish();
            }
            let values = &mut values[..block.len() * width];
            sampler.sample(&block, values)?;
            for ([x, y, z, time], values) in block.iter().zip(values.chunks_exact(width)) {
                output.print([x, y, z, time].map(|coordinate| describe::number(*coordinate)).join(","))?;
                for value in values {
                    output.print(format_args!(",{}", describe::number(*value)))?;
                }
                output.line("")?;
            }
        }
    }
}

/// `x,y,z,time,height`, or a column for each component: `x,y,z,time,color.red,...`.
fn header(fields: &Fields) -> String {
    let mut columns = vec!["x".to_owned(), "y".to_owned(), "z".to_owned(), "time".to_owned()];
    for ProgramOutput { name, value_type, .. } in fields.outputs() {
        match describe::components(*value_type) {
            [] => columns.push(csv::text(name)),
            components => columns.extend(components.iter().map(|component| csv::text(&format!("{name}.{component}")))),
        }
    }
    columns.join(",")
}
