//! A field, blurred along a line.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::sampling::average;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Directional blur", lower)
        .describe(
            "Blurs a texture along a line: brushed metal, wood grain, rain, streaks under rivets, motion. The \
             texture is evaluated once for each sample, at even steps. A connected direction bends the \
             streaks. Colors count by their opacity.",
        )
        .search(&["motion blur", "streaks", "brushed", "smear", "drips", "wind", "linear blur", "speed"])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The texture to blur. It is evaluated at nearby positions."),
        )
        .input(
            InputDefinition::vector("vector", [0.15, 0.0, 0.0])
                .soft(-0.5..=0.5)
                .step(0.01)
                .unit("units")
                .describe("The direction and the length of the streaks."),
        )
        .input(
            InputDefinition::integer("samples", 24)
                .hard(1.0..=256.0)
                .soft(8.0..=64.0)
                .describe("The number of positions along the line: few are quick, but show hard edges several times."),
        )
        .input(InputDefinition::choice("side", &["both", "ahead"]).describe(
            "Where a spot leaves its streak: to both sides of it, or only in the direction of the vector, as drips and \
             trails do.",
        ))
        .input(
            InputDefinition::fraction("fade", 0.0)
                .describe("How streaks end: 0 keeps them even to the end, 1 lets them fade away."),
        )
        .output("value", OutputType::like(&["value"]), "The blurred texture.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (vector, fade) = (context.vector("vector")?, context.float("fade")?);
    let samples = context.integer("samples") as usize;
    let is_ahead = context.choice("side") == "ahead";
    // The part of the vector up to a sample, and how far it is from the spot, from 0 to 1.
    let part = |index: usize| (index as f32 + 0.5) / samples as f32 - if is_ahead { 0.0 } else { 0.5 };
    let distance = |index| if is_ahead { part(index) } else { part(index).abs() * 2.0 };
    let distances: f32 = (0..samples).map(distance).sum();
    let whole = samples as f32 - fade * distances;
    let position = context.position();
    let mean = average::mean(context, samples, whole, |index| {
        let [x, y, z] = vector.map(|component| component * part(index));
        // A spot leaves its streak ahead, so the samples lie behind.
        let place = position.at([position.x - x, position.y - y, position.z - z]);
        (place, 1.0 - fade * distance(index))
    })?;
    Ok(vec![mean])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "A brushed steel plate with rust below its rivets",
  "nodes": {
    "specks": {"type": "noise/cell", "inputs": {"scale": 190, "dimensions": 2, "seed": 3}},
    "brushed": {
      "type": "filter/directional-blur",
      "inputs": {"value": {"node": "specks", "output": "value"}, "vector": [0.35, 0, 0], "samples": 28}
    },
    "steel": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "brushed"},
        "ramp": {
          "stops": [{"position": 0.2, "color": "#6a757c"}, {"position": 0.8, "color": "#d5dcdf"}],
          "space": "srgb"
        }
      }
    },
    "rivets": {
      "type": "noise/dots",
      "inputs": {
        "scale": 3, "density": 1, "radius": 0.13, "variation": 0, "softness": 0.15, "jitter": 0, "dimensions": 2
      }
    },
    "patches": {
      "type": "noise/perlin",
      "inputs": {"scale": 30, "octaves": 3, "dimensions": 2, "min": 0, "max": 1.6, "seed": 7}
    },
    "source": {"type": "math/multiply", "inputs": {"a": {"node": "rivets"}, "b": {"node": "patches"}}},
    "runs": {
      "type": "filter/directional-blur",
      "inputs": {
        "value": {"node": "source"}, "vector": [0.004, 0.24, 0], "samples": 48, "side": "ahead", "fade": 1
      }
    },
    "stain": {"type": "math/smoothstep", "inputs": {"value": {"node": "runs"}, "low": 0.03, "high": 0.45}},
    "rusty": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "steel"}, "b": "#7a3510", "factor": {"node": "stain"}}
    },
    "heads": {
      "type": "math/formula",
      "inputs": {"formula": "clamp(a, 0, 1)", "a": {"node": "rivets"}}
    },
    "plate": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "rusty"}, "b": "#3a3430", "factor": {"node": "heads"}}
    }
  },
  "outputs": {"color": {"node": "plate"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn blurred(formula: &str, rest: &str, at: [f32; 2]) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "field": {{"type": "math/formula", "inputs": {{"formula": "{formula}"}}}},
                "blur": {{
                  "type": "filter/directional-blur",
                  "inputs": {{"value": {{"node": "field"}}, "vector": [0.5, 0.25, 0], {rest}}}
                }}
              }},
              "outputs": {{"value": {{"node": "blur"}}}}
            }}"#
        );
        output_at(&document, [at[0], at[1], 0.0, 0.0])[0]
    }

    #[test]
    fn fields_that_do_not_change_along_the_line_stay() {
        let found = blurred("sin(9*(x - 2*y))", r#""side": "ahead", "fade": 0.5"#, [0.3, 0.4]);
        let expected = travertine_noise::math::sin(9.0 * (0.3 - 0.8));
        assert!((found - expected).abs() < 1e-5, "{found}, expected {expected}");
    }

    #[test]
    fn both_sides_keep_a_slope_and_ahead_lags_half_the_length() {
        assert!((blurred("x", r#""side": "both""#, [0.3, 0.0]) - 0.3).abs() < 1e-6);
        assert!((blurred("x", r#""side": "ahead""#, [0.3, 0.0]) - 0.05).abs() < 1e-6);
        // Weights that fall from 1 to 0 have their mean at a third.
        let found = blurred("x", r#""side": "ahead", "fade": 1, "samples": 256"#, [0.3, 0.0]);
        assert!((found - (0.3 - 0.5 / 3.0)).abs() < 1e-4, "{found}");
    }

    #[test]
    fn a_spot_leaves_its_trail_along_the_vector() {
        let spot = "step(-0.01, x)*step(x, 0.01)";
        let at = |x: f32| blurred(spot, r#""side": "ahead", "samples": 256"#, [x, 0.0]);
        assert!(at(0.3) > 0.0 && at(0.45) > 0.0 && at(-0.1) == 0.0 && at(0.6) == 0.0);
    }
}
