//! Flags for the graph of a command, its values and its output.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::Args;
use travertine::stages::graph::diagnostic::quote;
use travertine::{Error, Texture};

use super::execution::Execution;
use super::value::{self, Assignment, InputAssignment};
use crate::failure::Failure;
use crate::host::Host;

/// The value of --output for all outputs.
const ALL: &str = "all";

/// A graph, the chosen output, and the values of its parameters and inputs.
#[derive(Args)]
pub struct Source {
    /// File of the graph; `-` reads standard input
    pub graph: PathBuf,

    /// Name of the output [default: the first output of the graph]
    #[arg(long, value_name = "NAME", help_heading = "Graph")]
    output: Vec<String>,

    /// Values of parameters and inputs.
    #[command(flatten)]
    pub values: ValueFlags,
}

/// Values of the parameters and inputs of a graph.
#[derive(Args)]
pub struct ValueFlags {
    /// Apply a preset of the graph, which names values of its parameters; --param changes single ones of them
    #[arg(long, value_name = "NAME", help_heading = "Graph")]
    pub preset: Option<String>,

    /// Set a parameter of the graph; repeatable
    #[arg(long = "param", value_name = "NAME=VALUE", help_heading = "Graph")]
    parameters: Vec<Assignment>,

    /// Set an input of a node to a value in JSON or as text; repeatable
    #[arg(long = "set", value_name = "NODE.INPUT=VALUE", help_heading = "Graph")]
    inputs: Vec<InputAssignment>,

    /// Vary all seeds of the graph together; 0 leaves them unchanged
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value::seed, allow_hyphen_values = true, help_heading = "Graph")]
    pub seed: u32,
}

impl ValueFlags {
    /// Whether a flag gives a value.
    pub fn are_given(&self) -> bool {
        self.preset.is_some() || !self.parameters.is_empty() || !self.inputs.is_empty() || self.seed != 0
    }

    /// A graph with the values that the flags give.
    pub fn applied(&self, mut texture: Texture) -> Result<Texture, Error> {
        for InputAssignment { node, input, value } in &self.inputs {
            texture.set_input(node, input, value)?;
        }
        if let Some(preset) = &self.preset {
            texture.apply_preset(preset)?;
        }
        for (name, value) in self.assignments(&texture) {
            texture.set(name, value)?;
        }
        texture.set_seed(self.seed);
        Ok(texture)
    }

    /// The command-line arguments that give these values.
    pub fn arguments(&self) -> Vec<String> {
        let preset = self.preset.iter().map(|preset| format!("--preset={preset}"));
        let parameters = self.parameters.iter().map(|given| format!("--param={given}"));
        let inputs = self.inputs.iter();
        let inputs = inputs.map(|InputAssignment { node, input, value }| format!("--set={node}.{input}={value}"));
        let seed = (self.seed != 0).then(|| format!("--seed={}", self.seed));
        preset.chain(parameters).chain(inputs).chain(seed).collect()
    }

    /// Names and values of the parameters that the flags set.
    pub fn assignments(&self, texture: &Texture) -> Vec<(&str, &str)> {
        let known = |name: &str| texture.graph().parameters.iter().any(|parameter| parameter.name == name);
        self.parameters.iter().map(|given| given.parts(known)).collect()
    }
}

impl Source {
    /// Whether the graph is read from standard input.
    pub fn is_standard_input(&self) -> bool {
        self.graph == Path::new("-")
    }

    /// Path of the picture: `file`, which may be `-`, or else the name of the graph with this end, in the current
    /// folder.
    pub fn picture(&self, file: Option<&Path>, end: &str) -> Result<PathBuf, Failure> {
        match file {
            Some(path) => Ok(path.to_owned()),
            None => named_after(&self.graph, end, "picture"),
        }
    }

    /// The names given with --output: each value is a name, several separated by commas, or `all`.
    pub fn outputs(&self, texture: &Texture) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for given in &self.output {
            let given: Vec<&str> = match given.as_str() {
                // A name may contain commas, or be `all`.
                name if texture.outputs().any(|known| known == name) => vec![name],
                ALL => texture.outputs().collect(),
                list => list.split(',').map(str::trim).collect(),
            };
            for name in given {
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            }
        }
        names
    }

    /// Whether --output is given.
    pub fn is_output_given(&self) -> bool {
        !self.output.is_empty()
    }

    /// Whether --output asks for all outputs of the texture, however many.
    pub fn wants_all(&self, texture: &Texture) -> bool {
        self.output.iter().any(|given| given == ALL) && !texture.outputs().any(|known| known == ALL)
    }

    /// Reads the graph within the limit of memory of the job, and sets its inputs, its parameters (first by the preset)
    /// and its seed.
    pub fn texture(&self, host: &dyn Host, execution: &Execution) -> Result<Texture, Failure> {
        let memory = execution.context_of(host).memory_limit();
        Ok(self.values.applied(host.open(&self.graph, memory)?)?)
    }

    /// Checks that a graph has what the flags name: inputs, the preset, parameters with fitting values, and outputs.
    /// Returns the graph as [`Source::texture`] does.
    pub fn check(&self, texture: Texture) -> Result<Texture, Failure> {
        let texture = self.values.applied(texture)?;
        self.outputs(&texture).iter().try_for_each(|output| check_output(&texture, output))?;
        Ok(texture)
    }

    /// The only name given with --output, or else that of the first output.
    pub fn output_of(&self, texture: &Texture) -> Result<String, Failure> {
        match self.outputs(texture).as_slice() {
            // A graph has at least one output.
            [] => Ok(texture.outputs().next().unwrap_or_default().to_owned()),
            [name] => Ok(name.clone()),
            names => {
                let names: Vec<String> = names.iter().map(|name| quote(name)).collect();
                Err(Failure::usage(format!(
                    "⟦output⟧ names {}, but this command takes one output; run it once for each",
                    names.join(", ")
                )))
            }
        }
    }
}

/// Fails as the use of an output does, if there is no such output.
pub fn check_output(texture: &Texture, output: &str) -> Result<(), Failure> {
    if texture.outputs().all(|known| known != output) {
        texture.field(output)?;
    }
    Ok(())
}

/// The name of a graph with another end, in the current folder.
pub fn named_after(graph: &Path, end: &str, noun: &str) -> Result<PathBuf, Failure> {
    if graph == Path::new("-") {
        return Err(Failure::usage(format!(
            "a graph from standard input has no name to use for the {noun}; add ⟦to=FILE⟧"
        )));
    }
    let mut name = graph.file_stem().unwrap_or_default().to_owned();
    name.push(end);
    Ok(PathBuf::from(name))
}

/// Path of a `noun` about a graph: `file`, which must have one of the endings, or else [`named_after`] the graph with
/// the first.
pub fn file_about(graph: &Path, file: Option<&Path>, endings: &[&str], noun: &str) -> Result<PathBuf, Failure> {
    let is_known = |given: &OsStr| endings.iter().any(|ending| given.eq_ignore_ascii_case(ending));
    match file {
        Some(path) if path.extension().is_some_and(is_known) => Ok(path.to_owned()),
        // Such as the graph itself.
        Some(path) => {
            let use_one = endings.iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(" or ");
            Err(Failure::usage(format!("{} does not have the ending of a {noun}; use {use_one}", path.display())))
        }
        None => named_after(graph, &format!(".{}", endings.first().copied().unwrap_or_default()), noun),
    }
}
