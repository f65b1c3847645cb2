//! A value folded to and fro.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Ping-pong", lower)
        .describe(
            "Folds a value to and fro: it rises from 0 to the scale, falls back to 0, and so on, a triangle wave. Use \
             it for contour lines, agate, and mirrored tiles if it folds a position. Works on each component of \
             vectors and on the red, green and blue of colors; alpha is unchanged.",
        )
        .search(&["triangle wave", "mirror", "bounce", "zigzag", "repeat", "fold", "contours"])
        .input(InputDefinition::any("value", 0.0).describe("The value to fold."))
        .input(
            InputDefinition::float("scale", 1.0)
                .soft(0.0..=2.0)
                .step(0.01)
                .describe("The greatest result, at which the value turns; 0 gives 0."),
        )
        .output("value", OutputType::like(&["value"]), "The folded value, from 0 to `scale`, in its own type.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let scale = context.float("scale")?.abs();
    let fold = |value: Expr<'a>| scale - (value.modulo(scale * 2.0) - scale).abs();
    Ok(vec![componentwise::map(context.any("value")?, fold)])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Malachite",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 1.6, "octaves": 3, "persistence": 0.3, "seed": 4}},
    "folded": {"type": "math/ping-pong", "inputs": {"value": {"node": "noise"}, "scale": 0.09}},
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "folded"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#06281f"},
            {"position": 0.035, "color": "#0f6b4f"},
            {"position": 0.07, "color": "#2fae7f"},
            {"position": 0.09, "color": "#c8f0d4"}
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
    fn values_go_to_and_fro() {
        let fold = |value_: f32, scale: f32| {
            value("math/ping-pong", &format!(r#"{{"value": {value_}, "scale": {scale}}}"#))[0]
        };
        for (value, expected) in [(0.0, 0.0), (0.25, 0.25), (0.5, 0.5), (0.75, 0.25), (1.0, 0.0), (1.25, 0.25)] {
            assert_eq!([fold(value, 0.5), fold(-value, 0.5), fold(value, -0.5)], [expected; 3], "{value}");
        }
        assert_eq!(fold(3.0, 0.0), 0.0);
    }
}
