//! The visible part of the sky above a height field.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::math;

use crate::parts::sampling::height;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Ambient occlusion", lower)
        .describe(
            "The visible part of the sky at each position of a height field: soft shadows in valleys and \
             grooves. In each direction the highest elevation angle counts, as in Louis Bavoil, Miguel Sainz \
             and Rouslan Dimitrov, \"Image-Space Horizon-Based Ambient Occlusion\" (2008). The height is \
             evaluated once for each direction and step.",
        )
        .search(&["shadow", "cavity", "sky", "ao", "horizon", "dirt", "shading"])
        .input(height::input())
        .input(height::strength())
        .input(
            InputDefinition::float("distance", 0.1)
                .soft(0.01..=0.5)
                .step(0.01)
                .unit("units")
                .describe("The maximum distance at which a height casts shadow."),
        )
        .input(
            InputDefinition::integer("directions", 8)
                .hard(2.0..=32.0)
                .soft(4.0..=16.0)
                .describe("The number of directions: more give smoother shadows and take longer."),
        )
        .input(InputDefinition::integer("steps", 4).hard(1.0..=16.0).soft(2.0..=8.0).describe(
            "The number of samples along each direction, closer together near the position: more \
                     find finer detail and take longer.",
        ))
        .float_output("value", "1 where the whole sky is visible, towards 0 in deep holes.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (directions, steps) = (context.integer("directions"), context.integer("steps"));
    let (distance, none) = (context.float("distance")?, context.constant(0.0));
    let here = height::at(context, none, none)?;
    let mut hidden = none;
    for direction in 0..directions {
        let angle = direction as f32 / directions as f32 * std::f32::consts::TAU;
        let [right, down] = [math::cos(angle), math::sin(angle)];
        let mut steepest = none;
        for step in 1..=steps {
            let share = step as f32 / steps as f32;
            let seen = context.once(|| {
                let away = distance * (share * share);
                let rise = height::at(context, away * right, away * down)? - here;
                Ok(steepest.max(rise / away).into())
            })?;
            steepest = seen.to_float();
        }
        // The sine of the horizon's angle.
        let seen = context.once(|| Ok((hidden + steepest / (steepest * steepest + 1.0).sqrt()).into()))?;
        hidden = seen.to_float();
    }
    Ok(vec![(1.0 - hidden / directions as f32).clamp01().into()])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Pebbles, lit by the sky",
  "nodes": {
    "pebbles": {"type": "noise/cellular", "inputs": {"scale": 6, "seed": 14}},
    "height": {
      "type": "math/remap",
      "inputs": {"value": {"node": "pebbles", "output": "f1"}, "to_min": 1, "to_max": 0}
    },
    "sky": {
      "type": "filter/ambient-occlusion",
      "inputs": {"height": {"node": "height"}, "strength": 0.12, "distance": 0.12}
    },
    "picture": {"type": "math/remap", "inputs": {"value": {"node": "sky"}, "from_min": 0.25, "clamp": true}}
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {

    use crate::checks::evaluate::{lowered, output_at};

    fn sky(shape: &str, at: f32) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "position": {{"type": "input/position"}},
                "shape": {{"type": "{shape}", "inputs": {{"value": {{"node": "position", "output": "x"}}}}}},
                "sky": {{
                  "type": "filter/ambient-occlusion",
                  "inputs": {{"height": {{"node": "shape"}}, "strength": 8, "distance": 0.5, "directions": 4}}
                }}
              }},
              "outputs": {{"value": {{"node": "sky"}}}}
            }}"#
        );
        output_at(&document, [at, 0.0, 0.0, 0.0])[0]
    }

    #[test]
    fn ridges_see_the_whole_sky_and_the_foot_of_a_wall_a_part() {
        assert_eq!(sky("math/floor", 1.0), 1.0);
        // One of four directions meets the wall.
        assert!((0.75..0.8).contains(&sky("math/floor", 0.99)), "{}", sky("math/floor", 0.99));
        // At the bottom of a groove two directions do.
        assert!(sky("math/absolute", 0.0) < 0.51);
    }

    /// Each of the 257 positions of the outer one has 257 of its own. While a node repeated all that it had made
    /// whenever it was suspended, these were too many requests for the builder.
    #[test]
    fn the_occlusion_of_an_occlusion_is_lowered_step_by_step() {
        let document = r#"{
          "format": "travertine", "version": 1,
          "nodes": {
            "noise": {"type": "noise/perlin"},
            "inner": {
              "type": "filter/ambient-occlusion",
              "inputs": {"height": {"node": "noise"}, "directions": 32, "steps": 8}
            },
            "outer": {
              "type": "filter/ambient-occlusion",
              "inputs": {"height": {"node": "inner"}, "directions": 32, "steps": 8}
            }
          },
          "outputs": {"value": {"node": "outer"}}
        }"#;
        let (program, _) = lowered(document, 1);
        assert!(program.operations().len() > 257 * 257, "{}", program.operations().len());
    }
}
