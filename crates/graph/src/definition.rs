//! Node definitions: everything that Travertine knows of a node type, in one value.
//!
//! The evaluator, the command line, the reference and any editor read nothing but definitions.

pub(crate) mod input;
mod output;
mod text;
pub(crate) mod value_type;

use std::fmt;
use std::sync::Arc;

use travertine_program::Type;

use crate::lowering::context::{Lowered, LoweringContext};

pub use input::{DefaultValue, InputDefinition, LEAST_ABOVE_0};
pub use output::{OutputDefinition, OutputType};
pub use text::Text;
pub use value_type::ValueType;

/// Builds a node's part of a program at one position. A clone shares the function.
#[derive(Clone)]
pub struct Lower(Arc<dyn for<'a> Fn(&LoweringContext<'a>) -> Lowered<'a> + Send + Sync>);

impl Lower {
    /// A function, or a closure that carries values of its own.
    pub fn new(lower: impl for<'a> Fn(&LoweringContext<'a>) -> Lowered<'a> + Send + Sync + 'static) -> Lower {
        Lower(Arc::new(lower))
    }

    /// Calls it.
    pub(crate) fn call<'a>(&self, context: &LoweringContext<'a>) -> Lowered<'a> {
        (self.0)(context)
    }
}

impl fmt::Debug for Lower {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Lower")
    }
}

/// A node type: everything that is known of it.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Category and name: `noise/perlin`.
    pub id: String,
    /// Version of the node type, from 1. A change of a single bit of a result needs a new version.
    pub version: u32,
    /// Name of the node type in menus.
    pub label: Text,
    /// Description: a sentence first, then details that a user must know.
    pub description: Text,
    /// Search words besides name and category.
    pub search: Vec<Text>,
    /// Inputs, in the order of the interface.
    pub inputs: Vec<InputDefinition>,
    /// Outputs, at least one. A wire that names no output means the first, so new ones are added after it.
    pub outputs: Vec<OutputDefinition>,
    /// Builds the node's part of a program.
    pub lower: Lower,
    /// A small document that shows the node, for its golden picture and its entry in the reference.
    pub example: Text,
}

impl Definition {
    /// Starts a definition. Its id is derived from the path of its module: pass `module_path!()`.
    ///
    /// `travertine_nodes::math::square_root` is `math/square-root`; `travertine_nodes::noise::perlin_v2` is version 2
    /// of `noise/perlin`.
    pub fn new(
        module: &str,
        label: impl Into<Text>,
        lower: impl for<'a> Fn(&LoweringContext<'a>) -> Lowered<'a> + Send + Sync + 'static,
    ) -> Definition {
        let mut parts = module.rsplit("::");
        let file = parts.next().unwrap_or_default();
        let category = parts.next().unwrap_or_default();
        let versioned = file.rsplit_once("_v").and_then(|(name, digits)| Some((name, digits.parse().ok()?)));
        let (name, version) = versioned.unwrap_or((file, 1));
        let id = format!("{category}/{name}").replace('_', "-");
        Definition { version, ..Definition::with_id(id, label, lower) }
    }

    /// Starts the definition of version 1 of a node type made at run time. `id` is `category/name`, in lower case,
    /// words joined by `-`; documents use it as the node's type.
    pub fn with_id(
        id: impl Into<String>,
        label: impl Into<Text>,
        lower: impl for<'a> Fn(&LoweringContext<'a>) -> Lowered<'a> + Send + Sync + 'static,
    ) -> Definition {
        Definition {
            id: id.into(),
            version: 1,
            label: label.into(),
            description: Text::default(),
            search: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            lower: Lower::new(lower),
            example: Text::default(),
        }
    }

    /// Sets the description.
    pub fn describe(self, description: impl Into<Text>) -> Definition {
        Definition { description: description.into(), ..self }
    }

    /// Sets the search words.
    pub fn search(self, words: &[impl Clone + Into<Text>]) -> Definition {
        Definition { search: words.iter().cloned().map(Into::into).collect(), ..self }
    }

    /// Adds an input.
    pub fn input(mut self, input: InputDefinition) -> Definition {
        self.inputs.push(input);
        self
    }

    /// Adds an output.
    pub fn output(mut self, name: impl Into<Text>, value_type: OutputType, description: impl Into<Text>) -> Definition {
        self.outputs.push(OutputDefinition { name: name.into(), value_type, description: description.into() });
        self
    }

    /// Adds an output of floats.
    pub fn float_output(self, name: impl Into<Text>, description: impl Into<Text>) -> Definition {
        self.output(name, OutputType::Fixed(Type::Float), description)
    }

    /// Adds an output of vectors.
    pub fn vector_output(self, name: impl Into<Text>, description: impl Into<Text>) -> Definition {
        self.output(name, OutputType::Fixed(Type::Vector), description)
    }

    /// Adds an output of colors.
    pub fn color_output(self, name: impl Into<Text>, description: impl Into<Text>) -> Definition {
        self.output(name, OutputType::Fixed(Type::Color), description)
    }

    /// Sets the example document.
    pub fn example(self, document: impl Into<Text>) -> Definition {
        Definition { example: document.into(), ..self }
    }

    /// The part of the id before the slash.
    pub fn category(&self) -> &str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// Type of the node in documents: `noise/perlin`, or `noise/perlin@2`.
    pub fn type_name(&self) -> String {
        if self.version == 1 { self.id.clone() } else { format!("{}@{}", self.id, self.version) }
    }

    /// The input whose wire replaces an output of this type when the node is muted or removed: the first wired input of
    /// the same type, or else the first wired input of any type. A position is not a value, and only replaces vectors.
    /// `wire` returns the type of the wire into an input, if there is one.
    pub fn passed(&self, output: Type, wire: impl Fn(usize) -> Option<Type>) -> Option<usize> {
        let wires = || {
            let inputs = self.inputs.iter().enumerate();
            inputs.filter_map(|(index, input)| {
                let value_type = wire(index)?;
                Some((index, input.value_type.field_type().unwrap_or(value_type), input))
            })
        };
        let same = wires().find(|(_, value_type, _)| *value_type == output);
        let found = same.or_else(|| wires().find(|(.., input)| input.default != DefaultValue::Position));
        found.map(|(index, ..)| index)
    }

    /// Whether the node's own noise takes the place of its inputs with the default [`DefaultValue::Noise`]: none of
    /// them is set.
    pub fn has_own_noise(&self, is_set: impl Fn(&str) -> bool) -> bool {
        !self.inputs.iter().any(|input| input.default == DefaultValue::Noise && is_set(&input.name))
    }

    /// Index of the input with this name.
    pub fn input_index(&self, name: &str) -> Option<usize> {
        self.inputs.iter().position(|input| input.name == name)
    }

    /// Index of the output with this name.
    pub fn output_index(&self, name: &str) -> Option<usize> {
        self.outputs.iter().position(|output| output.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing<'a>(_: &LoweringContext<'a>) -> Lowered<'a> {
        Ok(Vec::new())
    }

    #[test]
    fn the_id_is_the_path_of_the_file() {
        let definition = Definition::new("travertine_nodes::math::square_root", "Square root", nothing);
        assert_eq!(definition.id, "math/square-root");
        assert_eq!(definition.category(), "math");
        assert_eq!(definition.type_name(), "math/square-root");
        let second = Definition::new("travertine_nodes::noise::perlin_v2", "Perlin noise", nothing);
        assert_eq!((second.id.as_str(), second.version), ("noise/perlin", 2));
        assert_eq!(second.type_name(), "noise/perlin@2");
        let other = Definition::new("travertine_nodes::color::to_vector", "To vector", nothing);
        assert_eq!((other.id.as_str(), other.version), ("color/to-vector", 1));
    }
}
