//! Inputs of a node type.

use std::ops::RangeInclusive;

use super::ValueType;
use crate::constant::Constant;

/// The least float above 0. A range that begins here is one of all numbers above 0, and messages say so.
pub const LEAST_ABOVE_0: f32 = f32::from_bits(1);

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
    pub value_type: ValueType,
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
    pub fn required(name: &'static str, value_type: ValueType) -> InputDefinition {
        InputDefinition {
            name,
            value_type,
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
    pub fn new(name: &'static str, value_type: ValueType, default: Constant) -> InputDefinition {
        InputDefinition {
            default: DefaultValue::Constant(default),
            ..InputDefinition::required(name, value_type)
        }
    }

    /// A field of numbers.
    pub fn float(name: &'static str, default: f32) -> InputDefinition {
        InputDefinition::new(name, ValueType::Float, Constant::Float(default))
    }

    /// A field of vectors.
    pub fn vector(name: &'static str, default: [f32; 3]) -> InputDefinition {
        InputDefinition::new(name, ValueType::Vector, Constant::Vector(default))
    }

    /// A field of colours: linear red, green, blue and alpha.
    pub fn color(name: &'static str, default: [f32; 4]) -> InputDefinition {
        InputDefinition::new(name, ValueType::Color, Constant::Color(default))
    }

    /// A field of vectors that is the position unless something is wired in.
    pub fn position() -> InputDefinition {
        InputDefinition {
            default: DefaultValue::Position,
            description: "Where to evaluate, in graph units; the position itself unless wired.",
            ..InputDefinition::required("position", ValueType::Vector)
        }
    }

    /// A field of any type, with the number that it is when nothing is wired in.
    pub fn any(name: &'static str, default: f32) -> InputDefinition {
        InputDefinition::new(name, ValueType::Any, Constant::Float(default))
    }

    /// A whole number.
    pub fn integer(name: &'static str, default: i64) -> InputDefinition {
        InputDefinition::new(name, ValueType::Integer, Constant::Integer(default)).step(1.0)
    }

    /// A number that decides what the program is, and so takes no wire.
    pub fn number(name: &'static str, default: f32) -> InputDefinition {
        InputDefinition::new(name, ValueType::Number, Constant::Float(default))
    }

    /// A seed, 0 unless set.
    pub fn seed() -> InputDefinition {
        InputDefinition::new("seed", ValueType::Seed, Constant::Seed(0))
            .describe("Any whole number: another seed gives another pattern of the same kind.")
    }

    /// Yes or no.
    pub fn boolean(name: &'static str, default: bool) -> InputDefinition {
        InputDefinition::new(name, ValueType::Boolean, Constant::Boolean(default))
    }

    /// One of `choices`; the first is the default.
    pub fn choice(name: &'static str, choices: &'static [&'static str]) -> InputDefinition {
        let first = choices.first().copied().unwrap_or_default();
        InputDefinition::new(name, ValueType::Choice(choices), Constant::Choice(first.to_owned()))
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
