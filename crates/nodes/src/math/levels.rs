//! Black point, white point and gamma.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    let level = |name, default| InputDefinition::float(name, default).soft(0.0..=1.0).step(0.01);
    Definition::new(module_path!(), "Levels", lower)
        .describe(
            "Sets the black point, the white point and the mid-tones of a value, as in drawing programs: `in_low` \
             becomes `out_low`, `in_high` becomes `out_high`, and gamma bends what is between. Works on each \
             component of vectors and on the red, green and blue of colors; alpha is unchanged.",
        )
        .search(&[
            "black point",
            "white point",
            "midtones",
            "gamma",
            "contrast",
            "brightness",
            "exposure",
            "histogram",
            "range",
            "remap",
            "invert",
            "photoshop",
        ])
        .input(InputDefinition::any("value", 0.0).describe("The value to adjust."))
        .input(level("in_low", 0.0).describe("The value that becomes `out_low`: raise it for deeper blacks."))
        .input(level("in_high", 1.0).describe("The value that becomes `out_high`: lower it for brighter whites."))
        .input(InputDefinition::float("gamma", 1.0).above_0().soft(0.1..=4.0).step(0.01).describe(
            "The brightness of the mid-tones: 1 changes nothing, higher values are brighter, lower ones darker.",
        ))
        .input(level("out_low", 0.0).describe("The result for `in_low`: raise it for weaker blacks."))
        .input(
            level("out_high", 1.0)
                .describe("The result for `in_high`: lower it for weaker whites. Below `out_low` it inverts."),
        )
        .input(InputDefinition::boolean("clamp", true).describe(
            "Limits the result to the range from `out_low` to `out_high`. Without it the curve continues, and what is \
             below `in_low` mirrors what is above.",
        ))
        .output("value", OutputType::like(&["value"]), "The adjusted value, in its own type.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (low, high) = (context.float("in_low")?, context.float("in_high")?);
    let (out_low, out_high) = (context.float("out_low")?, context.float("out_high")?);
    let (gamma, clamp) = (context.float("gamma")?, context.boolean("clamp"));
    let (range, exponent) = (high - low, context.constant(1.0) / gamma);
    // The power 1 is exact, so that leaving it out changes no bits.
    let is_bent = !gamma.is_constant(1.0);
    let adjust = |value: Expr<'a>| {
        let part = (value - low) / range;
        let bent = match (clamp, is_bent) {
            (true, true) => part.clamp01().pow(exponent),
            (true, false) => part.clamp01(),
            (false, true) => part.abs().pow(exponent) * part.sign(),
            (false, false) => part,
        };
        out_low.mix(out_high, bent)
    };
    Ok(vec![componentwise::map(context.any("value")?, adjust)])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Thunderclouds: a dull noise with deep blacks and bright edges",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2.5, "octaves": 7, "seed": 21, "min": 0, "max": 1}},
    "levels": {
      "type": "math/levels",
      "inputs": {"value": {"node": "noise"}, "in_low": 0.34, "in_high": 0.66, "gamma": 0.75}
    },
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "levels"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#0d1321"},
            {"position": 0.45, "color": "#4b5a75"},
            {"position": 0.8, "color": "#d9c5b2"},
            {"position": 1, "color": "#fffaf0"}
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

    fn levels(value_: f32, rest: &str) -> f32 {
        value("math/levels", &format!(r#"{{"value": {value_}{rest}}}"#))[0]
    }

    #[test]
    fn black_white_and_middle_are_exact() {
        let inputs = r#", "in_low": 0.25, "in_high": 0.75, "out_low": 0.125, "out_high": 0.875"#;
        let found = [0.0, 0.25, 0.5, 0.75, 1.0].map(|value| levels(value, inputs));
        assert_eq!(found, [0.125, 0.125, 0.5, 0.875, 0.875]);
        let open = format!(r#"{inputs}, "clamp": false"#);
        assert!(levels(1.0, &open) == 1.25 && levels(0.0, &open) == -0.25);
    }

    #[test]
    fn gamma_bends_the_middle() {
        assert!((levels(0.25, r#", "gamma": 2"#) - 0.5).abs() < 1e-6);
        assert!((levels(0.5, r#", "gamma": 0.5"#) - 0.25).abs() < 1e-6);
        assert_eq!([levels(0.0, r#", "gamma": 3"#), levels(1.0, r#", "gamma": 3"#)], [0.0, 1.0]);
        let open = r#", "gamma": 0.5, "clamp": false"#;
        assert_eq!([levels(-2.0, open), levels(2.0, open)], [-4.0, 4.0]);
    }

    #[test]
    fn gamma_1_has_the_bits_of_the_power() {
        for i in 0..200 {
            let value_ = 0.137 * i as f32 - 9.0;
            for rest in ["", r#", "clamp": false"#] {
                let power = crate::checks::evaluate::output_at(
                    &format!(
                        r#"{{
                          "format": "travertine", "version": 1,
                          "parameters": {{"gamma": {{"type": "float", "default": 1}}}},
                          "nodes": {{"levels": {{"type": "math/levels",
                            "inputs": {{"value": {value_}, "gamma": {{"parameter": "gamma"}}{rest}}}}}}},
                          "outputs": {{"value": {{"node": "levels"}}}}
                        }}"#
                    ),
                    [0.0; 4],
                );
                assert_eq!(power, [levels(value_, rest)]);
            }
        }
    }

    #[test]
    fn an_empty_range_gives_the_lower_end() {
        assert_eq!(levels(0.7, r#", "in_low": 0.5, "in_high": 0.5, "out_low": 0.2"#), 0.2);
    }
}
