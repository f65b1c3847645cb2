//! Weighted sums that leave out what cannot count.

use travertine_program::Expr;

/// The sum of the products, in this order, without those whose weight is the constant 0.
///
/// What is left out adds ±0 where it counts, so the sum is the same but for the sign of a zero. But `x *
/// 1 + y * 0` varies along y for all that an evaluator knows, and work that could be done once per column
/// would be done once per sample.
pub fn sum<'a, const N: usize>(values: [Expr<'a>; N], weights: [Expr<'a>; N]) -> Expr<'a> {
    let counts = |weight: &Expr<'a>| weight.constant_value() != Some(0.0);
    let terms = values.iter().zip(&weights).filter(|(_, weight)| counts(weight));
    let products = terms.map(|(value, weight)| *value * *weight);
    products.reduce(|sum, product| sum + product).unwrap_or_else(|| weights[0])
}
