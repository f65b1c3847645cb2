//! Kinds: what an input accepts.

use travertine_program::Type;

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
