//! Round spots in which a node distorts a texture: one around a center, or one in each cell of a lattice.
//!
//! A spot never reaches beyond its cell, so each point belongs to at most one, and the distortion has no breaks.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{LoweringContext, Position, Suspended};
use travertine_program::Expr;

use crate::parts::lattices::random;
use crate::parts::positions::axis;

/// Adds the center and the radius of the spots.
pub fn describe(definition: Definition) -> Definition {
    definition
        .input(axis::center().describe(
            "The center of the spot, or of one of the spots: the middle of the unit square and of solids by \
             default.",
        ))
        .input(InputDefinition::float("radius", 0.4).soft(0.0..=1.0).step(0.01).unit("units").describe(
            "The radius of a spot, outside which nothing changes. Repeated spots are at most half as wide as \
             `spacing`.",
        ))
}

/// Adds the repetition of the spots.
pub fn describe_repeats(definition: Definition) -> Definition {
    definition
        .input(
            InputDefinition::vector("spacing", [0.0; 3])
                .soft(0.0..=1.0)
                .step(0.01)
                .unit("units")
                .describe("The distance between repeated spots along x, y and z; 0 does not repeat them."),
        )
        .input(
            InputDefinition::fraction("jitter", 1.0)
                .describe("The irregularity of repeated spots: 0 puts them in a lattice, 1 anywhere in their cells."),
        )
        .input(InputDefinition::seed())
        .input(random::period())
}

/// The spot of a position.
pub struct Spot<'a> {
    /// The position relative to the spot's center; 0 along an axis that does not count.
    pub offset: [Expr<'a>; 3],
    /// How deep in the spot the position is: 0 at the rim and outside, 1 in the center.
    pub depth: Expr<'a>,
}

/// The spot nearest to a position. Spots are columns along the axis `column`, 0 to 2 for x to z, or balls.
pub fn at<'a>(
    context: &LoweringContext<'a>,
    position: Position<'a>,
    column: Option<usize>,
) -> Result<Spot<'a>, Suspended> {
    let vector = |name| context.any_at(name, position).map(|field| field.to_vector());
    let float = |name| context.any_at(name, position).map(|field| field.to_float());
    let (center, spacing, period) = (vector("center")?, vector("spacing")?, vector("period")?);
    let (mut radius, jitter) = (float("radius")?.max(0.0), float("jitter")?);
    let none = context.constant(0.0);
    let from_center = |axis: usize| position.vector()[axis] - center[axis];
    let spacing: [Expr; 3] = [0, 1, 2].map(|axis| if column == Some(axis) { none } else { spacing[axis].abs() });
    for spacing in spacing {
        radius = spacing.select(radius.min(spacing * 0.5), radius);
    }
    let index = [0, 1, 2].map(|axis| (from_center(axis) / spacing[axis]).round());
    let piece = random::within(index, period);
    let offset = [0, 1, 2].map(|axis| {
        if column == Some(axis) {
            return none;
        }
        let (spacing, half) = (spacing[axis], spacing[axis] * 0.5);
        // The room on either side of the spot in its cell.
        let shift = (random::of_piece(context, piece, axis as u32 + 1) * 2.0 - 1.0) * (half - radius) * jitter;
        // Limited for the interval, which does not know that the distance to a rounded number is at most a half.
        let in_cell = (from_center(axis) - index[axis] * spacing).max(-half).min(half);
        spacing.select(in_cell - shift, from_center(axis))
    });
    let [x, y, z] = offset;
    let distance = (x * x + y * y + z * z).sqrt();
    Ok(Spot { offset, depth: ((radius - distance) / radius).clamp01() })
}
