//! Julia sets.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::noises::escape_time;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Julia set", lower)
        .describe(
            "A Julia set: z starts at each position and becomes z² + c again and again, with the same c \
             everywhere. Dragons, snowflakes, sea stars and dust; a c that moves with time melts from one \
             to the next. With 48 iterations it costs about as much as a dozen octaves of noise, \
             everywhere. After Gaston Julia (1918).",
        )
        .search(&["fractal", "complex", "escape time", "dendrite", "rabbit", "dragon", "orbit trap", "mandelbrot"])
        .input(InputDefinition::vector("constant", [-0.75, 0.16, 0.0]).soft(-2.0..=2.0).step(0.001).describe(
            "The number c: x is its real part, y its imaginary part. Numbers at the edge of the Mandelbrot \
                     set give the richest shapes.",
        ));
    escape_time::describe(definition, [0.0; 3]).example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [real, imaginary, _] = context.vector("constant")?;
    escape_time::lower(context, escape_time::plane(context)?, [real, imaginary], 0.0)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Dragon",
  "nodes": {
    "set": {
      "type": "fractal/julia",
      "inputs": {"constant": [-0.79, 0.15, 0], "iterations": 80, "size": 2.7}
    },
    "fine": {"type": "math/logarithm", "inputs": {"value": {"node": "set", "output": "count"}}},
    "part": {
      "type": "math/remap",
      "inputs": {"value": {"node": "fine"}, "from_min": 0.4, "from_max": 4.4}
    },
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "part"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#060b1c"},
            {"position": 0.4, "color": "#113a5c"},
            {"position": 0.6, "color": "#2a9d8f"},
            {"position": 0.72, "color": "#f4efc9"},
            {"position": 0.84, "color": "#f4a340"},
            {"position": 1, "color": "#8d1b2f"}
          ],
          "space": "srgb"
        }
      }
    }
  },
  "outputs": {"color": {"node": "colors"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::evaluate::named_at;

    fn output(name: &str, [x, y]: [f32; 2]) -> f32 {
        let inputs = r#"{"constant": 0, "focus": 0, "center": 0, "size": 1}"#;
        named_at("fractal/julia", name, inputs, [x, y, 0.0, 0.0])[0]
    }

    /// Without an added number, z is squared: the set is the unit circle, and everything is known.
    #[test]
    fn squares_leave_the_circle() {
        for radius in [1.001_f32, 1.1, 2.0, 9.0, 200.0] {
            let at = [radius * 0.6, radius * 0.8];
            let logarithm = f64::from(radius).ln();
            let count = (256.0_f64.ln() / logarithm).log2();
            let found = output("count", at);
            assert!((f64::from(found) - count.max(0.0)).abs() < 0.01, "{radius}: {found}, not {count}");
            let distance = f64::from(radius) * logarithm;
            let found = f64::from(output("distance", at));
            assert!((found / distance - 1.0).abs() < 0.002, "{radius}: {found}, not {distance}");
            assert_eq!(output("inside", at), 0.0);
        }
        for radius in [0.0, 0.5, 0.999] {
            let at = [radius * 0.6, radius * 0.8];
            assert_eq!([output("inside", at), output("value", at), output("distance", at)], [1.0, 1.0, 0.0]);
        }
    }

    #[test]
    fn the_trap_is_the_nearest_point_of_the_orbit() {
        assert!((output("trap", [1.2, 0.9]) - 1.5).abs() < 1e-6);
        assert!(output("trap", [0.5, 0.0]) < 1e-6);
    }
}
