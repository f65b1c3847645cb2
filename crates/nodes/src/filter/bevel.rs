//! A height that rises from the edge of a mask.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::sampling::sample_grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Bevel", lower).describe(
        "A height that rises from the edge of a mask: chamfers, rounded stones, embossed letters, grooves. The mask may \
         have any form; its edge is found as by filter/distance. The time is linear in the number of samples, whatever \
         the width. Rows run in parallel.",
    );
    let definition = sample_grid::mask(definition)
        .search(&["chamfer", "emboss", "round", "fillet", "relief", "height", "slope", "distance", "pillow", "edge"])
        .input(
            InputDefinition::float("width", 0.05)
                .above_0()
                .soft(0.005..=0.25)
                .step(0.005)
                .unit("units")
                .describe("The width of the rise."),
        )
        .input(InputDefinition::choice("profile", &["linear", "round", "smooth"]).describe(
            "The cross-section of the rise: straight, a quarter of a circle that is steep at the foot, or soft at both ends.",
        ))
        .input(InputDefinition::choice("side", &["inside", "outside", "both"]).describe(
            "The place of the rise: inside the mask, outside it, or half of the width on either side of its edge.",
        ));
    sample_grid::describe(definition)
        .float_output("height", "The height: 0 at the foot of the rise, 1 on top.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    // A wire may give a width of 0, and a quotient by 0 is 0.
    let depth = -sample_grid::distance(context)? / context.float("width")?.max(1e-9);
    let depth = match context.choice("side") {
        "outside" => depth + 1.0,
        "both" => depth + 0.5,
        _ => depth,
    };
    let height = match context.choice("profile") {
        "round" => {
            let left = 1.0 - depth.clamp01();
            (1.0 - left * left).sqrt()
        }
        "smooth" => depth.smoothstep(),
        _ => depth.clamp01(),
    };
    Ok(vec![height.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Puzzle of stone",
  "nodes": {
    "cells": {
      "type": "noise/cellular",
      "inputs": {"scale": 4, "jitter": 0.9, "dimensions": 2, "seed": 8, "periodic": true, "period_x": 4, "period_y": 4}
    },
    "stones": {
      "type": "filter/bevel",
      "inputs": {
        "mask": {"node": "cells", "output": "edge"}, "threshold": 0.06, "width": 0.07, "profile": "round", "edge": "repeat"
      }
    },
    "relief": {"type": "math/multiply", "inputs": {"a": {"node": "stones"}, "b": 0.05}},
    "light": {
      "type": "filter/light",
      "inputs": {"height": {"node": "relief"}, "strength": 1, "elevation": 45, "ambient": 0.2}
    },
    "kinds": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "cells", "output": "value"},
        "ramp": {
          "stops": [{"position": 0, "color": "#6d6258"}, {"position": 0.5, "color": "#a8957b"}, {"position": 1, "color": "#d5c6a8"}]
        }
      }
    },
    "joints": {
      "type": "blend/mix",
      "inputs": {"a": [0.03, 0.025, 0.02, 1], "b": {"node": "kinds"}, "factor": {"node": "stones"}}
    },
    "picture": {"type": "math/multiply", "inputs": {"a": {"node": "joints"}, "b": {"node": "light"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn height(rest: &str, x: f32) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "mask": {{"type": "math/formula", "inputs": {{"formula": "x"}}}},
                "bevel": {{
                  "type": "filter/bevel",
                  "inputs": {{"mask": {{"node": "mask"}}, "width": 0.25, "resolution": 64, "interpolation": "linear", {rest}}}
                }}
              }},
              "outputs": {{"value": {{"node": "bevel"}}}}
            }}"#
        );
        output_at(&document, [x, 0.5, 0.0, 0.0])[0]
    }

    #[test]
    fn each_side_and_profile_has_its_heights() {
        for (rest, x, expected) in [
            (r#""side": "inside""#, 0.5625, 0.25),
            (r#""side": "inside""#, 0.375, 0.0),
            (r#""side": "inside""#, 0.875, 1.0),
            (r#""side": "outside""#, 0.375, 0.5),
            (r#""side": "outside""#, 0.625, 1.0),
            (r#""side": "both""#, 0.5, 0.5),
            (r#""side": "both""#, 0.5625, 0.75),
            (r#""profile": "round""#, 0.625, 0.866),
            (r#""profile": "smooth""#, 0.5625, 0.15625),
        ] {
            let found = height(rest, x);
            assert!((found - expected).abs() < 1e-3, "{rest} at {x}: {found}");
        }
    }
}
