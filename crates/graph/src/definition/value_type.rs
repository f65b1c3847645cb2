//! Kinds: what an input accepts.

use travertine_program::Type;

/// What an input accepts.
#[derive(Clone, PartialEq, Debug)]
pub enum ValueType {
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

impl ValueType {
    /// Settings take constants and parameters, never wires: they decide what the program *is*.
    pub fn is_setting(&self) -> bool {
        !matches!(self, ValueType::Float | ValueType::Vector | ValueType::Color | ValueType::Any)
    }

    /// The type of field that the input takes; none for settings and for `Any`.
    pub fn field_type(&self) -> Option<Type> {
        match self {
            ValueType::Float => Some(Type::Float),
            ValueType::Vector => Some(Type::Vector),
            ValueType::Color => Some(Type::Color),
            _ => None,
        }
    }

    /// The name that documents and messages use.
    pub fn name(&self) -> &'static str {
        match self {
            ValueType::Float => "float",
            ValueType::Vector => "vector",
            ValueType::Color => "color",
            ValueType::Any => "any",
            ValueType::Integer => "integer",
            ValueType::Number => "number",
            ValueType::Seed => "seed",
            ValueType::Boolean => "boolean",
            ValueType::Choice(_) => "choice",
            ValueType::Ramp => "ramp",
            ValueType::Curve => "curve",
            ValueType::Text => "text",
        }
    }
}
