//! Published noises: their scale, dimensions and seed, and their output.

use travertine_graph::constant::Constant;
use travertine_graph::definition::{InputDefinition, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::reference::Reference;

use crate::parts::lattices::cells;

/// The scale, 1 by default.
pub fn scale() -> InputDefinition {
    cells::scale_above_0(1.0).describe("Lattice cells per unit of space. At 1, positions are those of the publication.")
}

/// The number of dimensions, 1 to 3.
pub fn dimensions(default: i64) -> InputDefinition {
    InputDefinition::integer("dimensions", default).hard(1.0..=3.0).soft(1.0..=3.0).describe(
        "The number of axes along which the noise varies: x, then y, then z. Each number has a pattern \
             of its own.",
    )
}

/// The seed of C's random numbers.
pub fn seed() -> InputDefinition {
    InputDefinition::new("seed", ValueType::Seed, Constant::Seed(1)).describe(
        "The seed of the GNU C library's random numbers. 1 is that of programs that set none; 0 gives the \
         same numbers.",
    )
}

/// The output of a node: the noise at the position times its scale. A definition offers only valid noises; `None` is 0.
pub fn lower<'a>(context: &LoweringContext<'a>, noise: Option<impl Into<Reference>>) -> Lowered<'a> {
    let position = cells::position(context)?;
    let value = noise.map_or(context.constant(0.0), |noise| context.reference(noise, position));
    Ok(vec![value.into()])
}
