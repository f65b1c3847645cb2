//! Smoothing of a height field, as published with the classic noise.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_raster::pass::Smooth;

use crate::parts::sampling::sample_grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Smooth", lower)
        .describe(
            "Smooths a height field: every sample becomes the mean of the 3 x 3 samples around it. The \
             fourth step of the terrain of Twinklingstar, \"Classical Perlin Noise\" (2015). Each sample \
             depends on those before it, so it runs on one thread, and the result is shifted slightly to the \
             right and down.",
        )
        .search(&["terrain", "blur", "soften", "twinklingstar", "height field", "average"])
        .input(sample_grid::height())
        .input(
            InputDefinition::integer("iterations", 1)
                .hard(0.0..=1000.0)
                .soft(0.0..=20.0)
                .describe("The number of passes over all samples: more smooth further and take longer."),
        );
    sample_grid::describe(definition)
        .float_output("height", "The smoothed heights. At the samples they are within the range of the input heights.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    // The definition limits iterations to 0..=1000.
    let pass = Smooth { iterations: context.integer("iterations") as u32 };
    Ok(sample_grid::run(context, pass, &["height"])?.into_iter().map(Into::into).collect())
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Steps, gone soft",
  "nodes": {
    "cells": {"type": "noise/cell", "inputs": {"scale": 6, "periodic": true, "period_x": 6, "period_y": 6, "dimensions": 2, "seed": 5}},
    "soft": {
      "type": "terrain/smooth",
      "inputs": {"height": {"node": "cells", "output": "value"}, "iterations": 6, "resolution": 128, "edge": "repeat"}
    },
    "normals": {
      "type": "filter/normal-map",
      "inputs": {"height": {"node": "soft"}, "distance": 0.008, "strength": 0.1}
    },
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normals", "output": "normal"}, "b": [-0.6, 0.5, 0.62]}
    },
    "clay": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "light"},
        "ramp": {
          "stops": [{"position": 0, "color": "#0d2b3e"}, {"position": 0.6, "color": "#4f9d9a"}, {"position": 1, "color": "#f3efd9"}]
        }
      }
    }
  },
  "outputs": {"color": {"node": "clay", "output": "color"}}
}"##;
