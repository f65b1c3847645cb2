//! Arithmetic on fields of any type, component by component. Alpha is opacity and takes no part: only the red, green
//! and blue of a color change.

use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

/// Applies a function to each component; a color keeps its alpha.
pub fn map<'a>(field: Field<'a>, f: impl Fn(Expr<'a>) -> Expr<'a>) -> Field<'a> {
    match field {
        Field::Color([red, green, blue, alpha]) => Field::Color([f(red), f(green), f(blue), alpha]),
        other => other.map(f),
    }
}

/// Combines the components of two fields, both converted to the wider type. Alpha is that of `a`, or of `b` if only
/// `b` is a color.
pub fn zip<'a>(a: Field<'a>, b: Field<'a>, f: impl Fn(Expr<'a>, Expr<'a>) -> Expr<'a>) -> Field<'a> {
    match (a, b) {
        (Field::Color([.., alpha]), _) | (_, Field::Color([.., alpha])) => {
            let ([red, green, blue], [r, g, b]) = (a.to_vector(), b.to_vector());
            Field::Color([f(red, r), f(green, g), f(blue, b), alpha])
        }
        _ => a.zip(b, f),
    }
}

/// The output of a node that combines the components of its inputs `a` and `b`.
pub fn binary<'a>(context: &LoweringContext<'a>, f: impl Fn(Expr<'a>, Expr<'a>) -> Expr<'a>) -> Lowered<'a> {
    Ok(vec![zip(context.any("a")?, context.any("b")?, f)])
}
