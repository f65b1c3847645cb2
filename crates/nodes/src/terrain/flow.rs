//! The water that gathers on a height field.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_raster::pass::Flow;

use crate::parts::sampling::sample_grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Flow", lower)
        .describe(
            "The area that drains through each place of a height field: streams, river beds, where dirt gathers and \
             where plants find water. All water of a sample runs to the neighbor to which the slope is the steepest: \
             John O'Callaghan and David Mark, \"The Extraction of Drainage Networks from Digital Elevation Data\" (1984). \
             At an edge it runs inwards or leaves the grid. Slopes are found in parallel. Water that leaves \
             pits is a flood from the edge of the grid after Richard Barnes and others, \"Priority-Flood\" (2014), which \
             needs the whole grid, runs on one thread, and takes several times as long as all else.",
        )
        .search(&["drainage", "flow accumulation", "river", "stream", "catchment", "watershed", "wetness", "hydrology"])
        .input(sample_grid::height())
        .input(InputDefinition::choice("pits", &["overflow", "end"]).describe(
            "The fate of water in a pit: it leaves over the lowest rim, and all water reaches the edge of the grid, or \
             its lowest sample if it repeats; or it ends in the pit.",
        ));
    sample_grid::describe(definition)
        .float_output(
            "flow",
            "The logarithm of the area, as a fraction of that of all samples: 0 where only the sample's own water runs, 1 \
             where all does.",
        )
        .float_output("area", "The area that drains through the place, in square units, its own sample included.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let grid = sample_grid::of(context);
    let channels = sample_grid::run(context, Flow { overflow: context.choice("pits") == "overflow" }, &["height"])?;
    // Cubic interpolation goes beyond the samples.
    let [area, flow] = [channels[0], channels[1]].map(|channel| channel.clamp01());
    let area = area * (grid.across * grid.down) as f32;
    Ok(vec![flow.into(), area.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Rivers of an island",
  "nodes": {
    "hills": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 6, "persistence": 0.45, "dimensions": 2, "seed": 21}},
    "land": {
      "type": "math/formula",
      "inputs": {"formula": "0.5*a + 1.1 - 2.6*((x - 0.5)^2 + (y - 0.5)^2)", "a": {"node": "hills"}}
    },
    "rivers": {
      "type": "terrain/flow",
      "inputs": {"height": {"node": "land"}, "resolution": 192, "interpolation": "linear"}
    },
    "ground": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "land"},
        "ramp": {
          "stops": [
            {"position": 0.2, "color": "#3f6b3a"},
            {"position": 0.6, "color": "#8f9a55"},
            {"position": 0.95, "color": "#c9b183"},
            {"position": 1, "color": "#e6dcc6"}
          ]
        }
      }
    },
    "light": {
      "type": "filter/light",
      "inputs": {"height": {"node": "land"}, "strength": 0.35, "elevation": 50, "ambient": 0.3}
    },
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "ground"}, "b": {"node": "light"}}},
    "wet": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "rivers", "output": "flow"}, "low": 0.22, "high": 0.5}
    },
    "picture": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "lit"}, "b": [0.02, 0.12, 0.3, 1], "factor": {"node": "wet"}}
    }
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn found(formula: &str, output: &str, rest: &str, at: [f32; 2]) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "land": {{"type": "math/formula", "inputs": {{"formula": "{formula}"}}}},
                "flow": {{
                  "type": "terrain/flow",
                  "inputs": {{"height": {{"node": "land"}}, "resolution": 16, "interpolation": "linear", {rest}}}
                }}
              }},
              "outputs": {{"value": {{"node": "flow", "output": "{output}"}}}}
            }}"#
        );
        output_at(&document, [at[0], at[1], 0.0, 0.0])[0]
    }

    #[test]
    fn water_leaves_a_pit_or_ends_there() {
        let bowl = "(x - 0.53)^2 + (y - 0.53)^2";
        let lowest = [8.5 / 16.0; 2];
        let all = found(bowl, "area", r#""pits": "end""#, lowest);
        assert!(all > 0.9, "{all}");
        assert_eq!(found(bowl, "flow", r#""edge": "repeat""#, lowest), 1.0);
        let left: f32 = (0..16)
            .map(|row| found(bowl, "area", r#""pits": "overflow""#, [0.5 / 16.0, (row as f32 + 0.5) / 16.0]))
            .sum();
        assert!(left > 0.0);
        assert!(found(bowl, "area", r#""across": 2, "down": 2, "edge": "repeat""#, lowest) > 3.9);
    }
}
