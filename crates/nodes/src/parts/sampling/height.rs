//! Common parts of the nodes that examine a height field: the heights at nearby positions.

use travertine_graph::definition::{InputDefinition, ValueType};
use travertine_graph::lowering::{Field, LoweringContext, Position, Suspended};
use travertine_program::Expr;

/// The input for the height field.
pub fn input() -> InputDefinition {
    InputDefinition::required("height", ValueType::Float)
        .moved()
        .unit("units")
        .describe("The height above the xy plane. It is also evaluated at nearby positions.")
}

/// The distance to the nearby positions.
pub fn distance() -> InputDefinition {
    InputDefinition::float("distance", 0.004)
        .soft(0.001..=0.1)
        .step(0.001)
        .unit("units")
        .describe("The distance to the heights compared: about a pixel for the finest relief, more for broader forms.")
}

/// The factor of the heights.
pub fn strength() -> InputDefinition {
    InputDefinition::float("strength", 1.0)
        .soft(0.0..=4.0)
        .step(0.01)
        .describe("A factor of the heights: 0 is flat, higher values give a stronger relief.")
}

/// The height at the given distances to the right and down from the node's position, times the strength.
pub fn at<'a>(context: &LoweringContext<'a>, right: Expr<'a>, down: Expr<'a>) -> Result<Expr<'a>, Suspended> {
    let position = context.position();
    let sampled = position.at([position.x + right, position.y + down, position.z]);
    Ok(context.any_at("height", sampled)?.to_float() * context.float("strength")?)
}

/// The height at another position, times the strength.
pub fn at_position<'a>(context: &LoweringContext<'a>, position: Position<'a>) -> Result<Expr<'a>, Suspended> {
    Ok(context.any_at("height", position)?.to_float() * context.float("strength")?)
}

/// The rise of the height per unit to the right and down at another position, as [`gradient`] gives it at the node's
/// own.
pub fn gradient_at<'a>(context: &LoweringContext<'a>, position: Position<'a>) -> Result<[Expr<'a>; 2], Suspended> {
    let (distance, none) = (context.float("distance")?, context.constant(0.0));
    let heights = [(distance, none), (-distance, none), (none, distance), (none, -distance)]
        .map(|(right, down)| at_position(context, position.at([position.x + right, position.y + down, position.z])));
    let [right, left, below, above] = heights;
    let span = distance * 2.0;
    Ok([right? - left?, below? - above?].map(|rise| (rise / span).max(-STEEPEST).min(STEEPEST)))
}

/// The heights to the right, to the left, below and above, at the node's distance.
pub fn around<'a>(context: &LoweringContext<'a>) -> Result<[Expr<'a>; 4], Suspended> {
    let (distance, none) = (context.float("distance")?, context.constant(0.0));
    let heights =
        [(distance, none), (-distance, none), (none, distance), (none, -distance)].map(|(x, y)| at(context, x, y));
    let [right, left, below, above] = heights;
    Ok([right?, left?, below?, above?])
}

/// The greatest gradient: the square of a greater one overflows.
const STEEPEST: f32 = 1e18;

/// The rise of the height per unit to the right and down, by central differences.
pub fn gradient<'a>(context: &LoweringContext<'a>) -> Result<[Expr<'a>; 2], Suspended> {
    let [right, left, below, above] = around(context)?;
    let span = context.float("distance")? * 2.0;
    Ok([right - left, below - above].map(|rise| (rise / span).max(-STEEPEST).min(STEEPEST)))
}

/// The rise of the height per unit to the right and down, by its derivatives.
pub fn derivatives<'a>(context: &LoweringContext<'a>) -> Result<[Expr<'a>; 2], Suspended> {
    let [right, down, _] = context.slopes("height")?.map(Field::to_float);
    let strength = context.float("strength")?;
    Ok([right, down].map(|rise| (rise * strength).max(-STEEPEST).min(STEEPEST)))
}
