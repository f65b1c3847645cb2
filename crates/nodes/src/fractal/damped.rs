//! A fractal terrain with octaves damped by the slope.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::noises::{default_noise, octaves};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Damped fractal", lower)
        .describe(
            "Terrain that looks eroded: octaves of a noise are summed, each damped where the octaves so far are \
             steep together. Slopes become smooth, while ridges and valley floors stay rough. Connect the value \
             and the gradient of one noise, which must be exact, as those of noise/perlin, noise/value and \
             noise/simplex are. The height of a vector is its mean, that of a color its luminance. After Inigo \
             Quilez, \"Value Noise Derivatives\" (2008).",
        )
        .search(&[
            "erosion",
            "eroded",
            "terrain",
            "mountains",
            "landscape",
            "derivative",
            "quilez",
            "iq",
            "slope",
            "octaves",
            "noise",
            "swiss",
        ])
        .example(EXAMPLE);
    let gradient = InputDefinition::noise("gradient", ValueType::Vector)
        .describe("The gradient of the value, evaluated at the same positions. Wire both or neither.");
    let damping = InputDefinition::float("damping", 0.1).soft(0.0..=1.0).step(0.01).describe(
        "The strength of the damping: 0 gives a plain sum of octaves, higher values smooth even gentle slopes. \
         An octave is divided by 1 + damping * slope², with the slope in the octave's own units.",
    );
    octaves::describe(definition, ValueType::Float, [gradient, damping]).float_output(
        "value",
        "The damped sum, divided by the sum of the amplitudes: from -1 to 1 for a value from -1 to 1 and a damping \
         of 0 or more.",
    )
}

/// The greatest component of a gradient: the square of a greater one overflows.
const STEEPEST: f32 = 1e18;

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let damping = context.float("damping")?;
    let none = context.constant(0.0);
    let mut slope = [none; 3];
    let sum = octaves::sum(context, context.position(), |octave, position| {
        let value = octave.value(context, position)?.to_float();
        let gradient =
            context.once(|| default_noise::gradient_or_wired(context, "gradient", octave.at(position)))?.to_vector();
        slope = [0, 1, 2].map(|axis: usize| (slope[axis] + gradient[axis]).max(-STEEPEST).min(STEEPEST));
        // The magnitude first, so that interval analysis knows the square to be 0 or more.
        let [x, y, z] = slope.map(|component| component.abs());
        Ok(Field::Float(value / ((x * x + y * y + z * z) * damping + 1.0)))
    })?;
    Ok(vec![sum])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Eroded mountains from above",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2.2, "dimensions": 2, "seed": 3}},
    "mountains": {
      "type": "fractal/damped",
      "inputs": {
        "value": {"node": "noise"}, "gradient": {"node": "noise", "output": "gradient"}, "octaves": 7,
        "damping": 0.08
      }
    },
    "slope": {
      "type": "filter/slope",
      "inputs": {"height": {"node": "mountains"}, "strength": 0.45, "distance": 0.003}
    },
    "light": {
      "type": "math/formula",
      "inputs": {
        "formula": "0.52 - 0.8*a*cos(tau*b - 3.8) + 0.3*c",
        "a": {"node": "slope", "output": "steepness"}, "b": {"node": "slope", "output": "direction"},
        "c": {"node": "mountains"}
      }
    },
    "land": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "light"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#1c1a24"},
            {"position": 0.35, "color": "#5b4a42"},
            {"position": 0.62, "color": "#b08d63"},
            {"position": 1, "color": "#fff3d6"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "land", "output": "color"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference for the test")]
mod tests {
    use travertine_noise::hash::octave_offset;

    use crate::checks::evaluate::{output_at, value_at};

    /// Of a field x with a wired gradient, or of a noise.
    fn damped(inputs: &str, position: [f32; 4]) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "position": {{"type": "input/position"}},
                "damped": {{"type": "fractal/damped", "inputs": {{
                  "value": {{"node": "position", "output": "x"}},
                  "gradient": {{"node": "position", "output": "position"}}, {inputs}
                }}}}
              }},
              "outputs": {{"value": {{"node": "damped"}}}}
            }}"#
        );
        output_at(&document, position)[0]
    }

    #[test]
    fn octaves_are_divided_by_the_slope_so_far() {
        let at = [0.25f32, -0.5, 0.75, 0.0];
        let (mut sum, mut slope) = (0.0, [0.0f32; 3]);
        for octave in 0..4 {
            let frequency = 2f32.powi(octave);
            let place = [0, 1, 2].map(|axis: usize| at[axis] * frequency + octave_offset(octave as u32)[axis]);
            slope = [0, 1, 2].map(|axis: usize| slope[axis] + place[axis]);
            let squared: f32 = slope.iter().map(|part| part * part).sum();
            sum += 0.5f32.powi(octave) * place[0] / (1.0 + 0.5 * squared);
        }
        let found = damped(r#""octaves": 4, "damping": 0.5"#, at);
        assert!((found - sum / 1.875).abs() < 1e-6, "{found}, not {}", sum / 1.875);
    }

    #[test]
    fn without_damping_it_is_a_sum_of_octaves() {
        for step in 0..20 {
            let position = [0.37, -0.21, 0.53, 0.1].map(|part: f32| part * step as f32);
            let of = |node_type: &str, rest: &str| {
                let document = format!(
                    r#"{{
                      "format": "travertine", "version": 1,
                      "nodes": {{
                        "noise": {{"type": "noise/perlin", "inputs": {{"seed": 3}}}},
                        "sum": {{"type": "{node_type}", "inputs": {{"value": {{"node": "noise"}}{rest}}}}}
                      }},
                      "outputs": {{"value": {{"node": "sum"}}}}
                    }}"#
                );
                output_at(&document, position)[0]
            };
            let gradient = r#", "damping": 0, "gradient": {"node": "noise", "output": "gradient"}"#;
            assert_eq!(of("fractal/damped", gradient), of("fractal/fbm", ""));
            let strong = gradient.replace(r#""damping": 0"#, r#""damping": 1"#);
            assert!(of("fractal/damped", &strong).abs() <= of("fractal/damped", gradient).abs() + 1.0);
        }
        assert_eq!(value_at("fractal/damped", r#"{"value": 0.5, "gradient": 0}"#, [0.0; 4]), [0.5]);
    }
}
