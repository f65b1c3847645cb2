//! Smooth minima: two values whose lower one wins, with a soft crease between.
//!
//! The cubic of Inigo Quilez, "Smooth minimum", as Blender has it: within `smoothness` of each other the values melt
//! together, by up to a sixth of it. The slope goes over from one value to the other, so the minimum of distances
//! changes no faster than they do.

use travertine_graph::definition::InputDefinition;
use travertine_program::Expr;

/// The input for the smoothness.
pub fn input(default: f32) -> InputDefinition {
    InputDefinition::float("smoothness", default).hard(0.0..=f32::MAX).soft(0.0..=1.0).step(0.01)
}

/// How near two values are: 1 where they are equal, 0 where they differ by `smoothness` or more.
fn nearness<'a>(a: Expr<'a>, b: Expr<'a>, smoothness: Expr<'a>) -> Expr<'a> {
    ((smoothness - (a - b).abs()) / smoothness).clamp01()
}

/// The smooth minimum of two values. A negative smoothness counts as 0.
pub fn minimum<'a>(a: Expr<'a>, b: Expr<'a>, smoothness: Expr<'a>) -> Expr<'a> {
    let smoothness = smoothness.max(0.0);
    let near = nearness(a, b, smoothness);
    a.min(b) - near * near * near * (smoothness / 6.0)
}

/// The smooth maximum of two values.
pub fn maximum<'a>(a: Expr<'a>, b: Expr<'a>, smoothness: Expr<'a>) -> Expr<'a> {
    let smoothness = smoothness.max(0.0);
    let near = nearness(a, b, smoothness);
    a.max(b) + near * near * near * (smoothness / 6.0)
}

/// The weight of `b` in the slope of the smooth minimum, 0 to 1: where `b` is far above, far below, or equal, it is 0,
/// 1 or one half. It mixes the colors of what melts together.
pub fn mix_factor<'a>(a: Expr<'a>, b: Expr<'a>, smoothness: Expr<'a>) -> Expr<'a> {
    let near = nearness(a, b, smoothness.max(0.0));
    let other = near * near * 0.5;
    b.less(a).select(1.0 - other, other)
}
