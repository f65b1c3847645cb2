//! Common parts of the patterns over a lattice of cells.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{LoweringContext, Position, Suspended};

/// The scale of the lattice.
pub fn scale() -> InputDefinition {
    scale_above_0(4.0).describe(
        "Lattice cells per unit of space, not of time: larger values are finer. A connected field may also \
         be 0, which gives the value at the origin, or negative, which mirrors the position at the origin.",
    )
}

/// A scale in cells per unit; constants and parameters must be above 0.
pub fn scale_above_0(default: f32) -> InputDefinition {
    InputDefinition::float("scale", default).above_0().soft(0.1..=64.0).step(0.1).unit("cells per unit")
}

/// The number of dimensions, `least` to 4.
pub fn dimensions(least: u8) -> InputDefinition {
    let range = f32::from(least)..=4.0;
    InputDefinition::integer("dimensions", 3).hard(range.clone()).soft(range).secondary().describe(
        "The number of axes along which the pattern varies: 2 is flat (x and y), 3 is solid (and z), 4 \
             is animated (and time).",
    )
}

/// Adds the outputs of a noise: its value and its gradient.
pub fn outputs(definition: Definition) -> Definition {
    definition.float_output("value", "The noise, from `min` to `max`, with its mean half-way.").vector_output(
        "gradient",
        "The direction of the steepest rise; its length is the steepness: the change of the value per unit \
         of x, y and z of the position. Exact, not a difference of samples.",
    )
}

/// The position in lattice cells: the node's `position` times its `scale`.
pub fn position<'a>(context: &LoweringContext<'a>) -> Result<Position<'a>, Suspended> {
    let scale = context.float("scale")?;
    let position = context.input_position()?;
    Ok(position.at(position.vector().map(|coordinate| coordinate * scale)).spread(scale))
}

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{output_at, value_at};

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
