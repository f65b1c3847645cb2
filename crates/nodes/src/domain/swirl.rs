//! A field stirred around a center.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::positions::angle::turned_back;
use crate::parts::positions::{axis, spots};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Swirl", lower)
        .describe(
            "Stirs a texture around a center, most in the middle and not at all at the rim: whirlpools, galaxies, \
             cream in coffee, knots in wood, marbled paper. Can be repeated all over the plane.",
        )
        .search(&["twirl", "whirl", "vortex", "spiral", "stir", "galaxy", "whirlpool", "knot", "rotate", "marbling"])
        .input(InputDefinition::required("value", ValueType::Any).moved().describe("The texture to stir."))
        .input(InputDefinition::float("angle", 360.0).soft(-1080.0..=1080.0).step(1.0).unit("degrees").describe(
            "The rotation in the center: clockwise if positive. Half-way to the rim a quarter of it is \
             left.",
        ))
        .input(axis::axis("z"));
    spots::describe_repeats(spots::describe(definition))
        .output("value", OutputType::like(&["value"]), "The stirred texture.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let column = match context.choice("axis") {
        "x" => 0,
        "y" => 1,
        _ => 2,
    };
    let stirred = context.moved(|position| {
        let angle = context.any_at("angle", position)?.to_float();
        let spot = spots::at(context, position, Some(column))?;
        let [right, down, _] = axis::to_axis_frame(context, spot.offset);
        let turned = turned_back([right, down], spot.depth * spot.depth * angle);
        // The difference is exactly 0 outside the spot.
        let moves: [Expr; 3] =
            axis::from_axis_frame(context, [turned[0] - right, turned[1] - down, context.constant(0.0)]);
        let start = position.vector();
        Ok(position.at([0, 1, 2].map(|axis: usize| start[axis] + moves[axis])))
    })?;
    Ok(vec![context.any_at("value", stirred)?])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Marbled endpaper",
  "nodes": {
    "wavy": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 2, "dimensions": 2, "seed": 7}},
    "stripes": {
      "type": "math/formula",
      "inputs": {"formula": "fract(x*2.5 + a*0.35)", "a": {"node": "wavy"}}
    },
    "paint": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "stripes"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#f4e8d0"},
            {"position": 0.22, "color": "#f4e8d0"},
            {"position": 0.24, "color": "#c8553d"},
            {"position": 0.4, "color": "#c8553d"},
            {"position": 0.42, "color": "#f0c27b"},
            {"position": 0.5, "color": "#f0c27b"},
            {"position": 0.52, "color": "#14365c"},
            {"position": 0.76, "color": "#14365c"},
            {"position": 0.78, "color": "#4f9da6"},
            {"position": 0.97, "color": "#4f9da6"},
            {"position": 1, "color": "#f4e8d0"}
          ]
        }
      }
    },
    "stirred": {
      "type": "domain/swirl",
      "inputs": {
        "value": {"node": "paint", "output": "color"},
        "angle": 900, "center": [0.25, 0.25, 0], "radius": 0.24, "spacing": [0.5, 0.5, 0], "seed": 3
      }
    },
    "stirred_again": {
      "type": "domain/swirl",
      "inputs": {
        "value": {"node": "stirred"},
        "angle": -700, "center": [0, 0, 0], "radius": 0.2, "spacing": [0.5, 0.5, 0], "jitter": 0.5, "seed": 5
      }
    }
  },
  "outputs": {"color": {"node": "stirred_again"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{moved, scattered};

    #[test]
    fn rotates_by_the_square_of_the_depth() {
        let inputs = r#""angle": 200, "center": [0.25, 0.5, 9], "radius": 2"#;
        for [x, y, z] in scattered(60, 2.0) {
            let distance = ((x - 0.25) * (x - 0.25) + (y - 0.5) * (y - 0.5)).sqrt();
            let depth = (1.0 - distance / 2.0).max(0.0);
            let rotate = format!(r#""rotate": [0, 0, {}], "translate": [0.25, 0.5, 0]"#, 200.0 * depth * depth);
            // The transform moves the texture's origin to the center; here it is moved back.
            let [a, b, c] = moved("domain/transform", &rotate, [x, y, z]);
            let (found, expected) = (moved("domain/swirl", inputs, [x, y, z]), [a + 0.25, b + 0.5, c]);
            let near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-5);
            assert!(near, "{found:?}, not {expected:?}");
            if depth == 0.0 {
                assert_eq!(found, [x, y, z]);
            }
        }
    }

    #[test]
    fn the_axis_is_free() {
        let at = |axis: &str, point| {
            moved("domain/swirl", &format!(r#""axis": "{axis}", "center": [0, 0, 0], "angle": 150"#), point)
        };
        for [x, y, z] in scattered(30, 0.3) {
            let [a, b, c] = at("z", [x, y, z]);
            assert_eq!(at("x", [z, y, -x]), [c, b, -a]);
            assert_eq!(at("y", [x, z, -y]), [a, c, -b]);
        }
    }
}
