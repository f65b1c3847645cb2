//! From one value to another.

use travertine_graph::definition::{Definition, InputDefinition, OutputKind};
use travertine_graph::lowering::{Lowered, Site};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Mix", lower)
        .describe(
            "Goes from `a` to `b` as the factor goes from 0 to 1, evenly, and exactly at both \
             ends. Colours mix in linear light, alpha like the other components.",
        )
        .search(&["lerp", "interpolate", "crossfade", "fade", "mask", "blend"])
        .input(InputDefinition::any("a", 0.0).describe("The one."))
        .input(InputDefinition::any("b", 1.0).describe("The other."))
        .input(
            InputDefinition::float("factor", 0.5)
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("How much of `b`: 0 is `a`, 1 is `b`."),
        )
        .input(InputDefinition::boolean("clamp", true).describe("Whether the factor stays between 0 and 1."))
        .output("value", OutputKind::Like(&["a", "b"]), "The mixture, of the wider type of the two.")
        .example(EXAMPLE)
}

fn lower<'a>(site: &Site<'a>) -> Lowered<'a> {
    let factor = site.float("factor")?;
    let factor = if site.boolean("clamp") { factor.clamp01() } else { factor };
    Ok(vec![site.any("a")?.zip(site.any("b")?, |a, b| a.mix(b, factor))])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Sand and sea, mixed by noise",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2.5, "seed": 24}},
    "mask": {
      "type": "math/smoothstep",
      "inputs": {"value": {"node": "noise"}, "low": -0.2, "high": 0.2}
    },
    "mix": {
      "type": "blend/mix",
      "inputs": {"a": [0.02, 0.12, 0.2, 1], "b": [0.75, 0.55, 0.3, 1], "factor": {"node": "mask"}}
    }
  },
  "outputs": {"color": {"node": "mix"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::testing::value;

    #[test]
    fn is_exact_at_both_ends() {
        let mix = |rest: &str| value("blend/mix", &format!(r#"{{"a": [0.1, 0.7, 3], "b": 0.3, {rest}}}"#));
        assert_eq!(mix(r#""factor": 0"#), [0.1, 0.7, 3.0]);
        assert_eq!(mix(r#""factor": 1"#), [0.3; 3]);
        assert_eq!(mix(r#""factor": 4"#), [0.3; 3]);
        assert_ne!(mix(r#""factor": 4, "clamp": false"#), [0.3; 3]);
    }
}
