//! A height field in the light of the sun.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::positions::angle::sine_and_cosine;
use crate::parts::sampling::height;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Light", lower)
        .describe(
            "The light of the sun on a height field: hill shading on maps, embossed letters, relief painted into a \
             color. Multiply a color by it. It follows Lambert's law of cosines. With shadow steps, heights \
             also cast shadows. The height is evaluated four times, and with shadows once more, and once for each \
             step.",
        )
        .search(&[
            "hill shading",
            "emboss",
            "sun",
            "lambert",
            "shading",
            "relief",
            "shadow",
            "bump",
            "lighting",
            "bevel",
        ])
        .input(height::input())
        .input(height::strength())
        .input(height::distance())
        .input(InputDefinition::float("azimuth", 225.0).soft(0.0..=360.0).step(1.0).unit("degrees").describe(
            "The direction from which the light comes: 0 from the right, 90 from below, 180 from the left, 270 from \
             above.",
        ))
        .input(
            InputDefinition::float("elevation", 45.0)
                .soft(0.0..=90.0)
                .step(1.0)
                .unit("degrees")
                .describe("The height of the sun: 0 grazes level ground, 90 is straight above."),
        )
        .input(
            InputDefinition::fraction("ambient", 0.1)
                .describe("The light in the shade: 0 is black, 1 leaves no shade."),
        )
        .input(InputDefinition::integer("shadow_steps", 0).hard(0.0..=64.0).soft(0.0..=32.0).describe(
            "The number of heights examined towards the sun: 0 casts no shadows, 16 finds what is near, more find \
             thin peaks.",
        ))
        .input(
            InputDefinition::float("shadow_length", 0.3)
                .soft(0.01..=1.0)
                .step(0.01)
                .unit("units")
                .describe("The distance within which a height casts a shadow."),
        )
        .input(InputDefinition::fraction("shadow_softness", 0.2).describe(
            "How soft shadows are: 0 has hard edges, as on the moon; 1 fades all the way, as under thin clouds.",
        ))
        .float_output("value", "The light, from `ambient` to 1.")
        .float_output("shadow", "The cast shadows alone: 0 in the shadow, 1 in the sun.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [right, down] = height::gradient(context)?;
    let (sine, cosine) = sine_and_cosine(context.float("azimuth")?);
    let (up, level) = sine_and_cosine(context.float("elevation")?);
    let towards = right * cosine + down * sine;
    let length = (right * right + down * down + 1.0).sqrt();
    let lambert = ((up - towards * level) / length).clamp01();
    let steps = context.integer("shadow_steps");
    let mut shadow = context.constant(1.0);
    if steps > 0 {
        let (reach, none) = (context.float("shadow_length")?, context.constant(0.0));
        let here = height::at(context, none, none)?;
        // The steepest rise towards the sun.
        let mut steepest = none;
        for step in 1..=steps {
            let share = step as f32 / steps as f32;
            let rise = context.once(|| {
                let away = reach * (share * share);
                let rise = height::at(context, away * cosine, away * sine)? - here;
                Ok(steepest.max(rise / away).into())
            })?;
            steepest = rise.to_float();
        }
        // How far the sun stands above that rise, as a part of its height above level ground.
        let clear = (up - steepest * level) / up;
        let softness = context.float("shadow_softness")?;
        let soft = (clear / softness).smoothstep();
        shadow = softness.select(soft, none.less(clear));
    }
    let ambient = context.float("ambient")?;
    Ok(vec![ambient.mix(1.0, lambert * shadow).into(), shadow.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Mountains on a map, in the evening",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2.2, "dimensions": 2, "seed": 17}},
    "ridges": {
      "type": "fractal/ridged",
      "inputs": {"value": {"node": "noise"}, "octaves": 6, "persistence": 0.42}
    },
    "sun": {
      "type": "filter/light",
      "inputs": {
        "height": {"node": "ridges"}, "strength": 0.13, "elevation": 30, "ambient": 0.12,
        "shadow_steps": 20, "shadow_length": 0.35
      }
    },
    "land": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "ridges"},
        "ramp": {
          "stops": [
            {"position": 0.1, "color": "#4f7d63"},
            {"position": 0.4, "color": "#a3a56c"},
            {"position": 0.65, "color": "#c8a982"},
            {"position": 0.9, "color": "#fbf6ee"}
          ],
          "space": "srgb"
        }
      }
    },
    "warmth": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "sun"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#3a4170"},
            {"position": 0.45, "color": "#c9b3ad"},
            {"position": 0.9, "color": "#fff4e0"}
          ],
          "space": "srgb"
        }
      }
    },
    "map": {"type": "math/multiply", "inputs": {"a": {"node": "land"}, "b": {"node": "warmth"}}}
  },
  "outputs": {"color": {"node": "map"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::evaluate::output_at;

    fn light(height: &str, output: &str, rest: &str, at: [f32; 2]) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "height": {{"type": "math/formula", "inputs": {{"formula": "{height}"}}}},
                "light": {{
                  "type": "filter/light",
                  "inputs": {{"height": {{"node": "height"}}, "distance": 0.0625, {rest}}}
                }}
              }},
              "outputs": {{"value": {{"node": "light", "output": "{output}"}}}}
            }}"#
        );
        output_at(&document, [at[0], at[1], 0.0, 0.0])[0]
    }

    #[test]
    fn light_is_the_cosine_of_the_normal_and_the_sun() {
        for (right, down) in [(0.0_f64, 0.0_f64), (1.0, 0.0), (-0.5, 2.0), (0.3, -0.7)] {
            for (azimuth, elevation) in [(0.0_f64, 45.0_f64), (225.0, 30.0), (90.0, 90.0), (130.0, 10.0)] {
                let (around, up) = (azimuth.to_radians(), elevation.to_radians());
                let sun = [up.cos() * around.cos(), up.cos() * around.sin(), up.sin()];
                let length = (right * right + down * down + 1.0).sqrt();
                let lambert = (sun[2] - sun[0] * right - sun[1] * down) / length;
                let expected = 0.25 + 0.75 * lambert.clamp(0.0, 1.0);
                let rest = format!(r#""azimuth": {azimuth}, "elevation": {elevation}, "ambient": 0.25"#);
                let found = light(&format!("{right}*x + {down}*y"), "value", &rest, [0.5, 0.25]);
                assert!((f64::from(found) - expected).abs() < 1e-5, "{found}, expected {expected}");
            }
        }
    }

    /// A wall of height 1 from x = 0 to the left of it casts a shadow of length 1 to the right at 45 degrees.
    #[test]
    fn walls_cast_shadows_away_from_the_sun() {
        let at = |softness: f32, x: f32| {
            let rest =
                format!(r#""azimuth": 180, "shadow_steps": 64, "shadow_length": 4, "shadow_softness": {softness}"#);
            light("step(x, 0)", "shadow", &rest, [x, 0.0])
        };
        assert_eq!([at(0.0, 0.5), at(0.0, 0.9), at(0.0, 1.1), at(0.0, -0.5)], [0.0, 0.0, 1.0, 1.0]);
        assert!(at(0.5, 0.9) == 0.0 && (0.1..0.9).contains(&at(0.5, 1.3)) && at(0.5, 2.5) == 1.0);
    }

    #[test]
    fn level_ground_has_no_shadow_at_any_softness() {
        for softness in [0.0, 0.5, 1.0] {
            let rest = format!(r#""shadow_steps": 4, "elevation": 5, "shadow_softness": {softness}"#);
            assert_eq!(light("3", "shadow", &rest, [0.0; 2]), 1.0);
        }
    }
}
