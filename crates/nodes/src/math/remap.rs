//! A value mapped from one range to another.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Remap", lower)
        .describe(
            "Maps a value linearly from one range to another: `from_min` becomes `to_min`, and `from_max` \
             becomes `to_max`. If the first range is empty, the result is `to_min`. Works on each component \
             of vectors and on the red, green and blue of colors; alpha is unchanged.",
        )
        .search(&["map range", "rescale", "normalize", "levels", "contrast", "fit", "invert"])
        .input(InputDefinition::any("value", 0.0).describe("The value to map."))
        .input(
            InputDefinition::float("from_min", 0.0)
                .soft(-1.0..=1.0)
                .step(0.01)
                .describe("The value that becomes `to_min`; -1 for noise."),
        )
        .input(
            InputDefinition::float("from_max", 1.0)
                .soft(-1.0..=1.0)
                .step(0.01)
                .describe("The value that becomes `to_max`."),
        )
        .input(InputDefinition::float("to_min", 0.0).soft(-1.0..=1.0).step(0.01).describe("The result for `from_min`."))
        .input(InputDefinition::float("to_max", 1.0).soft(-1.0..=1.0).step(0.01).describe("The result for `from_max`."))
        .input(
            InputDefinition::boolean("clamp", false)
                .describe("Limits the result to the range from `to_min` to `to_max`."),
        )
        .output("value", OutputType::like(&["value"]), "The value in the new range, in its own type.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (from_min, from_max) = (context.float("from_min")?, context.float("from_max")?);
    let (to_min, to_max) = (context.float("to_min")?, context.float("to_max")?);
    let clamp = context.boolean("clamp");
    let range = from_max - from_min;
    let remap = |value| {
        let part: Expr<'a> = (value - from_min) / range;
        to_min.mix(to_max, if clamp { part.clamp01() } else { part })
    };
    Ok(vec![componentwise::map(context.any("value")?, remap)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Contrast: the middle of a noise, stretched",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 4, "octaves": 4, "seed": 15}},
    "contrast": {
      "type": "math/remap",
      "inputs": {"value": {"node": "noise"}, "from_min": -0.3, "from_max": 0.3, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "contrast"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    #[test]
    fn ends_are_exact_and_an_empty_range_is_finite() {
        let remap = |inputs: &str| value("math/remap", &format!(r#"{{"to_min": 0.1, "to_max": 0.7, {inputs}}}"#));
        assert_eq!(remap(r#""value": -1, "from_min": -1"#), [0.1]);
        assert_eq!(remap(r#""value": 1, "from_min": -1"#), [0.7]);
        assert!((remap(r#""value": 2"#)[0] - 1.3).abs() < 1e-6);
        assert_eq!(remap(r#""value": 2, "clamp": true"#), [0.7]);
        assert_eq!(remap(r#""value": 2, "from_min": 1"#), [0.1]);
        assert_eq!(value("math/remap", r#"{"value": [0, 1, 2], "to_max": 3}"#), [0.0, 3.0, 6.0]);
    }
}
