//! A field twisted about an axis.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::positions::angle::turned_back;
use crate::parts::positions::axis;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Twist", lower)
        .describe(
            "Twists a texture about an axis: it is rotated the more the further along the axis. Rope, barley \
             sugar, candy canes, twisted columns, drills, spiral grain of wood. It leaves the plane through the \
             center as it is. After Alan Barr, \"Global and Local Deformations of Solid Primitives\" (1984).",
        )
        .search(&["rope", "spiral", "helix", "screw", "barley sugar", "candy", "column", "rotate", "torsion", "drill"])
        .input(InputDefinition::required("value", ValueType::Any).moved().describe("The texture to twist."))
        .input(axis::axis("y"))
        .input(axis::center())
        .input(InputDefinition::float("turns", 1.0).soft(-4.0..=4.0).step(0.01).unit("turns per unit").describe(
            "The rotation from one place of the axis to the next: clockwise, seen along the axis, if positive.",
        ))
        .output("value", OutputType::like(&["value"]), "The twisted texture.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let twisted = context.moved(|position| {
        let turns = context.any_at("turns", position)?.to_float();
        let [right, down, along] = axis::from_center(context, position.vector())?;
        let [right, down] = turned_back([right, down], along * turns * 360.0);
        Ok(position.at(axis::to_point(context, [right, down, along])?))
    })?;
    Ok(vec![context.any_at("value", twisted)?])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Barley sugar: the surface of a column, seen from the side",
  "nodes": {
    "stripes": {
      "type": "math/formula",
      "inputs": {"formula": "fract(atan2(z-0.5, x-0.5)*3/tau)"}
    },
    "sugar": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "stripes"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#b3122f"},
            {"position": 0.36, "color": "#d22a3c"},
            {"position": 0.4, "color": "#fff4e6"},
            {"position": 0.62, "color": "#fff4e6"},
            {"position": 0.65, "color": "#1f7a5c"},
            {"position": 0.74, "color": "#1f7a5c"},
            {"position": 0.77, "color": "#fff4e6"},
            {"position": 0.96, "color": "#fff4e6"},
            {"position": 1, "color": "#b3122f"}
          ]
        }
      }
    },
    "twisted": {"type": "domain/twist", "inputs": {"value": {"node": "sugar", "output": "color"}, "turns": 0.75}},
    "position": {"type": "input/position"},
    "column": {"type": "math/formula", "inputs": {"formula": "fract(x*3)/3 + 1/3"}},
    "front": {
      "type": "math/formula",
      "inputs": {"formula": "0.5 - sqrt(max(0.0256 - (a-0.5)^2, 0))", "a": {"node": "column"}}
    },
    "surface": {
      "type": "vector/combine",
      "inputs": {"x": {"node": "column"}, "y": {"node": "position", "output": "y"}, "z": {"node": "front"}}
    },
    "seen": {"type": "domain/at", "inputs": {"value": {"node": "twisted"}, "position": {"node": "surface"}}},
    "light": {
      "type": "math/formula",
      "inputs": {
        "formula": "(0.5-b)*6.25*(0.72 + 0.3*smoothstep(0.12, -0.14, a-0.5)) + 0.5*smoothstep(0.03, 0, abs(a-0.44))*step(0.0001, 0.5-b)",
        "a": {"node": "column"}, "b": {"node": "front"}
      }
    },
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "seen"}, "b": {"node": "light"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}, "minimum": 0, "maximum": 1}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{moved, scattered};

    #[test]
    fn each_plane_is_rotated_like_by_a_transform() {
        for (axis, index) in [("x", 0), ("y", 1), ("z", 2)] {
            for point in scattered(30, 2.0) {
                let inputs = format!(r#""axis": "{axis}", "center": [0, 0, 0], "turns": 0.25"#);
                let mut rotate = [0.0; 3];
                rotate[index] = point[index] * 90.0;
                let expected = moved("domain/transform", &format!(r#""rotate": {rotate:?}"#), point);
                let found = moved("domain/twist", &inputs, point);
                let near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-5);
                assert!(near, "{axis} {point:?}: {found:?}, not {expected:?}");
            }
        }
    }

    #[test]
    fn quarter_turns_are_exact() {
        // One unit below the center, a quarter turn takes the right to the front, seen from above clockwise.
        let inputs = r#""center": [1, 2, 3], "turns": 0.25"#;
        assert_eq!(moved("domain/twist", inputs, [1.0, 3.0, 2.0]), [2.0, 3.0, 3.0]);
        assert_eq!(moved("domain/twist", inputs, [1.5, 2.0, 7.0]), [1.5, 2.0, 7.0]);
    }
}
