//! The smaller of two values, without a crease.

use travertine_graph::definition::{Definition, InputDefinition, OutputType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::arithmetic::{componentwise, smooth};

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Smooth minimum", lower)
        .describe(
            "The smaller of two values, with a soft transition where they are close, like drops that flow together: \
             rounded creases, soft joints, melting shapes. Works on each component of vectors and on the red, green \
             and blue of colors; alpha is unchanged. After Inigo Quilez, \"Smooth minimum\".",
        )
        .search(&["smin", "soft min", "polynomial", "melt", "metaballs", "fillet", "union", "sdf"])
        .input(InputDefinition::any("a", 0.0).describe("The first value."))
        .input(InputDefinition::any("b", 0.0).describe("The second value."))
        .input(smooth::input(0.1).describe(
            "The difference of the values below which the transition is soft: 0 leaves a sharp crease. Where the \
             values are equal, the result is lower by a sixth of it.",
        ))
        .output("value", OutputType::like(&["a", "b"]), "The smaller value, in the wider type of the inputs.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let smoothness = context.float("smoothness")?;
    let smaller = |a, b| smooth::minimum(a, b, smoothness);
    componentwise::binary(context, smaller)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Drops that flow together",
  "nodes": {
    "large": {"type": "shape/sphere", "inputs": {"radius": 0.2, "center": [0.36, 0.4, 0]}},
    "small": {"type": "shape/sphere", "inputs": {"radius": 0.13, "center": [0.68, 0.62, 0]}},
    "tiny": {"type": "shape/sphere", "inputs": {"radius": 0.06, "center": [0.3, 0.78, 0]}},
    "two": {
      "type": "math/smooth-minimum",
      "inputs": {"a": {"node": "large"}, "b": {"node": "small"}, "smoothness": 0.3}
    },
    "drops": {
      "type": "math/smooth-minimum",
      "inputs": {"a": {"node": "two"}, "b": {"node": "tiny"}, "smoothness": 0.3}
    },
    "depth": {
      "type": "math/remap",
      "inputs": {"value": {"node": "drops"}, "from_min": -0.2, "from_max": 0.4}
    },
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "depth"},
        "ramp": {
          "stops": [
            {"position": 0.04, "color": "#eafcff"},
            {"position": 0.25, "color": "#49a7c9"},
            {"position": 0.328, "color": "#0f4c75"},
            {"position": 0.34, "color": "#f2e9d8"},
            {"position": 0.9, "color": "#c9b79c"}
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
    use crate::checks::evaluate::value;

    /// The definition in double precision.
    fn expected(a: f64, b: f64, smoothness: f64) -> f64 {
        let near = if smoothness > 0.0 { (1.0 - (a - b).abs() / smoothness).max(0.0) } else { 0.0 };
        a.min(b) - near.powi(3) * smoothness / 6.0
    }

    #[test]
    fn minimum_and_maximum_mirror_each_other() {
        for i in 0..200 {
            let [a, b, smoothness] = [0.37, -0.81, 0.13].map(|step: f64| (step * f64::from(i)) % 2.0);
            let inputs = |a: f64, b: f64| format!(r#"{{"a": {a}, "b": {b}, "smoothness": {}}}"#, smoothness.abs());
            let found = value("math/smooth-minimum", &inputs(a, b))[0];
            assert!((f64::from(found) - expected(a, b, smoothness.abs())).abs() < 1e-6);
            assert_eq!(value("math/smooth-minimum", &inputs(b, a)), [found]);
            assert_eq!(value("math/smooth-maximum", &inputs(-a, -b)), [-found]);
        }
    }

    #[test]
    fn without_smoothness_it_is_the_minimum() {
        let inputs = r#"{"a": [1, 2, 3], "b": [3, 2, 1], "smoothness": 0}"#;
        assert_eq!(value("math/smooth-minimum", inputs), [1.0, 2.0, 1.0]);
        assert_eq!(value("math/smooth-maximum", inputs), [3.0, 2.0, 3.0]);
    }
}
