//! Masks and heights from a distance.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::soft_step;
use crate::parts::distances::shape_mask;

pub fn definition() -> Definition {
    let definition = shape_mask::describe(Definition::new(module_path!(), "Shape mask", lower));
    shape_mask::outputs(definition).example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let depth = context.float("offset")? - context.float("distance")?;
    let (width, softness) = (context.float("width")?.max(0.0), context.float("softness")?);
    let softness = context.position().footprint.map_or(softness, |footprint| softness.max(footprint));
    let zero = context.constant(0.0);
    let outline = soft_step::around(width * 0.5 - depth.abs(), zero, softness);
    // Without a width the slope is a step at the border.
    let bevel = width.select((depth / width).clamp01(), 1.0 - depth.less(0.0));
    let numbers = [
        soft_step::around(depth, zero, softness),
        // An outline without a width is no line of the width of its softness.
        width.select(outline, 0.0),
        bevel,
        shape_mask::profile(context, bevel),
        soft_step::between(depth, -width, zero),
    ];
    Ok(numbers.map(Field::Float).into())
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Brass badge",
  "nodes": {
    "star": {
      "type": "shape/polygon",
      "inputs": {"sides": 8, "radius": 0.4, "star": 0.22, "rounding": 0.03}
    },
    "hole": {"type": "shape/sphere", "inputs": {"radius": 0.13}},
    "badge": {
      "type": "shape/combine",
      "inputs": {"a": {"node": "star"}, "b": {"node": "hole"}, "operation": "difference", "smoothness": 0.02}
    },
    "mask": {
      "type": "shape/mask",
      "inputs": {"distance": {"node": "badge"}, "width": 0.07}
    },
    "shadow": {
      "type": "shape/mask",
      "inputs": {"distance": {"node": "badge"}, "width": 0.12}
    },
    "normal": {
      "type": "filter/normal-map",
      "inputs": {"height": {"node": "mask", "output": "height"}, "strength": 0.05}
    },
    "light": {
      "type": "vector/dot",
      "inputs": {"a": {"node": "normal", "output": "normal"}, "b": [-0.5, 0.62, 0.6]}
    },
    "brass": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "light"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#3a2208"},
            {"position": 0.35, "color": "#7d5417"},
            {"position": 0.6, "color": "#c9962f"},
            {"position": 0.85, "color": "#f6d878"},
            {"position": 1, "color": "#fffbe0"}
          ],
          "space": "srgb"
        }
      }
    },
    "cloth": {
      "type": "blend/mix",
      "inputs": {"a": "#234a4a", "b": "#081616", "factor": {"node": "shadow", "output": "glow"}}
    },
    "picture": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "cloth"}, "b": {"node": "brass"}, "factor": {"node": "mask", "output": "fill"}}
    }
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {

    use crate::checks::evaluate::{named_at, spaced_outputs};

    fn mask(output: &str, distance: f32, inputs: &str) -> f32 {
        named_at("shape/mask", output, &format!(r#"{{"distance": {distance}{inputs}}}"#), [0.0; 4])[0]
    }

    #[test]
    fn edges_are_at_the_border() {
        for (output, expected) in [
            ("fill", [1.0, 1.0, 1.0, 0.0, 0.0]),
            ("outline", [0.0, 1.0, 1.0, 1.0, 0.0]),
            ("bevel", [1.0, 0.25, 0.0, 0.0, 0.0]),
            ("glow", [1.0, 1.0, 1.0, 0.84375, 0.0]),
        ] {
            let found =
                [-0.25, -0.0625, 0.0, 0.0625, 0.25].map(|at| mask(output, at, r#", "width": 0.25, "softness": 0"#));
            assert_eq!(found, expected, "{output}");
            let grown = [-0.125, 0.0625, 0.125, 0.1875, 0.375]
                .map(|at| mask(output, at, r#", "width": 0.25, "softness": 0, "offset": 0.125"#));
            assert_eq!(grown, expected, "{output}");
        }
        for (profile, expected) in [("round", 0.75_f32.sqrt()), ("smooth", 0.5), ("hollow", 1.0 - 0.75_f32.sqrt())] {
            let height = mask("height", -0.125, &format!(r#", "width": 0.25, "profile": "{profile}""#));
            assert!((height - expected).abs() < 1e-6, "{profile}: {height}");
        }
    }

    #[test]
    fn without_a_width_edges_are_hard_and_there_is_no_outline() {
        let all = |distance: f32| {
            ["fill", "outline", "bevel", "height", "glow"]
                .map(|output| mask(output, distance, r#", "width": 0, "softness": 0"#))
        };
        assert_eq!(all(-0.001), [1.0, 0.0, 1.0, 1.0, 1.0]);
        assert_eq!(all(0.001), [0.0; 5]);
        assert_eq!(mask("outline", 0.0, r#", "width": 0, "softness": 0.5"#), 0.0);
    }

    #[test]
    fn edges_follow_the_spacing_of_samples() {
        let document = r#"{
          "format": "travertine", "version": 1,
          "nodes": {
            "position": {"type": "input/position"},
            "mask": {"type": "shape/mask", "inputs": {"distance": {"node": "position", "output": "x"}}}
          },
          "outputs": {"fill": {"node": "mask"}}
        }"#;
        let at = spaced_outputs(document, 1, Some(0.5));
        let found = [-0.25, -0.125, 0.0, 0.25].map(|x| at([x, 0.0, 0.0, 0.0])[0]);
        assert_eq!(found, [1.0, 0.84375, 0.5, 0.0]);
    }
}
