//! Types: what a field carries at every position.

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
