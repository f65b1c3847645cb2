//! Normals of terrain, as published with the classic noise.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, Site};
use travertine_graph::raster::pass::Pass;

use crate::grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Terrain normals", lower)
        .describe(
            "The last step of the terrain of Twinklingstar, \"Classical Perlin Noise\" (2015): the normal of each sample \
             is the mean of those of the cells around it. x is to the right, y up, z down the picture. For the normals \
             of any field without a grid see filter/normal-map. Rows are done in parallel.",
        )
        .search(&["terrain", "shading", "lighting", "twinklingstar", "height field", "direction"])
        .input(grid::height().unit("units"))
        .input(
            InputDefinition::float("strength", 1.0).moved()
                .soft(0.0..=4.0)
                .step(0.01)
                .describe("What heights are multiplied by."),
        );
    grid::describe(definition)
        .vector_output("normal", "Right, up and down the picture, of length 1 at the samples.")
        .example(EXAMPLE)
}

fn lower<'a>(site: &Site<'a>) -> Lowered<'a> {
    let height = grid::float(site, "height")? * grid::float(site, "strength")?;
    let place = site.place()?;
    let normal = site.raster(grid::of(site), Pass::Normals, &[height], place);
    Ok(vec![Field::Vector([normal[0], normal[1], normal[2]])])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Hills in the evening light",
  "nodes": {
    "hills": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 2, "persistence": 0.3, "seed": 9}},
    "normals": {
      "type": "terrain/normals",
      "inputs": {"height": {"node": "hills"}, "strength": 0.2, "resolution": 128}
    },
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normals"}, "b": [-0.75, 0.5, -0.43]}
    },
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "light"}, "from_min": -0.1, "from_max": 0.95, "clamp": true}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
