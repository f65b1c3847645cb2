//! A color gradient.

use travertine_graph::constant::Constant;
use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_graph::ramp::{Ramp, RampSpace, Stop};
use travertine_noise::math;
use travertine_program::{Curve, CurveInterpolation};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Color ramp", lower)
        .describe(
            "Maps a value to a color gradient. Before the first stop and after the last, the color stays \
             that of the stop. In the space `srgb` the gradient looks even to the eye; in `linear` colors \
             mix as light does. Alpha is always linear.",
        )
        .search(&["gradient", "color map", "palette", "colorize", "stops", "lookup"])
        .input(InputDefinition::float("value", 0.5).soft(0.0..=1.0).step(0.01).describe("The position on the ramp."))
        .input(
            InputDefinition::new("ramp", ValueType::Ramp, black_to_white())
                .describe("The color stops, their positions, and the interpolation between them."),
        )
        .color_output("color", "The color at the position.")
        .float_output("alpha", "The alpha of the color.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (value, ramp) = (context.float("value")?, context.ramp("ramp"));
    // Steps mix no colors, and stay exact without encoding.
    let encoded = ramp.space == RampSpace::Srgb && ramp.interpolation != CurveInterpolation::Step;
    let encoded = [encoded, encoded, encoded, false];
    let channels: [Channel; 4] = std::array::from_fn(|index| Channel::new(ramp, index, encoded[index]));
    // Constants first, then all curves: adjacent curves are evaluated together.
    for channel in &channels {
        if let Channel::Steady(level) = channel {
            context.constant(*level);
        }
    }
    let levels = channels.each_ref().map(|channel| match channel {
        Channel::Steady(level) => context.constant(*level),
        Channel::Curve(curve) => context.curve_at(curve, value),
    });
    let [red, green, blue, alpha] = std::array::from_fn(|index| match channels[index] {
        Channel::Curve(_) if encoded[index] => levels[index].srgb_to_linear(),
        _ => levels[index],
    });
    Ok(vec![Field::Color([red, green, blue, alpha]), Field::Float(alpha)])
}

/// A channel of a ramp.
enum Channel {
    /// The value at all stops.
    Steady(f32),
    Curve(Curve),
}

impl Channel {
    fn new(ramp: &Ramp, index: usize, encoded: bool) -> Channel {
        let levels = ramp.stops.iter().map(|stop| (stop.position, stop.color[index]));
        let first = levels.clone().next().map_or(0.0, |(_, level)| level);
        if levels.clone().all(|(_, level)| level == first) {
            return Channel::Steady(first);
        }
        let point = |(position, level)| [position, if encoded { math::linear_to_srgb(level) } else { level }];
        Channel::Curve(Curve { points: levels.map(point).collect(), interpolation: ramp.interpolation })
    }
}

fn black_to_white() -> Constant {
    let stops = [0.0, 1.0].map(|level| Stop { position: level, color: [level, level, level, 1.0] });
    Constant::Ramp(Ramp { stops: stops.to_vec(), interpolation: CurveInterpolation::Linear, space: RampSpace::Linear })
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Lava",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 2, "seed": 29}},
    "creases": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}},
    "ramp": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "creases"},
        "ramp": {
          "stops": [
            {"position": 0, "color": [1, 0.8, 0.2, 1]},
            {"position": 0.15, "color": [0.8, 0.1, 0, 1]},
            {"position": 0.4, "color": [0.02, 0.01, 0.01, 1]}
          ],
          "space": "srgb"
        }
      }
    }
  },
  "outputs": {"color": {"node": "ramp", "output": "color"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    fn ramp(at: f32, how: &str) -> Vec<f32> {
        let stops = r#"[{"position": 0.2, "color": [1, 0, 0.5, 1]}, {"position": 0.6, "color": [0, 1, 0.5, 0]}]"#;
        value("color/ramp", &format!(r#"{{"value": {at}, "ramp": {{"stops": {stops}, {how}}}}}"#))
    }

    #[test]
    fn ends_continue_in_every_space() {
        for space in ["linear", "srgb"] {
            let how = format!(r#""interpolation": "smooth", "space": "{space}""#);
            assert_eq!([ramp(-3.0, &how), ramp(0.2, &how)], [[1.0, 0.0, 0.5, 1.0]; 2]);
            assert_eq!([ramp(0.6, &how), ramp(9.0, &how)], [[0.0, 1.0, 0.5, 0.0]; 2]);
        }
    }

    #[test]
    fn the_space_determines_the_middle_of_a_gradient() {
        let middle = |space: &str| ramp(0.4, &format!(r#""interpolation": "linear", "space": "{space}""#));
        let close = |found: &[f32], expected: [f32; 4]| {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "{found:?}");
        };
        close(&middle("linear"), [0.5; 4]);
        close(&middle("srgb"), [0.21404, 0.21404, 0.5, 0.5]);
    }
}
