//! Fibers.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::StrokeShape;

use crate::parts::lattices::strokes::{self, Style};
use crate::parts::lattices::{neighborhood, random};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Fibers", lower).describe(
        "Long round fibers that lie across each other: paper, felt, fleece, hair, straw, chipboard, asbestos. \
         Each layer has fibers in about one direction. They lie at random heights, and the \
         highest hides the others. None is cut off. In three dimensions they cross space in every direction, which \
         takes many times as long.",
    );
    strokes::describe(definition, 6, 0.012, 0.7)
        .search(&[
            "paper", "felt", "fleece", "hair", "fur", "wool", "lint", "straw", "cloth", "threads", "strands",
            "noodles", "worms", "bast",
        ])
        .input(neighborhood::dimensions())
        .input(InputDefinition::seed())
        .input(InputDefinition::position())
        .input(random::period())
        .float_output("value", "The height of the highest fiber: 0 off all fibers, 0.4 to 1 on the middle line of one.")
        .float_output("id", "A random number from 0 to 1 for the highest fiber; 0 off all fibers.")
        .example(EXAMPLE)
}

/// The height of a fiber above its lower side, where the highest of all reaches 1.
const THICKNESS: f32 = 0.4;

/// Strongly bent. In three dimensions fewer cells are searched, which leaves less room to bend.
pub(crate) fn style(dimensions: i64) -> Style {
    match dimensions {
        2 => Style { dimensions: 2, aspect: 3.0, across: 4, shape: StrokeShape::Fiber },
        _ => Style { dimensions: 3, aspect: 4.0, across: 2, shape: StrokeShape::Fiber },
    }
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [value, id] = strokes::highest(context, &style(context.integer("dimensions")), |stroke| {
        let squared = stroke.along * stroke.along;
        // Round across, with blunt ends.
        let rest = (1.0 - squared * squared) - stroke.distance * stroke.distance;
        let height = rest.sqrt() * THICKNESS + stroke.id * (1.0 - THICKNESS);
        rest.select(height * stroke.presence, 0.0)
    })?;
    Ok(vec![value.into(), id.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Seaweed",
  "nodes": {
    "fibers": {
      "type": "noise/fibers",
      "inputs": {"scale": 3, "layers": 8, "width": 0.016, "curl": 1, "seed": 6}
    },
    "dye": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "fibers", "output": "id"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#12403c"},
            {"position": 0.3, "color": "#1f7a6d"},
            {"position": 0.6, "color": "#3aa88f"},
            {"position": 0.8, "color": "#8fd0b0"},
            {"position": 0.9, "color": "#f0d9a0"},
            {"position": 1, "color": "#e08a4f"}
          ]
        }
      }
    },
    "light": {"type": "math/remap", "inputs": {"value": {"node": "fibers"}, "from_min": 0.1, "to_min": 0.1, "clamp": true}},
    "felt": {"type": "math/multiply", "inputs": {"a": {"node": "dye", "output": "color"}, "b": {"node": "light"}}}
  },
  "outputs": {"color": {"node": "felt"}}
}"##;
