//! Node definitions: everything that Travertine knows of a node type, in one value.
//!
//! The evaluator, the command line, the reference and any editor read definitions and nothing else.

use std::ops::RangeInclusive;

use travertine_program::Type;

use crate::constant::Constant;
use crate::lowering::{Lowered, Site};

/// The least float above 0. A range that begins here is one of all numbers above 0, and messages say so.
pub const LEAST_ABOVE_0: f32 = f32::from_bits(1);

/// What an input accepts.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// A field of numbers.
    Float,
    /// A field of vectors.
    Vector,
    /// A field of colours.
    Color,
    /// A field of any type; outputs may follow it.
    Any,
    /// A whole number (a setting).
    Integer,
    /// A number (a setting).
    Number,
    /// What a noise's hash starts from, 0 to 2^32 - 1 (a setting).
    Seed,
    /// `true` or `false` (a setting).
    Boolean,
    /// One of these names (a setting).
    Choice(&'static [&'static str]),
    /// Colours along a line (a setting).
    Ramp,
    /// A function drawn through points (a setting).
    Curve,
    /// Free text (a setting).
    Text,
}

impl Kind {
    /// Settings take constants and parameters, never wires: they decide what the program *is*.
    pub fn is_setting(&self) -> bool {
        !matches!(self, Kind::Float | Kind::Vector | Kind::Color | Kind::Any)
    }

    /// The type of field that the input takes; none for settings and for `Any`.
    pub fn field_type(&self) -> Option<Type> {
        match self {
            Kind::Float => Some(Type::Float),
            Kind::Vector => Some(Type::Vector),
            Kind::Color => Some(Type::Color),
            _ => None,
        }
    }

    /// The name that documents and messages use.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Float => "float",
            Kind::Vector => "vector",
            Kind::Color => "color",
            Kind::Any => "any",
            Kind::Integer => "integer",
            Kind::Number => "number",
            Kind::Seed => "seed",
            Kind::Boolean => "boolean",
            Kind::Choice(_) => "choice",
            Kind::Ramp => "ramp",
            Kind::Curve => "curve",
            Kind::Text => "text",
        }
    }
}

/// What an input holds when the document says nothing.
#[derive(Clone, PartialEq, Debug)]
pub enum DefaultValue {
    /// Nothing: the document must say.
    Required,
    /// The position at which the node is evaluated.
    Position,
    /// This value.
    Constant(Constant),
}

/// A named slot of a node.
#[derive(Clone, PartialEq, Debug)]
pub struct InputDefinition {
    /// Its name in documents: lower case, words joined by `_`.
    pub name: &'static str,
    /// What it accepts.
    pub kind: Kind,
    /// What it holds when the document says nothing.
    pub default: DefaultValue,
    /// Constants outside are refused.
    pub hard: Option<RangeInclusive<f32>>,
    /// Where a slider ends; typed values may lie outside.
    pub soft: Option<RangeInclusive<f32>>,
    /// What one step of a slider changes.
    pub step: Option<f32>,
    /// The unit of the value; empty for plain numbers.
    pub unit: &'static str,
    /// A sentence for tooltips and the reference.
    pub description: &'static str,
    /// Evaluated only at the position of the node itself (most are); false where the node moves it.
    pub in_place: bool,
}

impl InputDefinition {
    /// An input that must be connected or set.
    pub fn required(name: &'static str, kind: Kind) -> InputDefinition {
        InputDefinition {
            name,
            kind,
            default: DefaultValue::Required,
            hard: None,
            soft: None,
            step: None,
            unit: "",
            description: "",
            in_place: true,
        }
    }

    /// An input with a default.
    pub fn new(name: &'static str, kind: Kind, default: Constant) -> InputDefinition {
        InputDefinition { default: DefaultValue::Constant(default), ..InputDefinition::required(name, kind) }
    }

    /// A field of numbers.
    pub fn float(name: &'static str, default: f32) -> InputDefinition {
        InputDefinition::new(name, Kind::Float, Constant::Float(default))
    }

    /// A field of vectors.
    pub fn vector(name: &'static str, default: [f32; 3]) -> InputDefinition {
        InputDefinition::new(name, Kind::Vector, Constant::Vector(default))
    }

    /// A field of colours: linear red, green, blue and alpha.
    pub fn color(name: &'static str, default: [f32; 4]) -> InputDefinition {
        InputDefinition::new(name, Kind::Color, Constant::Color(default))
    }

    /// A field of vectors that is the position unless something is wired in.
    pub fn position() -> InputDefinition {
        InputDefinition {
            default: DefaultValue::Position,
            description: "Where to evaluate, in graph units; the position itself unless wired.",
            ..InputDefinition::required("position", Kind::Vector)
        }
    }

    /// A field of any type, with the number that it is when nothing is wired in.
    pub fn any(name: &'static str, default: f32) -> InputDefinition {
        InputDefinition::new(name, Kind::Any, Constant::Float(default))
    }

    /// A whole number.
    pub fn integer(name: &'static str, default: i64) -> InputDefinition {
        InputDefinition::new(name, Kind::Integer, Constant::Integer(default)).step(1.0)
    }

    /// A number that decides what the program is, and so takes no wire.
    pub fn number(name: &'static str, default: f32) -> InputDefinition {
        InputDefinition::new(name, Kind::Number, Constant::Float(default))
    }

    /// A seed, 0 unless set.
    pub fn seed() -> InputDefinition {
        InputDefinition::new("seed", Kind::Seed, Constant::Seed(0))
            .describe("Any whole number: another seed gives another pattern of the same kind.")
    }

    /// Yes or no.
    pub fn boolean(name: &'static str, default: bool) -> InputDefinition {
        InputDefinition::new(name, Kind::Boolean, Constant::Boolean(default))
    }

    /// One of `choices`; the first is the default.
    pub fn choice(name: &'static str, choices: &'static [&'static str]) -> InputDefinition {
        let first = choices.first().copied().unwrap_or_default();
        InputDefinition::new(name, Kind::Choice(choices), Constant::Choice(first.to_owned()))
    }

    /// Sets the default of a choice.
    pub fn default_choice(self, name: &'static str) -> InputDefinition {
        InputDefinition { default: DefaultValue::Constant(Constant::Choice(name.to_owned())), ..self }
    }

    /// Sets where a slider ends.
    pub fn soft(self, range: RangeInclusive<f32>) -> InputDefinition {
        InputDefinition { soft: Some(range), ..self }
    }

    /// Sets the range outside which constants are refused.
    pub fn hard(self, range: RangeInclusive<f32>) -> InputDefinition {
        InputDefinition { hard: Some(range), ..self }
    }

    /// Refuses constants that are not [above 0](LEAST_ABOVE_0).
    pub fn above_0(self) -> InputDefinition {
        self.hard(LEAST_ABOVE_0..=f32::MAX)
    }

    /// Sets a slider's step.
    pub fn step(self, step: f32) -> InputDefinition {
        InputDefinition { step: Some(step), ..self }
    }

    /// Sets the unit.
    pub fn unit(self, unit: &'static str) -> InputDefinition {
        InputDefinition { unit, ..self }
    }

    /// Sets the sentence that explains it.
    pub fn describe(self, description: &'static str) -> InputDefinition {
        InputDefinition { description, ..self }
    }

    /// Says that the node evaluates it at other positions than its own.
    pub fn moved(self) -> InputDefinition {
        InputDefinition { in_place: false, ..self }
    }
}

/// The type of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputKind {
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
    pub kind: OutputKind,
    /// A sentence for tooltips and the reference.
    pub description: &'static str,
}

/// Builds a node's part of a program at one position.
pub type Lower = for<'a> fn(&Site<'a>) -> Lowered<'a>;

/// A node type.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Category and name: `noise/perlin`.
    pub id: String,
    /// The version of its meaning; a change of a single bit is a new version.
    pub version: u32,
    /// What a menu calls it.
    pub label: &'static str,
    /// What it does: a sentence first, then what a user must know.
    pub description: &'static str,
    /// Words to find it by, beside its name and category.
    pub search: &'static [&'static str],
    /// Its inputs, in the order of the interface.
    pub inputs: Vec<InputDefinition>,
    /// Its outputs, at least one. The first is the main one, which wires mean that name none: others are added after it.
    pub outputs: Vec<OutputDefinition>,
    /// Builds its part of a program.
    pub lower: Lower,
    /// A small document that shows it: its golden picture and its entry in the reference.
    pub example: &'static str,
}

impl Definition {
    /// Starts a definition whose id comes from where its file lies: pass `module_path!()`.
    ///
    /// `travertine_nodes::math::square_root` is `math/square-root`; `travertine_nodes::noise::perlin_v2` is version 2
    /// of `noise/perlin`.
    pub fn new(module: &str, label: &'static str, lower: Lower) -> Definition {
        let mut parts = module.rsplit("::");
        let file = parts.next().unwrap_or_default();
        let category = parts.next().unwrap_or_default();
        let versioned = file.rsplit_once("_v").and_then(|(name, digits)| Some((name, digits.parse().ok()?)));
        let (name, version) = versioned.unwrap_or((file, 1));
        Definition {
            id: format!("{category}/{name}").replace('_', "-"),
            version,
            label,
            description: "",
            search: &[],
            inputs: Vec::new(),
            outputs: Vec::new(),
            lower,
            example: "",
        }
    }

    /// Sets what it does.
    pub fn describe(self, description: &'static str) -> Definition {
        Definition { description, ..self }
    }

    /// Sets the words to find it by.
    pub fn search(self, words: &'static [&'static str]) -> Definition {
        Definition { search: words, ..self }
    }

    /// Adds an input.
    pub fn input(mut self, input: InputDefinition) -> Definition {
        self.inputs.push(input);
        self
    }

    /// Adds an output.
    pub fn output(mut self, name: &'static str, kind: OutputKind, description: &'static str) -> Definition {
        self.outputs.push(OutputDefinition { name, kind, description });
        self
    }

    /// Adds an output of numbers.
    pub fn float_output(self, name: &'static str, description: &'static str) -> Definition {
        self.output(name, OutputKind::Fixed(Type::Float), description)
    }

    /// Adds an output of vectors.
    pub fn vector_output(self, name: &'static str, description: &'static str) -> Definition {
        self.output(name, OutputKind::Fixed(Type::Vector), description)
    }

    /// Adds an output of colours.
    pub fn color_output(self, name: &'static str, description: &'static str) -> Definition {
        self.output(name, OutputKind::Fixed(Type::Color), description)
    }

    /// Sets the document that shows it.
    pub fn example(self, document: &'static str) -> Definition {
        Definition { example: document, ..self }
    }

    /// The part of the id before the slash.
    pub fn category(&self) -> &str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// The type as a document writes it: `noise/perlin`, or `noise/perlin@2`.
    pub fn type_name(&self) -> String {
        if self.version == 1 { self.id.clone() } else { format!("{}@{}", self.id, self.version) }
    }

    /// The input whose wire goes through a node of this type where the node is muted, or taken out, in place of an output
    /// of that type: the first wire of that type into it, or else the first of any. A place is no value, and goes through
    /// as a vector only. `wire` gives the type of the wire into an input, if there is one.
    pub fn passed(&self, output: Type, wire: impl Fn(usize) -> Option<Type>) -> Option<usize> {
        let wires = || {
            let inputs = self.inputs.iter().enumerate();
            inputs.filter_map(|(index, input)| {
                let kind = wire(index)?;
                Some((index, input.kind.field_type().unwrap_or(kind), input))
            })
        };
        let same = wires().find(|(_, kind, _)| *kind == output);
        let found = same.or_else(|| wires().find(|(.., input)| input.default != DefaultValue::Position));
        found.map(|(index, ..)| index)
    }

    /// The place of an input in `inputs`.
    pub fn input_index(&self, name: &str) -> Option<usize> {
        self.inputs.iter().position(|input| input.name == name)
    }

    /// The place of an output in `outputs`.
    pub fn output_index(&self, name: &str) -> Option<usize> {
        self.outputs.iter().position(|output| output.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing<'a>(_: &Site<'a>) -> Lowered<'a> {
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
