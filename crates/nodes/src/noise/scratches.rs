//! Thin scratches.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::StrokeShape;

use crate::parts::lattices::random;
use crate::parts::lattices::strokes::{self, Style};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Scratches", lower).describe(
        "Fine scratches in random or in common directions, for worn metal, brushed steel, old glass, film, \
         wood and floors. Each layer has grooves in about one direction, which get shallower towards \
         their ends; longer ones are deeper. None is cut off. Subtract it from a height, or add \
         it to a roughness. Similar to the scratches of Material Maker by Rodolphe Suescun.",
    );
    strokes::describe(definition, 6, 0.003, 0.5)
        .search(&[
            "worn",
            "wear",
            "brushed",
            "metal",
            "scuffs",
            "grooves",
            "hairlines",
            "damage",
            "dust",
            "film",
            "grunge",
            "lines",
        ])
        .input(InputDefinition::seed())
        .input(InputDefinition::position())
        .input(random::period())
        .float_output("value", "The depth of the deepest scratch: 0 where there is none, 1 at the deepest.")
        .example(EXAMPLE)
}

/// Nearly straight and dense.
pub(crate) const STYLE: Style = Style { dimensions: 2, aspect: 8.0, across: 2, shape: StrokeShape::Groove };

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [deepest, _] = strokes::highest(context, &STYLE, |stroke| {
        let groove = (1.0 - stroke.distance).clamp01();
        let faded = (1.0 - stroke.along * stroke.along).clamp01() * (stroke.strength * stroke.strength * 0.9 + 0.1);
        groove * faded * stroke.presence
    })?;
    Ok(vec![deepest.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Worn steel",
  "nodes": {
    "wear": {"type": "noise/scratches", "inputs": {"scale": 2, "layers": 7, "width": 0.004, "seed": 3}},
    "brushed": {
      "type": "noise/scratches",
      "inputs": {"scale": 4, "layers": 8, "width": 0.003, "spread": 3, "angle": 90, "seed": 8}
    },
    "stains": {"type": "noise/perlin", "inputs": {"scale": 2, "octaves": 4, "seed": 2}},
    "light": {
      "type": "math/formula",
      "inputs": {
        "formula": "0.42 + 0.16*b + 0.5*a + 0.12*c",
        "a": {"node": "wear"}, "b": {"node": "brushed"}, "c": {"node": "stains"}
      }
    },
    "steel": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "light"},
        "ramp": {
          "stops": [
            {"position": 0.3, "color": "#20262b"},
            {"position": 0.55, "color": "#56626b"},
            {"position": 0.75, "color": "#a5b0b6"},
            {"position": 1, "color": "#f6fafb"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "steel", "output": "color"}}
}"##;
