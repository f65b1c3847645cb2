//! Outputs of a node type.

use travertine_program::Type;

/// The type of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputType {
    /// Always the same type.
    Fixed(Type),
    /// The widest of the types of these inputs.
    Like(&'static [&'static str]),
}

/// An output of a node type.
#[derive(Clone, PartialEq, Debug)]
pub struct OutputDefinition {
    /// Name in documents: lower case, words joined by `_`.
    pub name: &'static str,
    /// Type of the field.
    pub value_type: OutputType,
    /// A sentence for tooltips and the reference.
    pub description: &'static str,
}
