//! Hexagons with edges that are smooth over a pixel.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::sampling::coverage;
use crate::parts::tilings::honeycomb;

pub fn definition() -> Definition {
    let definition = honeycomb::describe(Definition::new(module_path!(), "Hexagons", lower));
    honeycomb::placed(definition.input(coverage::soften())).example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let changes = coverage::changes(context, |at| {
        let (_, sides, _) = honeycomb::hexagon_at(context, context.input_position_at(at)?)?;
        // Four numbers.
        Ok(Field::Color(sides))
    })?;
    let (hexagon, sides, numbers) = honeycomb::hexagon_at(context, context.input_position()?)?;
    let mut outputs = hexagon.softened(context, sides, AGREEMENTS, changes)?;
    outputs.extend(numbers.map(Field::Float));
    Ok(outputs)
}

/// In the middle of a corner of 120 degrees, a third of a pixel lies inside: a third of the way from a quarter to half.
const AGREEMENTS: [f32; 4] = [0.0, 1.0 / 3.0, 1.0 / 3.0, 0.0];

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Bathroom floor",
  "nodes": {
    "tiles": {
      "type": "pattern/hexagons@2",
      "inputs": {"size": [0.09, 0, 0], "joint": 0.008, "bevel": 0, "seed": 4}
    },
    "glaze": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "tiles", "output": "id"},
        "ramp": {
          "stops": [{"position": 0.12, "color": "#1f2a30"}, {"position": 0.121, "color": "#e9e7e0"}],
          "interpolation": "step"
        }
      }
    },
    "floor": {"type": "blend/mix", "inputs": {"a": "#8d8a84", "b": {"node": "glaze"}, "factor": {"node": "tiles"}}}
  },
  "outputs": {"color": {"node": "floor"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::named_at;

    #[test]
    fn without_pixels_it_is_the_first_version() {
        for inputs in ["{}", r#"{"size": [0.3, 0.1, 0.2], "bevel": 0, "period": [4, 10, 0]}"#] {
            for output in ["value", "edge", "id", "center", "local", "column", "row", "layer"] {
                for step in 0..20 {
                    let at = [0.37, -0.21, 0.53, 0.71].map(|part: f32| part * step as f32);
                    let [first, second] =
                        ["pattern/hexagons", "pattern/hexagons@2"].map(|node| named_at(node, output, inputs, at));
                    assert_eq!(first, second, "{output} {inputs} at {at:?}");
                }
            }
        }
    }
}
