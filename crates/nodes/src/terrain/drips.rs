//! Stains that run down a surface.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_raster::pass::Drips;

use crate::parts::sampling::sample_grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Drips", lower)
        .describe(
            "Trails that run down a surface and fade: rain stains under window sills, rust below bolts, dripping paint, \
             moss. Drips start at random samples where the sources are, run along a direction, and are led aside by the \
             slope of a height. The time is proportional to the number of drips and their length in samples; they run in \
             parallel, each on its own, and need the whole grid.",
        )
        .search(&["leak", "stain", "streak", "rust", "run", "dribble", "rain", "paint", "weathering", "dirt", "particles"])
        .input(sample_grid::height().unit("units"))
        .input(
            InputDefinition::any("sources", 1.0)
                .moved()
                .describe("Where drips start, 0 to 1: 0 for nowhere, 1 for the whole density."),
        )
        .input(
            InputDefinition::number("density", 100.0)
                .hard(0.0..=1e6)
                .soft(0.0..=1000.0)
                .step(1.0)
                .unit("drips per square unit")
                .describe("The number of drips where the sources are 1; at most one from each sample."),
        )
        .input(
            InputDefinition::number("length", 0.4)
                .hard(0.0..=8.0)
                .soft(0.0..=2.0)
                .step(0.01)
                .unit("units")
                .describe("The length of the longest trails. The shortest have half of it."),
        )
        .input(InputDefinition::vector("direction", [0.0, 1.0, 0.0]).moved().soft(-1.0..=1.0).step(0.01).describe(
            "The direction in which drips run, down the picture by default. With 0, they only follow the height.",
        ))
        .input(
            InputDefinition::float("deflection", 1.0).moved().soft(0.0..=8.0).step(0.05).describe(
                "How far the slope leads drips aside: with 1, a slope of 45 degrees pulls as strongly as a direction of \
                 length 1.",
            ),
        )
        .input(
            InputDefinition::float("spread", 0.25)
                .moved()
                .soft(0.0..=2.0)
                .step(0.01)
                .describe("How far drips wander to the sides at random: 0 runs straight, 1 by up to 45 degrees."),
        )
        .input(InputDefinition::seed());
    sample_grid::describe(definition)
        .float_output("value", "The trails: 1 where a drip starts, fading to 0 at its end; 0 elsewhere.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (grid, samples) = (sample_grid::of(context), context.samples());
    // The definitions limit all of these to positive numbers.
    let resolution = f64::from(grid.resolution);
    let length = (f64::from(context.number("length")) * resolution * 256.0 + 0.5) as u32;
    let chance = (f64::from(context.number("density")) / (resolution * resolution)).min(1.0);
    let pass = Drips { length, chance: (chance * 16_777_216.0 + 0.5) as u32, seed: context.seed("seed") };
    let [right, down, _] = context.any_at("direction", samples)?.to_vector();
    let float = |input| sample_grid::float(context, input);
    let planes = [float("height")?, float("sources")?, right, down, float("deflection")?, float("spread")?];
    // Cubic interpolation goes beyond the samples.
    let trails = context.raster(grid, pass, &planes, context.input_position()?)[0].clamp01();
    Ok(vec![trails.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Rust that runs from the bolts of a plate",
  "nodes": {
    "bolts": {
      "type": "math/formula",
      "inputs": {"formula": "clamp(24*(0.09 - sqrt((fract(3*x) - 0.5)^2 + (fract(2*y) - 0.2)^2)), 0, 1)"}
    },
    "dome": {"type": "math/multiply", "inputs": {"a": {"node": "bolts"}, "b": 0.02}},
    "runs": {
      "type": "terrain/drips",
      "inputs": {
        "height": {"node": "dome"}, "sources": {"node": "bolts"}, "density": 6000, "length": 0.42, "spread": 0.22, "seed": 4,
        "resolution": 192, "edge": "repeat", "interpolation": "linear"
      }
    },
    "grain": {
      "type": "noise/perlin",
      "inputs": {"scale": 14, "octaves": 4, "dimensions": 2, "min": 0.3, "max": 1, "seed": 2, "periodic": true, "period_x": 14, "period_y": 14}
    },
    "stain": {
      "type": "math/formula",
      "inputs": {"formula": "max(a*(0.5 + 0.5*b), 0.85*c)", "a": {"node": "runs"}, "b": {"node": "grain"}, "c": {"node": "bolts"}}
    },
    "rust": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "stain"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#c9d2cf"},
            {"position": 0.3, "color": "#c69a63"},
            {"position": 0.7, "color": "#8a4a22"},
            {"position": 1, "color": "#3d2015"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "rust"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn trail(rest: &str, at: [f32; 2]) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "source": {{"type": "math/formula", "inputs": {{"formula": "(x - 0.5)^2 + (y - 0.25)^2 < 0.002"}}}},
                "slope": {{"type": "math/formula", "inputs": {{"formula": "x"}}}},
                "drips": {{
                  "type": "terrain/drips",
                  "inputs": {{
                    "height": {{"node": "slope"}}, "sources": {{"node": "source"}}, "density": 1e6, "length": 0.5, "spread": 0,
                    "resolution": 32, "interpolation": "linear"{rest}
                  }}
                }}
              }},
              "outputs": {{"value": {{"node": "drips"}}}}
            }}"#
        );
        output_at(&document, [at[0], at[1], 0.0, 0.0])[0]
    }

    #[test]
    fn drips_run_along_the_direction_and_the_slope() {
        let (below, left, beside) = ([0.5, 0.45], [0.3, 0.25], [0.33, 0.42]);
        let straight = r#", "deflection": 0"#;
        assert!(trail(straight, below) > 0.2 && trail(straight, left) == 0.0 && trail(straight, beside) == 0.0);
        let fall = r#", "direction": [0, 0, 0]"#;
        assert!(trail(fall, below) == 0.0 && trail(fall, left) > 0.2);
        assert!(trail("", beside) > 0.2, "in between");
    }
}
