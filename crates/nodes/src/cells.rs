//! What the patterns over a lattice of cells share.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Position, Site, Suspended};

/// How fine the lattice is.
pub fn scale() -> InputDefinition {
    InputDefinition::float("scale", 4.0)
        .soft(0.1..=64.0)
        .step(0.1)
        .unit("cells per unit")
        .describe("Lattice cells per unit of space; larger is finer. Time is not scaled.")
}

/// Along how many axes the pattern varies, `least` to 4.
pub fn dimensions(least: u8) -> InputDefinition {
    let range = f32::from(least)..=4.0;
    InputDefinition::integer("dimensions", 3)
        .hard(range.clone())
        .soft(range)
        .describe("Along how many of x, y, z and time it varies: 2 is flat, 3 solid, 4 moves.")
}

/// Adds the outputs of a noise: its value, and its gradient.
pub fn outputs(definition: Definition) -> Definition {
    definition.float_output("value", "The noise, from -1 to 1, with mean 0.").vector_output(
        "gradient",
        "The way in which it rises most, as long as it is steep: how much the value changes per unit of x, y \
         and z of the position. Exact, not a difference.",
    )
}

/// The place in lattice cells: the site's `position` times its `scale`.
pub fn place<'a>(site: &Site<'a>) -> Result<Position<'a>, Suspended> {
    let scale = site.float("scale")?;
    let place = site.place()?;
    Ok(place.at(place.vector().map(|coordinate| coordinate * scale)))
}
