//! Inputs of a node type.

use std::ops::RangeInclusive;

use travertine_lettering as lettering;

use super::text::Text;
use super::value_type::ValueType;
use crate::constant::{Constant, NamedImage};
use crate::formula::Formula;

/// The least float above 0. A range that starts here is described as all numbers above 0.
pub const LEAST_ABOVE_0: f32 = f32::from_bits(1);

/// Value of an input that the document does not set.
#[derive(Clone, PartialEq, Debug)]
pub enum DefaultValue {
    /// No value: the document must set the input.
    Required,
    /// The position at which the node is evaluated.
    Position,
    /// A noise of the node's own. It takes the place of all such inputs of a node, or of none: if the document sets one
    /// of them, it must set the others.
    Noise,
    /// A constant of the input's type.
    Constant(Constant),
}

/// An input of a node type.
#[derive(Clone, PartialEq, Debug)]
pub struct InputDefinition {
    /// Name in documents: lower case, words joined by `_`.
    pub name: Text,
    /// Type of the accepted values.
    pub value_type: ValueType,
    /// Value if the document does not set the input.
    pub default: DefaultValue,
    /// Range of valid constants; none allows all finite numbers.
    pub hard: Option<RangeInclusive<f32>>,
    /// Range of a slider; typed values may lie outside.
    pub soft: Option<RangeInclusive<f32>>,
    /// Step of a slider.
    pub step: Option<f32>,
    /// Unit of the value; empty for plain numbers.
    pub unit: Text,
    /// A sentence for tooltips and the reference.
    pub description: Text,
    /// Whether the input is only evaluated at the node's own position, as most are; false if the node evaluates it
    /// elsewhere.
    pub in_place: bool,
    /// Name of the setting that the input needs: while that is false, or the least number that it takes, this input has
    /// no effect, and editors hide it.
    pub enabled_by: Option<Text>,
    /// If that setting is a choice, the choices at which this input has an effect.
    pub enabled_at: &'static [&'static str],
    /// Whether the input is rarely changed, so that editors with little room show it only when asked.
    pub secondary: bool,
}

impl InputDefinition {
    /// An input that must be wired or set.
    pub fn required(name: impl Into<Text>, value_type: ValueType) -> InputDefinition {
        InputDefinition {
            name: name.into(),
            value_type,
            default: DefaultValue::Required,
            hard: None,
            soft: None,
            step: None,
            unit: Text::default(),
            description: Text::default(),
            in_place: true,
            enabled_by: None,
            enabled_at: &[],
            secondary: false,
        }
    }

    /// An input with a default.
    pub fn new(name: impl Into<Text>, value_type: ValueType, default: Constant) -> InputDefinition {
        InputDefinition { default: DefaultValue::Constant(default), ..InputDefinition::required(name, value_type) }
    }

    /// A field of floats.
    pub fn float(name: impl Into<Text>, default: f32) -> InputDefinition {
        InputDefinition::new(name, ValueType::Float, Constant::Float(default))
    }

    /// A field of floats from 0 to 1.
    pub fn fraction(name: impl Into<Text>, default: f32) -> InputDefinition {
        InputDefinition::float(name, default).hard(0.0..=1.0).soft(0.0..=1.0).step(0.01)
    }

    /// A field of vectors.
    pub fn vector(name: impl Into<Text>, default: [f32; 3]) -> InputDefinition {
        InputDefinition::new(name, ValueType::Vector, Constant::Vector(default))
    }

    /// A field of colors: linear red, green, blue and alpha.
    pub fn color(name: impl Into<Text>, default: [f32; 4]) -> InputDefinition {
        InputDefinition::new(name, ValueType::Color, Constant::Color(default))
    }

    /// A field of vectors named `position`. Its default is the position itself.
    pub fn position() -> InputDefinition {
        InputDefinition {
            default: DefaultValue::Position,
            description: "Where to evaluate, in graph units; the position itself unless wired.".into(),
            ..InputDefinition::required("position", ValueType::Vector)
        }
    }

    /// A field that is evaluated at other positions. Its default is a noise of the node's own.
    pub fn noise(name: impl Into<Text>, value_type: ValueType) -> InputDefinition {
        InputDefinition { default: DefaultValue::Noise, ..InputDefinition::required(name, value_type).moved() }
    }

    /// A field of any type, with a number as default.
    pub fn any(name: impl Into<Text>, default: f32) -> InputDefinition {
        InputDefinition::new(name, ValueType::Any, Constant::Float(default))
    }

    /// An integer setting.
    pub fn integer(name: impl Into<Text>, default: i64) -> InputDefinition {
        InputDefinition::new(name, ValueType::Integer, Constant::Integer(default)).step(1.0)
    }

    /// A number that is a setting: it decides what the program is, and takes no wire.
    pub fn number(name: impl Into<Text>, default: f32) -> InputDefinition {
        InputDefinition::new(name, ValueType::Number, Constant::Float(default))
    }

    /// A seed, 0 by default.
    pub fn seed() -> InputDefinition {
        InputDefinition::new("seed", ValueType::Seed, Constant::Seed(0))
            .describe("Any whole number: another seed gives another pattern of the same kind.")
    }

    /// A formula setting.
    ///
    /// # Panics
    ///
    /// If the default is not a formula, which is a bug in the definition.
    pub fn formula(name: impl Into<Text>, default: &str) -> InputDefinition {
        let formula = Formula::parse(default).unwrap_or_else(|problem| panic!("{default}: {problem}"));
        InputDefinition::new(name, ValueType::Formula, Constant::Formula(formula))
    }

    /// A setting with text that is drawn.
    ///
    /// # Panics
    ///
    /// If the font cannot write the default, which is a bug in the definition.
    pub fn lettering(name: impl Into<Text>, default: &str) -> InputDefinition {
        lettering::check(default).unwrap_or_else(|problem| panic!("{default}: {problem}"));
        InputDefinition::new(name, ValueType::Lettering, Constant::Text(default.to_owned()))
    }

    /// A volume setting: the name of an image of the document that is a volume, none by default.
    pub fn volume(name: impl Into<Text>) -> InputDefinition {
        InputDefinition::new(name, ValueType::Volume, Constant::Image(NamedImage::default()))
    }

    /// An image setting: the name of an image of the document that is a picture, none by default.
    pub fn image(name: impl Into<Text>) -> InputDefinition {
        InputDefinition::new(name, ValueType::Image, Constant::Image(NamedImage::default()))
    }

    /// A boolean setting.
    pub fn boolean(name: impl Into<Text>, default: bool) -> InputDefinition {
        InputDefinition::new(name, ValueType::Boolean, Constant::Boolean(default))
    }

    /// A setting with a value of `choices`; the first is the default.
    pub fn choice(name: impl Into<Text>, choices: &[impl Clone + Into<Text>]) -> InputDefinition {
        let first: Text = choices.first().cloned().map(Into::into).unwrap_or_default();
        InputDefinition::new(name, ValueType::choice(choices), Constant::Choice(first.into_owned()))
    }

    /// Sets the default of a choice.
    pub fn default_choice(self, name: impl Into<String>) -> InputDefinition {
        InputDefinition { default: DefaultValue::Constant(Constant::Choice(name.into())), ..self }
    }

    /// Sets the range of a slider.
    pub fn soft(self, range: RangeInclusive<f32>) -> InputDefinition {
        InputDefinition { soft: Some(range), ..self }
    }

    /// Sets the range of valid constants.
    pub fn hard(self, range: RangeInclusive<f32>) -> InputDefinition {
        InputDefinition { hard: Some(range), ..self }
    }

    /// Restricts constants to numbers [above 0](LEAST_ABOVE_0).
    pub fn above_0(self) -> InputDefinition {
        self.hard(LEAST_ABOVE_0..=f32::MAX)
    }

    /// Sets the step of a slider.
    pub fn step(self, step: f32) -> InputDefinition {
        InputDefinition { step: Some(step), ..self }
    }

    /// Sets the unit.
    pub fn unit(self, unit: impl Into<Text>) -> InputDefinition {
        InputDefinition { unit: unit.into(), ..self }
    }

    /// Sets the sentence for tooltips and the reference.
    pub fn describe(self, description: impl Into<Text>) -> InputDefinition {
        InputDefinition { description: description.into(), ..self }
    }

    /// Declares that the input has no effect while a setting is false, or is the least number that it takes.
    pub fn enabled_by(self, setting: impl Into<Text>) -> InputDefinition {
        InputDefinition { enabled_by: Some(setting.into()), ..self }
    }

    /// Declares that the input has an effect only at some choices of a setting.
    pub fn enabled_at(self, setting: impl Into<Text>, choices: &'static [&'static str]) -> InputDefinition {
        InputDefinition { enabled_at: choices, ..self.enabled_by(setting) }
    }

    /// Declares that the input is rarely changed.
    pub fn secondary(self) -> InputDefinition {
        InputDefinition { secondary: true, ..self }
    }

    /// Whether the input has no effect while the setting that it needs has this value.
    pub fn is_off(&self, setting: &InputDefinition, value: &Constant) -> bool {
        let is_least = |value: f32| setting.hard.as_ref().is_some_and(|range| value <= *range.start());
        match value {
            Constant::Boolean(value) => !value,
            Constant::Choice(choice) => !self.enabled_at.contains(&choice.as_str()),
            Constant::Integer(value) => is_least(*value as f32),
            Constant::Float(value) => is_least(*value),
            _ => false,
        }
    }

    /// Declares that the node evaluates the input at other positions than its own.
    pub fn moved(self) -> InputDefinition {
        InputDefinition { in_place: false, ..self }
    }
}
