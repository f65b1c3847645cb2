//! Expressions in WGSL.

use travertine_noise::Interval;
use travertine_program::{Axis, Binary};

use crate::tier::Tier;

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

/// A template of the table of operations with operands in the places of a, b and c.
pub(crate) fn filled(template: &str, operands: &[&Expression], binds: u8) -> Expression {
    // Operands of a sign bind more strongly; those of calls are between parentheses or commas.
    let operand_binds = if binds == 3 { 4 } else { 0 };
    let mut text = String::new();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let mut word = String::new();
    for c in template.chars().chain(['\n']) {
        if is_part(c) {
            word.push(c);
            continue;
        }
        match word.as_str() {
            "a" => text.push_str(&operands[0].within(operand_binds)),
            "b" => text.push_str(&operands[1].within(operand_binds)),
            "c" => text.push_str(&operands[2].within(operand_binds)),
            other => text.push_str(other),
        }
        word.clear();
        text.push(c);
    }
    Expression { text: text.trim_end().to_owned(), binds }
}

/// Arithmetic on two operands, in the order of the operation: a sum on the right keeps its parentheses.
pub(crate) fn arithmetic(binary: Binary, operands: &[&Expression], tier: Tier) -> Expression {
    let [a, b] = [operands[0], operands[1]];
    let text = match binary {
        // Apart from the sign of a zero.
        Binary::Add if b.text == "0.0f" => return a.clone(),
        Binary::Add if a.text == "0.0f" => return b.clone(),
        // The difference from a positive constant has the bits of the sum with the negative one.
        Binary::Add if b.binds == 3 && b.text.starts_with("-") && is_number(&b.text[1..]) => {
            format!("{} - {}", a.within(1), &b.text[1..])
        }
        Binary::Add => format!("{} + {}", a.within(1), b.within(2)),
        Binary::Subtract => format!("{} - {}", a.within(1), b.within(2)),
        Binary::Multiply => format!("{} * {}", a.within(2), b.within(3)),
        Binary::Divide if tier == Tier::Close && is_divisor(&b.text) => {
            format!("{} / {}", a.within(2), b.within(4))
        }
        _ => return filled(binary.wgsl(), operands, 4),
    };
    Expression { text, binds: if matches!(binary, Binary::Add | Binary::Subtract) { 1 } else { 2 } }
}

/// Whether a text is a number by which a division can be written unchanged: neither 0 nor so small that it overflows.
fn is_divisor(text: &str) -> bool {
    let number = text.strip_suffix('f').and_then(|number| number.parse::<f32>().ok());
    number.is_some_and(|number| number.abs() > 1e-6)
}

fn is_number(text: &str) -> bool {
    text.strip_suffix('f').is_some_and(|number| number.parse::<f32>().is_ok())
}

/// Whether the result of an operation may exceed the finite floats.
pub(crate) fn may_overflow(binary: Binary, [a, b]: [Interval; 2]) -> bool {
    let result = match binary {
        Binary::Add | Binary::Subtract | Binary::Multiply => binary.interval([a, b]),
        // The others limit their results themselves.
        _ => return false,
    };
    result.min == f32::MIN || result.max == f32::MAX
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
