//! A value wrapped into a range.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Wrap", lower)
        .describe(
            "Wraps a value into a range: what leaves it at one end comes back at the other. Use it for angles and \
             hues, for tiles if it wraps a position, and for saw-tooth steps. Works on each component of vectors and \
             on the red, green and blue of colors; alpha is unchanged.",
        )
        .search(&["repeat", "modulo", "cycle", "loop", "tile", "saw", "range"])
        .input(InputDefinition::any("value", 0.0).describe("The value to wrap."))
        .input(InputDefinition::float("min", 0.0).soft(-1.0..=1.0).step(0.01).describe("The start of the range."))
        .input(
            InputDefinition::float("max", 1.0).soft(-1.0..=1.0).step(0.01).describe(
                "The end of the range, which gives `min` itself. If the range is empty, the result is `min`.",
            ),
        )
        .output("value", OutputType::like(&["value"]), "The wrapped value, in its own type.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (min, max) = (context.float("min")?, context.float("max")?);
    let range = max - min;
    let wrap = |value: Expr<'a>| (value - min).modulo(range) + min;
    Ok(vec![componentwise::map(context.any("value")?, wrap)])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Overlapping scales of a noise",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2, "octaves": 3, "persistence": 0.35, "seed": 14, "min": 0, "max": 1}},
    "wrapped": {
      "type": "math/wrap",
      "inputs": {"value": {"node": "noise"}, "max": 0.07}
    },
    "part": {"type": "math/divide", "inputs": {"a": {"node": "wrapped"}, "b": 0.07}},
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "part"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#1b1030"},
            {"position": 0.35, "color": "#6a2c70"},
            {"position": 0.75, "color": "#e5637b"},
            {"position": 1, "color": "#ffd9a0"}
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
    fn what_leaves_the_range_comes_back() {
        let wrap = |value_: f32, rest: &str| value("math/wrap", &format!(r#"{{"value": {value_}{rest}}}"#))[0];
        assert_eq!([0.0, 0.25, 1.0, 1.25, -0.25].map(|value| wrap(value, "")), [0.0, 0.25, 0.0, 0.25, 0.75]);
        let around_0 = r#", "min": -0.5, "max": 0.5"#;
        assert_eq!([0.25, 0.5, 0.75, -0.75].map(|value| wrap(value, around_0)), [0.25, -0.5, -0.25, 0.25]);
        assert_eq!(wrap(7.0, r#", "min": 0.5, "max": 0.5"#), 0.5);
    }
}
