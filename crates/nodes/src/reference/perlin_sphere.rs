//! Gradient noise with gradients spread evenly over a sphere.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::reference::PerlinSphere;

use crate::parts::noises::published;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Perlin noise of a sphere", lower)
        .describe(
            "The program of Twinklingstar, \"Classical Perlin Noise\" (2015), which shapes a terrain with \
             it: gradient noise with cubic weights, Ken Perlin's permutation of 2002, and gradients from C's \
             rand(), in 3D spread evenly over a sphere, in 2D denser along the diagonals. It repeats every \
             256 cells. A seed changes the gradients, but not which lattice points share one. Use it for the \
             values of the article; noise/perlin has no period and is smoother across cells.",
        )
        .search(&["twinklingstar", "classical", "terrain", "published", "history", "gradient"])
        .input(published::scale())
        .input(published::dimensions(3))
        .input(published::seed())
        .input(InputDefinition::position())
        .float_output("value", "The noise, within ±0.5 in 1D, ±0.71 in 2D and ±0.87 in 3D.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let noise = PerlinSphere::new(context.integer("dimensions") as u8, context.seed("seed"));
    published::lower(context, noise)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Heights above a plain",
  "nodes": {
    "noise": {"type": "reference/perlin-sphere", "inputs": {"scale": 8}},
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "noise"}, "from_min": -0.5, "from_max": 0.5, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
