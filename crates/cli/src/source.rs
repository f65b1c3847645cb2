//! The graph of a command, with what its flags set.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use travertine::{Detail, Field, Texture};

use crate::failure::Failure;
use crate::value::{Assignment, InputAssignment};

/// A graph, the values of its parameters, and the output that is asked for.
#[derive(Args)]
pub struct Source {
    /// The graph's file; `-` reads it from standard input
    pub graph: PathBuf,

    /// The output; the graph's first one if not given
    #[arg(long, value_name = "NAME", help_heading = "Graph")]
    output: Option<String>,

    /// Gives a parameter of the graph a value; may be repeated
    #[arg(long = "param", value_name = "NAME=VALUE", help_heading = "Graph")]
    parameters: Vec<Assignment>,

    /// Gives an input of a node a value, as JSON or as text; may be repeated
    #[arg(long = "set", value_name = "NODE.INPUT=VALUE", help_heading = "Graph")]
    inputs: Vec<InputAssignment>,

    /// Gives every seed in the graph another value; 0 changes none
    #[arg(long, value_name = "N", default_value_t = 0, allow_hyphen_values = true, help_heading = "Graph")]
    pub seed: u32,
}

impl Source {
    /// Whether the graph comes from standard input.
    pub fn is_standard_input(&self) -> bool {
        self.graph == Path::new("-")
    }

    /// Reads the graph, and gives the output that is asked for as a field of so much detail.
    pub fn field(&self, detail: Detail) -> Result<Field, Failure> {
        let mut texture = self.texture()?;
        texture.set_detail(detail);
        Ok(texture.field(self.output_of(&texture))?)
    }

    /// Where the picture goes: to the file that is asked for, or into the current folder, named after the graph.
    pub fn picture(&self, file: Option<&Path>) -> Result<PathBuf, Failure> {
        match file {
            Some(path) => Ok(path.to_owned()),
            None if self.is_standard_input() => {
                Err(Failure::usage("a graph from standard input has no name for its picture; add -o FILE"))
            }
            None => {
                let mut name = self.graph.file_stem().unwrap_or_default().to_owned();
                name.push(".png");
                Ok(PathBuf::from(name))
            }
        }
    }

    /// The output that is asked for, if one is.
    pub fn output(&self) -> Option<&str> {
        self.output.as_deref()
    }

    /// Reads the graph, and sets what the flags set.
    pub fn texture(&self) -> Result<Texture, Failure> {
        let mut texture = open(&self.graph)?;
        for InputAssignment { node, input, value } in &self.inputs {
            texture.set_input(node, input, value)?;
        }
        for (name, value) in self.assignments(&texture) {
            texture.set(name, value)?;
        }
        texture.set_seed(self.seed);
        Ok(texture)
    }

    /// The parameters that are given values, with these.
    pub fn assignments(&self, texture: &Texture) -> Vec<(&str, &str)> {
        let known = |name: &str| texture.graph().parameters.iter().any(|parameter| parameter.name == name);
        self.parameters.iter().map(|given| given.parts(known)).collect()
    }

    /// The name of the output that is asked for, or of the first.
    pub fn output_of<'a>(&'a self, texture: &'a Texture) -> &'a str {
        // A graph has an output at least.
        self.output.as_deref().or_else(|| texture.outputs().next()).unwrap_or_default()
    }
}

/// Reads a graph from a file, or from standard input if the path is `-`.
pub fn open(graph: &Path) -> Result<Texture, Failure> {
    Ok(if graph == Path::new("-") { Texture::read(io::stdin().lock(), "-")? } else { Texture::open(graph)? })
}
