//! Weighted sums that leave out terms with the constant weight 0.

use travertine_program::Expr;

/// The sum of the products, in this order, without those whose weight is the constant 0.
///
/// A finite product with 0 adds ±0, so the sum is the same except for the sign of a zero. But `x * 1 + y * 0` would
/// count as varying along y, and be evaluated once per sample instead of once per column.
pub fn sum<'a, const N: usize>(values: [Expr<'a>; N], weights: [Expr<'a>; N]) -> Expr<'a> {
    let counts = |weight: &Expr<'a>| !weight.is_constant(0.0);
    let terms = values.iter().zip(&weights).filter(|(_, weight)| counts(weight));
    let products = terms.map(|(value, weight)| *value * *weight);
    products.reduce(|sum, product| sum + product).unwrap_or_else(|| weights[0])
}
