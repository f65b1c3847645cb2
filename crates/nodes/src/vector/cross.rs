//! The cross product of two vectors.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Cross product", lower)
        .describe(
            "The cross product of two vectors: at right angles to both, with the area of their parallelogram \
             as its length. x cross y is z.",
        )
        .search(&["vector product", "perpendicular", "normal", "curl"])
        .input(InputDefinition::vector("a", [1.0, 0.0, 0.0]).describe("The first vector."))
        .input(InputDefinition::vector("b", [0.0, 1.0, 0.0]).describe("The second vector."))
        .vector_output("vector", "The cross product.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let ([ax, ay, az], [bx, by, bz]) = (context.vector("a")?, context.vector("b")?);
    Ok(vec![Field::Vector([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "What is at right angles to the way from the middle",
  "nodes": {
    "position": {"type": "input/position"},
    "offset": {
      "type": "math/subtract",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [0.5, 0.5, 0]}
    },
    "cross": {"type": "vector/cross", "inputs": {"a": {"node": "offset"}, "b": [0.6, 0, 0.8]}},
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "cross"}, "from_min": -0.5, "from_max": 0.5, "clamp": true}
    }
  },
  "outputs": {"color": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    #[test]
    fn x_cross_y_is_z() {
        assert_eq!(value("vector/cross", "{}"), [0.0, 0.0, 1.0]);
    }
}
