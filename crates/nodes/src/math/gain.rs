//! Bias and gain: curves from 0 to 1.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Gain", lower)
        .describe(
            "Makes values from 0 to 1 brighter or darker, and their contrast stronger or weaker, without clipping: 0 \
             and 1 stay, and what is between moves on smooth curves. Works on each component of vectors and on the \
             red, green and blue of colors; alpha is unchanged. The curves are those of Christophe Schlick, \"Fast \
             Alternatives to Perlin's Bias and Gain Functions\", Graphics Gems IV (1994).",
        )
        .search(&["bias", "contrast", "brightness", "s-curve", "schlick", "perlin", "tone", "midtones", "soften"])
        .input(InputDefinition::any("value", 0.0).describe("The value to bend, limited to 0 to 1."))
        .input(
            InputDefinition::fraction("bias", 0.5)
                .describe("The result for 0.5: 0.5 changes nothing, lower values are darker, higher ones brighter."),
        )
        .input(InputDefinition::fraction("gain", 0.5).describe(
            "The contrast, after the bias: 0.5 changes nothing, towards 1 values move away from the middle, towards 0 \
             they gather there.",
        ))
        .output("value", OutputType::like(&["value"]), "The bent value, from 0 to 1, in its own type.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (bias, gain) = (context.float("bias")?.clamp01(), context.float("gain")?.clamp01());
    let bend = |value: Expr<'a>| {
        let value = biased(value.clamp01(), bias);
        // Each half is a bias of its own; the upper one mirrors the lower.
        let half = biased(value.min(1.0 - value) * 2.0, 1.0 - gain) * 0.5;
        (value - 0.5).select(1.0 - half, half)
    };
    Ok(vec![componentwise::map(context.any("value")?, bend)])
}

/// A curve from 0 to 1 that passes through `bias` at 0.5.
fn biased<'a>(value: Expr<'a>, bias: Expr<'a>) -> Expr<'a> {
    // Over the bias, so that it may be 0.
    let bend = (1.0 - bias * 2.0) * (1.0 - value) + bias;
    (value * bias / bend).clamp01()
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Storm and calm: the contrast of clouds grows to the right",
  "nodes": {
    "position": {"type": "input/position"},
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3.5, "octaves": 6, "seed": 37, "min": 0, "max": 1}},
    "amount": {
      "type": "math/remap",
      "inputs": {"value": {"node": "position", "output": "x"}, "to_min": 0.2, "to_max": 0.98}
    },
    "bent": {
      "type": "math/gain",
      "inputs": {"value": {"node": "noise"}, "bias": 0.47, "gain": {"node": "amount"}}
    },
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "bent"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#0f2a4a"},
            {"position": 0.5, "color": "#6f9bc0"},
            {"position": 1, "color": "#ffffff"}
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

    fn bent(value_: f32, rest: &str) -> f32 {
        value("math/gain", &format!(r#"{{"value": {value_}{rest}}}"#))[0]
    }

    #[test]
    fn the_middle_changes_nothing() {
        for value in [0.0, 0.1, 0.3, 0.5, 0.77, 1.0] {
            assert!((bent(value, "") - value).abs() < 1e-7, "{value}");
        }
        assert_eq!([bent(-3.0, ""), bent(7.0, "")], [0.0, 1.0]);
    }

    #[test]
    fn curves_match_the_publication() {
        for i in 1..20 {
            let value = f64::from(i) / 20.0;
            for share in [0.05, 0.3, 0.5, 0.8] {
                let expected = value / ((1.0 / share - 2.0) * (1.0 - value) + 1.0);
                let found = bent(value as f32, &format!(r#", "bias": {share}"#));
                assert!((f64::from(found) - expected).abs() < 1e-6, "bias {share} of {value}: {found}");
                // The publication's gain grows in the other direction.
                let bend = (1.0 / (1.0 - share) - 2.0) * (1.0 - 2.0 * value);
                let expected = if value < 0.5 { value / (bend + 1.0) } else { (bend - value) / (bend - 1.0) };
                let found = bent(value as f32, &format!(r#", "gain": {share}"#));
                assert!((f64::from(found) - expected).abs() < 1e-6, "gain {share} of {value}: {found}");
            }
        }
    }

    #[test]
    fn extremes_are_steps() {
        assert_eq!([0.0, 0.5, 1.0].map(|value| bent(value, r#", "bias": 0"#)), [0.0, 0.0, 0.0]);
        assert_eq!([0.0, 0.5, 1.0].map(|value| bent(value, r#", "bias": 1"#)), [0.0, 1.0, 1.0]);
        assert_eq!([0.25, 0.75].map(|value| bent(value, r#", "gain": 1"#)), [0.0, 1.0]);
        assert_eq!([0.25, 0.75].map(|value| bent(value, r#", "gain": 0"#)), [0.5, 0.5]);
    }
}
