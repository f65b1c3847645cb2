//! The parts of a graph.

use std::sync::Arc;

use travertine_program::Type;

use super::{Input, Source};
use crate::constant::Constant;
use crate::definition::{Definition, InputDefinition, ValueType};
use crate::diagnostic::Diagnostics;

/// A validated document.
#[derive(Debug, Clone)]
pub struct Graph {
    /// Name of the graph.
    pub name: Option<String>,
    /// Description of the graph.
    pub description: Option<String>,
    /// Parameters, in the user's order.
    pub parameters: Vec<Parameter>,
    /// Nodes, each after its sources.
    pub nodes: Vec<Node>,
    /// Outputs, in the user's order; at least one.
    pub outputs: Vec<Output>,
    pub(super) warnings: Diagnostics,
}

/// A parameter of a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Name of the parameter.
    pub name: String,
    /// Type of the value. The names of a choice are in `choices`.
    pub value_type: ValueType,
    /// Value that the parameter has until another is set.
    pub default: Constant,
    /// Minimum, as set by the document or by an input that the parameter drives.
    pub min: Option<f32>,
    /// Maximum, as set by the document or by an input that the parameter drives.
    pub max: Option<f32>,
    /// Unit of the value; empty for plain numbers.
    pub unit: String,
    /// Description of the parameter's effect; may be empty.
    pub description: String,
    /// Names to choose from; empty unless the type is a choice.
    pub choices: Vec<String>,
}

/// A node of a graph.
#[derive(Debug, Clone)]
pub struct Node {
    /// The user's name for the node.
    pub id: String,
    /// Definition of the node's type.
    pub definition: Arc<Definition>,
    /// Contents of the inputs, in the order of the definition.
    pub inputs: Vec<Input>,
    /// Types of the outputs, in the order of the definition.
    pub outputs: Vec<Type>,
    /// Whether the node is muted: it passes on a wire instead of computing something.
    pub muted: bool,
}

/// An output of a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct Output {
    /// Name of the output.
    pub name: String,
    /// The node's output that the graph exposes.
    pub source: Source,
    /// Type of the field.
    pub value_type: Type,
}

impl Graph {
    /// Index of the output with this name.
    pub fn output(&self, name: &str) -> Option<usize> {
        self.outputs.iter().position(|output| output.name == name)
    }

    /// Index of the parameter with this name.
    pub fn parameter(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| parameter.name == name)
    }

    /// Whether the parameter at `index` drives a setting of a node, so that each value gives another program.
    pub fn drives_setting(&self, index: usize) -> bool {
        let drives = |input: &InputDefinition, held: &Input| {
            input.value_type.is_setting() && *held == Input::Parameter(index)
        };
        self.nodes.iter().any(|node| {
            node.definition.inputs.iter().zip(&node.inputs).any(|(input, held)| drives(input, held))
        })
    }

    /// Warnings about the document.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }
}
