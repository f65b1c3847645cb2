//! The divergence of a vector field.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Divergence", lower)
        .describe(
            "How much a flow spreads out at each place, by its derivatives: positive at sources, negative \
             where it gathers. The divergence of a gradient is the Laplacian, which is high in hollows.",
        )
        .search(&["derivative", "source", "sink", "laplacian", "flow", "nabla", "curvature"])
        .input(InputDefinition::required("vector", ValueType::Vector).moved().describe("The vector field."))
        .float_output("value", "The sum of the changes of x along x, of y along y, and of z along z, per unit.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [x, y, z] = context.slopes("vector")?.map(Field::to_vector);
    Ok(vec![(x[0] + y[1] + z[2]).into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Hollows and ridges of a noise, by its Laplacian",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 2, "persistence": 0.2, "dimensions": 2, "seed": 4}},
    "gradient": {"type": "vector/gradient", "inputs": {"value": {"node": "noise"}}},
    "hollows": {"type": "vector/divergence", "inputs": {"vector": {"node": "gradient"}}},
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "hollows"}, "from_min": -60, "from_max": 60, "clamp": true}
    },
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "picture"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#e8c58a"},
            {"position": 0.5, "color": "#6b7f5e"},
            {"position": 1, "color": "#1d2f45"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "colors", "output": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    #[test]
    fn a_flow_away_from_the_origin_spreads_in_three_directions() {
        let document = r#"{
          "format": "travertine", "version": 1,
          "nodes": {
            "position": {"type": "input/position"},
            "divergence": {"type": "vector/divergence", "inputs": {"vector": {"node": "position", "output": "position"}}}
          },
          "outputs": {"value": {"node": "divergence"}}
        }"#;
        assert_eq!(output_at(document, [0.3, -0.7, 2.0, 0.0]), [3.0]);
    }
}
