//! The parameter of a group that receives a wire.

use travertine_graph::constant::Constant;
use travertine_graph::definition::{DefaultValue, InputDefinition, LEAST_ABOVE_0, ValueType};
use travertine_graph::document::{Input, Parameter};
use travertine_graph::json::Value;
use travertine_presentation::{Outline, Socket};
use travertine_program::Type;

use crate::actions::parameters::range;

/// A wire that leads into a group: one source, and the inputs inside that it drives.
pub(super) struct Entrance {
    pub source: Socket,
    /// The wire as in the document.
    pub wire: Input,
    pub value_type: Type,
    pub targets: Vec<Socket>,
    /// The values that all of these inputs take.
    range: [f32; 2],
}

impl Entrance {
    /// An entrance with one input.
    pub fn new(outline: &Outline, wire: Input, source: Socket, value_type: Type, to: Socket) -> Entrance {
        let range = taken(outline, &to);
        Entrance { source, wire, value_type, targets: vec![to], range }
    }

    /// Adds another input of the same source; returns false if no value is accepted by all of them.
    pub fn join(&mut self, outline: &Outline, to: &Socket) -> bool {
        let other = taken(outline, to);
        let range = [self.range[0].max(other[0]), self.range[1].min(other[1])];
        // Only numbers are compared with ranges.
        let fits = self.value_type != Type::Float || range[0] <= range[1];
        if fits {
            self.targets.push(to.clone());
            self.range = range;
        }
        fits
    }

    /// The parameter. Its default is that of the first input, if every input takes it.
    pub fn parameter(&self, outline: &Outline) -> Parameter {
        let first = outline.input(&self.targets[0]);
        let default = first.and_then(|input| match &input.default {
            DefaultValue::Constant(constant) => Some(constant),
            _ => None,
        });
        let default = self.default(default);
        let mut parameter = Parameter {
            parameter_type: self.value_type.name().to_owned(),
            default: Some(Value::from(&default)),
            ..Parameter::default()
        };
        if let (Some(input), [_]) = (first, &self.targets[..]) {
            let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            parameter.unit = text(&input.unit);
            parameter.description = text(&input.description);
            if self.value_type == Type::Float && takes_numbers(input) {
                [parameter.min, parameter.max] = range(input, default.floats());
            }
        }
        parameter
    }

    fn default(&self, of_input: Option<&Constant>) -> Constant {
        let number = match of_input {
            Some(Constant::Float(number)) => *number,
            _ => 0.0,
        };
        match (self.value_type, of_input) {
            (Type::Vector, Some(vector @ Constant::Vector(_))) => vector.clone(),
            (Type::Color, Some(color @ Constant::Color(_))) => color.clone(),
            (Type::Vector, _) => Constant::Vector([number; 3]),
            (Type::Color, _) => Constant::Color([number, number, number, 1.0]),
            (Type::Float, _) => {
                let [least, greatest] = self.range;
                // The least number above 0 is a strange value to read.
                let number = if number < least && least == LEAST_ABOVE_0 { 1.0 } else { number };
                Constant::Float(number.max(least).min(greatest))
            }
        }
    }
}

fn takes_numbers(input: &InputDefinition) -> bool {
    matches!(input.value_type, ValueType::Float | ValueType::Any)
}

/// The numbers that an input takes.
fn taken(outline: &Outline, input: &Socket) -> [f32; 2] {
    let range = outline.input(input).and_then(|input| input.hard.as_ref());
    range.map_or([f32::MIN, f32::MAX], |range| [*range.start(), *range.end()])
}
