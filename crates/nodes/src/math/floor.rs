//! Rounding down to a whole number.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Floor", lower)
        .describe(
            "Rounds down to a whole number. Works on each component of vectors and on the red, green and \
             blue of colors; alpha is unchanged.",
        )
        .search(&["round down", "steps", "pixelate", "quantize", "integer", "truncate"])
        .input(InputDefinition::any("value", 0.0).describe("The value to round."))
        .output("value", OutputType::like(&["value"]), "The greatest whole number that is not above the value.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    Ok(vec![componentwise::map(context.any("value")?, Expr::floor)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "A mosaic: noise at whole positions",
  "nodes": {
    "position": {"type": "input/position"},
    "fine": {
      "type": "math/multiply",
      "inputs": {"a": {"node": "position", "output": "position"}, "b": 16}
    },
    "cells": {"type": "math/floor", "inputs": {"value": {"node": "fine"}}},
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": 0.23, "octaves": 2, "seed": 5, "position": {"node": "cells"}}
    },
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "noise"}, "from_min": -0.45, "from_max": 0.45, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
