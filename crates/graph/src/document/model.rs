//! The parts of a document.

use std::collections::BTreeMap;

use super::Annotations;
use crate::json::{Number, Value};

/// What the `format` field of every document says.
pub const FORMAT: &str = "travertine";

/// The version of the format that this crate reads and writes.
pub const VERSION: i64 = 1;

/// The greatest length of a node id, a parameter's or an output's name, in characters.
pub const MAX_NAME: usize = 256;

/// The greatest number of nodes, and of parameters, of outputs, of a node's inputs and of what else an object of a
/// document holds by name. It bounds the memory that a document takes, of which a node has some 1,500 bytes.
pub const MAX_ENTRIES: usize = 1 << 19;

/// A graph as its file has it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document {
    /// What the graph is called.
    pub name: Option<String>,
    /// What it shows.
    pub description: Option<String>,
    /// The values that it exposes, by name, in the user's order.
    pub parameters: Vec<(String, Parameter)>,
    /// The nodes by id.
    pub nodes: BTreeMap<String, Node>,
    /// The sources of what it offers, by name, in the user's order.
    pub outputs: Vec<(String, Input)>,
    /// Where an editor shows the nodes: x to the right and y down, in points.
    pub layout: BTreeMap<String, [f64; 2]>,
    /// What an editor shows beside the nodes.
    pub annotations: Annotations,
    /// Fields that this version does not know.
    pub extra: Vec<(String, Value)>,
}

/// A node as the file has it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Node {
    /// The type, with or without a version: `noise/perlin`, `noise/perlin@2`; empty if there is none.
    pub node_type: String,
    /// What its inputs hold, by name; an input that is not here holds its default.
    pub inputs: BTreeMap<String, Input>,
    /// Whether it is left out: what is wired into it goes through it instead.
    pub muted: bool,
    /// Fields that this version does not know.
    pub extra: Vec<(String, Value)>,
}

/// What an input holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// A value. An object that is neither of the others is a value too.
    Constant(Value),
    /// A wire: `{"node": ..., "output": ...}`.
    Node {
        /// The id of the node that it comes from.
        node: String,
        /// The output of that node; left out, its first one.
        output: Option<String>,
    },
    /// The parameter of that name: `{"parameter": ...}`.
    Parameter(String),
}

/// A value that the graph exposes, as the file has it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Parameter {
    /// The type: `float`, `color`, `seed`, ...; empty if there is none.
    pub parameter_type: String,
    /// The value while nobody sets another.
    pub default: Option<Value>,
    /// The least value.
    pub min: Option<Number>,
    /// The greatest value.
    pub max: Option<Number>,
    /// The unit of the value.
    pub unit: Option<String>,
    /// What it changes.
    pub description: Option<String>,
    /// The names to choose from, where the type is `choice`.
    pub choices: Vec<String>,
    /// Fields that this version does not know.
    pub extra: Vec<(String, Value)>,
}

/// What is wrong with the name of a node, a parameter or an output; nothing for a good one.
pub fn name_problem(name: &str) -> Option<&'static str> {
    if name.is_empty() {
        Some("is empty")
    } else if name.chars().any(char::is_control) {
        Some("has a control character in it")
    } else if name.chars().nth(MAX_NAME).is_some() {
        Some("is longer than 256 characters")
    } else {
        None
    }
}
