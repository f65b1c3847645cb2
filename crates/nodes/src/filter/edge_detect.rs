//! The edges of a field.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_noise::math;
use travertine_program::Expr;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Edge detect", lower)
        .describe(
            "The edges of a texture, as lines: ink outlines, leading of stained glass, borders on a map, seams \
             between tiles. The result is the difference between opposite positions around each one, the same for \
             edges in all directions, and 1 for a step from 0 to 1. The texture is evaluated twice for each \
             direction. Red, green and blue count alike; alpha does not count.",
        )
        .search(&["outline", "contour", "sobel", "gradient magnitude", "border", "lines", "ink", "toon", "find edges"])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The texture to examine. It is evaluated at nearby positions."),
        )
        .input(
            InputDefinition::float("distance", 0.005)
                .soft(0.001..=0.05)
                .step(0.001)
                .unit("units")
                .describe("The distance to the positions compared: lines along hard edges are twice as wide."),
        )
        .input(
            InputDefinition::float("strength", 1.0)
                .soft(0.0..=16.0)
                .step(0.1)
                .describe("A factor of the difference: raise it until faint edges show, or lines of cells are full."),
        )
        .input(
            InputDefinition::integer("directions", 4)
                .hard(2.0..=16.0)
                .soft(2.0..=8.0)
                .describe("The number of directions: 2 is quick, more make wide lines round and even."),
        )
        .float_output("value", "1 on edges, 0 where the texture is even or changes slowly.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let directions = context.integer("directions");
    let (distance, position) = (context.float("distance")?, context.position());
    let mut sum = None;
    let mut components = 1;
    for direction in 0..directions {
        let squares = context.once(|| {
            let angle = direction as f32 / directions as f32 * std::f32::consts::PI;
            let [x, y] = [math::cos(angle), math::sin(angle)].map(|part| distance * part);
            let ahead = context.any_at("value", position.at([position.x + x, position.y + y, position.z]))?;
            let behind = context.any_at("value", position.at([position.x - x, position.y - y, position.z]))?;
            Ok(visible(ahead).zip(visible(behind), |a, b| limited(a - b) * limited(a - b)))
        })?;
        components = squares.components().len();
        let square = squares.components().iter().copied().reduce(|a, b| a + b);
        sum = match (sum, square) {
            (Some(sum), Some(square)) => Some(sum + square),
            (sum, square) => square.or(sum),
        };
    }
    let sum: Expr = sum.unwrap_or(distance);
    // For an even slope the squares in all directions sum up to half their number.
    let mean = sum * (2.0 / (directions as f32 * components as f32));
    Ok(vec![(mean.sqrt() * context.float("strength")?).clamp01().into()])
}

/// A field without its opacity.
fn visible(field: Field) -> Field {
    match field {
        Field::Color([red, green, blue, _]) => Field::Vector([red, green, blue]),
        other => other,
    }
}

/// A difference whose square is finite.
fn limited(difference: Expr) -> Expr {
    difference.max(-1e17).min(1e17)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Stained glass",
  "nodes": {
    "wobble": {"type": "noise/perlin", "inputs": {"scale": 2.5, "dimensions": 2, "seed": 6}},
    "panes": {"type": "noise/cellular", "inputs": {"scale": 5, "dimensions": 2, "seed": 7}},
    "bent": {
      "type": "domain/warp",
      "inputs": {
        "value": {"node": "panes", "output": "value"}, "offset": {"node": "wobble", "output": "gradient"},
        "strength": 0.012
      }
    },
    "lead": {
      "type": "filter/edge-detect",
      "inputs": {"value": {"node": "bent"}, "distance": 0.007, "strength": 300, "directions": 6}
    },
    "glass": {
      "type": "color/palette",
      "inputs": {
        "value": {"node": "bent"}, "base": [0.55, 0.42, 0.45], "amplitude": [0.42, 0.36, 0.4],
        "frequency": [2, 1, 1], "phase": [0.5, 0.2, 0.25]
      }
    },
    "streaks": {
      "type": "noise/perlin",
      "inputs": {"scale": 7, "octaves": 3, "dimensions": 2, "min": 0.55, "max": 1.35, "seed": 3}
    },
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "glass"}, "b": {"node": "streaks"}}},
    "window": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "lit"}, "b": "#0b0b0d", "factor": {"node": "lead"}}
    },
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "window"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn edges(formula: &str, rest: &str, at: [f32; 2]) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "field": {{"type": "math/formula", "inputs": {{"formula": "{formula}"}}}},
                "edge": {{
                  "type": "filter/edge-detect",
                  "inputs": {{"value": {{"node": "field"}}, "distance": 0.125, {rest}}}
                }}
              }},
              "outputs": {{"value": {{"node": "edge"}}}}
            }}"#
        );
        output_at(&document, [at[0], at[1], 0.0, 0.0])[0]
    }

    /// The rise over a quarter of a unit, for slopes in all directions.
    #[test]
    fn slopes_count_alike_in_all_directions() {
        for directions in [2, 3, 4, 7] {
            for (right, down) in [(2.0, 0.0), (0.0, -2.0), (1.2, 1.6), (-1.6, 1.2)] {
                let formula = format!("{right}*x + {down}*y");
                let found = edges(&formula, &format!(r#""directions": {directions}"#), [0.3, -0.2]);
                assert!((found - 0.5).abs() < 1e-5, "{directions}: {found}");
            }
        }
    }

    #[test]
    fn lines_along_hard_edges_are_twice_as_wide_as_the_distance() {
        let at = |x: f32| edges("step(0, x)", r#""strength": 4"#, [x, 0.0]);
        assert_eq!([at(-0.13), at(0.13)], [0.0; 2]);
        assert_eq!([at(-0.12), at(0.0), at(0.12)], [1.0; 3]);
    }
}
