//! A bend in a wire.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Reroute", lower)
        .describe(
            "Passes a value on unchanged. Use it to bend a wire, or to join wires that would cross others. \
             It costs nothing.",
        )
        .search(&["pass", "through", "knot", "dot", "bend", "wire", "junction"])
        .input(InputDefinition::required("value", ValueType::Any).describe("The input value."))
        .output("value", OutputType::like(&["value"]), "The unchanged value.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![context.any("value")?])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "One noise, twice",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 4, "octaves": 3, "seed": 5}},
    "bend": {"type": "util/reroute", "inputs": {"value": {"node": "noise"}}},
    "fine": {"type": "math/multiply", "inputs": {"a": {"node": "bend"}, "b": 12}},
    "rings": {"type": "math/sine", "inputs": {"value": {"node": "fine"}}},
    "shade": {"type": "math/add", "inputs": {"a": {"node": "bend"}, "b": {"node": "rings"}}},
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "shade"}, "from_min": -1.4, "from_max": 1.4}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    #[test]
    fn nothing_changes() {
        assert_eq!(value("util/reroute", r#"{"value": 0.25}"#), [0.25]);
        assert_eq!(value("util/reroute", r#"{"value": [1, 2, 3, 0.5]}"#), [1.0, 2.0, 3.0, 0.5]);
    }
}
