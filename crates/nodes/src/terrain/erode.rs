//! Terrain, eroded as published with the classic noise.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, Site};
use travertine_graph::raster::pass::Pass;

use crate::grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Erode", lower)
        .describe(
            "The third step of the terrain of Twinklingstar, \"Classical Perlin Noise\" (2015): every sample gives half \
             of its steepest drop to the neighbour there, unless it is steeper than the smoothness. Level ground comes \
             out of slopes, cliffs stay. Each sample sees what those before it have become, so one thread does it; for \
             land that looks weathered see terrain/hydraulic and terrain/thermal.",
        )
        .search(&["terrain", "erosion", "weather", "twinklingstar", "height field", "flatten"])
        .input(grid::height())
        .input(
            grid::sampled(InputDefinition::float("smoothness", 0.02))
                .soft(0.0..=0.1)
                .step(0.001)
                .describe("The greatest drop from one sample to the next that slides, in the unit of the heights."),
        )
        .input(
            InputDefinition::integer("iterations", 10)
                .hard(0.0..=1000.0)
                .soft(0.0..=50.0)
                .describe("How often all samples are gone through."),
        );
    grid::describe(definition)
        .float_output("height", "The eroded heights; at the samples in the range of the heights.")
        .example(EXAMPLE)
}

fn lower<'a>(site: &Site<'a>) -> Lowered<'a> {
    // The definition limits iterations to 0..=1000.
    let pass = Pass::Erode { iterations: site.integer("iterations") as u32 };
    let eroded = grid::run(site, pass, &["height", "smoothness"])?;
    Ok(eroded.into_iter().map(Into::into).collect())
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Plains and cliffs",
  "nodes": {
    "noise": {"type": "reference/perlin-sphere", "inputs": {"scale": 6}},
    "eroded": {
      "type": "terrain/erode",
      "inputs": {"height": {"node": "noise"}, "smoothness": 0.025, "iterations": 40, "resolution": 128}
    },
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "eroded"}, "from_min": -0.5, "from_max": 0.5, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
