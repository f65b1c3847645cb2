//! Terrain whose steep slopes slide.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, Site};
use travertine_graph::raster::pass::Pass;

use crate::grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Thermal erosion", lower)
        .describe(
            "What is steeper than the talus slides down to its neighbours, a little at a time, until it holds: scree \
             below cliffs, dunes, heaps of sand. After F. Kenton Musgrave, Craig Kolb and Robert Mace, \"The Synthesis \
             and Rendering of Eroded Fractal Terrains\" (1989). All samples slide at once, so it runs on all threads.",
        )
        .search(&["terrain", "erosion", "talus", "scree", "sand", "landslide", "weather", "height field"])
        .input(grid::height().unit("units"))
        .input(
            grid::sampled(InputDefinition::float("talus", 0.7))
                .soft(0.0..=4.0)
                .step(0.01)
                .describe("The steepest slope that holds: by how much it rises for each unit; 1 is 45 degrees."),
        )
        .input(
            grid::sampled(InputDefinition::float("strength", 0.7))
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("How much of what is too steep slides at a time, 0 to 1; 0 where the ground is hard."),
        )
        .input(
            InputDefinition::integer("iterations", 100)
                .hard(0.0..=2000.0)
                .soft(0.0..=500.0)
                .describe("How often it slides; what slides moves by one sample at a time."),
        );
    grid::describe(definition)
        .float_output("height", "What the heights become; at the samples in the range of the heights.")
        .example(EXAMPLE)
}

fn lower<'a>(site: &Site<'a>) -> Lowered<'a> {
    // The definition limits iterations to 0..=2000.
    let pass = Pass::Thermal { iterations: site.integer("iterations") as u32 };
    let slid = grid::run(site, pass, &["height", "talus", "strength"])?;
    Ok(slid.into_iter().map(Into::into).collect())
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Heaps of sand",
  "nodes": {
    "blocks": {"type": "noise/cell", "inputs": {"scale": 6, "seed": 4, "dimensions": 2}},
    "low": {"type": "math/multiply", "inputs": {"a": {"node": "blocks", "output": "value"}, "b": 0.25}},
    "slid": {
      "type": "terrain/thermal",
      "inputs": {"height": {"node": "low"}, "talus": 0.9, "iterations": 120, "resolution": 128}
    },
    "normals": {"type": "filter/normal-map", "inputs": {"height": {"node": "slid"}, "distance": 0.008}},
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normals", "output": "normal"}, "b": [-0.6, 0.5, 0.62]}
    },
    "sand": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "light"},
        "ramp": {
          "stops": [{"position": 0, "color": "#2a1608"}, {"position": 0.6, "color": "#c08a4e"}, {"position": 1, "color": "#ffe9bd"}]
        }
      }
    }
  },
  "outputs": {"color": {"node": "sand", "output": "color"}}
}"##;
