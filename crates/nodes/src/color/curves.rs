//! The channels of a color, mapped through curves.

use travertine_graph::constant::Constant;
use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::{Curve, CurveInterpolation, Expr};

use crate::parts::colors::encoding;

pub fn definition() -> Definition {
    let curve = |name, description| {
        InputDefinition::new(name, ValueType::Curve, Constant::Curve(straight())).describe(description)
    };
    Definition::new(module_path!(), "Curves", lower)
        .describe(
            "Maps the channels of a color through curves: first all of them through the curve `all`, then each \
             through its own. Lift the blue of the shadows, bleach the lights, invert one channel. Before the \
             first point and after the last, a curve is level. The straight curve from [0, 0] to [1, 1] \
             changes nothing, not even channels above 1. Alpha is unchanged.",
        )
        .search(&["rgb curves", "tone curve", "grade", "cross process", "contrast", "gamma", "levels", "vector curves"])
        .input(InputDefinition::color("color", [0.5, 0.5, 0.5, 1.0]).soft(0.0..=1.0).describe("The color to change."))
        .input(curve("all", "The curve of all three channels, which comes first."))
        .input(curve("red", "The curve of the red channel."))
        .input(curve("green", "The curve of the green channel."))
        .input(curve("blue", "The curve of the blue channel."))
        .input(encoding::input())
        .color_output("color", "The changed color.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [red, green, blue, alpha] = context.color("color")?;
    let through = |name, channel: Expr<'a>| {
        let curve = context.curve(name);
        if *curve == straight() { channel } else { context.curve_at(curve, channel) }
    };
    let channels = [red, green, blue].map(|channel| encoding::encode(context, channel));
    let channels = channels.map(|channel| through("all", channel));
    let [red, green, blue] = channels;
    let channels = [through("red", red), through("green", green), through("blue", blue)];
    let [red, green, blue] = channels.map(|channel| encoding::decode(context, channel));
    Ok(vec![Field::Color([red, green, blue, alpha])])
}

fn straight() -> Curve {
    Curve { points: vec![[0.0, 0.0], [1.0, 1.0]], interpolation: CurveInterpolation::Linear }
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "A night print of clouds",
  "nodes": {
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": 2.2, "octaves": 7, "persistence": 0.55, "dimensions": 2, "seed": 4}
    },
    "clouds": {
      "type": "math/remap",
      "inputs": {"value": {"node": "noise"}, "from_min": -0.35, "from_max": 0.6, "clamp": true}
    },
    "print": {
      "type": "color/curves",
      "inputs": {
        "color": {"node": "clouds"},
        "all": {"points": [[0, 0], [0.3, 0.14], [0.7, 0.8], [1, 1]], "interpolation": "linear"},
        "red": {"points": [[0, 0.05], [0.4, 0.12], [0.75, 0.9], [1, 1]], "interpolation": "smooth"},
        "green": {"points": [[0, 0.06], [0.5, 0.35], [1, 0.96]], "interpolation": "linear"},
        "blue": {"points": [[0, 0.25], [0.45, 0.52], [0.8, 0.5], [1, 0.86]], "interpolation": "smooth"}
      }
    }
  },
  "outputs": {"color": {"node": "print"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    fn curves(rest: &str) -> Vec<f32> {
        let color = r#""color": [0.25, 0.5, 2, 0.3]"#;
        value("color/curves", &format!(r#"{{{color}, "space": "linear"{rest}}}"#))
    }

    #[test]
    fn straight_curves_change_nothing() {
        assert_eq!(curves(""), [0.25, 0.5, 2.0, 0.3]);
    }

    #[test]
    fn all_comes_before_the_channels() {
        let invert = r#"{"points": [[0, 1], [1, 0]], "interpolation": "linear"}"#;
        let half = r#"{"points": [[0, 0], [1, 0.5]], "interpolation": "linear"}"#;
        let found = curves(&format!(r#", "all": {invert}, "green": {half}, "blue": {half}"#));
        assert_eq!(found, [0.75, 0.25, 0.0, 0.3]);
        let found = curves(&format!(r#", "all": {half}, "green": {invert}"#));
        assert_eq!(found, [0.125, 0.75, 0.5, 0.3]);
    }

    #[test]
    fn points_lie_on_the_scale_that_is_seen() {
        let point = r#"{"points": [[0.5, 0.25]], "interpolation": "linear"}"#;
        let found = value("color/curves", &format!(r#"{{"color": 0.1, "red": {point}}}"#));
        assert!((found[0] - travertine_noise::math::srgb_to_linear(0.25)).abs() < 1e-6, "{found:?}");
    }
}
