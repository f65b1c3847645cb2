//! The sum of two values.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Add", |context| componentwise::binary(context, |a, b| a + b))
        .describe(
            "Adds two values. Works on each component of vectors and on the red, green and blue of colors; \
             alpha is unchanged.",
        )
        .search(&["plus", "sum", "offset", "+"])
        .input(InputDefinition::any("a", 0.0).describe("The first value."))
        .input(InputDefinition::any("b", 0.0).describe("The second value."))
        .output("value", OutputType::like(&["a", "b"]), "The sum, in the wider type of the inputs.")
        .example(EXAMPLE)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Marble: the cosine of x plus noise",
  "nodes": {
    "position": {"type": "input/position"},
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 5, "seed": 4}},
    "sum": {
      "type": "math/add",
      "inputs": {"a": {"node": "position", "output": "x"}, "b": {"node": "noise"}}
    },
    "veins": {"type": "math/cosine", "inputs": {"value": {"node": "sum"}, "frequency": 3}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "veins"}, "from_min": -1}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    #[test]
    fn adds_each_component_but_not_alpha() {
        assert_eq!(value("math/add", r#"{"a": 2, "b": [1, 2, 3]}"#), [3.0, 4.0, 5.0]);
        assert_eq!(value("math/add", r#"{"a": 2, "b": [1, 2, 3, 0.5]}"#), [3.0, 4.0, 5.0, 0.5]);
    }
}
