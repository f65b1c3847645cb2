//! Outputs of a node type.

use std::sync::Arc;

use travertine_program::Type;

use super::text::Text;

/// The type of an output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OutputType {
    /// Always the same type.
    Fixed(Type),
    /// The widest of the types of these inputs.
    Like(Arc<[Text]>),
}

impl OutputType {
    /// The widest type among the values of these inputs.
    pub fn like(inputs: &[impl Clone + Into<Text>]) -> OutputType {
        OutputType::Like(inputs.iter().cloned().map(Into::into).collect())
    }
}

/// An output of a node type.
#[derive(Clone, PartialEq, Debug)]
pub struct OutputDefinition {
    /// Name in documents: lower case, words joined by `_`.
    pub name: Text,
    /// Type of the field.
    pub value_type: OutputType,
    /// A sentence for tooltips and the reference.
    pub description: Text,
}
