//! What the inputs of a graph's nodes hold.

use crate::constant::Constant;

/// What an input holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// The position at which the node is evaluated.
    Position,
    /// A value, in the shape of the input's value_type; for any value_type of field, a float, vector or colour.
    Constant(Constant),
    /// What another node offers; of any type, to be converted to the input's.
    Wire(Source),
    /// The graph's parameter of that index. For a setting, it is of the same kind; for a number, a float or an integer.
    Parameter(usize),
}

/// An output of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Source {
    /// The index of the node in [`Graph::nodes`](super::Graph::nodes).
    pub node: usize,
    /// The index of its output in the definition.
    pub output: usize,
}
