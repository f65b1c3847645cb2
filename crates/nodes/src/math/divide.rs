//! The quotient of two values.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Divide", |context| componentwise::binary(context, |a, b| a / b))
        .describe(
            "Divides the first value by the second. Division by 0 gives 0. Works on each component of \
             vectors and on the red, green and blue of colors; alpha is unchanged.",
        )
        .search(&["quotient", "ratio", "over", "/"])
        .input(InputDefinition::any("a", 1.0).describe("The dividend."))
        .input(InputDefinition::any("b", 1.0).describe("The divisor."))
        .output("value", OutputType::like(&["a", "b"]), "The quotient, in the wider type of the inputs.")
        .example(EXAMPLE)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Sunbeams: waves of a ratio",
  "nodes": {
    "position": {"type": "input/position"},
    "x": {"type": "math/subtract", "inputs": {"a": {"node": "position", "output": "x"}, "b": -0.25}},
    "y": {"type": "math/subtract", "inputs": {"a": {"node": "position", "output": "y"}, "b": 0.5}},
    "slope": {"type": "math/divide", "inputs": {"a": {"node": "y"}, "b": {"node": "x"}}},
    "beams": {"type": "math/cosine", "inputs": {"value": {"node": "slope"}, "frequency": 6}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "beams"}, "from_min": -1}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    #[test]
    fn division_by_0_gives_0() {
        assert_eq!(value("math/divide", r#"{"a": [1, 2, 0], "b": [4, 0, 0]}"#), [0.25, 0.0, 0.0]);
    }
}
