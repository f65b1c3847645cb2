//! A smooth step between two edges.

use travertine_graph::definition::{Definition, InputDefinition, OutputKind};
use travertine_graph::lowering::{Lowered, Site};

use crate::componentwise;
use crate::edge;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Smoothstep", lower)
        .describe(
            "0 below the low edge, 1 above the high one, and the smooth curve 3t² - 2t³ between. \
             With the low edge above the high one it falls; where they coincide it is a hard \
             step. Works on each component of vectors, and on red, green and blue of colours, \
             which keep their alpha.",
        )
        .search(&["ease", "soft edge", "fade", "s-curve", "hermite"])
        .input(InputDefinition::any("value", 0.0).describe("What is eased."))
        .input(InputDefinition::float("low", 0.0).soft(-1.0..=1.0).step(0.01).describe("Where it leaves 0."))
        .input(
            InputDefinition::float("high", 1.0).soft(-1.0..=1.0).step(0.01).describe("Where it reaches 1."),
        )
        .output("value", OutputKind::Like(&["value"]), "From 0 to 1, of the type of the value.")
        .example(EXAMPLE)
}

fn lower<'a>(site: &Site<'a>) -> Lowered<'a> {
    let (low, high) = (site.float("low")?, site.float("high")?);
    Ok(vec![componentwise::map(site.any("value")?, |value| edge::between(value, low, high))])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Soft spots: a smooth step over noise",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 6, "seed": 16}},
    "spots": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "noise"}, "low": 0, "high": 0.35}
    }
  },
  "outputs": {"value": {"node": "spots"}}
}"#;
