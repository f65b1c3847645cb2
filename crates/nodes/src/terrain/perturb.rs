//! A height field with samples displaced by noise.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext, Position};
use travertine_noise::reference::PerlinSphere;
use travertine_program::Expr;
use travertine_raster::pass::Perturb;

use crate::parts::noises::published;
use crate::parts::sampling::sample_grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Perturb", lower)
        .describe(
            "Displaces the samples of a height field by noise, which breaks up regular forms. The second \
             step of the terrain of Twinklingstar, \"Classical Perlin Noise\" (2015). Displacements are cut \
             to whole samples; for a smooth warp of any field use domain/warp. Rows run in parallel.",
        )
        .search(&["terrain", "warp", "displace", "twinklingstar", "height field", "shift"])
        .input(sample_grid::height())
        .input(InputDefinition::float("frequency", 4.0).moved().soft(0.0..=32.0).step(0.1).unit("cells").describe(
            "The number of the noise's lattice cells over the sampled units, along each side: higher \
                     values are finer.",
        ))
        .input(
            InputDefinition::float("distance", 8.0)
                .moved()
                .soft(0.0..=64.0)
                .step(1.0)
                .unit("samples")
                .describe("The displacement by a noise of 1: higher values displace further."),
        )
        .input(published::seed());
    sample_grid::describe(definition).float_output("height", "The displaced heights.").example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (grid, samples) = (sample_grid::of(context), context.samples());
    let noise = PerlinSphere::new(3, context.seed("seed"));
    let (frequency, distance) = (sample_grid::float(context, "frequency")?, sample_grid::float(context, "distance")?);
    // A sample's index, from its position; the published program spreads the lattice over indices.
    let along = |coordinate: Expr<'a>, count: usize| {
        let index = (coordinate * grid.resolution as f32 - 0.5).round();
        index * frequency / count as f32
    };
    let (row, column) = (along(samples.y, grid.rows()), along(samples.x, grid.columns()));
    let shift = |third: f32| {
        let position = Position { x: row, y: column, z: context.constant(third), ..samples };
        // The noise exists in three dimensions.
        noise.clone().map_or(context.constant(0.0), |noise| context.reference(noise, position)) * distance
    };
    let planes = [sample_grid::float(context, "height")?, shift(1.0), shift(0.0)];
    let position = context.input_position()?;
    Ok(context.raster(grid, Perturb, &planes, position).into_iter().map(Into::into).collect())
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Rings, torn by noise",
  "nodes": {
    "rings": {"type": "pattern/rings", "inputs": {"frequency": 6, "profile": "sine"}},
    "centered": {
      "type": "domain/transform",
      "inputs": {"value": {"node": "rings", "output": "value"}, "translate": [0.5, 0.5, 0]}
    },
    "torn": {
      "type": "terrain/perturb",
      "inputs": {"height": {"node": "centered"}, "frequency": 9, "distance": 14, "resolution": 128, "interpolation": "linear"}
    }
  },
  "outputs": {"value": {"node": "torn"}}
}"#;
