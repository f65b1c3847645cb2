//! The angle of a direction, in turns.

use std::f32::consts::TAU;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Arctangent 2", lower)
        .describe(
            "The angle of the direction (x, y), in turns: 0 to the right, 0.25 down, -0.25 up, half a turn \
             to the left.",
        )
        .search(&["atan2", "arctan", "angle", "polar", "spiral", "direction"])
        .input(InputDefinition::float("y", 0.0).describe("The component of the direction downwards."))
        .input(InputDefinition::float("x", 1.0).describe("The component of the direction to the right."))
        .float_output("value", "The angle, from -0.5 to 0.5 turns.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let angle = context.float("y")?.atan2(context.float("x")?);
    Ok(vec![Field::Float(angle * (1.0 / TAU))])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "A spiral: an angle plus a distance",
  "nodes": {
    "position": {"type": "input/position"},
    "centered": {
      "type": "math/subtract",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.5, 0.5, 0]}
    },
    "parts": {"type": "vector/separate", "inputs": {"vector": {"node": "centered"}}},
    "angle": {
      "type": "math/arctangent2",
      "inputs": {"y": {"node": "parts", "output": "y"}, "x": {"node": "parts", "output": "x"}}
    },
    "radius": {"type": "vector/length", "inputs": {"vector": {"node": "centered"}}},
    "arms": {"type": "math/multiply", "inputs": {"a": {"node": "angle"}, "b": 3}},
    "turns": {"type": "math/multiply", "inputs": {"a": {"node": "radius"}, "b": -5}},
    "sum": {"type": "math/add", "inputs": {"a": {"node": "arms"}, "b": {"node": "turns"}}},
    "wave": {"type": "math/cosine", "inputs": {"value": {"node": "sum"}}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "wave"}, "from_min": -1}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    #[test]
    fn angles_go_from_right_to_down() {
        let angle = |y: i8, x: i8| value("math/arctangent2", &format!(r#"{{"y": {y}, "x": {x}}}"#))[0];
        assert_eq!([angle(0, 1), angle(1, 0), angle(-1, 0), angle(0, 0)], [0.0, 0.25, -0.25, 0.0]);
    }
}
