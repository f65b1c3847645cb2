//! Outputs of a node type.

use travertine_program::Type;

/// The type of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputType {
    /// Always this type.
    Fixed(Type),
    /// The widest type among what these inputs hold.
    Like(&'static [&'static str]),
}

/// A named field that a node offers.
#[derive(Clone, PartialEq, Debug)]
pub struct OutputDefinition {
    /// Its name in documents.
    pub name: &'static str,
    /// Its type.
    pub value_type: OutputType,
    /// A sentence for tooltips and the reference.
    pub description: &'static str,
}
