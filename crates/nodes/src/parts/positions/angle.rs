//! Angles in degrees.

use std::f32::consts::PI;

use travertine_program::Expr;

use crate::parts::arithmetic::weighted;

/// The sine and the cosine of an angle.
///
/// Exact at quarter turns: whole quarters are counted, and the remainder is within an eighth of a turn.
pub fn sine_and_cosine<'a>(degrees: Expr<'a>) -> (Expr<'a>, Expr<'a>) {
    let quarters = (degrees / 90.0).round();
    let rest = (degrees - quarters * 90.0) * (PI / 180.0);
    let (sine, cosine) = (rest.sin(), rest.cos());
    let odd = quarters.modulo(2.0);
    let sign = 1.0 - (quarters.modulo(4.0) * 0.5).floor() * 2.0;
    (odd.select(cosine, sine) * sign, odd.select(-sine, cosine) * sign)
}

/// A point of a plane, rotated from the second axis towards the first.
pub fn turned_back<'a>(point: [Expr<'a>; 2], degrees: Expr<'a>) -> [Expr<'a>; 2] {
    let (sine, cosine) = sine_and_cosine(degrees);
    [weighted::sum(point, [cosine, sine]), weighted::sum(point, [-sine, cosine])]
}
