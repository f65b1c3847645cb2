//! Steps from 0 to 1, hard or soft.

use travertine_program::Expr;

/// 0 below `low`, 1 above `high`, and smoothstep between. If the two coincide, 0 below and 1 at or above.
///
/// If `low` is above `high`, it falls from 1 to 0 instead.
pub fn between<'a>(value: Expr<'a>, low: Expr<'a>, high: Expr<'a>) -> Expr<'a> {
    let span = high - low;
    let soft = ((value - low) / span).smoothstep();
    span.abs().select(soft, 1.0 - value.less(low))
}

/// An edge of the given width around `threshold`; hard for a width of 0 or less.
pub fn around<'a>(value: Expr<'a>, threshold: Expr<'a>, width: Expr<'a>) -> Expr<'a> {
    let half = width.max(0.0) * 0.5;
    between(value, threshold - half, threshold + half)
}
