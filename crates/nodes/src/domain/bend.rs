//! A field bent into an arc.

use std::f32::consts::PI;

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext, Position};

use crate::parts::positions::axis;

/// The least bend, in radians per unit; below it the texture counts as straight.
const STRAIGHT: f32 = 1e-6;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Bend", lower)
        .describe(
            "Bends a texture about an axis: lines to the left and to the right become arcs of circles around a \
             common center, and lengths along the line through `center` stay. Rainbows, arches, letters on an arc, \
             fans, curved planks, onion skins. After Alan Barr, \"Global and Local Deformations of Solid \
             Primitives\" (1984).",
        )
        .search(&["arc", "arch", "curve", "rainbow", "bow", "fan", "deform", "circle", "curl up"])
        .input(InputDefinition::required("value", ValueType::Any).moved().describe("The texture to bend."))
        .input(axis::axis("z"))
        .input(axis::center())
        .input(InputDefinition::float("angle", 90.0).soft(-360.0..=360.0).step(1.0).unit("degrees per unit").describe(
            "How far the texture turns along one unit: positive angles bend both ends down, negative ones up, 0 \
                 leaves it straight.",
        ))
        .output("value", OutputType::like(&["value"]), "The bent texture.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = context.position();
    let bend = context.float("angle")? * (PI / 180.0);
    let [right, down, along] = axis::from_center(context, position.vector())?;
    // In units of the radius of the arc, seen from the center of the circle: `beside` it and `up` from it.
    let (beside, up) = (right * bend, 1.0 - down * bend);
    let distance = (beside * beside + up * up).sqrt();
    let curved = beside.atan2(up) / bend;
    let straight = (bend.abs() - STRAIGHT).select(curved, right);
    // (1 - distance) / bend, without dividing by the bend.
    let depth = (down * 2.0 - (right * right + down * down) * bend) / (distance + 1.0);
    // Nearer to the center of the circle, a step along an arc is a longer way in the texture.
    let footprint = position.footprint.map(|footprint| {
        let nearest = distance.max(footprint * bend.abs());
        footprint * (1.0 / nearest).max(1.0)
    });
    let bent = axis::to_point(context, [straight, depth, along])?;
    Ok(vec![context.any_at("value", Position { footprint, ..position.at(bent) })?])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Brick arch",
  "nodes": {
    "position": {"type": "input/position"},
    "course": {"type": "math/formula", "inputs": {"formula": "floor(y*11)"}},
    "along": {"type": "math/formula", "inputs": {"formula": "x*7.2 + 0.5*mod(a, 2)", "a": {"node": "course"}}},
    "brick": {"type": "vector/combine", "inputs": {"x": {"node": "along"}, "y": {"node": "course"}}},
    "tone": {
      "type": "noise/cell",
      "inputs": {"scale": 1, "dimensions": 2, "seed": 7, "position": {"node": "brick", "output": "vector"}}
    },
    "clay": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "tone", "output": "value"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#7c2f22"},
            {"position": 0.35, "color": "#a8452c"},
            {"position": 0.7, "color": "#c96a3f"},
            {"position": 1, "color": "#dd9a63"}
          ]
        }
      }
    },
    "joint": {
      "type": "math/formula",
      "inputs": {
        "formula": "min(min(fract(a), 1 - fract(a))*1.53, min(fract(y*11), 1 - fract(y*11)))",
        "a": {"node": "along"}
      }
    },
    "face": {"type": "math/smoothstep", "inputs": {"value": {"node": "joint"}, "low": 0.06, "high": 0.12}},
    "wall": {
      "type": "blend/mix",
      "inputs": {"a": [0.62, 0.56, 0.47, 1], "b": {"node": "clay", "output": "color"}, "factor": {"node": "face"}}
    },
    "inside": {"type": "math/formula", "inputs": {"formula": "step(6/11, y)"}},
    "depth": {"type": "math/formula", "inputs": {"formula": "(y - 0.545)*2.4"}},
    "sky": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "depth"},
        "ramp": {"stops": [{"position": 0, "color": "#12233f"}, {"position": 0.3, "color": "#2f6f9f"}, {"position": 1, "color": "#ffe2a8"}]}
      }
    },
    "opening": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "wall"}, "b": {"node": "sky", "output": "color"}, "factor": {"node": "inside"}}
    },
    "arch": {
      "type": "domain/bend",
      "inputs": {"value": {"node": "opening"}, "center": [0.5, 0.42, 0], "angle": 118}
    }
  },
  "outputs": {"color": {"node": "arch"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{moved, scattered};

    #[test]
    fn arcs_are_as_long_as_the_lines_that_they_bend() {
        // A quarter of a circle along one unit; its center lies 2 / π units below.
        let inputs = r#""center": [1, 2, 3], "angle": 90"#;
        let radius = std::f32::consts::FRAC_2_PI;
        for (point, expected) in [
            ([1.0, 2.0, 0.0], [1.0, 2.0, 0.0]),
            ([1.0, 1.0, 3.0], [1.0, 1.0, 3.0]),
            // Beside the center of the circle the line has turned by a right angle, after one unit.
            ([1.0 + radius, 2.0 + radius, 3.0], [2.0, 2.0, 3.0]),
            ([1.0 - radius - 0.5, 2.0 + radius, 3.0], [0.0, 1.5, 3.0]),
        ] {
            let found = moved("domain/bend", inputs, point);
            let near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-5);
            assert!(near, "{point:?}: {found:?}, not {expected:?}");
        }
    }

    #[test]
    fn a_bend_the_other_way_is_a_mirror_image() {
        let at = |angle: f32, point| moved("domain/bend", &format!(r#""center": [0, 0, 0], "angle": {angle}"#), point);
        for [x, y, z] in scattered(40, 1.5) {
            let ([a, b, c], [d, e, f]) = (at(70.0, [x, y, z]), at(-70.0, [x, -y, z]));
            assert!((a - d).abs() < 1e-5 && (b + e).abs() < 1e-5 && c == f);
        }
    }

    #[test]
    fn a_slight_bend_hardly_moves() {
        for angle in ["0", "1e-30", "1e-5", "-1e-4", "0.001"] {
            let inputs = format!(r#""center": [0, 0, 0], "angle": {angle}"#);
            for point in scattered(40, 1.0) {
                let found = moved("domain/bend", &inputs, point);
                let near = found.iter().zip(point).all(|(found, point)| (found - point).abs() < 5e-5);
                assert!(near, "{angle}: {found:?}, not {point:?}");
            }
        }
    }
}
