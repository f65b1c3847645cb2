//! A field carried along by a flow.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Position, Suspended};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Advect", lower)
        .describe(
            "Carries a texture along a flow, step by step: smoke, paint stirred on water, drips, clouds of Jupiter. \
             A warp pushes each place once and soon tears the texture; this follows the bends of the flow. The mean \
             along the way instead of its start draws out the flow itself: fur, hair, brushed metal, streaks. The \
             mean is after Brian Cabral and Leith Leedom, \"Imaging Vector Fields Using Line Integral Convolution\" \
             (1993).",
        )
        .search(&[
            "flow",
            "fluid",
            "smoke",
            "stir",
            "paint",
            "stream",
            "wind",
            "fur",
            "hair",
            "brushed",
            "streaks",
            "lic",
            "line integral convolution",
            "motion",
            "drips",
            "smear",
        ])
        .input(InputDefinition::required("value", ValueType::Any).moved().describe("The texture to carry along."))
        .input(
            InputDefinition::vector("velocity", [0.0; 3])
                .moved()
                .describe("The direction and speed of the flow. A noise/curl swirls."),
        )
        .input(
            InputDefinition::float("length", 0.2)
                .soft(0.0..=1.0)
                .step(0.01)
                .describe("How long the flow acts: the way in units where the velocity is 1. Negative values go back."),
        )
        .input(
            InputDefinition::integer("steps", 4)
                .hard(1.0..=64.0)
                .soft(1.0..=16.0)
                .describe("The number of steps along the way: more follow sharp bends better, and take longer."),
        )
        .input(
            InputDefinition::choice("mode", &["start", "mean"])
                .describe("What is shown: the texture at the start of the way, or its mean over all steps of the way."),
        )
        .output("value", OutputType::like(&["value"]), "The texture, carried along.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let steps = context.integer("steps") as usize;
    if context.choice("mode") == "start" {
        let start = context.moved(|position| back(context, position, steps))?;
        return Ok(vec![context.any_at("value", start)?]);
    }
    let mut sum = context.any("value")?;
    for count in 1..=steps {
        let there = context.moved(|position| back(context, position, count))?;
        let value = context.once(|| context.any_at("value", there))?;
        sum = sum.zip(value, |sum, value| sum + value);
    }
    Ok(vec![sum.map(|sum| sum * (1.0 / (steps + 1) as f32))])
}

/// The position from which the flow comes to this one, some steps before: by the midpoint method.
fn back<'a>(
    context: &LoweringContext<'a>,
    mut position: Position<'a>,
    count: usize,
) -> Result<Position<'a>, Suspended> {
    let part = 1.0 / context.integer("steps") as f32;
    let step = context.any_at("length", position)?.to_float() * part;
    let against = |from: Position<'a>, at: Position<'a>, step| {
        let velocity = context.any_at("velocity", at)?.to_vector();
        let start = from.vector();
        Ok(from.at([0, 1, 2].map(|axis: usize| start[axis] - velocity[axis] * step)))
    };
    for _ in 0..count {
        let moved = context.once(|| {
            let middle = against(position, position, step * 0.5)?;
            Ok(Field::Vector(against(position, middle, step)?.vector()))
        })?;
        position = position.at(moved.to_vector());
    }
    Ok(position)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Silk",
  "nodes": {
    "flow": {"type": "noise/curl", "inputs": {"scale": 2.2, "dimensions": 2, "seed": 8}},
    "threads": {"type": "noise/perlin", "inputs": {"scale": 14, "octaves": 3, "dimensions": 2, "min": 0, "max": 1, "seed": 3}},
    "folds": {"type": "noise/perlin", "inputs": {"scale": 4.5, "octaves": 2, "dimensions": 2, "min": 0, "max": 1, "seed": 6}},
    "fine": {
      "type": "domain/advect",
      "inputs": {
        "value": {"node": "threads"}, "velocity": {"node": "flow", "output": "vector"},
        "length": 0.9, "steps": 12, "mode": "mean"
      }
    },
    "broad": {
      "type": "domain/advect",
      "inputs": {
        "value": {"node": "folds"}, "velocity": {"node": "flow", "output": "vector"},
        "length": 0.9, "steps": 12
      }
    },
    "silk": {
      "type": "math/formula",
      "inputs": {"formula": "(a-0.5)*1.3 + b", "a": {"node": "fine"}, "b": {"node": "broad"}}
    },
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "silk"},
        "ramp": {
          "stops": [
            {"position": 0.2, "color": "#1b0b2e"},
            {"position": 0.38, "color": "#5d1a5e"},
            {"position": 0.5, "color": "#b3325e"},
            {"position": 0.6, "color": "#f08a4b"},
            {"position": 0.72, "color": "#fdd692"},
            {"position": 0.85, "color": "#fff6de"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "colors", "output": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{moved, output_at, scattered};

    #[test]
    fn a_uniform_flow_shifts_the_texture() {
        let inputs = r#""velocity": [1, -2, 0.5], "length": 0.5, "steps": 4"#;
        assert_eq!(moved("domain/advect", inputs, [3.0, 3.0, 3.0]), [2.5, 4.0, 2.75]);
        let inputs = format!(r#"{inputs}, "mode": "mean""#);
        assert_eq!(moved("domain/advect", &inputs, [3.0, 3.0, 3.0]), [2.75, 3.5, 2.875]);
    }

    /// A flow around the origin, as fast as the distance from it, keeps distances up to the third order of the step.
    #[test]
    fn a_rotating_flow_rotates_the_texture() {
        let document = |output: &str| {
            format!(
                r#"{{
                  "format": "travertine", "version": 1,
                  "nodes": {{
                    "position": {{"type": "input/position"}},
                    "up": {{"type": "math/negate", "inputs": {{"value": {{"node": "position", "output": "y"}}}}}},
                    "flow": {{
                      "type": "vector/combine",
                      "inputs": {{"x": {{"node": "up"}}, "y": {{"node": "position", "output": "x"}}}}
                    }},
                    "advect": {{
                      "type": "domain/advect",
                      "inputs": {{
                        "value": {{"node": "position", "output": "{output}"}},
                        "velocity": {{"node": "flow", "output": "vector"}},
                        "length": 1.5707964, "steps": 32
                      }}
                    }}
                  }},
                  "outputs": {{"value": {{"node": "advect"}}}}
                }}"#
            )
        };
        for [x, y, z] in scattered(20, 2.0) {
            let at = |output| output_at(&document(output), [x, y, z, 0.0])[0];
            // A quarter turn back: the flow runs from right to down.
            assert!((at("x") - y).abs() < 2e-3 && (at("y") + x).abs() < 2e-3, "{x}, {y}");
        }
    }
}
