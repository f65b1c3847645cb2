//! Expressions in WGSL.

use travertine_program::Axis;

/// An expression in WGSL.
#[derive(Clone)]
pub(crate) struct Expression {
    pub text: String,
    /// How strongly the outermost operator binds: 1 for sums, 2 for products, 3 for a sign, 4 for calls and names.
    pub binds: u8,
}

impl Expression {
    pub fn atom(text: impl Into<String>) -> Expression {
        Expression { text: text.into(), binds: 4 }
    }

    /// The text in the place of an operand that must bind at least so strongly.
    pub fn within(&self, binds: u8) -> String {
        if self.binds >= binds { self.text.clone() } else { format!("({})", self.text) }
    }
}

pub(crate) fn coordinate(axis: Axis) -> &'static str {
    match axis {
        Axis::X => "position.x",
        Axis::Y => "position.y",
        Axis::Z => "position.z",
        Axis::Time => "time",
        Axis::NormalX => "surface_normal.x",
        Axis::NormalY => "surface_normal.y",
        Axis::NormalZ => "surface_normal.z",
        Axis::Curvature => "surface_curvature",
        Axis::U => "surface_uv.x",
        Axis::V => "surface_uv.y",
    }
}
