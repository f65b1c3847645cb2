//! Constants: the values of inputs and parameters without a wire.

use travertine_images::Content;
use travertine_program::Curve;

use crate::formula::Formula;
use crate::ramp::Ramp;

/// A checked value of an input or a parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// A finite number.
    Float(f32),
    /// Three finite numbers: x, y, z.
    Vector([f32; 3]),
    /// Linear red, green, blue and alpha, each finite.
    Color([f32; 4]),
    /// An integer from -2^63 to 2^63 - 1.
    Integer(i64),
    /// A seed of hashes.
    Seed(u32),
    /// `true` or `false`.
    Boolean(bool),
    /// One of the choices of an input or a parameter.
    Choice(String),
    /// Colors along a line.
    Ramp(Ramp),
    /// A function of one number.
    Curve(Curve),
    /// A formula.
    Formula(Formula),
    /// Free text.
    Text(String),
    /// An image of the document.
    Image(NamedImage),
}

/// An image of a document by its name.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NamedImage {
    /// Name of the image; empty for no image.
    pub name: String,
    /// The decoded picture or volume; `None` without an image, and where the name stands alone, outside a graph.
    pub content: Option<Content>,
}

impl Constant {
    /// The floats of a value that a wire could carry; `None` for a setting.
    pub fn floats(&self) -> Option<&[f32]> {
        match self {
            Constant::Float(value) => Some(std::slice::from_ref(value)),
            Constant::Vector(values) => Some(values),
            Constant::Color(values) => Some(values),
            _ => None,
        }
    }
}
