//! The parts of a graph.

use std::sync::Arc;

use travertine_program::Type;

use super::group_names::{ITERATE, ITERATIONS};
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
    /// Presets, in the user's order.
    pub presets: Vec<Preset>,
    /// Nodes, each after its sources. The nodes of a group come before its instance, with ids such as `floor/grain`.
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
    /// Step to which dragging rounds in an interface.
    pub step: Option<f32>,
    /// Unit of the value; empty for plain numbers.
    pub unit: String,
    /// Description of the parameter's effect; may be empty.
    pub description: String,
    /// Names to choose from; empty unless the type is a choice.
    pub choices: Vec<String>,
}

/// Values of some parameters of a graph under a name. The other parameters have their defaults.
#[derive(Debug, Clone, PartialEq)]
pub struct Preset {
    /// Name of the preset.
    pub name: String,
    /// Description of the look; may be empty.
    pub description: String,
    /// Values, each with the index of its parameter, in the order of the parameters.
    pub values: Vec<(usize, Constant)>,
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
    /// Sources of the outputs inside, if the node is an instance of a group; those of every iteration in turn, if the
    /// group is iterated. Empty for other nodes.
    pub exits: Vec<Source>,
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

impl Node {
    /// Whether the input at `index` decides which nodes the graph has, as a number of iterations does.
    pub fn decides_nodes(&self, index: usize) -> bool {
        self.definition.category() == ITERATE && self.definition.inputs[index].name == ITERATIONS
    }
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
        drives_setting(&self.nodes, index)
    }

    /// The content that an input has in the end: that of the instance's input, where it follows one.
    pub fn content<'a>(&'a self, mut input: &'a Input) -> &'a Input {
        while let Input::Instance { node, input: index } = input {
            input = &self.nodes[*node].inputs[*index];
        }
        input
    }

    /// The type of the wire that an input of an instance follows, converted to the type of that input; `None` if it
    /// follows no wire.
    pub(crate) fn wired_type(&self, node: usize, input: usize) -> Option<Type> {
        let node = &self.nodes[node];
        match self.content(&node.inputs[input]) {
            Input::Wire(_) => node.definition.inputs[input].value_type.field_type(),
            _ => None,
        }
    }

    /// Warnings about the document.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }
}

/// Whether the parameter at `index` drives a setting of one of these nodes.
pub(super) fn drives_setting(nodes: &[Node], index: usize) -> bool {
    let drives =
        |input: &InputDefinition, held: &Input| input.value_type.is_setting() && *held == Input::Parameter(index);
    nodes.iter().any(|node| node.definition.inputs.iter().zip(&node.inputs).any(|(input, held)| drives(input, held)))
}
