//! The Mandelbrot set.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::noises::escape_time;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Mandelbrot set", lower)
        .describe(
            "The Mandelbrot set: for each position c, z starts at 0 and becomes z² + c again and again. \
             The number of iterations before z leaves colors the outside; the distance draws the \
             outline; the trap fills the inside. With 48 iterations it costs about as much as a dozen \
             octaves of noise, everywhere. After Benoît Mandelbrot (1980).",
        )
        .search(&["fractal", "complex", "escape time", "multibrot", "orbit trap", "bulb", "seahorse", "julia"]);
    escape_time::describe(definition, [-0.6, 0.0, 0.0]).example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let zero = context.constant(0.0);
    escape_time::lower(context, [zero, zero], escape_time::plane(context)?, 1.0)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "The Mandelbrot set, with bubbles inside",
  "nodes": {
    "set": {"type": "fractal/mandelbrot", "inputs": {"iterations": 64, "focus": [-0.68, 0, 0], "size": 2.7}},
    "outside": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "far"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#fff6d5"},
            {"position": 0.12, "color": "#ffc15e"},
            {"position": 0.3, "color": "#e4572e"},
            {"position": 0.55, "color": "#6a1b4d"},
            {"position": 1, "color": "#1a1036"}
          ],
          "space": "srgb"
        }
      }
    },
    "far": {
      "type": "math/power",
      "inputs": {"a": {"node": "set", "output": "distance"}, "b": 0.5}
    },
    "bubbles": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "set", "output": "trap"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#e8fbff"},
            {"position": 0.12, "color": "#4aa3c7"},
            {"position": 0.35, "color": "#123a63"},
            {"position": 0.5, "color": "#040812"}
          ],
          "space": "srgb"
        }
      }
    },
    "picture": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "outside"}, "b": {"node": "bubbles"}, "factor": {"node": "set", "output": "inside"}}
    }
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::evaluate::named_at;

    /// One unit of the complex plane for each of the texture.
    const ONE: &str = r#", "size": 1"#;

    fn output(name: &str, inputs: &str, [x, y]: [f32; 2]) -> f32 {
        let inputs = format!(r#"{{"focus": 0, "center": 0{inputs}}}"#);
        named_at("fractal/mandelbrot", name, &inputs, [x, y, 0.0, 0.0])[0]
    }

    #[test]
    fn cycles_stay_and_others_leave() {
        // Fixed points, a cycle of two, one of three, and the tip, where z becomes -2, 2, 2, ...
        for stays in [[0.0, 0.0], [0.25, 0.0], [-1.0, 0.0], [-0.122_561, 0.744_862], [-2.0, 0.0]] {
            assert_eq!(output("inside", ONE, stays), 1.0, "{stays:?}");
            assert_eq!(output("value", ONE, stays), 1.0, "{stays:?}");
            assert_eq!(output("distance", ONE, stays), 0.0, "{stays:?}");
        }
        for leaves in [[1.0, 0.0], [-2.1, 0.0], [0.0, 1.1], [-0.7, 0.7], [300.0, 0.0]] {
            assert_eq!(output("inside", ONE, leaves), 0.0, "{leaves:?}");
        }
    }

    /// The iterations in double precision; `None` if z does not leave.
    fn expected(power: i32, c: [f64; 2]) -> Option<f64> {
        let mut z = [0.0_f64; 2];
        for count in 0..48 {
            let radius = z[0].hypot(z[1]);
            if radius >= 256.0 {
                return Some(f64::from(count) - (radius.ln() / 256.0_f64.ln()).log(f64::from(power)));
            }
            let mut next = z;
            for _ in 1..power {
                next = [next[0] * z[0] - next[1] * z[1], next[0] * z[1] + next[1] * z[0]];
            }
            z = [next[0] + c[0], next[1] + c[1]];
        }
        None
    }

    #[test]
    fn the_count_has_no_steps_and_matches_the_definition() {
        for power in [2, 3, 5] {
            let mut compared = 0;
            for i in 0..200 {
                let c = [0.37, 0.61].map(|step: f64| (step * f64::from(i)).fract() * 4.0 - 2.0);
                let Some(expected) = expected(power, c).filter(|count| *count < 20.0) else { continue };
                let found = output("count", &format!(r#"{ONE}, "power": {power}"#), c.map(|part| part as f32));
                assert!((f64::from(found) - expected).abs() < 1e-3, "{c:?}: {found}, not {expected}");
                compared += 1;
            }
            assert!(compared > 100);
        }
    }

    #[test]
    fn the_distance_is_within_a_factor_of_two_and_in_units() {
        // The nearest point of the set is its tip, -2.
        for distance in [0.001, 0.01, 0.1, 0.3] {
            let found = output("distance", ONE, [-2.0 - distance, 0.0]) / distance;
            assert!((0.5..2.0).contains(&found), "{found} of {distance}");
        }
        let far = output("distance", ONE, [-2.25, 0.0]);
        let twice = output("distance", r#", "size": 2"#, [-2.25 / 2.0, 0.0]);
        assert!((twice * 2.0 - far).abs() < 1e-6);
    }
}
