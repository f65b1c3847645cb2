//! Gradients between two points.

use std::f32::consts::FRAC_1_PI;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::weighted;

pub fn definition() -> Definition {
    let point = |name, default| InputDefinition::vector(name, default).soft(-1.0..=1.0).step(0.01).unit("units");
    Definition::new(module_path!(), "Gradient", lower)
        .describe(
            "A gradient from 0 at one point to 1 at another: along a line, or as circles, balls, a sweep, \
             diamonds or squares around the start. Use it for masks, fades, vignettes, cones and lights. The \
             kinds and curves of Blender's gradient texture are all here; its diagonal is a line from corner to \
             corner.",
        )
        .search(&[
            "linear",
            "radial",
            "ramp",
            "fade",
            "vignette",
            "mask",
            "conical",
            "sweep",
            "spherical",
            "diagonal",
            "quadratic",
            "easing",
            "ball",
            "cone",
            "falloff",
            "distance",
        ])
        .input(
            InputDefinition::choice("kind", &["linear", "circular", "spherical", "angular", "diamond", "square"])
                .describe(
                    "The measure: along the line from start to end; the distance from the start across z, or in \
                 space; the angle around the start, from the direction of the end and clockwise; or the \
                 distance along the axes, or along the longest axis.",
                ),
        )
        .input(point("start", [0.0; 3]).describe("The point where the gradient is 0, and the center of circles."))
        .input(point("end", [1.0, 0.0, 0.0]).describe(
            "The point where the gradient is 1. For circles and the like only its distance from the start \
             counts, for the angle only its direction.",
        ))
        .input(InputDefinition::choice("easing", &["linear", "smooth", "quadratic", "root"]).describe(
            "The curve from 0 to 1: straight, smooth at both ends, slow at the start, or, as its inverse, slow \
             at the end.",
        ))
        .input(
            InputDefinition::choice("extend", &["clamp", "repeat", "mirror"])
                .describe("The continuation beyond start and end: constant, from 0 again, or back and forth."),
        )
        .input(InputDefinition::position())
        .float_output("value", "The gradient, from 0 to 1.")
        .float_output("measure", "The measure without easing and limits: 0 at the start, 1 at the end.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (position, start, end) = (context.vector("position")?, context.vector("start")?, context.vector("end")?);
    let away = [0, 1, 2].map(|axis: usize| position[axis] - start[axis]);
    let span = [0, 1, 2].map(|axis: usize| end[axis] - start[axis]);
    let squared = weighted::sum(span, span);
    let length = squared.sqrt();
    let [x, y, z] = away;
    let measure = match context.choice("kind") {
        "circular" => (x * x + y * y).sqrt() / length,
        "spherical" => (x * x + y * y + z * z).sqrt() / length,
        "angular" => {
            let along = weighted::sum([x, y], [span[0], span[1]]);
            let across = weighted::sum([y, x], [span[0], -span[1]]);
            (across.atan2(along) * (0.5 * FRAC_1_PI)).fract()
        }
        "diamond" => (x.abs() + y.abs() + z.abs()) / length,
        "square" => x.abs().max(y.abs()).max(z.abs()) / length,
        _ => weighted::sum(away, span.map(|component| component / squared)),
    };
    let limited = match context.choice("extend") {
        "repeat" => measure.fract(),
        "mirror" => 1.0 - ((measure * 0.5).fract() * 2.0 - 1.0).abs(),
        _ => measure.clamp01(),
    };
    let value = match context.choice("easing") {
        "smooth" => limited.smoothstep(),
        "quadratic" => limited * limited,
        "root" => limited.sqrt(),
        _ => limited,
    };
    Ok(vec![value.into(), measure.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Dusk",
  "nodes": {
    "sky": {"type": "pattern/gradient", "inputs": {"start": [0, 0, 0], "end": [0, 1, 0], "easing": "quadratic"}},
    "sun": {
      "type": "pattern/gradient",
      "inputs": {"kind": "circular", "start": [0.62, 0.72, 0], "end": [0.62, 0.2, 0], "easing": "root"}
    },
    "air": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "sky"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#1b2450"},
            {"position": 0.35, "color": "#5b4a86"},
            {"position": 0.65, "color": "#d0697a"},
            {"position": 1, "color": "#f6b96b"}
          ]
        }
      }
    },
    "glow": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "sun"},
        "ramp": {
          "stops": [
            {"position": 0.31, "color": "#fff6d8ff"},
            {"position": 0.33, "color": "#ffd98aa0"},
            {"position": 1, "color": "#ff9a5a00"}
          ]
        }
      }
    },
    "dusk": {
      "type": "blend/color",
      "inputs": {"base": {"node": "air", "output": "color"}, "blend": {"node": "glow", "output": "color"}}
    }
  },
  "outputs": {"color": {"node": "dusk"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::evaluate::{named_at, value_at};

    fn gradient(inputs: &str, [x, y, z]: [f32; 3]) -> f32 {
        value_at("pattern/gradient", &format!("{{{inputs}}}"), [x, y, z, 0.0])[0]
    }

    #[test]
    fn kinds_measure_from_start_to_end() {
        let (start, end) = ([0.5f64, -1.0, 0.25], [2.0f64, 1.0, 0.75]);
        let span = [0, 1, 2].map(|axis: usize| end[axis] - start[axis]);
        let length = span.iter().map(|part| part * part).sum::<f64>().sqrt();
        for step in 0..60 {
            let at = [0.37, -0.21, 0.53].map(|part: f32| part * step as f32);
            let away = [0, 1, 2].map(|axis: usize| f64::from(at[axis]) - start[axis]);
            let [x, y, z] = away;
            let turned = (y.atan2(x) - span[1].atan2(span[0])) / std::f64::consts::TAU;
            for (kind, expected) in [
                ("linear", (x * span[0] + y * span[1] + z * span[2]) / (length * length)),
                ("circular", x.hypot(y) / length),
                ("spherical", x.hypot(y).hypot(z) / length),
                ("angular", turned.rem_euclid(1.0)),
                ("diamond", (x.abs() + y.abs() + z.abs()) / length),
                ("square", x.abs().max(y.abs()).max(z.abs()) / length),
            ] {
                let inputs = format!(r#"{{"kind": "{kind}", "start": [0.5, -1, 0.25], "end": [2, 1, 0.75]}}"#);
                let found = named_at("pattern/gradient", "measure", &inputs, [at[0], at[1], at[2], 0.0]);
                assert!((f64::from(found[0]) - expected).abs() < 1e-5, "{kind}: {found:?}, not {expected}");
            }
        }
    }

    #[test]
    fn gradients_continue_and_are_eased() {
        let at = |inputs: &str| [-0.25, 0.25, 1.25, 2.25].map(|x| gradient(inputs, [x, 0.0, 0.0]));
        assert_eq!(at(r#""extend": "clamp""#), [0.0, 0.25, 1.0, 1.0]);
        assert_eq!(at(r#""extend": "repeat""#), [0.75, 0.25, 0.25, 0.25]);
        assert_eq!(at(r#""extend": "mirror""#), [0.25, 0.25, 0.75, 0.25]);
        assert_eq!(at(r#""easing": "smooth""#), [0.0, 0.15625, 1.0, 1.0]);
        assert_eq!(at(r#""easing": "quadratic""#), [0.0, 0.0625, 1.0, 1.0]);
        assert_eq!(at(r#""easing": "root""#), [0.0, 0.5, 1.0, 1.0]);
        assert_eq!(at(r#""end": [0, 0, 0]"#), [0.0; 4], "without a span there is no gradient");
    }
}
