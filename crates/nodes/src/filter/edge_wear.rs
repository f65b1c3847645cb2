//! Worn edges of a height field.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::sampling::wear::{self, Rings};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Edge wear", lower).describe(
        "A mask of the edges of a height field that touch and weather wear off: bare metal on painted corners, pale rims \
         of stones, polished brass. Connect a noise to break it up. Ridges count by their curvature at three scales. The \
         height is evaluated thirteen times.",
    );
    wear::describe(definition, 0.04, 0.3, "wear")
        .search(&[
            "worn edges",
            "scratched edges",
            "metal edge wear",
            "chipped paint",
            "edge damage",
            "highlight",
            "convex",
            "curvature",
            "cavity",
            "mask",
        ])
        .float_output("value", "The mask: 1 where the surface is worn, 0 where it is whole.")
        .float_output(
            "convex",
            "The sharpness of ridges, unbroken, from 0 to 1: 1 where both sides fall by 45 degrees.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let convex = (-Rings::around(context)?.concavity()).clamp01();
    Ok(vec![wear::mask(context, convex)?.into(), convex.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Painted plates, worn to the metal",
  "nodes": {
    "plates": {"type": "noise/cellular", "inputs": {"scale": 3, "jitter": 0.7, "dimensions": 2, "seed": 4}},
    "height": {
      "type": "math/formula",
      "inputs": {"formula": "0.06*smoothstep(0.02, 0.2, a)", "a": {"node": "plates", "output": "edge"}}
    },
    "patches": {
      "type": "noise/perlin",
      "inputs": {"scale": 9, "octaves": 5, "persistence": 0.65, "dimensions": 2, "min": -2, "max": 2, "seed": 5}
    },
    "worn": {
      "type": "filter/edge-wear",
      "inputs": {
        "height": {"node": "height"}, "distance": 0.05, "strength": 1.6, "noise": {"node": "patches"}, "amount": 0.72,
        "softness": 0.1
      }
    },
    "paint": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "plates", "output": "value"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#1f5f63"},
            {"position": 0.5, "color": "#2b8c84"},
            {"position": 0.8, "color": "#d8823a"}
          ],
          "interpolation": "step"
        }
      }
    },
    "metal": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "patches"},
        "ramp": {
          "stops": [{"position": 0.2, "color": "#8f9599"}, {"position": 0.8, "color": "#e8ecec"}],
          "space": "srgb"
        }
      }
    },
    "surface": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "paint"}, "b": {"node": "metal"}, "factor": {"node": "worn"}}
    },
    "light": {
      "type": "filter/light",
      "inputs": {"height": {"node": "height"}, "strength": 1.4, "elevation": 55, "ambient": 0.3}
    },
    "picture": {"type": "math/multiply", "inputs": {"a": {"node": "surface"}, "b": {"node": "light"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    fn wear(height: &str, output: &str, rest: &str, at: [f32; 2]) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "height": {{"type": "math/formula", "inputs": {{"formula": "{height}"}}}},
                "wear": {{
                  "type": "filter/edge-wear",
                  "inputs": {{"height": {{"node": "height"}}, "distance": 0.125, {rest}}}
                }}
              }},
              "outputs": {{"value": {{"node": "wear", "output": "{output}"}}}}
            }}"#
        );
        output_at(&document, [at[0], at[1], 0.0, 0.0])[0]
    }

    #[test]
    fn ridges_in_all_directions_count_nearly_alike() {
        for step in 0..24 {
            let angle = step as f32 / 24.0 * std::f32::consts::PI;
            let [x, y] = [travertine_noise::math::cos(angle), travertine_noise::math::sin(angle)];
            let ridge = format!("0 - abs({x}*x + {y}*y)");
            let found = wear(&ridge, "convex", r#""strength": 0.5"#, [0.0; 2]);
            assert!((found - 0.5).abs() < 0.02, "{angle}: {found}");
        }
    }

    #[test]
    fn slopes_and_grooves_stay_whole() {
        for height in ["3*x - 2*y", "abs(x)", "x*x + y*y", "7"] {
            assert!(wear(height, "convex", r#""noise": 1"#, [0.0; 2]) < 1e-5);
            assert_eq!(wear(height, "value", r#""noise": 1, "softness": 0, "amount": 0.99"#, [0.0; 2]), 0.0);
        }
        assert_eq!(wear("7", "value", r#""amount": 1, "noise": 1"#, [0.0; 2]), 0.0, "never on level ground");
    }

    #[test]
    fn noise_and_amount_decide_what_is_worn() {
        let at =
            |rest: &str| wear("0 - abs(x)", "value", &format!(r#""strength": 0.6, "softness": 0, {rest}"#), [0.0; 2]);
        assert_eq!([at(r#""amount": 0.3"#), at(r#""amount": 0.5"#)], [0.0, 1.0]);
        assert_eq!([at(r#""amount": 0.5, "noise": -0.5"#), at(r#""amount": 0.1, "noise": 1"#)], [0.0, 1.0]);
        assert_eq!(at(r#""amount": 1, "noise": -1"#), 0.0);
    }
}
