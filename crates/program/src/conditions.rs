//! Conditions: the numbers of variables for which a program stays exact.
//!
//! A variable is a slot in place of a constant. A constant may decide which operations a program has: a weight of 0,
//! for example, leaves out a term, which may change the sign of a zero. So lowering records each such decision. While
//! all recorded conditions hold, the program gives the bits of the program that has constants instead.

use crate::bound::Bound;
use crate::program::Program;

/// A condition on one number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Condition {
    comparison: Comparison,
    /// The bits of the number that it is compared with.
    bits: u32,
    /// The expected result.
    holds: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Comparison {
    /// Equal as numbers: -0 is 0.
    Equals,
    /// Equal bits.
    HasBits,
    /// Above 0, whatever the other number.
    IsPositive,
}

impl Condition {
    /// The number equals another one; with `holds` false, it must not.
    pub(crate) fn equals(number: f32, holds: bool) -> Condition {
        Condition { comparison: Comparison::Equals, bits: number.to_bits(), holds }
    }

    /// The number has the bits of another one; with `holds` false, it must not.
    pub(crate) fn has_bits(number: f32, holds: bool) -> Condition {
        Condition { comparison: Comparison::HasBits, bits: number.to_bits(), holds }
    }

    /// The number is above 0; with `holds` false, it must not.
    pub(crate) fn is_positive(holds: bool) -> Condition {
        Condition { comparison: Comparison::IsPositive, bits: 0, holds }
    }

    fn is_met(self, present: f32) -> bool {
        let holds = match self.comparison {
            Comparison::Equals => present == f32::from_bits(self.bits),
            Comparison::HasBits => present.to_bits() == self.bits,
            Comparison::IsPositive => present > 0.0,
        };
        holds == self.holds
    }
}

/// The conditions under which a program gives the bits of the one that has constants in place of its variables.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// Computes the numbers that the conditions are on, from variables and constants; `None` without conditions.
    numbers: Option<Program>,
    conditions: Vec<Condition>,
}

impl Conditions {
    /// One condition for each value of the program's only output.
    pub(crate) fn new(numbers: Program, conditions: Vec<Condition>) -> Conditions {
        Conditions { numbers: Some(numbers), conditions }
    }

    /// Whether all hold for these floats, one for each slot of the program.
    pub fn hold(&self, bound: &Bound) -> bool {
        let Some(numbers) = &self.numbers else { return true };
        let numbers = numbers.sample(bound, [0.0; 4]);
        self.conditions.iter().zip(numbers).all(|(condition, number)| condition.is_met(number))
    }
}

#[cfg(test)]
mod tests {
    use crate::axes::Axis;
    use crate::builder::Builder;
    use crate::program::Slot;

    const SLOT: Slot = Slot { parameter: 0, component: 0 };

    fn holds(builder: &Builder, number: f32) -> bool {
        builder.conditions().hold(&vec![number].into())
    }

    #[test]
    fn decisions_by_a_variable_are_conditions() {
        let builder = Builder::new();
        let variable = builder.variable(SLOT, 0.25);
        assert!(holds(&builder, 9.0), "nothing is decided yet");
        assert_eq!(variable.value(), builder.parameter(SLOT).value(), "it is not folded");
        let weight = variable * 2.0 - 1.0;
        assert!(!weight.is_constant(0.0) && !weight.is_constant(1.0));
        assert!(holds(&builder, 0.25) && holds(&builder, 7.0));
        assert!(!holds(&builder, 0.5) && !holds(&builder, 1.0));
        assert_eq!(variable.sqrt().constant_value(), Some(0.5));
        assert!(holds(&builder, 0.25) && !holds(&builder, 7.0));
    }

    #[test]
    fn coordinates_and_parameters_decide_nothing() {
        let builder = Builder::new();
        let variable = builder.variable(SLOT, 0.0);
        let sum = variable + builder.coordinate(Axis::X);
        let product = variable * builder.parameter(Slot { parameter: 1, component: 0 });
        assert!(!sum.is_constant(0.0) && !product.is_constant(0.0));
        assert_eq!(sum.constant_value(), None);
        assert!(builder.conditions().hold(&vec![5.0, 5.0].into()));
    }

    #[test]
    fn a_mix_of_equal_ends_is_its_end() {
        for (number, other) in [(1.0, 0.5), (0.5, 0.5), (-0.0, 0.0)] {
            let builder = Builder::new();
            let (end, x) = (builder.constant(other), builder.coordinate(Axis::X));
            let variable = builder.variable(SLOT, number);
            let is_same = f32::to_bits(number) == f32::to_bits(other);
            assert_eq!(variable.mix(end, x).value() == variable.value(), is_same);
            assert!(holds(&builder, number));
            assert_eq!(holds(&builder, other), is_same);
            assert_eq!(holds(&builder, 7.0), !is_same);
        }
    }

    #[test]
    fn a_selection_by_a_variable_is_one_of_its_values() {
        let builder = Builder::new();
        let (x, y) = (builder.coordinate(Axis::X), builder.coordinate(Axis::Y));
        assert_eq!(builder.variable(SLOT, 2.0).select(x, y).value(), x.value());
        assert!(holds(&builder, 0.1) && !holds(&builder, 0.0));
    }
}
