//! Dirt in the hollows of a height field.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::sampling::wear::{self, Rings};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Dirt", lower).describe(
        "A mask of the places of a height field where dirt, dust, moss or rust gathers: grooves, inner corners, the foot \
         of a wall. Connect a noise to break it up. A place counts by how hollow it is at three scales, and by how much \
         of the sky its surroundings hide. The height is evaluated thirteen times.",
    );
    wear::describe(definition, 0.06, 0.6, "dirt")
        .search(&[
            "grime",
            "dust",
            "moss",
            "cavity",
            "crevice",
            "grunge",
            "weathering",
            "occlusion",
            "concave",
            "mask",
            "patina",
        ])
        .float_output("value", "The mask: 1 where dirt covers the surface, 0 where it is clean.")
        .float_output("hollow", "How hollow a place is, unbroken, from 0 to 1.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let rings = Rings::around(context)?;
    // Dirt lies at the foot of a wall, which hides sky, though the ground there is not hollow by much.
    let hollow = (rings.concavity().max(0.0) * 0.5 + rings.hidden()).clamp01();
    Ok(vec![wear::mask(context, hollow)?.into(), hollow.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Moss between river stones",
  "nodes": {
    "stones": {"type": "noise/cellular", "inputs": {"scale": 4.5, "jitter": 0.85, "dimensions": 2, "seed": 16}},
    "grain": {
      "type": "noise/perlin",
      "inputs": {"scale": 14, "octaves": 5, "persistence": 0.6, "dimensions": 2, "seed": 8}
    },
    "height": {
      "type": "math/formula",
      "inputs": {
        "formula": "0.11*smoothstep(0, 0.45, a)^0.6 + 0.012*b",
        "a": {"node": "stones", "output": "edge"},
        "b": {"node": "grain"}
      }
    },
    "clumps": {
      "type": "noise/perlin",
      "inputs": {"scale": 6, "octaves": 5, "persistence": 0.6, "dimensions": 2, "min": -1.5, "max": 1.5, "seed": 2}
    },
    "dirt": {
      "type": "filter/dirt",
      "inputs": {
        "height": {"node": "height"}, "distance": 0.09, "strength": 1.3, "noise": {"node": "clumps"}, "amount": 0.85,
        "softness": 0.35
      }
    },
    "tint": {
      "type": "math/formula",
      "inputs": {"formula": "a + 0.3*b", "a": {"node": "stones", "output": "value"}, "b": {"node": "grain"}}
    },
    "stone": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "tint"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#5c5f66"},
            {"position": 0.5, "color": "#a39b90"},
            {"position": 1, "color": "#d9cfc0"}
          ],
          "space": "srgb"
        }
      }
    },
    "moss": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "grain"},
        "ramp": {
          "stops": [{"position": 0, "color": "#2a3d12"}, {"position": 0.5, "color": "#6d8a2a"}],
          "space": "srgb"
        }
      }
    },
    "surface": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "stone"}, "b": {"node": "moss"}, "factor": {"node": "dirt"}}
    },
    "light": {
      "type": "filter/light",
      "inputs": {"height": {"node": "height"}, "elevation": 50, "ambient": 0.15, "strength": 1.3}
    },
    "picture": {"type": "math/multiply", "inputs": {"a": {"node": "surface"}, "b": {"node": "light"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn dirt(height: &str, output: &str, rest: &str, at: [f32; 2]) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "height": {{"type": "math/formula", "inputs": {{"formula": "{height}"}}}},
                "dirt": {{
                  "type": "filter/dirt",
                  "inputs": {{"height": {{"node": "height"}}, "distance": 0.125, {rest}}}
                }}
              }},
              "outputs": {{"value": {{"node": "dirt", "output": "{output}"}}}}
            }}"#
        );
        output_at(&document, [at[0], at[1], 0.0, 0.0])[0]
    }

    #[test]
    fn ridges_and_level_ground_stay_clean() {
        for height in ["0 - abs(x)", "7", "0 - x*x - y*y"] {
            assert_eq!(dirt(height, "hollow", r#""strength": 1"#, [0.0; 2]), 0.0);
            assert_eq!(dirt(height, "value", r#""amount": 1, "noise": 1"#, [0.0; 2]), 0.0);
        }
    }

    #[test]
    fn grooves_and_the_foot_of_a_wall_gather_dirt() {
        let hollow = |height: &str, x: f32| dirt(height, "hollow", r#""strength": 1"#, [x, 0.0]);
        let (groove, foot, far) = (hollow("abs(x)", 0.0), hollow("step(0, x)", -0.02), hollow("step(0, x)", -0.2));
        assert!(groove > 0.8, "{groove}");
        assert!(foot > 0.3 && far == 0.0, "{foot}, {far}");
    }
}
