//! A selection between two values by a third.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::soft_step;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Select", lower)
        .describe(
            "Selects one of two values by a third: `a` where the chooser is below the threshold, `b` where \
             it is at or above it, with an optional soft edge. After Hugo Elias, \"Perlin Noise\".",
        )
        .search(&["switch", "choose", "mask", "if", "stencil", "patches"])
        .input(InputDefinition::any("a", 0.0).describe("The value below the threshold."))
        .input(InputDefinition::any("b", 1.0).describe("The value from the threshold on."))
        .input(
            InputDefinition::float("chooser", 0.0)
                .describe("The field that selects between the values, such as a noise."),
        )
        .input(
            InputDefinition::float("threshold", 0.5)
                .soft(-1.0..=1.0)
                .step(0.01)
                .describe("The value of the chooser at which `a` changes to `b`."),
        )
        .input(InputDefinition::float("softness", 0.0).hard(0.0..=f32::MAX).soft(0.0..=1.0).step(0.01).describe(
            "The width of the edge, in values of the chooser. 0 gives a hard edge, higher values a \
                     softer one.",
        ))
        .output("value", OutputType::like(&["a", "b"]), "The selected value, in the wider type of the inputs.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (threshold, softness) = (context.float("threshold")?, context.float("softness")?);
    let part = soft_step::around(context.float("chooser")?, threshold, softness);
    Ok(vec![context.any("a")?.zip(context.any("b")?, |a, b| a.mix(b, part))])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Stripes and blotches, chosen by noise",
  "nodes": {
    "chooser": {
      "type": "noise/perlin",
      "inputs": {"scale": 2.5, "octaves": 2, "persistence": 0.2, "seed": 25}
    },
    "waves": {"type": "math/cosine", "inputs": {"value": {"node": "chooser"}, "frequency": 8}},
    "stripes": {
      "type": "math/remap",
      "inputs": {"value": {"node": "waves"}, "from_min": -1, "to_min": 0.5}
    },
    "noise": {"type": "noise/perlin", "inputs": {"scale": 12, "octaves": 3, "seed": 26}},
    "blotches": {
      "type": "math/remap",
      "inputs": {"value": {"node": "noise"}, "from_min": -1, "to_max": 0.6}
    },
    "select": {
      "type": "blend/select",
      "inputs": {
        "a": {"node": "blotches"},
        "b": {"node": "stripes"},
        "chooser": {"node": "chooser"},
        "threshold": 0,
        "softness": 0.05
      }
    }
  },
  "outputs": {"value": {"node": "select"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    #[test]
    fn the_chooser_decides() {
        let select = |chooser: f32, softness: f32| {
            let inputs = format!(r#"{{"a": 2, "b": 5, "chooser": {chooser}, "softness": {softness}}}"#);
            value("blend/select", &inputs)[0]
        };
        assert_eq!([select(0.49, 0.0), select(0.5, 0.0)], [2.0, 5.0]);
        assert_eq!([select(0.25, 0.5), select(0.5, 0.5), select(0.75, 0.5)], [2.0, 3.5, 5.0]);
    }
}
