//! `travertine check`: validates graphs and describes their outputs.

mod depth;
mod tiling;

use std::path::{Path, PathBuf};

use clap::Args;
use travertine::stages::graph;
use travertine::stages::graph::diagnostic::quote;
use travertine::stages::graph::json::pointer::pointer;
use travertine::{Constant, Context, Error, Field, Interval, Preset, Slice, Texture};
use travertine_jobs::describe;
use travertine_jobs::flags::execution::Limits;
use travertine_jobs::flags::source::ValueFlags;

use self::depth::Depth;
use super::library;
use crate::failure::{self, Failure};
use crate::interrupt::Interrupt;
use crate::messages::{Message, MessageFlag, Messages, Severity};
use crate::output::Output;
use crate::{document, lines, source, verbosity};

const EXAMPLES: &str = "\
Examples:
  travertine check marble.json
      all errors with line, node and input, or the outputs with the ranges that their values never leave
  travertine check graphs/*.json && echo all valid
      a line for each graph and a sum; -v describes each, -q prints only what is wrong
  travertine check endpaper.json --tile && echo it tiles
      whether each output repeats from one unit square to the next;
      if not, the nodes that break it, and how to fix them
  travertine check endpaper.json --tile --seed 3
      the same with other values, as --preset, --param and --set give them too
  travertine check graphs/*.json --message-format sarif > check.sarif
      errors, warnings and notes as data, here for services that show them next to the lines of a change

Messages as data:
  json
      a list of objects with file, severity (error, warning or note), message, line, column, pointer (RFC 6901), expected \
and help; line and column count from 1, and are null where the file has no such text
  sarif
      SARIF 2.1.0, one run with all messages as results; file names are relative references";

/// Check graphs: report all errors, describe the outputs of valid graphs
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files of graphs; `-` reads standard input
    #[arg(value_name = "GRAPH", required = true)]
    graphs: Vec<PathBuf>,

    /// Also check that each output tiles over the unit square; exit code 1 if one does not
    #[arg(long)]
    tile: bool,

    #[command(flatten)]
    values: ValueFlags,

    #[command(flatten)]
    messages: MessageFlag,

    #[command(flatten)]
    limits: Limits,
}

impl Arguments {
    /// Checks all graphs, even after a failure.
    pub fn run(&self, interrupt: &Interrupt) -> Result<(), Failure> {
        let mut messages = self.messages.messages();
        let mut output = messages.text_output();
        let mut codes = Vec::new();
        for graph in &self.graphs {
            match self.check(graph, interrupt, &mut messages, &mut output) {
                Ok(()) => {}
                Err(end @ (Failure::ClosedOutput | Failure::Interrupted)) => return Err(end),
                Err(failure) => {
                    messages.add_failure(&graph.display().to_string(), &failure);
                    codes.push(failure.code());
                }
            }
        }
        if self.graphs.len() > 1 && !verbosity::is_quiet() {
            output.line(sum(self.graphs.len(), &codes))?;
        }
        output.finish()?;
        messages.print()?;
        Failure::of_all(&codes)
    }

    fn check(
        &self,
        path: &Path,
        interrupt: &Interrupt,
        messages: &mut Messages,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let file = path.display().to_string();
        let texture = match source::load(path, self.limits.memory()) {
            Ok(texture) => texture,
            Err(Error::Invalid { .. }) if is_of_ours(path) => {
                let note = "the file is not a graph, but of another format of Travertine";
                if Depth::of(self.graphs.len()) > Depth::Nothing {
                    output.line(format_args!("{file}: note: {note}"))?;
                }
                messages.add(Message::new(&file, Severity::Note, note));
                return Ok(());
            }
            Err(Error::Invalid { file: shown, diagnostics }) => {
                // Diagnostics of documents are results, for standard output. Other failures are not.
                messages.add_all(&file, &diagnostics);
                let failure = Failure::from(Error::Invalid { file: shown, diagnostics });
                output.line(failure::message(&failure).unwrap_or_default())?;
                return Err(Failure::Reported(failure.code()));
            }
            Err(error) => return Err(error.into()),
        };
        let texture = self.values.applied(texture).map_err(|error| Failure::from(error).of(path))?;
        messages.add_all(&file, texture.graph().warnings());
        let context = self.limits.context();
        let depth = Depth::of(self.graphs.len());
        let described = describe_graph(path, &texture, depth, &context, messages, output);
        let described = if self.tile {
            let context = context.cancel(interrupt.cancel());
            described.and_then(|()| tiling::describe(path, &texture, depth, &context, messages, output))
        } else {
            described
        };
        described.map_err(|failure| failure.of(path))
    }
}

/// Whether a file has one of Travertine's formats, but not that of graphs. Standard input cannot be read twice.
fn is_of_ours(path: &Path) -> bool {
    path != Path::new("-") && document::bytes(path).is_ok_and(|text| lines::format_of_ours(&text).is_some())
}

/// Counts graphs by result, given the exit codes of those that failed.
fn sum(graphs: usize, codes: &[u8]) -> String {
    let loose = codes.iter().filter(|code| **code == Failure::Differs.code()).count();
    let wrong = codes.len() - loose;
    let mut sum = describe::count(graphs as u64, "graph");
    match (wrong, graphs - wrong) {
        (0, _) => sum += ", all valid",
        (wrong, valid) => sum += &format!(", {valid} valid, {wrong} with errors"),
    }
    match loose {
        0 => sum,
        1 => sum + ", 1 does not tile",
        loose => sum + &format!(", {loose} do not tile"),
    }
}

fn describe_graph(
    path: &Path,
    texture: &Texture,
    depth: Depth,
    context: &Context,
    messages: &mut Messages,
    output: &mut Output,
) -> Result<(), Failure> {
    let warnings = texture.graph().warnings();
    output.print(warnings.render(Some(&path.display().to_string())))?;
    note_newer_groups(path, texture, depth, messages, output)?;
    if depth >= Depth::Line {
        output.line(format_args!("{}: valid, {}", path.display(), contents(texture)))?;
    }
    if depth < Depth::Everything {
        // Lowered all the same, since a graph may unfold into too much.
        return Ok(texture.ranges().map(drop)?);
    }
    output.line(format_args!("  {}", space(texture)))?;
    for parameter in &texture.graph().parameters {
        describe_parameter(parameter, output)?;
    }
    for preset in texture.presets() {
        describe_preset(&preset, output)?;
    }
    if !texture.graph().parameters.is_empty() {
        output.line("  ranges of the outputs with these values:")?;
    }
    for (declared, ranges) in texture.graph().outputs.iter().zip(texture.ranges()?) {
        describe_output(declared, ranges, output)?;
    }
    describe_cost(&texture.first_field()?, context, output)
}

/// Notes groups that have changed in the library.
fn note_newer_groups(
    path: &Path,
    texture: &Texture,
    depth: Depth,
    messages: &mut Messages,
    output: &mut Output,
) -> Result<(), Failure> {
    let groups = &texture.document().groups;
    if groups.values().all(|group| group.source.is_none()) {
        return Ok(());
    }
    let library = library::open(Some(path));
    let file = path.display().to_string();
    for (name, _) in groups.iter().filter(|(_, group)| library.newer(group).is_some()) {
        let note = format!("the library has another version of the group {}", quote(name));
        let help = format!("`travertine group update {file} {name}` takes it over");
        if depth > Depth::Nothing {
            output.line(format_args!("{file}: note: {note}; {help}"))?;
        }
        messages.add_located(
            path,
            Message {
                pointer: pointer(&["groups", name]),
                help: Some(help),
                ..Message::new(&file, Severity::Note, note)
            },
        );
    }
    Ok(())
}

fn contents(texture: &Texture) -> String {
    let (document, graph) = (texture.document(), texture.graph());
    let mut contents =
        [(document.nodes.len(), "node"), (graph.parameters.len(), "parameter"), (graph.outputs.len(), "output")]
            .map(|(number, noun)| describe::count(number as u64, noun))
            .join(", ");
    if !graph.presets.is_empty() {
        contents += &format!(", {}", describe::count(graph.presets.len() as u64, "preset"));
    }
    if !document.groups.is_empty() {
        let groups = describe::count(document.groups.len() as u64, "group");
        contents += &format!(", {groups}; {} with those in groups", describe::count(graph.nodes.len() as u64, "node"));
    }
    contents
}

/// The space that the graph specifies.
fn space(texture: &Texture) -> String {
    let up = texture.up().name();
    match texture.relief() {
        Some(relief) => format!("up is {up}, a height of 1 is {relief} units"),
        None => format!("up is {up}"),
    }
}

fn describe_parameter(parameter: &graph::graph::Parameter, output: &mut Output) -> Result<(), Failure> {
    let (name, value_type) = (quote(&parameter.name), parameter.value_type.name());
    let value = describe_value(&parameter.default);
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
    output.line(format_args!("  {name} ({value_type}): default {value}{range}{choices}"))
}

fn describe_preset(preset: &Preset, output: &mut Output) -> Result<(), Failure> {
    let values = preset.values.iter();
    let values: Vec<String> =
        values.map(|(name, value)| format!("{} {}", quote(name), describe_value(value))).collect();
    let values = if values.is_empty() { "the defaults".to_owned() } else { values.join(", ") };
    output.line(format_args!("  preset {}: {values}", quote(preset.name)))
}

/// The value of a parameter in a few words.
fn describe_value(value: &Constant) -> String {
    match value {
        Constant::Ramp(ramp) => describe::count(ramp.stops.len() as u64, "stop"),
        Constant::Curve(curve) => describe::count(curve.points.len() as u64, "point"),
        value => describe::constant(value),
    }
}

fn describe_output(declared: &graph::graph::Output, ranges: Vec<Interval>, output: &mut Output) -> Result<(), Failure> {
    let ranges = ranges.into_iter().map(describe::interval);
    let ranges = match describe::components(declared.value_type) {
        [] => ranges.collect::<String>(),
        names => names.iter().zip(ranges).map(|(name, range)| format!("{name} {range}")).collect::<Vec<_>>().join("; "),
    };
    output.line(format_args!("  {} ({}): {ranges}", quote(&declared.name), declared.value_type.name()))
}

/// Prints the operations and the memory of a picture of the first output.
fn describe_cost(field: &Field, context: &Context, output: &mut Output) -> Result<(), Failure> {
    let operations = describe::count(field.program().operations().len() as u64, "operation");
    let cost = match field.prepare_file(Slice::new(512, 512), None, context) {
        Ok(render) => {
            let estimate = render.estimate();
            let per_pixel = estimate.operations as f64 / estimate.pixels as f64;
            let memory = estimate.memory.div_ceil(1 << 20);
            format!("{per_pixel:.1} per pixel of a 512 x 512 picture, which needs {memory} MiB of memory")
        }
        Err(error @ Error::Limit(_)) => error.to_string(),
        Err(error) => return Err(error.into()),
    };
    output.line(format_args!("  {} has {operations}; {cost}", quote(field.name())))
}
