//! Constant values: what an input or a parameter may hold without a wire.

use crate::curve::Curve;
use crate::ramp::Ramp;

/// What a wire carries at every position.
///
/// Ordered from narrow to wide: an output that follows several inputs takes the widest of their types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// One number.
    Float,
    /// Three numbers: x, y, z.
    Vector,
    /// Linear red, green and blue, and alpha.
    Color,
}

impl Type {
    /// The name that documents and messages use.
    pub fn name(self) -> &'static str {
        match self {
            Type::Float => "float",
            Type::Vector => "vector",
            Type::Color => "color",
        }
    }

    /// How many floats a value has: 1, 3 or 4.
    pub fn width(self) -> usize {
        match self {
            Type::Float => 1,
            Type::Vector => 3,
            Type::Color => 4,
        }
    }
}

/// What each of linear red, green and blue adds to luminance: ITU-R BT.709.
pub const LUMINANCE: [f32; 3] = [0.2126, 0.7152, 0.0722];

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
