//! The distance to the edge of a mask.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::sampling::sample_grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Distance", lower).describe(
        "The distance to the edge of a mask, where it crosses the threshold: outlines, glows, halos, growth and shores \
         around any form. Between two samples of which one lies inside, the edge is where the line through their values \
         meets the threshold; the distance to the nearest such place is exact. After Pedro Felzenszwalb and Daniel \
         Huttenlocher, \"Distance Transforms of Sampled Functions\" (2012). The time is linear in the number of samples, \
         whatever the reach. Rows run in parallel.",
    );
    let definition = sample_grid::mask(definition)
        .search(&["distance transform", "sdf", "edt", "outline", "glow", "halo", "grow", "shore", "voronoi", "stroke"])
        .input(
            InputDefinition::float("reach", 1.0)
                .hard(0.0..=f32::MAX)
                .soft(0.0..=1.0)
                .step(0.01)
                .unit("units")
                .describe("The greatest distance: farther positions have this one."),
        );
    sample_grid::describe(definition)
        .float_output("distance", "The distance in units, negative inside, from -reach to reach.")
        .float_output(
            "value",
            "The distance as a fraction of the reach: 0 deep inside, 0.5 at the edge, 1 far outside.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let reach = context.float("reach")?.max(0.0);
    let distance = sample_grid::distance(context)?.max(-reach).min(reach);
    let value = (distance / reach * 0.5 + 0.5).clamp01();
    Ok(vec![distance.into(), value.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Islands with shallows",
  "nodes": {
    "land": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 5, "seed": 11, "periodic": true, "period_x": 3, "period_y": 3}},
    "shore": {
      "type": "filter/distance",
      "inputs": {"mask": {"node": "land"}, "threshold": 0.12, "reach": 0.12, "edge": "repeat"}
    },
    "picture": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "shore", "output": "value"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#2f5a2c"},
            {"position": 0.42, "color": "#8fa657"},
            {"position": 0.46, "color": "#e8d8a0"},
            {"position": 0.5, "color": "#f4ecc9"},
            {"position": 0.51, "color": "#8fe0d4"},
            {"position": 0.72, "color": "#2f9fc0"},
            {"position": 1, "color": "#0d3d73"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn distance(formula: &str, output: &str, rest: &str, at: [f32; 2]) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "mask": {{"type": "math/formula", "inputs": {{"formula": "{formula}"}}}},
                "distance": {{"type": "filter/distance", "inputs": {{"mask": {{"node": "mask"}}, "resolution": 64{rest}}}}}
              }},
              "outputs": {{"value": {{"node": "distance", "output": "{output}"}}}}
            }}"#
        );
        output_at(&document, [at[0], at[1], 0.0, 0.0])[0]
    }

    #[test]
    fn discs_have_the_distances_of_circles() {
        let disc = "0.75 - sqrt((x - 0.5)^2 + (y - 0.5)^2)";
        for step in 0..40 {
            let at = [0.618 * step as f32, 0.117 * step as f32].map(|at| 0.05 + 0.9 * at.fract());
            let [x, y] = at.map(|coordinate| coordinate - 0.5);
            let expected = (x * x + y * y).sqrt() - 0.25;
            let found = distance(disc, "distance", "", at);
            assert!((found - expected).abs() < 0.006, "{found} for {expected} at {at:?}");
        }
    }

    #[test]
    fn it_ends_at_the_reach() {
        for (formula, end) in [("1 - 10*x", 0.125), ("0", 0.125), ("1", -0.125)] {
            assert_eq!(distance(formula, "distance", r#", "reach": 0.125"#, [0.9, 0.5]), end);
            let value = if end > 0.0 { 1.0 } else { 0.0 };
            assert_eq!(distance(formula, "value", r#", "reach": 0.125"#, [0.9, 0.5]), value);
        }
    }

    #[test]
    fn repeated_edges_count() {
        let at = |rest: &str| distance("1 - 5*x", "distance", &format!(r#", {rest}"#), [0.9375, 0.5]);
        assert!((at(r#""edge": "extend""#) - 0.8375).abs() < 0.004);
        // Across the edge, the mask begins between the last sample and the first.
        assert!((at(r#""edge": "repeat""#) - 0.0625).abs() < 0.008);
    }
}
