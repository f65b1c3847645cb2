//! A vector, reflected by a mirror.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::weighted;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Reflect vector", lower)
        .describe(
            "Reflects a vector by a mirror: the part along the normal changes its sign. Reflect the line of sight by a \
             normal to find what a polished surface shows, or a position to mirror a texture.",
        )
        .search(&["mirror", "bounce", "reflection", "environment", "symmetry", "chrome"])
        .input(
            InputDefinition::vector("vector", [0.0, 0.0, 1.0])
                .describe("The vector to reflect, such as a direction of sight towards the mirror."),
        )
        .input(
            InputDefinition::vector("normal", [0.0, 0.0, -1.0])
                .soft(-1.0..=1.0)
                .step(0.01)
                .describe("The direction straight away from the mirror. Its length is ignored; 0 changes nothing."),
        )
        .vector_output("vector", "The reflected vector, as long as before.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let vector = context.vector("vector")?;
    // The square of a greater component overflows.
    let normal = context.vector("normal")?.map(|component| component.max(-1e18).min(1e18));
    let twice = weighted::sum(vector, normal) / weighted::sum(normal, normal) * 2.0;
    Ok(vec![Field::Vector([0, 1, 2].map(|axis: usize| vector[axis] - normal[axis] * twice))])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "A chrome ball in the desert",
  "nodes": {
    "position": {"type": "input/position"},
    "depth": {
      "type": "math/formula",
      "inputs": {"formula": "0 - sqrt(max(0, 0.19 - (x-0.5)^2 - (y-0.5)^2))"}
    },
    "right": {"type": "math/formula", "inputs": {"formula": "x - 0.5"}},
    "down": {"type": "math/formula", "inputs": {"formula": "y - 0.5"}},
    "normal": {
      "type": "vector/combine",
      "inputs": {"x": {"node": "right"}, "y": {"node": "down"}, "z": {"node": "depth"}}
    },
    "sight": {"type": "vector/reflect", "inputs": {"vector": [0, 0, 1], "normal": {"node": "normal"}}},
    "parts": {"type": "vector/separate", "inputs": {"vector": {"node": "sight"}}},
    "dunes": {
      "type": "noise/perlin",
      "inputs": {"scale": 2.4, "octaves": 4, "persistence": 0.45, "seed": 3, "position": {"node": "sight"}}
    },
    "horizon": {
      "type": "math/formula",
      "inputs": {
        "formula": "0.5 + 0.5*a + 0.13*b*smoothstep(-0.1, 0.3, a)",
        "a": {"node": "parts", "output": "y"},
        "b": {"node": "dunes"}
      }
    },
    "world": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "horizon"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#1b4f9c"},
            {"position": 0.42, "color": "#bfe0f2"},
            {"position": 0.49, "color": "#ffffff"},
            {"position": 0.5, "color": "#4b2a17"},
            {"position": 0.62, "color": "#a8692f"},
            {"position": 1, "color": "#f0c888"}
          ],
          "space": "srgb"
        }
      }
    },
    "disc": {
      "type": "math/formula",
      "inputs": {"formula": "smoothstep(0.188, 0.184, (x-0.5)^2 + (y-0.5)^2)"}
    },
    "picture": {
      "type": "blend/mix",
      "inputs": {"a": "#d8cfc0", "b": {"node": "world"}, "factor": {"node": "disc"}}
    }
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    fn reflected(vector: &str, normal: &str) -> [f32; 3] {
        let inputs = format!(r#"{{"vector": {vector}, "normal": {normal}}}"#);
        value("vector/reflect", &inputs).try_into().unwrap()
    }

    #[test]
    fn the_part_along_the_normal_changes_its_sign() {
        assert_eq!(reflected("[1, 2, 3]", "[0, -4, 0]"), [1.0, -2.0, 3.0]);
        assert_eq!(reflected("[1, 2, 3]", "[1, -1, 0]"), [2.0, 1.0, 3.0]);
        assert_eq!(reflected("[1, 2, 3]", "[0, 0, 0]"), [1.0, 2.0, 3.0]);
    }

    #[test]
    fn two_reflections_lead_back() {
        let once = reflected("[0.3, -0.7, 2]", "[0.2, 0.5, -0.9]");
        let twice = reflected(&format!("{once:?}"), "[0.2, 0.5, -0.9]");
        assert!(twice.iter().zip([0.3, -0.7, 2.0]).all(|(a, b)| (a - b).abs() < 1e-6), "{twice:?}");
    }
}
