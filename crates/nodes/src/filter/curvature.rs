//! The curvature of a height field.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::sampling::height;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Curvature", lower)
        .describe(
            "The curvature of a height field: ridges and hollows, relative to the surroundings. Use it for \
             worn edges and for dirt in grooves. A greater distance detects broader forms.",
        )
        .search(&["convex", "concave", "edges", "wear", "cavity", "dirt", "mask", "laplacian"])
        .input(height::input())
        .input(
            InputDefinition::float("strength", 1.0)
                .soft(0.0..=16.0)
                .step(0.1)
                .describe("A factor of the heights: raise it until the finest edges show."),
        )
        .input(height::distance())
        .float_output(
            "curvature",
            "From -1 in hollows to 1 on ridges; 0 on even slopes. It is the height above the mean of the \
             surroundings, for each unit of distance.",
        )
        .float_output("convex", "The curvature of ridges and bumps, from 0 to 1; 0 elsewhere.")
        .float_output("concave", "The curvature of hollows and grooves, as a positive number from 0 to 1; 0 elsewhere.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [right, left, below, above] = height::around(context)?;
    let none = context.constant(0.0);
    let here = height::at(context, none, none)?;
    let mean = (right + left + below + above) * 0.25;
    let curvature = ((here - mean) / context.float("distance")?).max(-1.0).min(1.0);
    Ok(vec![curvature.into(), curvature.max(0.0).into(), (-curvature).max(0.0).into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Worn edges and dirty grooves",
  "nodes": {
    "plates": {"type": "noise/cellular", "inputs": {"scale": 2.6, "seed": 8}},
    "height": {"type": "math/smoothstep", "inputs": {"value": {"node": "plates", "output": "edge"}, "high": 0.2}},
    "bend": {
      "type": "filter/curvature",
      "inputs": {"height": {"node": "height"}, "distance": 0.016, "strength": 0.12}
    },
    "paint": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "spread"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#0d0b08"},
            {"position": 0.42, "color": "#1d4a52"},
            {"position": 0.55, "color": "#2b6d77"},
            {"position": 0.85, "color": "#f2e6c9"}
          ]
        }
      }
    },
    "spread": {
      "type": "math/remap",
      "inputs": {"value": {"node": "bend", "output": "curvature"}, "from_min": -1, "clamp": true}
    }
  },
  "outputs": {"color": {"node": "paint", "output": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn curvature(factor: f32, output: &str) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "position": {{"type": "input/position"}},
                "square": {{
                  "type": "math/multiply",
                  "inputs": {{"a": {{"node": "position", "output": "x"}}, "b": {{"node": "position", "output": "x"}}}}
                }},
                "bend": {{
                  "type": "filter/curvature",
                  "inputs": {{"height": {{"node": "square"}}, "strength": {factor}, "distance": 0.5}}
                }}
              }},
              "outputs": {{"value": {{"node": "bend", "output": "{output}"}}}}
            }}"#
        );
        output_at(&document, [2.0, 1.0, 0.0, 0.0])[0]
    }

    #[test]
    fn hollows_are_negative_and_ridges_positive() {
        assert_eq!(curvature(1.0, "curvature"), -0.25);
        assert_eq!(curvature(-1.0, "convex"), 0.25);
        assert_eq!([curvature(1.0, "convex"), curvature(1.0, "concave")], [0.0, 0.25]);
        assert_eq!(curvature(100.0, "curvature"), -1.0);
    }
}
