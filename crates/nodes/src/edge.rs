//! Edges: from 0 to 1, at once or softly.

use travertine_program::Expr;

/// 0 below `low`, 1 above `high`, smoothstep between; where they coincide 0 below and 1 from there on.
///
/// With `low` above `high` it falls instead.
pub fn between<'a>(value: Expr<'a>, low: Expr<'a>, high: Expr<'a>) -> Expr<'a> {
    let span = high - low;
    let soft = ((value - low) / span).smoothstep();
    span.abs().select(soft, 1.0 - value.less(low))
}

/// An edge at `threshold`, `width` wide; at once for a width of 0 or less.
pub fn around<'a>(value: Expr<'a>, threshold: Expr<'a>, width: Expr<'a>) -> Expr<'a> {
    let half = width.max(0.0) * 0.5;
    between(value, threshold - half, threshold + half)
}
