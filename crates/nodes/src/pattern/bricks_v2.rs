//! Bricks in rows, with edges that are smooth over a pixel.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::sampling::coverage;
use crate::parts::tilings::courses;

pub fn definition() -> Definition {
    let definition = courses::describe(Definition::new(module_path!(), "Bricks", lower));
    courses::placed(definition.input(coverage::soften())).example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let changes = coverage::changes(context, |at| {
        let (_, sides, _) = courses::brick_at(context, context.input_position_at(at)?)?;
        Ok(Field::Vector(sides))
    })?;
    let (brick, sides, numbers) = courses::brick_at(context, context.input_position()?)?;
    let mut outputs = brick.softened(context, sides, [0.0; 3], changes)?;
    outputs.extend(numbers.map(Field::Float));
    Ok(outputs)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Flemish bond",
  "nodes": {
    "bricks": {
      "type": "pattern/bricks@2",
      "inputs": {"size": [0.22, 0.08, 0.2], "bond": "flemish", "joint": 0.012, "bevel": 0.004, "seed": 3}
    },
    "clay": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "bricks", "output": "id"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#4d2a28"},
            {"position": 0.5, "color": "#a04a34"},
            {"position": 1, "color": "#d29a6a"}
          ],
          "space": "srgb"
        }
      }
    },
    "wall": {"type": "blend/mix", "inputs": {"a": "#e8e2d6", "b": {"node": "clay"}, "factor": {"node": "bricks"}}}
  },
  "outputs": {"color": {"node": "wall"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::named_at;

    #[test]
    fn without_pixels_it_is_the_first_version() {
        for inputs in ["{}", r#"{"bond": "english", "bevel": 0, "jitter": 0.7, "period": [4, 10, 0]}"#] {
            for output in ["value", "edge", "id", "center", "local", "column", "row", "layer"] {
                for step in 0..20 {
                    let at = [0.37, -0.21, 0.53, 0.71].map(|part: f32| part * step as f32);
                    let [first, second] =
                        ["pattern/bricks", "pattern/bricks@2"].map(|node| named_at(node, output, inputs, at));
                    assert_eq!(first, second, "{output} {inputs} at {at:?}");
                }
            }
        }
    }
}
