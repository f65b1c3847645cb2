//! Normals of a height field, as published with the classic noise.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_raster::pass::Normals;

use crate::parts::sampling::sample_grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Terrain normals", lower)
        .describe(
            "The normals of a height field's samples: each is the mean of the normals of the cells around \
             it. The last step of the terrain of Twinklingstar, \"Classical Perlin Noise\" (2015). x points \
             right, y up, z down the picture. For normals without a grid use filter/normal-map. Rows run in \
             parallel.",
        )
        .search(&["terrain", "shading", "lighting", "twinklingstar", "height field", "direction"])
        .input(sample_grid::height().unit("units"))
        .input(
            InputDefinition::float("strength", 1.0)
                .moved()
                .soft(0.0..=4.0)
                .step(0.01)
                .describe("A factor of the heights: 0 is flat, higher values give a stronger relief."),
        );
    sample_grid::describe(definition)
        .vector_output(
            "normal",
            "The normal, a vector to the right, up and down the picture; at the samples its length is 1.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let height = sample_grid::float(context, "height")? * sample_grid::float(context, "strength")?;
    let position = context.input_position()?;
    let normal = context.raster(sample_grid::of(context), Normals, &[height], position);
    Ok(vec![Field::Vector([normal[0], normal[1], normal[2]])])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Ripples, lit from the side",
  "nodes": {
    "rings": {"type": "pattern/rings", "inputs": {"frequency": 8, "profile": "sine"}},
    "near": {
      "type": "domain/transform",
      "inputs": {"value": {"node": "rings"}, "translate": [0.3, 0.7, 0]}
    },
    "far": {
      "type": "domain/transform",
      "inputs": {"value": {"node": "rings"}, "translate": [0.85, 0.15, 0]}
    },
    "water": {"type": "math/add", "inputs": {"a": {"node": "near"}, "b": {"node": "far"}}},
    "normals": {
      "type": "terrain/normals",
      "inputs": {"height": {"node": "water"}, "strength": 0.016, "resolution": 128}
    },
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normals"}, "b": [-0.62, 0.62, -0.48]}
    },
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "light"}, "from_min": 0.05, "from_max": 1, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
