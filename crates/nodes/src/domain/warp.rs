//! A field at displaced positions.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Warp", lower)
        .describe(
            "Distorts a texture by evaluating it at offset positions: at the position plus strength times \
             offset. A noise as the offset makes straight lines wavy. The texture appears to move against \
             the offset. The place in a piece of a tiling, such as `local`, would come from the next piece near a \
             border: add the offset to it by `math/add` instead.",
        )
        .search(&["distort", "displace", "domain warp", "perturb", "swirl", "wobble"])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The texture to distort, evaluated at the offset position."),
        )
        .input(InputDefinition::vector("offset", [0.0; 3]).unit("units").describe(
            "The direction and distance of the displacement. A number displaces equally along all \
                     three axes.",
        ))
        .input(
            InputDefinition::float("strength", 0.1)
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("A factor of the offset: 0 leaves the texture unchanged, higher values distort it more."),
        )
        .output("value", OutputType::like(&["value"]), "The distorted texture.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let warped = context.moved(|position| {
        let offset = context.any_at("offset", position)?.to_vector();
        let strength = context.any_at("strength", position)?.to_float();
        let [x, y, z] = position.vector();
        let [dx, dy, dz] = offset.map(|component| component * strength);
        Ok(position.at([x + dx, y + dy, z + dz]))
    })?;
    Ok(vec![context.any_at("value", warped)?])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Bands, warped by noise",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 2, "seed": 28}},
    "bands": {"type": "pattern/bands", "inputs": {"frequency": 8, "profile": "triangle"}},
    "warp": {
      "type": "domain/warp",
      "inputs": {
        "value": {"node": "bands", "output": "value"},
        "offset": {"node": "noise"},
        "strength": 0.3
      }
    }
  },
  "outputs": {"value": {"node": "warp"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    #[test]
    fn evaluates_at_the_position_plus_the_offset() {
        let document = r#"{
          "format": "travertine", "version": 1,
          "nodes": {
            "position": {"type": "input/position"},
            "warp": {
              "type": "domain/warp",
              "inputs": {
                "value": {"node": "position", "output": "position"},
                "offset": [4, 0, -8], "strength": 0.25
              }
            }
          },
          "outputs": {"vector": {"node": "warp"}}
        }"#;
        assert_eq!(output_at(document, [1.0, 2.0, 3.0, 0.0]), [2.0, 2.0, 1.0]);
    }
}
