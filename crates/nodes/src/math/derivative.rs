//! The derivative of a field along a direction.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::weighted;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Derivative", lower)
        .describe(
            "How fast a texture changes along a direction: the light side and the shadow side of a relief, the front of \
             a wave. Of a color, red, green and blue; alpha stays. See `vector/gradient` for what is exact.",
        )
        .search(&["slope", "emboss", "change", "rate", "gradient", "difference", "directional", "dfdx", "ddx"])
        .input(InputDefinition::required("value", ValueType::Any).moved().describe("The texture to differentiate."))
        .input(
            InputDefinition::vector("direction", [1.0, 0.0, 0.0])
                .describe("The direction. Its length does not matter; without a length, the derivative is 0."),
        )
        .output("value", OutputType::like(&["value"]), "The change per unit along the direction.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let direction = context.vector("direction")?;
    let slopes = context.slopes("value")?;
    let length = weighted::sum(direction, direction).sqrt();
    let along = direction.map(|part| part / length);
    let component = |index: usize| weighted::sum(slopes.map(|slope| slope.components()[index]), along);
    Ok(vec![match slopes[0] {
        Field::Float(_) => Field::Float(component(0)),
        Field::Vector(_) => Field::Vector([0, 1, 2].map(component)),
        Field::Color(_) => {
            let [.., alpha] = context.color("value")?;
            Field::Color([component(0), component(1), component(2), alpha])
        }
    }])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Hills, lit from the upper left",
  "nodes": {
    "hills": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 3, "persistence": 0.4, "dimensions": 2, "seed": 8}},
    "rise": {"type": "math/derivative", "inputs": {"value": {"node": "hills"}, "direction": [1, 1, 0]}},
    "light": {
      "type": "math/remap",
      "inputs": {"value": {"node": "rise"}, "from_min": -7, "from_max": 7, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "light"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    #[test]
    fn a_color_keeps_its_alpha() {
        let document = r##"{
          "format": "travertine", "version": 1,
          "nodes": {
            "position": {"type": "input/position"},
            "color": {"type": "color/combine", "inputs": {"red": {"node": "position", "output": "x"}, "alpha": 0.5}},
            "derivative": {"type": "math/derivative", "inputs": {"value": {"node": "color"}}}
          },
          "outputs": {"value": {"node": "derivative"}}
        }"##;
        assert_eq!(output_at(document, [0.3, 0.7, 0.1, 0.0]), [1.0, 0.0, 0.0, 0.5]);
    }

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
