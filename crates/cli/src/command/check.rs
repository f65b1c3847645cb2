//! `travertine check`: what is wrong with graphs, and what they give.

mod tiling;

use std::path::{Path, PathBuf};

use clap::Args;
use travertine::stages::graph;
use travertine::stages::graph::diagnostic::quote;
use travertine::{Constant, Context, Error, Field, Interval, Slice, Texture};

use crate::execution::Limits;
use crate::failure::Failure;
use crate::output::Output;
use crate::{describe, source};

const EXAMPLES: &str = "\
Examples:
  travertine check marble.json
      every problem, with its line, node and input; then the outputs and the ranges that their values never leave
  travertine check graphs/*.json && echo all valid
  travertine check tiles.json --tile && echo it tiles
      whether each output repeats from one unit square to the next; if not, which nodes break it, and what fixes them";

/// Checks graphs: every problem of every file, and what the valid ones give
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The graphs' files; `-` reads standard input
    #[arg(value_name = "GRAPH", required = true)]
    graphs: Vec<PathBuf>,

    /// Also tell whether each output tiles over the unit square; exit code 1 if one does not
    #[arg(long)]
    tile: bool,

    #[command(flatten)]
    limits: Limits,
}

impl Arguments {
    /// Checks them all, whatever is wrong with the first.
    pub fn run(&self) -> Result<(), Failure> {
        let mut output = Output::new();
        let mut codes = Vec::new();
        for graph in &self.graphs {
            match self.check(graph, &mut output) {
                Ok(()) => {}
                Err(Failure::ClosedOutput) => return Err(Failure::ClosedOutput),
                Err(failure) => {
                    // What is wrong with a document is the result here; what is wrong with a file is not.
                    match &failure {
                        Failure::Invalid(diagnostics) => output.line(diagnostics)?,
                        other => other.report(),
                    }
                    codes.push(failure.code());
                }
            }
        }
        output.finish()?;
        // Invalid documents are what it looks for, and their code is the least of those that can be; but that one does
        // not tile is less than that another is invalid.
        let failed = codes.iter().copied().filter(|code| *code != Failure::Differs.code()).min();
        failed.or(codes.first().copied()).map_or(Ok(()), |code| Err(Failure::Reported(code)))
    }

    fn check(&self, path: &Path, output: &mut Output) -> Result<(), Failure> {
        let texture = source::open(path)?;
        let context = self.limits.context();
        let described = describe_graph(path, &texture, &context, output);
        let described = if self.tile {
            described.and_then(|()| tiling::describe(&texture, &context, output))
        } else {
            described
        };
        described.map_err(|failure| failure.of(path))
    }
}

fn describe_graph(
    path: &Path,
    texture: &Texture,
    context: &Context,
    output: &mut Output,
) -> Result<(), Failure> {
    let warnings = texture.graph().warnings();
    output.print(warnings.render(Some(&path.display().to_string())))?;
    output.line(format_args!("{}: valid, {}", path.display(), contents(texture)))?;
    for parameter in &texture.graph().parameters {
        describe_parameter(parameter, output)?;
    }
    if !texture.graph().parameters.is_empty() {
        output.line("  with these, guaranteed ranges of the outputs:")?;
    }
    for (declared, ranges) in texture.graph().outputs.iter().zip(texture.ranges()?) {
        describe_output(declared, ranges, output)?;
    }
    describe_cost(&texture.first_field()?, context, output)
}

fn contents(texture: &Texture) -> String {
    let graph = texture.graph();
    [(graph.nodes.len(), "node"), (graph.parameters.len(), "parameter"), (graph.outputs.len(), "output")]
        .map(|(number, noun)| describe::count(number as u64, noun))
        .join(", ")
}

fn describe_parameter(parameter: &graph::graph::Parameter, output: &mut Output) -> Result<(), Failure> {
    let (name, value_type) = (quote(&parameter.name), parameter.value_type.name());
    let value = match &parameter.default {
        Constant::Ramp(ramp) => describe::count(ramp.stops.len() as u64, "stop"),
        Constant::Curve(curve) => describe::count(curve.points.len() as u64, "point"),
        value => describe::constant(value),
    };
    let range = match (parameter.min, parameter.max) {
        (None, None) => String::new(),
        (min, max) => {
            let range = min.unwrap_or(f32::MIN)..=max.unwrap_or(f32::MAX);
            format!(", {} {}", describe::range(&range), parameter.unit).trim_end().to_owned()
        }
    };
    let choices = match parameter.choices.as_slice() {
        [] => String::new(),
        choices => format!(", one of {}", choices.join(", ")),
    };
    output.line(format_args!("  {name} ({value_type}): {value} unless set{range}{choices}"))
}

fn describe_output(
    declared: &graph::graph::Output,
    ranges: Vec<Interval>,
    output: &mut Output,
) -> Result<(), Failure> {
    let ranges = ranges.into_iter().map(describe::interval);
    let ranges = match describe::components(declared.value_type) {
        [] => ranges.collect::<String>(),
        names => names
            .iter()
            .zip(ranges)
            .map(|(name, range)| format!("{name} {range}"))
            .collect::<Vec<_>>()
            .join("; "),
    };
    output.line(format_args!("  {} ({}): {ranges}", quote(&declared.name), declared.value_type.name()))
}

/// What a picture of the first output, the one that is rendered unless another is named, takes.
fn describe_cost(field: &Field, context: &Context, output: &mut Output) -> Result<(), Failure> {
    let operations = describe::count(field.program().operations().len() as u64, "operation");
    let cost = match field.prepare(Slice::new(512, 512), None, context) {
        Ok(render) => {
            let estimate = render.estimate();
            let per_pixel = estimate.operations as f64 / estimate.pixels as f64;
            let memory = estimate.memory.div_ceil(1 << 20);
            format!("{per_pixel:.1} per pixel of a picture of 512 x 512, which takes {memory} MiB of memory")
        }
        Err(error @ Error::Limit(_)) => error.to_string(),
        Err(error) => return Err(error.into()),
    };
    output.line(format_args!("  {} takes {operations}; {cost}", quote(field.name())))
}
