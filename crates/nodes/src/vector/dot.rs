//! The dot product of two vectors.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::weighted;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Dot product", lower)
        .describe(
            "The dot product of two vectors: the length of one's projection onto the other, times the length \
             of the other.",
        )
        .search(&["scalar product", "projection", "angle", "lambert"])
        .input(InputDefinition::vector("a", [0.0; 3]).describe("The first vector."))
        .input(InputDefinition::vector("b", [1.0, 0.0, 0.0]).describe("The second vector."))
        .float_output("value", "The dot product: a.x b.x + a.y b.y + a.z b.z.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![Field::Float(weighted::sum(context.vector("a")?, context.vector("b")?))])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "A slanted wave",
  "nodes": {
    "position": {"type": "input/position"},
    "along": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": [1, 3, 0]}
    },
    "wave": {"type": "math/sine", "inputs": {"value": {"node": "along"}, "frequency": 1.5}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "wave"}, "from_min": -1}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    #[test]
    fn sums_the_products() {
        assert_eq!(value("vector/dot", r#"{"a": [1, 2, 3], "b": [4, 0, 6]}"#), [22.0]);
        assert_eq!(value("vector/dot", r#"{"a": [1, 2, 3], "b": [0, 0, 0]}"#), [0.0]);
    }
}
