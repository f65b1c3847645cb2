//! Rings around an axis.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::waveform;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Rings", lower)
        .describe(
            "Rings around an axis through the origin, as in a tree trunk: a wave over the distance to the \
             axis. For wood, connect a noise to `phase`.",
        )
        .search(&["wood", "tree", "growth rings", "circles", "cylinder", "wave", "target", "wood grain"])
        .input(
            InputDefinition::choice("axis", &["x", "y", "z"])
                .default_choice("z")
                .describe("The axis in the center of the rings. z points away from the viewer and shows circles."),
        )
        .input(
            InputDefinition::float("frequency", 8.0)
                .soft(0.0..=64.0)
                .step(0.1)
                .unit("rings per unit")
                .describe("The number of rings per unit."),
        )
        .input(waveform::phase())
        .input(waveform::profile())
        .input(InputDefinition::position())
        .float_output("value", "The wave, from 0 to 1.")
        .float_output("distance", "The distance to the axis, in units.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [x, y, z] = context.vector("position")?;
    let (a, b) = match context.choice("axis") {
        "x" => (y, z),
        "y" => (x, z),
        _ => (x, y),
    };
    let distance = (a * a + b * b).sqrt();
    let turns = distance * context.float("frequency")? + context.float("phase")?;
    Ok(vec![Field::Float(waveform::at(context, turns)), Field::Float(distance)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Wood",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2, "octaves": 2, "seed": 31}},
    "rings": {"type": "pattern/rings", "inputs": {"frequency": 7, "phase": {"node": "noise"}}},
    "wood": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "rings", "output": "value"},
        "ramp": {
          "stops": [
            {"position": 0, "color": [0.5, 0.25, 0.09, 1]},
            {"position": 0.8, "color": [0.22, 0.09, 0.03, 1]},
            {"position": 1, "color": [0.5, 0.25, 0.09, 1]}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "wood", "output": "color"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value_at;

    #[test]
    fn rings_go_around_the_chosen_axis() {
        for (axis, position) in [("x", [9.0, 3.0, 4.0]), ("y", [3.0, 9.0, 4.0]), ("z", [3.0, 4.0, 9.0])] {
            let [x, y, z] = position;
            let inputs = format!(r#"{{"axis": "{axis}", "frequency": 0.25}}"#);
            assert_eq!(value_at("pattern/rings", &inputs, [x, y, z, 0.0]), [0.25]);
        }
    }

    #[test]
    fn profiles_run_from_0_to_1() {
        let at = |profile: &str, turns: f32| {
            let inputs = format!(r#"{{"profile": "{profile}", "frequency": 1}}"#);
            value_at("pattern/rings", &inputs, [turns, 0.0, 0.0, 0.0])[0]
        };
        assert_eq!([at("saw", 0.0), at("saw", 3.75)], [0.0, 0.75]);
        assert_eq!([at("triangle", 0.0), at("triangle", 0.5), at("triangle", 0.75)], [0.0, 1.0, 0.5]);
        assert_eq!([at("square", 0.25), at("square", 0.5)], [0.0, 1.0]);
        assert!(at("sine", 1.0).abs() < 1e-6 && (at("sine", 0.5) - 1.0).abs() < 1e-6);
    }
}
