//! Bricks in rows.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::tilings::courses;

pub fn definition() -> Definition {
    let definition = courses::describe(Definition::new(module_path!(), "Bricks", lower));
    courses::placed(definition).example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = context.input_position()?;
    let (brick, _, numbers) = courses::brick_at(context, position)?;
    let mut outputs = brick.outputs(context, position)?;
    outputs.extend(numbers.map(Field::Float));
    Ok(outputs)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Brick wall",
  "nodes": {
    "position": {"type": "input/position"},
    "wobble": {"type": "noise/perlin", "inputs": {"scale": 9, "octaves": 3, "seed": 8}},
    "shift": {"type": "math/multiply", "inputs": {"a": {"node": "wobble", "output": "gradient"}, "b": 0.0005}},
    "uneven": {
      "type": "math/add",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": {"node": "shift"}}
    },
    "bricks": {
      "type": "pattern/bricks",
      "inputs": {"joint": 0.014, "bevel": 0.012, "seed": 12, "position": {"node": "uneven"}}
    },
    "grain": {"type": "noise/perlin", "inputs": {"scale": 24, "octaves": 4, "persistence": 0.6, "seed": 5}},
    "shade": {"type": "math/formula", "inputs": {
      "formula": "a + 0.5*b", "a": {"node": "bricks", "output": "id"}, "b": {"node": "grain"}
    }},
    "clay": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "shade"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#5a2a22"},
            {"position": 0.25, "color": "#8f4030"},
            {"position": 0.6, "color": "#b35a3c"},
            {"position": 0.85, "color": "#c97f56"},
            {"position": 1, "color": "#a89078"}
          ],
          "space": "srgb"
        }
      }
    },
    "sand": {"type": "math/formula", "inputs": {"formula": "0.9 + 0.5*a", "a": {"node": "grain"}}},
    "mortar": {"type": "math/multiply", "inputs": {"a": [0.56, 0.52, 0.45, 1], "b": {"node": "sand"}}},
    "wall": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "mortar"}, "b": {"node": "clay"}, "factor": {"node": "face"}}
    },
    "face": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "bricks", "output": "edge"}, "low": 0.0065, "high": 0.0095}
    },
    "relief": {"type": "math/formula", "inputs": {
      "formula": "0.014*a + 0.004*b", "a": {"node": "bricks"}, "b": {"node": "grain"}
    }},
    "normal": {"type": "filter/normal-map", "inputs": {"height": {"node": "relief"}, "distance": 0.002}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.5, 0.6, 0.9]}
    },
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "wall"}, "b": {"node": "light"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::named_at;
    use crate::checks::tiling_oracle::Tiling;

    const NODE: &str = "pattern/bricks";

    #[test]
    fn pieces_are_bricks() {
        Tiling::new(NODE, r#""size": [0.25, 0.1, 0]"#).check([1.0, 0.5]);
        Tiling::new(NODE, r#""size": [0.3, 0.125, 0], "bond": "english", "rows": 4"#).check([1.0, 1.0]);
        Tiling::new(NODE, r#""size": [0.3, 0.125, 0], "bond": "flemish", "offset": 0.3"#).check([1.0, 0.5]);
    }

    #[test]
    fn uneven_pieces_are_bricks() {
        for bond in ["running", "english", "flemish"] {
            let inputs = format!(r#""size": [0.3, 0.125, 0], "bond": "{bond}", "jitter": 1, "seed": 4"#);
            Tiling::new(NODE, &inputs).check([1.0, 0.6]);
        }
    }

    /// Against a wall that is laid brick by brick.
    #[test]
    fn bonds_match_their_description() {
        let widths = |bond: &str, row: usize| -> (f32, Vec<f32>) {
            match (bond, row % 2) {
                ("english", 1) => (0.25, vec![0.5]),
                ("flemish", 0) => (0.0, vec![1.0, 0.5]),
                ("flemish", _) => (0.75, vec![1.0, 0.5]),
                ("running", 1) => (0.5, vec![1.0]),
                _ => (0.0, vec![1.0]),
            }
        };
        for bond in ["running", "english", "flemish"] {
            let inputs = format!(r#"{{"size": [1, 1, 0], "bond": "{bond}"}}"#);
            for row in 0..3 {
                let (mut end, lengths) = widths(bond, row);
                for brick in 0..5 {
                    let length = lengths[brick % lengths.len()];
                    let middle = [end + length / 2.0, row as f32 + 0.5, 0.0];
                    for part in [0.1, 0.4, 0.9] {
                        let at = [end + part * length, row as f32 + 0.3, 0.0, 0.0];
                        let center = named_at(NODE, "center", &inputs, at);
                        assert!(
                            center.iter().zip(middle).all(|(a, b)| (a - b).abs() < 1e-5),
                            "{bond} {at:?}: {center:?}"
                        );
                    }
                    end += length;
                }
            }
        }
    }

    #[test]
    fn rows_are_shifted_along_z() {
        let at = |row: f32, z: f32| named_at(NODE, "layer", r#"{"size": [1, 1, 1]}"#, [0.5, row, z, 0.0])[0];
        assert_eq!([at(0.5, -0.3), at(0.5, 0.0), at(0.5, 0.7), at(0.5, 0.8)], [-1.0, 0.0, 0.0, 1.0]);
        assert_eq!([at(1.5, -0.8), at(1.5, -0.7), at(1.5, 0.2), at(1.5, 0.3)], [-1.0, 0.0, 0.0, 1.0]);
    }

    #[test]
    fn ids_repeat() {
        // In the Flemish bond, three bricks are two pairs, which are 1/2 long here.
        for (bond, columns, long) in [("running", 4, 0.25), ("english", 4, 0.25), ("flemish", 6, 0.333_333_34)] {
            let inputs = format!(r#""size": [{long}, 0.125, 0.5], "bond": "{bond}", "jitter": 0.7"#);
            Tiling::new(NODE, &inputs).check_period([columns, 4, 2], [columns as f32 * long, 0.5, 1.0]);
        }
    }
}
