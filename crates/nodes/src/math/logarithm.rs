//! The logarithm of a value.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Logarithm", lower)
        .describe(
            "The logarithm of a value to a base. Values of 0 and less give the logarithm of the smallest \
             positive number, 2^-149; a base of 1 gives 0. Works on each component of vectors and on the \
             red, green and blue of colors; alpha is unchanged.",
        )
        .search(&["log", "ln", "decades", "octaves"])
        .input(InputDefinition::any("value", 1.0).describe("The input value."))
        .input(
            InputDefinition::float("base", std::f32::consts::E)
                .soft(2.0..=10.0)
                .step(0.1)
                .describe("The base of the logarithm. The default is e, for the natural logarithm."),
        )
        .output("value", OutputType::like(&["value"]), "The logarithm, in the type of the value.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    // Base 2 gives exact results for powers of 2.
    let per_base = context.float("base")?.log2();
    Ok(vec![componentwise::map(context.any("value")?, |value| value.log2() / per_base)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "A tunnel: rings at powers of a distance",
  "nodes": {
    "position": {"type": "input/position"},
    "radius": {
      "type": "vector/distance",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.5, 0.5, 0]}
    },
    "depth": {"type": "math/logarithm", "inputs": {"value": {"node": "radius"}, "base": 1.5}},
    "rings": {"type": "math/cosine", "inputs": {"value": {"node": "depth"}}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "rings"}, "from_min": -1}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    #[test]
    fn powers_of_two_are_exact_and_nothing_is_infinite() {
        assert_eq!(value("math/logarithm", r#"{"value": 8, "base": 2}"#), [3.0]);
        assert_eq!(value("math/logarithm", r#"{"value": 0, "base": 2}"#), [-149.0]);
        assert_eq!(value("math/logarithm", r#"{"value": 8, "base": 1}"#), [0.0]);
        assert!((value("math/logarithm", r#"{"value": 10}"#)[0] - std::f32::consts::LN_10).abs() < 1e-6);
    }
}
