//! The direction of a vector.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::weighted;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Normalize", lower)
        .describe("The direction of a vector, as a vector of length 1. The vector 0 stays 0.")
        .search(&["direction", "unit vector", "normal"])
        .input(InputDefinition::vector("vector", [1.0, 0.0, 0.0]).describe("The vector to normalize."))
        .vector_output("vector", "The direction, of length 1.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    // The square of a greater component overflows.
    let vector = context.vector("vector")?.map(|component| component.max(-1e18).min(1e18));
    let length = weighted::sum(vector, vector).sqrt();
    Ok(vec![Field::Vector(vector.map(|component| component / length))])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Directions from the middle, as colors",
  "nodes": {
    "position": {"type": "input/position"},
    "offset": {
      "type": "math/subtract",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.5, 0.5, -0.15]}
    },
    "direction": {"type": "vector/normalize", "inputs": {"vector": {"node": "offset"}}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "direction"}, "from_min": -1}}
  },
  "outputs": {"color": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    #[test]
    fn results_have_length_one_or_zero() {
        assert_eq!(value("vector/normalize", r#"{"vector": [0, -7, 0]}"#), [0.0, -1.0, 0.0]);
        assert_eq!(value("vector/normalize", r#"{"vector": [0, 0, 0]}"#), [0.0; 3]);
        assert_eq!(value("vector/normalize", r#"{"vector": [0, 0, 1e30]}"#), [0.0, 0.0, 1.0]);
    }
}
