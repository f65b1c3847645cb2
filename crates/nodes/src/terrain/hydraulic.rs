//! Erosion of a height field by rain.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_raster::pass::Hydraulic;

use crate::parts::sampling::sample_grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Hydraulic erosion", lower)
        .describe(
            "Carves valleys by rain: drops run downhill, erode soil where they are fast and deposit it where \
             they slow down. After Hans Theobald Beyer, \"Implementation of a Method for Hydraulic Erosion\" \
             (2015), with distant drops at once, so that it runs on all threads. It works in samples: a \
             higher resolution gives finer valleys and needs more rounds. Heights count relative to their \
             range. Costs 4 microseconds or more for each sample of its grid at its defaults, in proportion to \
             `rounds`.",
        )
        .search(&["terrain", "erosion", "water", "rain", "river", "valley", "weather", "height field"])
        .input(sample_grid::height())
        .input(InputDefinition::integer("rounds", 64).hard(0.0..=2000.0).soft(0.0..=256.0).describe(
            "The duration of the rain: in each round, a drop falls on every 8 x 8 samples. More \
                     carve deeper and take longer.",
        ))
        .input(control("strength", 0.3, 1.0, "The speed of erosion, 0 to 1; use 0 where the ground is hard."))
        .input(control(
            "capacity",
            4.0,
            16.0,
            "The amount of soil that drops can carry: higher values carve deeper valleys.",
        ))
        .input(control("deposition", 0.3, 1.0, "The speed at which drops deposit soil beyond their capacity, 0 to 1."))
        .input(control(
            "inertia",
            0.1,
            1.0,
            "The tendency of drops to keep their direction, 0 to 1: higher values give smoother valleys.",
        ))
        .input(control(
            "evaporation",
            0.02,
            1.0,
            "The part of its water that a drop loses in each step, 0 to 1: higher values give shorter \
             valleys.",
        ))
        .input(InputDefinition::seed());
    sample_grid::describe(definition)
        .float_output("height", "The eroded heights. At the samples they are within the range of the input heights.")
        .float_output("flow", "The amount of water that ran there: 0 for none, towards 1 in rivers.")
        .example(EXAMPLE)
}

fn control(name: &'static str, default: f32, most: f32, description: &'static str) -> InputDefinition {
    InputDefinition::float(name, default).moved().soft(0.0..=most).step(0.01).describe(description)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    // The definition limits rounds to 0..=2000.
    let pass = Hydraulic { rounds: context.integer("rounds") as u32, seed: context.seed("seed") };
    let inputs = ["height", "strength", "capacity", "deposition", "inertia", "evaporation"];
    Ok(sample_grid::run(context, pass, &inputs)?.into_iter().map(Into::into).collect())
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Valleys",
  "nodes": {
    "hills": {"type": "noise/perlin", "inputs": {"scale": 2.5, "octaves": 6, "seed": 16}},
    "low": {"type": "math/multiply", "inputs": {"a": {"node": "hills"}, "b": 0.3}},
    "rain": {
      "type": "terrain/hydraulic",
      "inputs": {"height": {"node": "low"}, "rounds": 80, "resolution": 192, "capacity": 6}
    },
    "normals": {
      "type": "filter/normal-map",
      "inputs": {"height": {"node": "rain", "output": "height"}, "distance": 0.004}
    },
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normals", "output": "normal"}, "b": [-0.6, 0.5, 0.62]}
    },
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "light"}, "from_min": -0.1, "from_max": 1, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
