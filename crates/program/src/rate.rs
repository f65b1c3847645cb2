//! Rates: derivatives under construction, of which most are 0.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::builder::Builder;
use crate::expression::Expr;
use crate::operation::Value;

/// The derivative of a value. Operations on zeros make no operations of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate<'a>(Option<Expr<'a>>);

impl<'a> Rate<'a> {
    /// The derivative of a value that does not change.
    pub(crate) const ZERO: Rate<'a> = Rate(None);

    /// The rate as an expression; `None` if it is 0.
    pub(crate) fn expression(self) -> Option<Expr<'a>> {
        self.0
    }

    /// The rate with this value; `None` is 0.
    pub(crate) fn from_value(builder: &'a Builder, value: Option<Value>) -> Rate<'a> {
        Rate(value.map(|value| builder.expression(value)))
    }

    /// The mix of two rates: a weight of 0 or 1 leaves nothing of the other one.
    pub(crate) fn mix(a: Rate<'a>, b: Rate<'a>, t: Expr<'a>) -> Rate<'a> {
        match (a.0, b.0) {
            (Some(a), Some(b)) => a.mix(b, t).into(),
            (_, None) => a * (1.0 - t),
            (None, _) => b * t,
        }
    }

    /// `yes` where the condition is positive, else `no`.
    pub(crate) fn choose(condition: Expr<'a>, yes: Rate<'a>, no: Rate<'a>) -> Rate<'a> {
        let zero = || condition.builder().constant(0.0);
        match (yes.0, no.0) {
            (None, None) => Rate::ZERO,
            (yes, no) => condition.select(yes.unwrap_or_else(zero), no.unwrap_or_else(zero)).into(),
        }
    }
}

impl<'a> From<Expr<'a>> for Rate<'a> {
    fn from(expression: Expr<'a>) -> Rate<'a> {
        Rate(Some(expression))
    }
}

impl<'a> Add for Rate<'a> {
    type Output = Rate<'a>;

    fn add(self, other: Rate<'a>) -> Rate<'a> {
        match (self.0, other.0) {
            (Some(a), Some(b)) => (a + b).into(),
            (a, b) => Rate(a.or(b)),
        }
    }
}

impl<'a> Sub for Rate<'a> {
    type Output = Rate<'a>;

    fn sub(self, other: Rate<'a>) -> Rate<'a> {
        match (self.0, other.0) {
            (Some(a), Some(b)) => (a - b).into(),
            (None, Some(b)) => (-b).into(),
            (a, None) => Rate(a),
        }
    }
}

impl<'a> Neg for Rate<'a> {
    type Output = Rate<'a>;

    fn neg(self) -> Rate<'a> {
        Rate(self.0.map(|a| -a))
    }
}

impl<'a> Mul<Expr<'a>> for Rate<'a> {
    type Output = Rate<'a>;

    fn mul(self, factor: Expr<'a>) -> Rate<'a> {
        Rate(self.0.map(|a| a * factor))
    }
}

impl<'a> Div<Expr<'a>> for Rate<'a> {
    type Output = Rate<'a>;

    fn div(self, divisor: Expr<'a>) -> Rate<'a> {
        Rate(self.0.map(|a| a / divisor))
    }
}
