//! Value types: the types of inputs and parameters.

use std::borrow::Cow;

use travertine_program::Type;

use super::text::Text;

/// The type of the values of an input or a parameter: a field, or a setting.
#[derive(Clone, PartialEq, Debug)]
pub enum ValueType {
    /// A field of floats.
    Float,
    /// A field of vectors.
    Vector,
    /// A field of colors.
    Color,
    /// A field of any type, which outputs may follow.
    Any,
    /// An integer, with a range (setting).
    Integer,
    /// A number, with a range (setting).
    Number,
    /// A seed of hashes, 0 to 2^32 - 1 (setting).
    Seed,
    /// `true` or `false` (setting).
    Boolean,
    /// One of these names (setting).
    Choice(Cow<'static, [Text]>),
    /// Colors along a line (setting).
    Ramp,
    /// A function of one number (setting).
    Curve,
    /// A line of arithmetic (setting).
    Formula,
    /// Free text (setting).
    Text,
    /// Text that is drawn: the font has a glyph for each of its characters (setting). Parameters of free text fit.
    Lettering,
    /// An image of the document that is a picture, by name (setting).
    Image,
    /// An image of the document that is a volume, by name (setting).
    Volume,
}

impl ValueType {
    /// One of these names.
    pub fn choice(names: &[impl Clone + Into<Text>]) -> ValueType {
        ValueType::Choice(names.iter().cloned().map(Into::into).collect())
    }

    /// The names to choose from; none but for a choice.
    pub fn choices(&self) -> Vec<&str> {
        match self {
            ValueType::Choice(names) => names.iter().map(Text::as_ref).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether the type is a setting. Settings decide what the program *is*: they take constants and parameters, but no
    /// wires.
    pub fn is_setting(&self) -> bool {
        !matches!(self, ValueType::Float | ValueType::Vector | ValueType::Color | ValueType::Any)
    }

    /// Whether the values are texts or names, which may look like numbers or colors.
    pub fn is_text(&self) -> bool {
        matches!(self, ValueType::Choice(_) | ValueType::Text | ValueType::Lettering | ValueType::Formula)
            || self.is_image()
    }

    /// Whether the values are names of images: pictures or volumes.
    pub fn is_image(&self) -> bool {
        matches!(self, ValueType::Image | ValueType::Volume)
    }

    /// Type of the field; `None` for settings and for `Any`.
    pub fn field_type(&self) -> Option<Type> {
        match self {
            ValueType::Float => Some(Type::Float),
            ValueType::Vector => Some(Type::Vector),
            ValueType::Color => Some(Type::Color),
            _ => None,
        }
    }

    /// Name of the type in documents and messages.
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
            ValueType::Formula => "formula",
            ValueType::Text | ValueType::Lettering => "text",
            ValueType::Image => "image",
            ValueType::Volume => "volume",
        }
    }
}
