//! The types of fields.

/// The type of a field: of its value at every position.
///
/// Ordered from narrow to wide. An output that follows several inputs has the widest of their types.
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
    /// Name of the type in documents and messages.
    pub fn name(self) -> &'static str {
        match self {
            Type::Float => "float",
            Type::Vector => "vector",
            Type::Color => "color",
        }
    }

    /// Number of floats of a value: 1, 3 or 4.
    pub fn width(self) -> usize {
        match self {
            Type::Float => 1,
            Type::Vector => 3,
            Type::Color => 4,
        }
    }
}

/// Weights of linear red, green and blue in the luminance (ITU-R BT.709).
pub const LUMINANCE: [f32; 3] = [0.2126, 0.7152, 0.0722];
