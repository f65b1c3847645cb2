//! Points as seen along an axis.
//!
//! A node that turns something about an axis works in the plane across it: as seen along z from the front, along y from
//! above, and along x from the left. A rotation from right to down is then clockwise, and in the direction of
//! `domain/transform`.

use std::f32::consts::FRAC_1_PI;

use travertine_graph::definition::InputDefinition;
use travertine_graph::lowering::{LoweringContext, Suspended};
use travertine_program::Expr;

/// The input for the axis.
pub fn axis(default: &str) -> InputDefinition {
    InputDefinition::choice("axis", &["x", "y", "z"]).default_choice(default).describe(
        "The direction of the axis through `center`: x is seen from the left, y from above, z from the front.",
    )
}

/// The input for a point of the axis.
pub fn center() -> InputDefinition {
    InputDefinition::vector("center", [0.5; 3])
        .soft(0.0..=1.0)
        .step(0.01)
        .unit("units")
        .describe("The center: the middle of the unit square and of solids by default.")
}

/// A vector seen along the node's axis: to the right, down, and along the axis.
pub fn to_axis_frame<'a>(context: &LoweringContext<'a>, [x, y, z]: [Expr<'a>; 3]) -> [Expr<'a>; 3] {
    match context.choice("axis") {
        "x" => [-z, y, x],
        "y" => [x, -z, y],
        _ => [x, y, z],
    }
}

/// The vector that is seen as this one along the node's axis.
pub fn from_axis_frame<'a>(context: &LoweringContext<'a>, [right, down, along]: [Expr<'a>; 3]) -> [Expr<'a>; 3] {
    match context.choice("axis") {
        "x" => [along, down, -right],
        "y" => [right, along, -down],
        _ => [right, down, along],
    }
}

/// A point relative to the node's `center`, seen along its axis.
pub fn from_center<'a>(context: &LoweringContext<'a>, point: [Expr<'a>; 3]) -> Result<[Expr<'a>; 3], Suspended> {
    let center = context.vector("center")?;
    Ok(to_axis_frame(context, [0, 1, 2].map(|axis: usize| point[axis] - center[axis])))
}

/// The point that is seen as this one relative to the node's `center`.
pub fn to_point<'a>(context: &LoweringContext<'a>, seen: [Expr<'a>; 3]) -> Result<[Expr<'a>; 3], Suspended> {
    let (center, offset) = (context.vector("center")?, from_axis_frame(context, seen));
    Ok([0, 1, 2].map(|axis: usize| center[axis] + offset[axis]))
}

/// The direction of a point of the plane in turns: 0 at the top, 0.25 at the left, 0.5 at the bottom, below 1.
///
/// Counter-clockwise, so that a texture whose x runs around and whose y runs outwards is not mirrored.
pub fn turn<'a>(right: Expr<'a>, down: Expr<'a>) -> Expr<'a> {
    ((-right).atan2(-down) * (0.5 * FRAC_1_PI)).fract()
}

/// The distance of a point of the plane from the axis.
pub fn radius<'a>(right: Expr<'a>, down: Expr<'a>) -> Expr<'a> {
    (right * right + down * down).sqrt()
}
