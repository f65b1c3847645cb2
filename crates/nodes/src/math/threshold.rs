//! A comparison with a threshold.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::componentwise;
use crate::parts::arithmetic::soft_step;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Threshold", lower)
        .describe(
            "Compares a value with a threshold: 0 below it, 1 at or above it. With a width, the edge is \
             smooth. Works on each component of vectors and on the red, green and blue of colors; alpha is \
             unchanged.",
        )
        .search(&["step", "cutoff", "binary", "mask", "black and white", "edge", "if", "split"])
        .input(InputDefinition::any("value", 0.0).describe("The value to compare."))
        .input(
            InputDefinition::float("threshold", 0.5)
                .soft(-1.0..=1.0)
                .step(0.01)
                .describe("The value at which the result changes from 0 to 1."),
        )
        .input(
            InputDefinition::float("width", 0.0)
                .hard(0.0..=f32::MAX)
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("The width of the smooth edge around the threshold. 0 gives a hard edge."),
        )
        .output("value", OutputType::like(&["value"]), "The result, from 0 to 1, in the type of the value.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (threshold, width) = (context.float("threshold")?, context.float("width")?);
    Ok(vec![componentwise::map(context.any("value")?, |value| soft_step::around(value, threshold, width))])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Bumps: stretched noise above a threshold",
  "nodes": {
    "position": {"type": "input/position"},
    "stretched": {
      "type": "math/multiply",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [1, 5, 1]}
    },
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": 4, "octaves": 2, "seed": 17, "position": {"node": "stretched"}}
    },
    "bumps": {
      "type": "math/threshold",
      "inputs": {"value": {"node": "noise"}, "threshold": 0.1, "width": 0.05}
    }
  },
  "outputs": {"value": {"node": "bumps"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    #[test]
    fn edges_are_hard_without_a_width_and_soft_with_one() {
        let at = |value_: &str, width: &str| {
            value("math/threshold", &format!(r#"{{"value": {value_}, "threshold": 0.3, "width": {width}}}"#))[0]
        };
        assert_eq!([at("0.29999", "0"), at("0.3", "0"), at("0.4", "0")], [0.0, 1.0, 1.0]);
        assert_eq!([at("0.2", "0.2"), at("0.4001", "0.2")], [0.0, 1.0]);
        assert!((at("0.3", "0.2") - 0.5).abs() < 1e-6);
    }
}
