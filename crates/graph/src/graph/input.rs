//! Contents of the inputs of a graph's nodes.

use crate::constant::Constant;

/// Content of an input.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// The position at which the node is evaluated.
    Position,
    /// A noise of the node's own.
    Noise,
    /// A value of the input's type. For a field of any type: a float, a vector or a color.
    Constant(Constant),
    /// An output of another node, of any type; it is converted to the input's.
    Wire(Source),
    /// The graph's parameter with this index. For a setting, it has the same type; for a number, it is a float or an
    /// integer.
    Parameter(usize),
    /// The content of an input of the group's instance that this node is inside, converted to the type of that input.
    Instance {
        /// Index of the instance in [`Graph::nodes`](super::Graph::nodes).
        node: usize,
        /// Index of the input in the instance's definition.
        input: usize,
    },
}

/// An output of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Source {
    /// Index of the node in [`Graph::nodes`](super::Graph::nodes).
    pub node: usize,
    /// Index of the output in the node's definition.
    pub output: usize,
}
