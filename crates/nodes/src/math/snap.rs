//! A value snapped to steps.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Snap", lower)
        .describe(
            "Snaps a value to even steps: few tones instead of many, terraces, and pixels if it snaps a position. \
             `math/terrace` has soft steps. Works on each component of vectors and on the red, green and blue of \
             colors; alpha is unchanged.",
        )
        .search(&["quantize", "posterize", "round", "steps", "pixelate", "mosaic", "grid", "increment", "floor"])
        .input(InputDefinition::any("value", 0.0).describe("The value to snap."))
        .input(
            InputDefinition::float("step", 0.125)
                .soft(0.0..=1.0)
                .step(0.005)
                .describe("The distance between two steps; 0 leaves the value unchanged."),
        )
        .input(
            InputDefinition::float("offset", 0.0)
                .soft(-1.0..=1.0)
                .step(0.005)
                .describe("The value of one of the steps; the others follow at even distances."),
        )
        .input(InputDefinition::choice("mode", &["down", "nearest", "up", "middle"]).describe(
            "The result: the step below the value, the nearest one, the one above, or half-way between the steps \
             around it, which suits positions.",
        ))
        .output("value", OutputType::like(&["value"]), "The snapped value, in its own type.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (step, offset, mode) = (context.float("step")?, context.float("offset")?, context.choice("mode"));
    let snap = |value: Expr<'a>| {
        let steps = (value - offset) / step;
        let whole = match mode {
            "nearest" => steps.round(),
            "up" => steps.ceil(),
            "middle" => steps.floor() + 0.5,
            _ => steps.floor(),
        };
        step.abs().select(whole * step + offset, value)
    };
    Ok(vec![componentwise::map(context.any("value")?, snap)])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "A landscape of few pixels and few colors",
  "nodes": {
    "position": {"type": "input/position"},
    "pixels": {
      "type": "math/snap",
      "inputs": {"value": {"node": "position", "output": "position"}, "step": 0.03125, "mode": "middle"}
    },
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": 2.2, "octaves": 4, "seed": 12, "min": 0, "max": 1, "position": {"node": "pixels"}}
    },
    "tones": {"type": "math/snap", "inputs": {"value": {"node": "noise"}, "step": 0.08, "mode": "nearest"}},
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "tones"},
        "ramp": {
          "stops": [
            {"position": 0.25, "color": "#12355b"},
            {"position": 0.42, "color": "#2f9c95"},
            {"position": 0.48, "color": "#f4e285"},
            {"position": 0.56, "color": "#5b8e3e"},
            {"position": 0.75, "color": "#f5f3ec"}
          ],
          "space": "srgb"
        }
      }
    }
  },
  "outputs": {"color": {"node": "colors"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    #[test]
    fn modes_choose_the_step() {
        let snap = |mode: &str, value_: f32, rest: &str| {
            value("math/snap", &format!(r#"{{"value": {value_}, "mode": "{mode}", "step": 0.5{rest}}}"#))[0]
        };
        for (mode, expected) in [
            ("down", [0.0, 0.0, 0.5, -0.5]),
            ("nearest", [0.0, 0.5, 0.5, -0.5]),
            ("up", [0.5, 0.5, 0.5, 0.0]),
            ("middle", [0.25, 0.25, 0.75, -0.25]),
        ] {
            let found = [0.125, 0.375, 0.5, -0.375].map(|value| snap(mode, value, ""));
            assert_eq!(found, expected, "{mode}");
            let shifted = [0.25, 0.5, 0.625, -0.25].map(|value| snap(mode, value, r#", "offset": 0.125"#));
            assert_eq!(shifted, expected.map(|value| value + 0.125), "{mode}");
        }
    }

    #[test]
    fn without_a_step_nothing_changes() {
        assert_eq!(value("math/snap", r#"{"value": [0.1, -2, 3], "step": 0}"#), [0.1, -2.0, 3.0]);
    }
}
