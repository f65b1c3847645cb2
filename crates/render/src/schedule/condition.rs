//! Conditions: where an operation needs an operand, by its other operands.

use travertine_program::{Binary, Operation, Ternary, Value};

use super::zeros::Zeros;

/// A test of a value's samples.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Condition {
    pub(crate) value: Value,
    pub(crate) test: Test,
}

/// What a condition asks of a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Test {
    NotZero,
    NotOne,
    Positive,
    NotPositive,
    NegativeZero,
}

impl Test {
    /// Whether a number passes.
    #[inline(always)]
    pub(crate) fn passes(self, number: f32) -> bool {
        match self {
            Test::NotZero => number != 0.0,
            Test::NotOne => number != 1.0,
            Test::Positive => number > 0.0,
            // Numbers are never NaN.
            Test::NotPositive => number <= 0.0,
            Test::NegativeZero => number.to_bits() == (-0.0_f32).to_bits(),
        }
    }
}

/// Conditions of operands: the index of an operand, and what it needs. The operand is needed where one of its
/// conditions holds; elsewhere the result has the same bits for all finite operands.
#[derive(Default)]
pub(super) struct Conditions {
    of: [Option<(usize, [Option<Condition>; 2])>; 2],
}

impl Conditions {
    /// The conditions of an operation. `zeros` are those of a value; `hides` is whether nothing shows the sign of the
    /// result if it is 0; `weighs_more` is whether one value saves more work than another.
    pub(super) fn new(
        operation: &Operation,
        zeros: impl Fn(Value) -> Zeros,
        hides: bool,
        weighs_more: impl Fn(Value, Value) -> bool,
    ) -> Conditions {
        let on = |value, test| Some(Condition { value, test });
        match *operation {
            // a + 0 (b - a) is a, except that -0 + 0 is 0.
            Operation::Ternary(Ternary::Mix, [a, b, t]) if a != b && zeros(t).is_often_an_end() => {
                let minus = if hides || zeros(a).never_minus { None } else { on(a, Test::NegativeZero) };
                Conditions { of: [Some((0, [on(t, Test::NotOne), None])), Some((1, [on(t, Test::NotZero), minus]))] }
            }
            Operation::Ternary(Ternary::Select, [a, ..]) => {
                let (yes, no) = (on(a, Test::Positive), on(a, Test::NotPositive));
                Conditions { of: [Some((1, [yes, None])), Some((2, [no, None]))] }
            }
            Operation::Binary(Binary::Multiply, [a, b]) if hides && a != b => {
                let (first, second) = (zeros(a).is_often_zero(), zeros(b).is_often_zero());
                // Each factor could decide about the other, but one must come first.
                let skipped = match (first, second) {
                    (true, true) => Some(usize::from(weighs_more(b, a))),
                    (true, false) => Some(1),
                    (false, true) => Some(0),
                    (false, false) => None,
                };
                let condition = |slot| (slot, [on(if slot == 1 { a } else { b }, Test::NotZero), None]);
                Conditions { of: [skipped.map(condition), None] }
            }
            _ => Conditions::default(),
        }
    }

    /// The conditions of the operand at an index; none if it is needed everywhere.
    pub(super) fn of(&self, operand: usize) -> Option<impl Iterator<Item = Condition>> {
        let conditions = self.of.iter().flatten().find(|(index, _)| *index == operand);
        conditions.map(|(_, conditions)| conditions.iter().flatten().copied())
    }
}
