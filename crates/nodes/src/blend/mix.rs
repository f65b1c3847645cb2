//! A mixture of two values.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Mix", lower)
        .describe(
            "Mixes two values: the result goes linearly from `a` at factor 0 to `b` at factor 1, and is \
             exact at both ends. Colors mix in linear light; alpha mixes like the other components.",
        )
        .search(&["lerp", "interpolate", "crossfade", "fade", "mask", "blend"])
        .input(InputDefinition::any("a", 0.0).describe("The value at factor 0."))
        .input(InputDefinition::any("b", 1.0).describe("The value at factor 1."))
        .input(
            InputDefinition::float("factor", 0.5)
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("The proportion of `b`: 0 gives `a`, 1 gives `b`."),
        )
        .input(InputDefinition::boolean("clamp", true).describe("Limits the factor to 0 to 1."))
        .output("value", OutputType::like(&["a", "b"]), "The mixed value, in the wider type of the inputs.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let factor = context.float("factor")?;
    let factor = if context.boolean("clamp") { factor.clamp01() } else { factor };
    Ok(vec![context.any("a")?.zip(context.any("b")?, |a, b| a.mix(b, factor))])
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
    use crate::checks::evaluate::value;

    #[test]
    fn is_exact_at_both_ends() {
        let mix = |rest: &str| value("blend/mix", &format!(r#"{{"a": [0.1, 0.7, 3], "b": 0.3, {rest}}}"#));
        assert_eq!(mix(r#""factor": 0"#), [0.1, 0.7, 3.0]);
        assert_eq!(mix(r#""factor": 1"#), [0.3; 3]);
        assert_eq!(mix(r#""factor": 4"#), [0.3; 3]);
        assert_ne!(mix(r#""factor": 4, "clamp": false"#), [0.3; 3]);
    }
}
