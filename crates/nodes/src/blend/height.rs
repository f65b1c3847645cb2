//! Two materials, the higher of which covers the other.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::soft_step;

pub fn definition() -> Definition {
    let height = |name| InputDefinition::float(name, 0.5).soft(0.0..=1.0).step(0.01);
    Definition::new(module_path!(), "Height blend", lower)
        .describe(
            "Mixes two materials by their heights: the higher one covers the other, as sand fills the joints between \
             stones, snow leaves the tips of rocks free, and moss grows out of cracks. `amount` lets the second rise \
             or sink. The `height` of the result serves the next layer.",
        )
        .search(&[
            "height lerp",
            "layer",
            "material",
            "moss",
            "sand",
            "snow",
            "water",
            "joints",
            "splat",
            "cover",
            "mix",
            "depth",
        ])
        .input(InputDefinition::any("a", 0.0).describe("The first material, which is covered."))
        .input(InputDefinition::any("b", 1.0).describe("The second material, which covers."))
        .input(height("height_a").describe("The height of the first material, usually 0 to 1."))
        .input(height("height_b").describe("The height of the second material, usually 0 to 1."))
        .input(InputDefinition::float("amount", 0.5).soft(0.0..=1.0).step(0.01).describe(
            "How much of the second material there is: with heights from 0 to 1, 0 shows none of it, 1 nothing else, \
             and at 0.5 the higher one shows.",
        ))
        .input(
            InputDefinition::float("softness", 0.1)
                .hard(0.0..=f32::MAX)
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("The difference of heights over which the materials mix: 0 gives a hard edge."),
        )
        .output("value", OutputType::like(&["a", "b"]), "The mixture, in the wider type of the materials.")
        .float_output("height", "The height of the visible material.")
        .float_output("factor", "The proportion of the second material, 0 to 1.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (height_a, height_b) = (context.float("height_a")?, context.float("height_b")?);
    let (amount, softness) = (context.float("amount")?, context.float("softness")?.max(0.0));
    // The second material moves by as much as two heights can differ, and by the soft edge.
    let raised = (amount * 2.0 - 1.0) * (softness * 0.5 + 1.0);
    let factor = soft_step::around(height_b - height_a + raised, context.constant(0.0), softness);
    let value = context.any("a")?.zip(context.any("b")?, |a, b| a.mix(b, factor));
    Ok(vec![value, Field::Float(height_a.mix(height_b, factor)), Field::Float(factor)])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Moss between cobblestones",
  "nodes": {
    "stones": {"type": "noise/cellular", "inputs": {"scale": 4.5, "jitter": 0.75, "dimensions": 2, "seed": 4}},
    "tops": {"type": "math/smoothstep", "inputs": {"value": {"node": "stones", "output": "edge"}, "low": 0, "high": 0.3}},
    "grain": {"type": "noise/perlin", "inputs": {"scale": 16, "octaves": 4, "seed": 6, "min": 0, "max": 1}},
    "height": {"type": "blend/mix", "inputs": {"a": {"node": "tops"}, "b": {"node": "grain"}, "factor": 0.15}},
    "stone": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "stones", "output": "value"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#7c7f86"},
            {"position": 0.5, "color": "#a59a8c"},
            {"position": 1, "color": "#8a7466"}
          ],
          "space": "srgb"
        }
      }
    },
    "patches": {"type": "noise/perlin", "inputs": {"scale": 1.7, "octaves": 2, "seed": 3}},
    "amount": {
      "type": "math/remap",
      "inputs": {"value": {"node": "patches"}, "from_min": -0.6, "from_max": 0.6, "to_min": 0.3, "to_max": 0.72}
    },
    "cushions": {"type": "noise/perlin", "inputs": {"scale": 24, "octaves": 3, "seed": 9, "min": 0, "max": 1}},
    "moss": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "cushions"},
        "ramp": {
          "stops": [
            {"position": 0.3, "color": "#1d2f10"},
            {"position": 0.55, "color": "#4f7a22"},
            {"position": 0.75, "color": "#b2c94b"}
          ],
          "space": "srgb"
        }
      }
    },
    "ground": {
      "type": "blend/height",
      "inputs": {
        "a": {"node": "stone"}, "b": {"node": "moss"},
        "height_a": {"node": "height"}, "height_b": {"node": "cushions"},
        "amount": {"node": "amount"}, "softness": 0.12
      }
    },
    "normal": {
      "type": "filter/normal-map",
      "inputs": {"height": {"node": "ground", "output": "height"}, "strength": 0.035}
    },
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.5, 0.5, 0.7]}
    },
    "sun": {"type": "math/remap", "inputs": {"value": {"node": "light"}, "to_min": 0.15, "to_max": 1.15}},
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "ground"}, "b": {"node": "sun"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::named_at;

    fn blend(output: &str, heights: [f32; 2], rest: &str) -> f32 {
        let [a, b] = heights;
        let inputs = format!(r#"{{"a": 2, "b": 6, "height_a": {a}, "height_b": {b}{rest}}}"#);
        named_at("blend/height", output, &inputs, [0.0; 4])[0]
    }

    #[test]
    fn the_higher_material_covers_the_other() {
        let at = |heights| ["value", "height", "factor"].map(|output| blend(output, heights, ""));
        assert_eq!(at([0.75, 0.25]), [2.0, 0.75, 0.0]);
        assert_eq!(at([0.25, 0.75]), [6.0, 0.75, 1.0]);
        assert_eq!(at([0.5, 0.5]), [4.0, 0.5, 0.5]);
    }

    #[test]
    fn the_amount_reaches_both_ends_for_all_heights() {
        for heights in [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [0.3, 0.8]] {
            for softness in [0.0, 0.1, 1.0, 3.0] {
                let factor =
                    |amount: f32| blend("factor", heights, &format!(r#", "amount": {amount}, "softness": {softness}"#));
                // A hard edge belongs to the second material.
                let none = if heights == [0.0, 1.0] && softness == 0.0 { 1.0 } else { 0.0 };
                let found = [factor(0.0), factor(1.0)];
                let is_close = (found[0] - none).abs() < 1e-6 && (found[1] - 1.0).abs() < 1e-6;
                assert!(is_close, "{found:?} for {heights:?}, {softness}");
            }
        }
    }

    #[test]
    fn more_is_never_less() {
        let mut last = 0.0;
        for step in 0..=20 {
            let amount = step as f32 / 20.0;
            let factor = blend("factor", [0.4, 0.7], &format!(r#", "amount": {amount}, "softness": 0.3"#));
            assert!(factor >= last);
            last = factor;
        }
        assert_eq!(last, 1.0);
    }
}
