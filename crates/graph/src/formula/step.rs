//! The steps of a formula, and the names of values.

use std::f32::consts::{E, PI, TAU};

use super::function::Function;

/// A step of a formula: it leaves one value on the stack.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Step {
    /// A finite number.
    Number(f32),
    /// The value of a variable.
    Variable(Variable),
    /// A function, which takes its operands from the stack.
    Apply(Function),
}

/// A variable of a formula.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variable {
    /// The coordinate to the right.
    X,
    /// The coordinate downwards.
    Y,
    /// The coordinate away from the viewer.
    Z,
    /// The time.
    Time,
    /// The input `a`.
    A,
    /// The input `b`.
    B,
    /// The input `c`.
    C,
    /// The input `d`.
    D,
}

impl Step {
    /// The variables and constants by name.
    pub const NAMED: [(&'static str, Step); 12] = [
        ("x", Step::Variable(Variable::X)),
        ("y", Step::Variable(Variable::Y)),
        ("z", Step::Variable(Variable::Z)),
        ("time", Step::Variable(Variable::Time)),
        ("t", Step::Variable(Variable::Time)),
        ("a", Step::Variable(Variable::A)),
        ("b", Step::Variable(Variable::B)),
        ("c", Step::Variable(Variable::C)),
        ("d", Step::Variable(Variable::D)),
        ("pi", Step::Number(PI)),
        ("tau", Step::Number(TAU)),
        ("e", Step::Number(E)),
    ];

    /// The variable or constant with this name.
    pub fn from_name(name: &str) -> Option<Step> {
        Step::NAMED.iter().find(|(known, _)| *known == name).map(|(_, step)| *step)
    }
}
