//! Erosion of a height field by sliding slopes.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_raster::pass::Thermal;

use crate::parts::sampling::sample_grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Thermal erosion", lower)
        .describe(
            "Slopes steeper than the talus slide down until they hold: scree below cliffs, dunes, heaps of \
             sand. After F. Kenton Musgrave, Craig Kolb and Robert Mace, \"The Synthesis and Rendering of \
             Eroded Fractal Terrains\" (1989). All samples slide at once, so it runs on all threads.",
        )
        .search(&["terrain", "erosion", "talus", "scree", "sand", "landslide", "weather", "height field"])
        .input(sample_grid::height().unit("units"))
        .input(
            InputDefinition::float("talus", 0.7)
                .moved()
                .soft(0.0..=4.0)
                .step(0.01)
                .describe("The steepest slope that holds, as the rise per unit of distance: 1 is 45 degrees."),
        )
        .input(InputDefinition::float("strength", 0.7).moved().soft(0.0..=1.0).step(0.01).describe(
            "The part of an excess slope that slides in each iteration, 0 to 1; use 0 where the \
                     ground is hard.",
        ))
        .input(
            InputDefinition::integer("iterations", 100)
                .hard(0.0..=2000.0)
                .soft(0.0..=500.0)
                .describe("The number of iterations. Material moves by one sample in each."),
        );
    sample_grid::describe(definition)
        .float_output(
            "height",
            "The heights after sliding. At the samples they are within the range of the input heights.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    // The definition limits iterations to 0..=2000.
    let pass = Thermal { iterations: context.integer("iterations") as u32 };
    let slid = sample_grid::run(context, pass, &["height", "talus", "strength"])?;
    Ok(slid.into_iter().map(Into::into).collect())
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Dunes",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 4, "persistence": 0.4, "dimensions": 2, "seed": 31}},
    "mesas": {"type": "math/smoothstep", "inputs": {"value": {"node": "noise"}, "low": -0.05, "high": 0.35}},
    "height": {"type": "math/multiply", "inputs": {"a": {"node": "mesas"}, "b": 0.34}},
    "slid": {
      "type": "terrain/thermal",
      "inputs": {"height": {"node": "height"}, "talus": 0.8, "iterations": 200, "resolution": 192}
    },
    "normals": {
      "type": "filter/normal-map",
      "inputs": {"height": {"node": "slid"}, "distance": 0.008}
    },
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normals", "output": "normal"}, "b": [-0.48, 0.36, 0.8]}
    },
    "sand": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "light"},
        "ramp": {
          "stops": [{"position": 0, "color": "#2a1608"}, {"position": 0.6, "color": "#c0713e"}, {"position": 1, "color": "#ffe9bd"}]
        }
      }
    }
  },
  "outputs": {"color": {"node": "sand", "output": "color"}}
}"##;
