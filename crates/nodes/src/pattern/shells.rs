//! Shells around a point.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::waveform;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Shells", lower)
        .describe(
            "Concentric shells around the origin, as in an onion, a pearl, an agate or a gobstopper: a wave over \
             the distance to a point. A slice shows circles; carved solids show rounded layers, unlike the \
             rings of a tree, which run along an axis. Connect a noise to `phase` to make them uneven.",
        )
        .search(&[
            "onion",
            "spheres",
            "balls",
            "concentric",
            "pearl",
            "agate",
            "geode",
            "layers",
            "rings",
            "circles",
            "target",
            "radial",
        ])
        .input(
            InputDefinition::float("frequency", 8.0)
                .soft(0.0..=64.0)
                .step(0.1)
                .unit("shells per unit")
                .describe("The number of shells per unit."),
        )
        .input(waveform::phase())
        .input(waveform::profile())
        .input(InputDefinition::position())
        .float_output("value", "The wave, from 0 to 1.")
        .float_output("distance", "The distance to the origin, in units.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [x, y, z] = context.vector("position")?;
    let distance = (x * x + y * y + z * z).sqrt();
    let turns = distance * context.float("frequency")? + context.float("phase")?;
    Ok(vec![waveform::at(context, turns).into(), distance.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Agate",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2.2, "octaves": 4, "persistence": 0.4, "seed": 5}},
    "uneven": {"type": "math/multiply", "inputs": {"a": {"node": "noise"}, "b": 3.2}},
    "shells": {"type": "pattern/shells", "inputs": {"frequency": 7, "phase": {"node": "uneven"}, "profile": "triangle"}},
    "agate": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "shells"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#3b1f2b"},
            {"position": 0.18, "color": "#8c3b34"},
            {"position": 0.3, "color": "#d8895c"},
            {"position": 0.36, "color": "#f4e3cf"},
            {"position": 0.44, "color": "#c9744f"},
            {"position": 0.7, "color": "#e9cdb0"},
            {"position": 0.78, "color": "#7c93a6"},
            {"position": 1, "color": "#e8eef0"}
          ]
        }
      }
    },
    "placed": {
      "type": "domain/transform",
      "inputs": {"value": {"node": "agate", "output": "color"}, "translate": [0.45, 0.55, 0]}
    }
  },
  "outputs": {"color": {"node": "placed"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{named_at, value_at};

    #[test]
    fn shells_lie_around_the_origin() {
        for position in [[2.0, 3.0, 6.0, 0.0], [-6.0, 2.0, -3.0, 9.0], [0.0, -7.0, 0.0, 0.0]] {
            assert_eq!(value_at("pattern/shells", r#"{"frequency": 0.125}"#, position), [0.875]);
            assert_eq!(named_at("pattern/shells", "distance", "{}", position), [7.0]);
        }
        let shifted = value_at("pattern/shells", r#"{"frequency": 0.25, "phase": 0.5}"#, [3.0, 0.0, 0.0, 0.0]);
        assert_eq!(shifted, [0.25]);
    }
}
