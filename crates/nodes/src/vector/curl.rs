//! The curl of a vector field.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Curl", lower)
        .describe(
            "How a flow turns at each place, by its derivatives: the axis of the turn, twice as long as the \
             speed. The curl of any field is a flow without sources: a warp along it stirs like a fluid, around \
             obstacles and patterns that the field contains.",
        )
        .search(&["derivative", "rotation", "vorticity", "swirl", "flow", "nabla", "fluid"])
        .input(
            InputDefinition::required("vector", ValueType::Vector)
                .moved()
                .describe("The vector field. A number counts for all three components."),
        )
        .vector_output("curl", "The curl, in units of the field per unit. A field of x and y alone turns around z.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [x, y, z] = context.slopes("vector")?.map(Field::to_vector);
    Ok(vec![Field::Vector([y[2] - z[1], z[0] - x[2], x[1] - y[0]])])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Paint that flows around a stone",
  "nodes": {
    "stone": {"type": "shape/sphere", "inputs": {"center": [0.5, 0.5, 0], "radius": 0.2}},
    "far": {"type": "math/smoothstep", "inputs": {"value": {"node": "stone"}, "low": 0, "high": 0.25}},
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "dimensions": 2, "seed": 6}},
    "stream": {"type": "math/multiply", "inputs": {"a": {"node": "noise"}, "b": {"node": "far"}}},
    "potential": {"type": "vector/combine", "inputs": {"x": 0, "y": 0, "z": {"node": "stream"}}},
    "flow": {"type": "vector/curl", "inputs": {"vector": {"node": "potential"}}},
    "stripes": {"type": "pattern/bands", "inputs": {"frequency": 6, "profile": "triangle"}},
    "stirred": {
      "type": "domain/warp",
      "inputs": {"value": {"node": "stripes", "output": "value"}, "offset": {"node": "flow"}, "strength": 0.05}
    },
    "paint": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "stirred"},
        "ramp": {
          "stops": [
            {"position": 0.2, "color": "#16324f"},
            {"position": 0.5, "color": "#2f8f9d"},
            {"position": 0.8, "color": "#f3e3c3"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "paint", "output": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    #[test]
    fn a_turn_around_z_has_twice_its_speed() {
        let document = r#"{
          "format": "travertine", "version": 1,
          "nodes": {
            "position": {"type": "input/position"},
            "back": {"type": "math/negate", "inputs": {"value": {"node": "position", "output": "y"}}},
            "turn": {"type": "vector/combine", "inputs": {"x": {"node": "back"}, "y": {"node": "position", "output": "x"}}},
            "curl": {"type": "vector/curl", "inputs": {"vector": {"node": "turn"}}}
          },
          "outputs": {"value": {"node": "curl"}}
        }"#;
        assert_eq!(output_at(document, [0.3, -0.7, 2.0, 0.0]), [0.0, 0.0, 2.0]);
    }
}
