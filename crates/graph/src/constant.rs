//! Constant values: what an input or a parameter may hold without a wire.

use travertine_program::Curve;

use crate::ramp::Ramp;

/// A checked value, in the shape that its input asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// One finite number.
    Float(f32),
    /// Three finite numbers: x, y, z.
    Vector([f32; 3]),
    /// Linear red, green, blue and alpha, each finite.
    Color([f32; 4]),
    /// A whole number.
    Integer(i64),
    /// What a noise's hash starts from.
    Seed(u32),
    /// Yes or no.
    Boolean(bool),
    /// One of the choices that the input's kind lists.
    Choice(String),
    /// Colours along a line.
    Ramp(Ramp),
    /// A function drawn through points.
    Curve(Curve),
    /// Free text.
    Text(String),
}

impl Constant {
    /// The floats of a value that a wire could carry; none for a setting.
    pub fn floats(&self) -> Option<&[f32]> {
        match self {
            Constant::Float(value) => Some(std::slice::from_ref(value)),
            Constant::Vector(values) => Some(values),
            Constant::Color(values) => Some(values),
            _ => None,
        }
    }
}
