//! Bands along a direction.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::waveform;
use crate::parts::arithmetic::weighted;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Bands", lower)
        .describe(
            "Parallel bands, as in layered stone: a wave over the distance from the origin along a \
             direction. For marble, connect a noise to `phase`.",
        )
        .search(&[
            "stripes",
            "waves",
            "layers",
            "strata",
            "marble",
            "gradient",
            "lines",
            "wave texture",
            "waveform",
            "marble veins",
        ])
        .input(
            InputDefinition::vector("direction", [1.0, 0.0, 0.0])
                .soft(-1.0..=1.0)
                .step(0.01)
                .describe("The direction across the bands. Its length is ignored."),
        )
        .input(
            InputDefinition::float("frequency", 8.0)
                .soft(0.0..=64.0)
                .step(0.1)
                .unit("bands per unit")
                .describe("The number of bands per unit."),
        )
        .input(waveform::phase())
        .input(waveform::profile())
        .input(InputDefinition::position())
        .float_output("value", "The wave, from 0 to 1.")
        .float_output("distance", "The distance from the origin along the direction, in units.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let direction = context.vector("direction")?;
    let length = weighted::sum(direction, direction).sqrt();
    let distance = weighted::sum(context.vector("position")?, direction.map(|component| component / length));
    let turns = distance * context.float("frequency")? + context.float("phase")?;
    Ok(vec![Field::Float(waveform::at(context, turns)), Field::Float(distance)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Layered stone",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 1.5, "seed": 32}},
    "bands": {
      "type": "pattern/bands",
      "inputs": {
        "direction": [1, 3, 0],
        "frequency": 3,
        "phase": {"node": "noise"},
        "profile": "sine"
      }
    },
    "stone": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "bands", "output": "value"},
        "ramp": {
          "stops": [
            {"position": 0, "color": [0.55, 0.38, 0.22, 1]},
            {"position": 0.5, "color": [0.8, 0.7, 0.52, 1]},
            {"position": 1, "color": [0.4, 0.16, 0.08, 1]}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "stone", "output": "color"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value_at;

    #[test]
    fn the_length_of_the_direction_is_ignored() {
        let at = |direction: &str| {
            let inputs = format!(r#"{{"direction": {direction}, "frequency": 1}}"#);
            value_at("pattern/bands", &inputs, [0.25, 0.5, 0.75, 0.0])[0]
        };
        assert_eq!([at("[9, 0, 0]"), at("[0, 2, 0]"), at("[0, 0, 0.1]"), at("[0, 0, 0]")], [0.25, 0.5, 0.75, 0.0]);
    }
}
