//! Arithmetic in WGSL: the texts of the table of operations, with operands in their places.

use travertine_noise::Interval;
use travertine_program::{Binary, Operation, Ternary, Unary};

use crate::expression::Expression;
use crate::tier::Tier;

/// An operation on one to three operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Arithmetic {
    Unary(Unary),
    Binary(Binary),
    Ternary(Ternary),
}

impl Arithmetic {
    /// Every operation of the tables.
    pub fn all() -> impl Iterator<Item = Arithmetic> {
        let unary = Unary::ALL.iter().copied().map(Arithmetic::Unary);
        let binary = Binary::ALL.iter().copied().map(Arithmetic::Binary);
        unary.chain(binary).chain(Ternary::ALL.iter().copied().map(Arithmetic::Ternary))
    }

    /// The arithmetic of an operation; `None` for other operations.
    pub fn of(operation: &Operation) -> Option<Arithmetic> {
        match *operation {
            Operation::Unary(unary, _) => Some(Arithmetic::Unary(unary)),
            Operation::Binary(binary, _) => Some(Arithmetic::Binary(binary)),
            Operation::Ternary(ternary, _) => Some(Arithmetic::Ternary(ternary)),
            _ => None,
        }
    }

    /// Number of operands.
    pub fn operands(self) -> usize {
        match self {
            Arithmetic::Unary(_) => 1,
            Arithmetic::Binary(_) => 2,
            Arithmetic::Ternary(_) => 3,
        }
    }

    /// The expression for given operands, whose values lie in these intervals.
    pub fn expression(self, operands: &[&Expression], intervals: &[Interval], tier: Tier) -> Expression {
        match self {
            Arithmetic::Unary(unary) => filled(unary.wgsl(), operands, if unary == Unary::Negate { 3 } else { 4 }),
            Arithmetic::Binary(binary) => {
                let expression = binary_expression(binary, operands, tier);
                if may_overflow(binary, [intervals[0], intervals[1]]) {
                    Expression::atom(format!("keep_finite({})", expression.text))
                } else {
                    expression
                }
            }
            Arithmetic::Ternary(ternary) => filled(ternary.wgsl(), operands, 4),
        }
    }
}

/// A template of the table of operations with operands in the places of a, b and c.
fn filled(template: &str, operands: &[&Expression], binds: u8) -> Expression {
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
fn binary_expression(binary: Binary, operands: &[&Expression], tier: Tier) -> Expression {
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
fn may_overflow(binary: Binary, [a, b]: [Interval; 2]) -> bool {
    let result = match binary {
        Binary::Add | Binary::Subtract | Binary::Multiply => binary.interval([a, b]),
        // The others limit their results themselves.
        _ => return false,
    };
    result.min == f32::MIN || result.max == f32::MAX
}
