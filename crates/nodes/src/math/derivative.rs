//! The derivative of a field along a direction.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::weighted;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Derivative", lower)
        .describe(
            "How fast a texture changes along a direction, exactly: the light side and the shadow side of a relief, the \
             front of a wave. Of a color, each channel.",
        )
        .search(&["slope", "emboss", "change", "rate", "gradient", "difference", "directional"])
        .input(InputDefinition::required("value", ValueType::Any).describe("The texture to differentiate."))
        .input(
            InputDefinition::vector("direction", [1.0, 0.0, 0.0])
                .describe("The direction. Its length does not matter; without a length, the derivative is 0."),
        )
        .output("value", OutputType::like(&["value"]), "The change per unit along the direction.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let direction = context.vector("direction")?;
    let [x, y, z] = context.slopes("value")?;
    let length = weighted::sum(direction, direction).sqrt();
    let [along_x, along_y, along_z] = direction.map(|part| part / length);
    let sum = x.zip(y, |x, y| x * along_x + y * along_y).zip(z, |sum, z| sum + z * along_z);
    Ok(vec![sum])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Hills, lit from the upper left",
  "nodes": {
    "hills": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 4, "dimensions": 2, "seed": 8}},
    "rise": {"type": "math/derivative", "inputs": {"value": {"node": "hills"}, "direction": [1, 1, 0]}},
    "light": {
      "type": "math/remap",
      "inputs": {"value": {"node": "rise"}, "from_min": -5, "from_max": 5, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "light"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    #[test]
    fn the_length_of_the_direction_does_not_matter() {
        for (direction, expected) in [("[3, 4, 0]", 0.6), ("[30, 40, 0]", 0.6), ("[0, 1, 0]", 0.0), ("[0, 0, 0]", 0.0)]
        {
            let document = format!(
                r#"{{
                  "format": "travertine", "version": 1,
                  "nodes": {{
                    "position": {{"type": "input/position"}},
                    "derivative": {{
                      "type": "math/derivative",
                      "inputs": {{"value": {{"node": "position", "output": "x"}}, "direction": {direction}}}
                    }}
                  }},
                  "outputs": {{"value": {{"node": "derivative"}}}}
                }}"#
            );
            let [value] = output_at(&document, [0.3, 0.7, 0.1, 0.0])[..] else { panic!("one float") };
            assert!((value - expected).abs() < 1e-6, "{direction}: {value}");
        }
    }
}
