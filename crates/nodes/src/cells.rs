//! What the patterns over a lattice of cells share.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Position, Site, Suspended};

/// How fine the lattice is.
pub fn scale() -> InputDefinition {
    scale_above_0(4.0).describe(
        "Lattice cells per unit of space, not of time; larger is finer. A wire may make it 0, where all is as at the \
         origin, or negative, as on the origin's other side.",
    )
}

/// A scale in cells per unit, which as a number or a parameter is above 0.
pub fn scale_above_0(default: f32) -> InputDefinition {
    InputDefinition::float("scale", default).above_0().soft(0.1..=64.0).step(0.1).unit("cells per unit")
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
    definition.float_output("value", "The noise, from `min` to `max`, its mean half-way.").vector_output(
        "gradient",
        "The way in which it rises most, as long as it is steep: how much the value changes per unit of x, y \
         and z of the position. Exact, not a difference.",
    )
}

/// The place in lattice cells: the site's `position` times its `scale`.
pub fn place<'a>(site: &Site<'a>) -> Result<Position<'a>, Suspended> {
    let scale = site.float("scale")?;
    let place = site.place()?;
    Ok(place.at(place.vector().map(|coordinate| coordinate * scale)).spread(scale))
}

#[cfg(test)]
mod tests {
    use crate::testing::{output_at, value_at};

    #[test]
    fn a_wired_scale_may_be_0_or_negative() {
        for node in ["noise/perlin", "noise/value", "noise/simplex", "reference/perlin-1985"] {
            let document = format!(
                r#"{{
                  "format": "travertine", "version": 1,
                  "nodes": {{
                    "position": {{"type": "input/position"}},
                    "noise": {{"type": "{node}", "inputs": {{"scale": {{"node": "position", "output": "x"}}}}}}
                  }},
                  "outputs": {{"value": {{"node": "noise"}}}}
                }}"#
            );
            let at = |x: f32, y: f32| output_at(&document, [x, y, 0.7, 0.0]);
            assert_eq!(at(0.0, 0.3), value_at(node, r#"{"scale": 1}"#, [0.0; 4]));
            assert_eq!(at(-2.0, 0.3), value_at(node, r#"{"scale": 2}"#, [2.0, -0.3, -0.7, 0.0]));
        }
    }
}
