//! Flat textures on the sides of a solid, blended by the direction of its surface.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::{Axis, Expr};

use crate::parts::positions::triplanar;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Triplanar", lower)
        .describe(
            "Lays a flat texture onto all sides of a solid: each place shows the texture from the side that it faces, \
             and where it faces two sides, a blend. Bricks on a tower, planks on a crate, cloth on a chair. Nothing is \
             mirrored as seen from outside. A slice faces the viewer and shows the texture itself.",
        )
        .search(&[
            "box mapping",
            "cube projection",
            "cubic",
            "projection",
            "uv mapping",
            "texture coordinates",
            "sides",
            "blend",
            "normal",
            "no stretching",
        ])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The flat texture: its x goes to the right, its y down, and its z is 0."),
        )
        .input(InputDefinition::boolean("separate", false).describe(
            "Whether the sides across x and y have textures of their own: roof and walls, top and sides of a crate.",
        ))
        .input(
            InputDefinition::any("side", 0.0)
                .moved()
                .enabled_by("separate")
                .describe("The flat texture of the sides across x, to the left and to the right."),
        )
        .input(
            InputDefinition::any("top", 0.0)
                .moved()
                .enabled_by("separate")
                .describe("The flat texture of the sides across y, on top and below."),
        )
        .input(
            InputDefinition::float("sharpness", 4.0).hard(0.01..=1024.0).soft(1.0..=16.0).step(0.1).describe(
                "How fast one side goes over into the next: high numbers give seams, low ones soft transitions.",
            ),
        )
        .input(
            InputDefinition::vector("normal", [0.0; 3])
                .describe("The direction that decides between the sides; (0, 0, 0) takes that of the surface."),
        )
        .input(InputDefinition::position())
        .output("value", OutputType::like(&["value"]), "The texture on the sides.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let given = context.vector("normal")?;
    let surface = [Axis::NormalX, Axis::NormalY, Axis::NormalZ].map(|axis| context.surface(axis));
    let normal = if given.iter().all(|part| part.is_constant(0.0)) {
        surface
    } else {
        let is_given = given.map(Expr::abs).into_iter().fold(context.constant(0.0), Expr::max);
        [0, 1, 2].map(|axis: usize| is_given.select(given[axis], surface[axis]))
    };
    let position = context.input_position()?;
    let places = triplanar::places(position.vector(), normal);
    let seen = |input: &str, [x, y]: [Expr<'a>; 2]| context.any_at(input, position.at([x, y, context.constant(0.0)]));
    let (side, top) = if context.boolean("separate") { ("side", "top") } else { ("value", "value") };
    let value = seen("value", places[2])?;
    let [share_of_top, share_of_value] = triplanar::mix_factors(normal, context.float("sharpness")?);
    // The type of the output is that of `value`.
    let [side, top] = [seen(side, places[0])?, seen(top, places[1])?].map(|field| field.convert(value.value_type()));
    let around = side.zip(top, |side: Expr, top| side.mix(top, share_of_top));
    Ok(vec![around.zip(value, |around, value| around.mix(value, share_of_value))])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "A crate: planks on all sides",
  "description": "On a solid the planks lie on all sides; a slice shows those of the front.",
  "nodes": {
    "planks": {
      "type": "pattern/bricks",
      "inputs": {"size": [1, 0.125, 1], "offset": 0.3, "joint": 0.012, "seed": 3}
    },
    "grain": {
      "type": "noise/perlin",
      "inputs": {"scale": 6, "octaves": 5, "persistence": 0.6, "dimensions": 2, "seed": 5}
    },
    "long": {"type": "domain/transform", "inputs": {"value": {"node": "grain"}, "scale": [4, 0.3, 1]}},
    "shade": {
      "type": "math/formula",
      "inputs": {
        "formula": "smoothstep(0.003, 0.012, a) * (0.5 + 0.35*b + 0.3*(c - 0.5))",
        "a": {"node": "planks", "output": "edge"}, "b": {"node": "long"}, "c": {"node": "planks", "output": "id"}
      }
    },
    "wood": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "shade"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#1d130b"},
            {"position": 0.35, "color": "#75502f"},
            {"position": 0.75, "color": "#c79a63"}
          ]
        }
      }
    },
    "crate": {"type": "domain/triplanar", "inputs": {"value": {"node": "wood", "output": "color"}}}
  },
  "outputs": {"color": {"node": "crate"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{output_at, scattered};

    /// The position of three flat textures, or of one, on a surface with this normal.
    fn seen(normal: [f32; 3], inputs: &str, [x, y, z]: [f32; 3]) -> Vec<f32> {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "position": {{"type": "input/position"}},
                "far": {{"type": "math/add", "inputs": {{"a": {{"node": "position", "output": "position"}}, "b": 100}}}},
                "sides": {{"type": "domain/triplanar", "inputs": {{
                  "value": {{"node": "position", "output": "position"}}, "normal": {normal:?}, {inputs}
                }}}}
              }},
              "outputs": {{"value": {{"node": "sides"}}}}
            }}"#
        );
        output_at(&document, [x, y, z, 0.0])
    }

    #[test]
    fn a_side_across_an_axis_shows_the_texture_from_outside() {
        for [x, y, z] in scattered(20, 3.0) {
            for (normal, expected) in [
                ([1.0, 0.0, 0.0], [z, y]),
                ([-2.0, 0.0, 0.0], [-z, y]),
                ([0.0, 1.0, 0.0], [x, z]),
                ([0.0, -0.5, 0.0], [x, -z]),
                ([0.0, 0.0, 1.0], [-x, y]),
                ([0.0, 0.0, -1.0], [x, y]),
                // That of a slice.
                ([0.0, 0.0, 0.0], [x, y]),
            ] {
                let found = seen(normal, r#""sharpness": 0.5"#, [x, y, z]);
                assert_eq!(found, [expected[0], expected[1], 0.0], "{normal:?}");
            }
        }
    }

    #[test]
    fn sides_blend_by_powers_of_the_normal() {
        let own = r#""separate": true, "side": {"node": "far"}, "sharpness": 2"#;
        for [a, b, c] in scattered(60, 1.0) {
            let (x, y, z) = (0.3, 0.7, -0.4);
            let weights = [a * a, b * b, c * c].map(|weight| weight / (a * a + b * b + c * c));
            let sides = [[100.0 + a.signum() * z, 100.0 + y], [0.0, 0.0], [-c.signum() * x, y]];
            let found = seen([a, b, c], own, [x, y, z]);
            for axis in 0..2 {
                let expected: f32 = (0..3).map(|side| weights[side] * sides[side][axis]).sum();
                assert!((found[axis] - expected).abs() < 1e-4, "{a} {b} {c}: {found:?}, not {expected}");
            }
        }
    }
}
