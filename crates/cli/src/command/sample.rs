//! `travertine sample`: evaluates a graph at points, from CSV to CSV.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::Args;
use travertine::{Context, Detail, Field, Level};

use crate::describe;
use crate::execution::Limits;
use crate::failure::Failure;
use crate::output::Output;
use crate::points::Points;
use crate::source::Source;
use crate::value;

const EXAMPLES: &str = "\
Examples:
  travertine sample marble.json --points points.csv > values.csv
      reads lines of x,y or x,y,z or x,y,z,time; prints lines of x,y,z,time and the values
      echo 0.25,0.5 | travertine sample marble.json --points - --output veins
      one point from standard input";

/// Number of points evaluated together: enough to amortize overhead, with little memory.
const BLOCK: usize = 1 << 14;

/// Evaluate a graph at points, from CSV to CSV
///
/// Values are printed in their shortest exact form: parsed as 32-bit floats, they have the same bits as a pixel at that
/// position.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,

    /// CSV file with lines of x,y or x,y,z or x,y,z,time, and perhaps a header; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    points: PathBuf,

    /// Fade noise too fine for a distance between samples, in graph units, above 0. Changes the result
    #[arg(long, value_name = "SPACING", value_parser = value::spacing)]
    footprint: Option<f32>,

    /// SIMD level: auto, scalar, sse2, avx2, avx512 or neon
    #[arg(long, value_name = "LEVEL", default_value = "auto", value_parser = value::level)]
    simd: Level,

    #[command(flatten)]
    limits: Limits,
}

impl Arguments {
    /// Runs the command.
    pub fn run(&self) -> Result<(), Failure> {
        let standard_input = self.points == Path::new("-");
        if standard_input && self.source.is_standard_input() {
            return Err(Failure::usage("the graph and the points cannot both come from standard input"));
        }
        let field = self.source.field(Detail { spacing: self.footprint, ..Detail::default() })?;
        if standard_input {
            self.stream(&field, io::stdin().lock())
        } else {
            let file = File::open(&self.points).map_err(travertine_files::Error::read(&self.points))?;
            self.stream(&field, BufReader::new(file))
        }
    }

    fn context(&self) -> Context<'static> {
        self.limits.context().level(self.simd)
    }

    fn stream(&self, field: &Field, source: impl BufRead) -> Result<(), Failure> {
        let sampler = field.sampler(&self.context())?;
        let width = sampler.width();
        let mut points = Points::new(source, &self.points);
        let mut output = Output::new();
        output.line(header(field))?;
        let mut block = Vec::with_capacity(BLOCK);
        let mut values = vec![0.0; BLOCK * width];
        loop {
            block.clear();
            while block.len() < BLOCK
                && let Some(point) = points.next()?
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
fn header(field: &Field) -> String {
    let name = field.name();
    let mut columns = vec!["x".to_owned(), "y".to_owned(), "z".to_owned(), "time".to_owned()];
    match describe::components(field.value_type()) {
        [] => columns.push(quoted(name)),
        components => {
            columns.extend(components.iter().map(|component| quoted(&format!("{name}.{component}"))))
        }
    }
    columns.join(",")
}

/// A CSV field, quoted if necessary (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
