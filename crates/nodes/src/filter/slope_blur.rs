//! A field, blurred down a slope.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::componentwise;
use crate::parts::sampling::average;
use crate::parts::sampling::height;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Slope blur", lower)
        .describe(
            "Drags a texture along the slope of a height, which may be a noise: from each position a path leads \
             downhill, and the result is the mean of the texture along it, or the least or greatest value. The mean \
             looks like brush strokes, wet paint or eroded rock; the minimum chips the edges of stones and plates; \
             the maximum swells them. Steep places are dragged by the full length, level ones stay. The height is \
             evaluated four times for each sample, the texture once, and once more.",
        )
        .search(&[
            "slope",
            "chipped edges",
            "erode edges",
            "smear",
            "painterly",
            "brush strokes",
            "broken",
            "melt",
            "warp",
        ])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The texture to drag. It is evaluated along the path."),
        )
        .input(height::input())
        .input(height::strength())
        .input(height::distance())
        .input(
            InputDefinition::float("length", 0.05)
                .soft(-0.2..=0.2)
                .step(0.001)
                .unit("units")
                .describe("The length of the path where the height is steep. Negative lengths lead uphill."),
        )
        .input(
            InputDefinition::integer("samples", 8)
                .hard(1.0..=64.0)
                .soft(2.0..=24.0)
                .describe("The number of steps of the path: more bend it better and blur more evenly."),
        )
        .input(
            InputDefinition::choice("mode", &["mean", "min", "max"])
                .describe("The result: the mean along the path, its least or its greatest value, by components."),
        )
        .output("value", OutputType::like(&["value"]), "The texture, dragged.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (samples, mode) = (context.integer("samples"), context.choice("mode"));
    let (step, one) = (context.float("length")? / samples as f32, context.constant(1.0));
    let start = context.position();
    let mut place = start;
    let value = context.any("value")?;
    let mut result = if mode == "mean" { average::add(None, value, one) } else { value };
    for _ in 0..samples {
        let next = context.once(|| {
            let [right, down] = height::gradient_at(context, place)?;
            let length = (right * right + down * down + 1.0).sqrt();
            Ok(Field::Vector([place.x - right / length * step, place.y - down / length * step, place.z]))
        })?;
        place = start.at(next.to_vector());
        result = context.once(|| {
            let sample = context.any_at("value", place)?;
            Ok(match mode {
                "min" => componentwise::zip(result, sample, |a, b| a.min(b)),
                "max" => componentwise::zip(result, sample, |a, b| a.max(b)),
                _ => average::add(Some(result), sample, one),
            })
        })?;
    }
    let whole = context.constant((samples + 1) as f32);
    Ok(vec![if mode == "mean" { average::divide(result, whole) } else { result }])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Chipped slabs",
  "nodes": {
    "slabs": {"type": "noise/cellular", "inputs": {"scale": 3.4, "jitter": 0.75, "dimensions": 2, "seed": 2}},
    "face": {"type": "math/smoothstep", "inputs": {"value": {"node": "slabs", "output": "edge"}, "low": 0.03, "high": 0.07}},
    "chips": {
      "type": "noise/perlin",
      "inputs": {"scale": 11, "octaves": 3, "persistence": 0.6, "dimensions": 2, "seed": 9}
    },
    "chipped": {
      "type": "filter/slope-blur",
      "inputs": {
        "value": {"node": "face"}, "height": {"node": "chips"}, "strength": 0.25,
        "length": 0.045, "samples": 10, "mode": "min"
      }
    },
    "grain": {
      "type": "noise/perlin",
      "inputs": {"scale": 24, "octaves": 4, "persistence": 0.6, "dimensions": 2, "seed": 1}
    },
    "tone": {
      "type": "math/formula",
      "inputs": {
        "formula": "a*(0.45 + 0.35*b) + 0.1*c",
        "a": {"node": "chipped"},
        "b": {"node": "slabs", "output": "value"},
        "c": {"node": "grain"}
      }
    },
    "stone": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "tone"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#14110f"},
            {"position": 0.3, "color": "#5b5149"},
            {"position": 0.6, "color": "#a89a86"},
            {"position": 1, "color": "#efe3cc"}
          ],
          "space": "srgb"
        }
      }
    }
  },
  "outputs": {"color": {"node": "stone"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn dragged(value: &str, height: &str, rest: &str, at: [f32; 2]) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "value": {{"type": "math/formula", "inputs": {{"formula": "{value}"}}}},
                "height": {{"type": "math/formula", "inputs": {{"formula": "{height}"}}}},
                "drag": {{
                  "type": "filter/slope-blur",
                  "inputs": {{"value": {{"node": "value"}}, "height": {{"node": "height"}}, {rest}}}
                }}
              }},
              "outputs": {{"value": {{"node": "drag"}}}}
            }}"#
        );
        output_at(&document, [at[0], at[1], 0.0, 0.0])[0]
    }

    #[test]
    fn level_ground_keeps_the_texture() {
        let at = |mode: &str| dragged("x + 2*y", "3", &format!(r#""length": 1, "mode": "{mode}""#), [0.5, 0.25]);
        assert_eq!([at("mean"), at("min"), at("max")], [1.0; 3]);
    }

    /// On a slope of 3/4 to the right, the path leads 0.6 of the length to the left.
    #[test]
    fn the_path_leads_downhill() {
        let at = |mode: &str| {
            let rest = format!(r#""length": 0.5, "samples": 5, "distance": 0.125, "mode": "{mode}""#);
            dragged("x", "0.75*x", &rest, [2.0, 0.0])
        };
        let close = |found: f32, expected: f32| assert!((found - expected).abs() < 1e-5, "{found}, {expected}");
        close(at("min"), 1.7);
        close(at("max"), 2.0);
        close(at("mean"), 1.85);
        let uphill = dragged("x", "0.75*x", r#""length": -0.5, "mode": "max""#, [2.0, 0.0]);
        close(uphill, 2.3);
    }

    /// Paths into a bowl end at its bottom.
    #[test]
    fn paths_bend_towards_the_bottom() {
        let rest = r#""length": 1, "samples": 64, "strength": 1e6, "mode": "min""#;
        let found = dragged("abs(x) + abs(y)", "x*x + 4*y*y", rest, [0.5, 0.4]);
        assert!(found < 0.03, "{found}");
    }
}
