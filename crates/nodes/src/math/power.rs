//! A value to the power of another.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Power", |context| componentwise::binary(context, |a, b| a.pow(b)))
        .describe(
            "The first value to the power of the second. Any value to the power of 0 is 1; 0 to any other \
             power is 0; a negative value to a fractional power is 0. Works on each component of vectors and \
             on the red, green and blue of colors; alpha is unchanged.",
        )
        .search(&["pow", "exponent", "gamma", "contrast"])
        .input(InputDefinition::any("a", 1.0).describe("The base."))
        .input(InputDefinition::any("b", 2.0).describe("The exponent."))
        .output("value", OutputType::like(&["a", "b"]), "The power, in the wider type of the inputs.")
        .example(EXAMPLE)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Gamma: a gradient to a growing power",
  "nodes": {
    "position": {"type": "input/position"},
    "gamma": {
      "type": "math/remap",
      "inputs": {"value": {"node": "position", "output": "y"}, "to_min": 0.2, "to_max": 6}
    },
    "waves": {"type": "pattern/bands", "inputs": {"frequency": 2, "profile": "triangle"}},
    "power": {
      "type": "math/power",
      "inputs": {"a": {"node": "waves", "output": "value"}, "b": {"node": "gamma"}}
    }
  },
  "outputs": {"value": {"node": "power"}}
}"#;
