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

#[cfg(test)]
mod tests {
    use travertine_program::{Axis, Builder, Type};

    use super::*;

    const NUMBERS: [f32; 13] =
        [0.0, -0.0, 1.0, -1.0, 0.3, -7.5, 1e-45, -1e-45, 3e-39, 2e38, 0.999_999_94, f32::MAX, f32::MIN];

    /// The operations that have conditions, on three different values.
    fn operations() -> Vec<Operation> {
        let builder = Builder::new();
        let [a, b, c] = [Axis::X, Axis::Y, Axis::Z].map(|axis| builder.coordinate(axis));
        let results = [a.mix(b, c), a.select(b, c), a * b];
        let outputs = [("all".to_owned(), Type::Vector, results.map(|result| result.value()).to_vec())];
        let program = builder.finish(&outputs).unwrap();
        program.operations().iter().filter(|operation| operation.is_arithmetic()).copied().collect()
    }

    fn at(operation: &Operation, operands: &[f32]) -> f32 {
        match (operation, operands) {
            (Operation::Binary(binary, _), &[a, b]) => binary.at([a, b]),
            (Operation::Ternary(ternary, _), &[a, b, c]) => ternary.at([a, b, c]),
            _ => panic!("{operation:?}"),
        }
    }

    #[test]
    fn operands_matter_only_where_a_condition_holds() {
        let operations = operations();
        assert_eq!(operations.len(), 3);
        for (operation, hides) in operations.iter().flat_map(|operation| [(operation, false), (operation, true)]) {
            let zeros = |_| Zeros::MASK;
            let operands = operation.operands();
            let mut ignored = 0;
            for first in [false, true] {
                let conditions = Conditions::new(operation, zeros, hides, |_, _| first);
                for numbers in (0..NUMBERS.len().pow(3)).map(|n| [n % 13, n / 13 % 13, n / 169].map(|n| NUMBERS[n])) {
                    let numbers = &numbers[..operands.len()];
                    for slot in 0..operands.len() {
                        let Some(mut needs) = conditions.of(slot) else { continue };
                        let number = |value| numbers[operands.iter().position(|operand| *operand == value).unwrap()];
                        if needs.any(|condition| condition.test.passes(number(condition.value))) {
                            continue;
                        }
                        let expected = at(operation, numbers);
                        for other in NUMBERS {
                            let mut numbers = numbers.to_vec();
                            numbers[slot] = other;
                            let result = at(operation, &numbers);
                            let equal = result.to_bits() == expected.to_bits() || hides && result == expected;
                            assert!(equal, "{operation:?} of {numbers:?}: {result}, not {expected}");
                        }
                        ignored += 1;
                    }
                }
            }
            let is_product = matches!(operation, Operation::Binary(..));
            assert_eq!(ignored > 0, hides || !is_product, "{operation:?}");
        }
    }
}
