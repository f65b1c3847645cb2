//! The sign of a value.

use travertine_graph::definition::{Definition, InputDefinition, OutputKind};
use travertine_graph::lowering::{Lowered, Site};
use travertine_program::Expr;

use crate::componentwise;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Sign", lower)
        .describe(
            "1 for values above 0, -1 for those below, 0 for 0. Works on each component of \
             vectors, and on red, green and blue of colours, which keep their alpha.",
        )
        .search(&["signum", "positive", "negative", "direction"])
        .input(InputDefinition::any("value", 0.0).describe("What it is taken of."))
        .output("value", OutputKind::Like(&["value"]), "The sign: -1, 0 or 1.")
        .example(EXAMPLE)
}

fn lower<'a>(site: &Site<'a>) -> Lowered<'a> {
    Ok(vec![componentwise::map(site.any("value")?, Expr::sign)])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Continents: the sign of noise",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 4, "seed": 6}},
    "sign": {"type": "math/sign", "inputs": {"value": {"node": "noise"}}},
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "sign"}, "from_min": -1}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;
