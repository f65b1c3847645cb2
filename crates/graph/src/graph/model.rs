//! The parts of a graph.

use std::sync::Arc;

use travertine_program::Type;

use super::{Input, Source};
use crate::constant::Constant;
use crate::definition::{Definition, ValueType};
use crate::diagnostic::Diagnostics;

/// A document after validation.
#[derive(Debug, Clone)]
pub struct Graph {
    /// What it is called.
    pub name: Option<String>,
    /// What it shows.
    pub description: Option<String>,
    /// The values that it exposes, in the user's order.
    pub parameters: Vec<Parameter>,
    /// Its nodes: each after all that it takes anything from.
    pub nodes: Vec<Node>,
    /// What it offers, in the user's order; at least one.
    pub outputs: Vec<Output>,
    pub(super) warnings: Diagnostics,
}

/// A value that a graph exposes.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it holds. Of a choice, the names are in `choices`.
    pub value_type: ValueType,
    /// The value while nobody sets another.
    pub default: Constant,
    /// The least value, by the document or by an input that the parameter drives.
    pub min: Option<f32>,
    /// The greatest value, likewise.
    pub max: Option<f32>,
    /// The unit of the value; empty for plain numbers.
    pub unit: String,
    /// What it changes; may be empty.
    pub description: String,
    /// The names to choose from; empty unless the value_type is a choice.
    pub choices: Vec<String>,
}

/// A node of a graph.
#[derive(Debug, Clone)]
pub struct Node {
    /// The user's name for it.
    pub id: String,
    /// What it is.
    pub definition: Arc<Definition>,
    /// What its inputs hold, in the order of the definition.
    pub inputs: Vec<Input>,
    /// The types of its outputs, in the order of the definition.
    pub outputs: Vec<Type>,
    /// Whether it passes on what is wired into it, and does nothing else.
    pub muted: bool,
}

/// What a graph offers.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub source: Source,
    /// What it carries.
    pub value_type: Type,
}

impl Graph {
    /// The index of the output of that name.
    pub fn output(&self, name: &str) -> Option<usize> {
        self.outputs.iter().position(|output| output.name == name)
    }

    /// The index of the parameter of that name.
    pub fn parameter(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter.name == name)
    }

    /// What is odd about the document, though it can be rendered.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }
}
