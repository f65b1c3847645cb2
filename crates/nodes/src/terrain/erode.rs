//! Erosion of a height field, as published with the classic noise.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_raster::pass::Erode;

use crate::parts::sampling::sample_grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Erode", lower)
        .describe(
            "Flattens gentle slopes and keeps cliffs: every sample moves half of its steepest drop to the \
             lower neighbor, unless the drop exceeds the smoothness. The third step of the terrain of \
             Twinklingstar, \"Classical Perlin Noise\" (2015). Each sample depends on those before it, so it \
             runs on one thread. For land that looks weathered, use terrain/hydraulic and terrain/thermal.",
        )
        .search(&["terrain", "erosion", "weather", "twinklingstar", "height field", "flatten"])
        .input(sample_grid::height())
        .input(
            InputDefinition::float("smoothness", 0.02)
                .moved()
                .soft(0.0..=0.1)
                .step(0.001)
                .describe("The greatest drop between neighboring samples that slides, in the unit of the heights."),
        )
        .input(
            InputDefinition::integer("iterations", 10)
                .hard(0.0..=1000.0)
                .soft(0.0..=50.0)
                .describe("The number of passes over all samples: more erode further and take longer."),
        );
    sample_grid::describe(definition)
        .float_output("height", "The eroded heights. At the samples they are within the range of the input heights.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    // The definition limits iterations to 0..=1000.
    let pass = Erode { iterations: context.integer("iterations") as u32 };
    let eroded = sample_grid::run(context, pass, &["height", "smoothness"])?;
    Ok(eroded.into_iter().map(Into::into).collect())
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Plains and cliffs",
  "nodes": {
    "noise": {"type": "reference/perlin-sphere", "inputs": {"scale": 4}},
    "eroded": {
      "type": "terrain/erode",
      "inputs": {"height": {"node": "noise"}, "smoothness": 0.025, "iterations": 40, "resolution": 128}
    },
    "normals": {
      "type": "filter/normal-map",
      "inputs": {"height": {"node": "eroded"}, "distance": 0.012, "strength": 0.12}
    },
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normals", "output": "normal"}, "b": [-0.6, 0.5, 0.62]}
    },
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "light"}, "from_min": 0.05, "from_max": 1, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
