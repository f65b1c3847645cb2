//! A flat field on the surface of a solid.

use std::f32::consts::{FRAC_1_PI, TAU};

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext, Suspended};
use travertine_program::Expr;

use crate::parts::positions::axis;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Project", lower)
        .describe(
            "Lays the unit square of a texture once around a solid: flat onto a plane, around a cylinder, a ball or \
             a ring, or onto each side of a cube. Labels on bottles, maps on globes, wallpaper in rooms, dice. The \
             texture's z is the depth in units: the distance from the middle of the solid. Seen from outside, \
             nothing is mirrored.",
        )
        .search(&[
            "texture coordinates",
            "uv mapping",
            "projection",
            "planar",
            "cylindrical",
            "spherical",
            "toroidal",
            "cubic",
            "box mapping",
            "globe",
            "map",
            "label",
            "decal",
            "wrap",
            "donut",
            "longitude",
            "latitude",
        ])
        .input(InputDefinition::required("value", ValueType::Any).moved().describe("The flat texture."))
        .input(
            InputDefinition::choice("kind", &["planar", "cylindrical", "spherical", "toroidal", "cubic"])
                .default_choice("spherical")
                .describe(
                    "The solid: a plane across the axis, a cylinder around it, a ball with its poles on it, a ring \
                     around it, or a cube, which ignores it. Around a cylinder, a ball and a ring the ends of the \
                     texture meet at the back. A ring's texture runs around the tube along y.",
                ),
        )
        .input(axis::axis("y"))
        .input(axis::center())
        .input(InputDefinition::float("size", 1.0).soft(0.1..=2.0).step(0.01).unit("units").describe(
            "The size of the solid: the side of the square or the cube, the height of the cylinder, the diameter of \
             the ring from the middle of the tube to that on the other side. A ball may have any size.",
        ))
        .input(InputDefinition::vector("repeat", [1.0; 3]).soft(0.0..=16.0).step(1.0).describe(
            "How often the texture is repeated along its x and y, if it repeats after one unit, and a factor of the \
             depth: with a z of 0 the texture is the same at all depths.",
        ))
        .output("value", OutputType::like(&["value"]), "The texture on the solid.")
        .example(EXAMPLE)
}

/// A place on a surface, and the greatest change of each coordinate per unit of space.
struct Place<'a> {
    coordinates: [Expr<'a>; 3],
    rates: [Expr<'a>; 3],
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let place = place(context)?;
    let repeat = context.vector("repeat")?;
    let [u, v, w] = [0, 1, 2].map(|axis: usize| place.coordinates[axis] * repeat[axis]);
    let [x, y, z] = [0, 1, 2].map(|axis: usize| (place.rates[axis] * repeat[axis]).abs());
    Ok(vec![context.any_at("value", context.position().at([u, v, w]).spread(x.max(y).max(z)))?])
}

fn place<'a>(context: &LoweringContext<'a>) -> Result<Place<'a>, Suspended> {
    let (position, size, one) = (context.position(), context.float("size")?, context.constant(1.0));
    let across = 1.0 / size;
    let seen = axis::from_center(context, position.vector())?;
    let [right, down, along] = seen;
    let from_axis = axis::radius(right, down);
    // A circle through the position turns by 1 / (2π distance) per unit, but no faster than samples can show.
    let turning = |distance: Expr<'a>| {
        let distance = position.footprint.map_or(distance, |footprint| distance.max(footprint));
        1.0 / (distance * TAU)
    };
    Ok(match context.choice("kind") {
        "planar" => {
            Place { coordinates: [right * across + 0.5, down * across + 0.5, along], rates: [across, across, one] }
        }
        "cylindrical" => Place {
            coordinates: [axis::turn(right, down), along * across + 0.5, from_axis],
            rates: [turning(from_axis), across, one],
        },
        "spherical" => {
            let distance = (from_axis * from_axis + along * along).sqrt();
            let latitude = along.atan2(from_axis) * FRAC_1_PI + 0.5;
            Place {
                coordinates: [axis::turn(right, down), latitude, distance],
                rates: [turning(from_axis), turning(distance) * 2.0, one],
            }
        }
        "toroidal" => {
            let outwards = from_axis - size * 0.5;
            let (distance, around) = (axis::radius(outwards, along), along.atan2(outwards));
            Place {
                coordinates: [axis::turn(right, down), around * (0.5 * FRAC_1_PI) + 0.5, distance],
                rates: [turning(from_axis), turning(distance), one],
            }
        }
        _ => {
            let [x, y, z] = axis::from_axis_frame(context, seen);
            let [a, b, c] = [x, y, z].map(Expr::abs);
            let (side, lid) = (b.less(a) * c.less(a), c.less(b));
            // To the right and down, as seen from outside.
            let u = side.select(x.sign() * z, lid.select(x, -(z.sign() * x)));
            let v = side.select(y, lid.select(y.sign() * z, y));
            Place { coordinates: [u * across + 0.5, v * across + 0.5, a.max(b).max(c)], rates: [across, across, one] }
        }
    })
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Globe: a flat map on a ball",
  "nodes": {
    "land": {
      "type": "noise/perlin",
      "inputs": {
        "scale": 5, "octaves": 5, "persistence": 0.52, "dimensions": 2, "seed": 11,
        "periodic": true, "period_x": 5, "period_y": 5
      }
    },
    "height": {
      "type": "math/formula",
      "inputs": {"formula": "0.5 + 0.8*a + 0.5*smoothstep(0.38, 0.5, abs(y - 0.5))", "a": {"node": "land"}}
    },
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "height"},
        "ramp": {
          "stops": [
            {"position": 0.2, "color": "#0d2f57"},
            {"position": 0.47, "color": "#2b7aa3"},
            {"position": 0.51, "color": "#8cc7c4"},
            {"position": 0.52, "color": "#e6d59a"},
            {"position": 0.57, "color": "#7fa650"},
            {"position": 0.68, "color": "#3f7040"},
            {"position": 0.8, "color": "#8a6d4a"},
            {"position": 0.9, "color": "#f7f5ee"}
          ]
        }
      }
    },
    "grid": {
      "type": "math/formula",
      "inputs": {
        "formula": "0.5 - 0.5*smoothstep(0.015, 0.04, min((0.5 - abs(fract(x*24) - 0.5))*sin(pi*y), 0.5 - abs(fract(y*12) - 0.5)))"
      }
    },
    "map": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "colors", "output": "color"}, "b": [0.9, 0.86, 0.7, 1], "factor": {"node": "grid"}}
    },
    "ball": {"type": "domain/project", "inputs": {"value": {"node": "map"}, "center": [0, 0, 0]}},
    "tilted": {
      "type": "domain/transform",
      "inputs": {"value": {"node": "ball"}, "rotate": [-25, 40, 20], "translate": [0.5, 0.5, 0.5]}
    },
    "position": {"type": "input/position"},
    "front": {"type": "math/formula", "inputs": {"formula": "sqrt(0.2116 - (x-0.5)^2 - (y-0.5)^2)"}},
    "depth": {"type": "math/subtract", "inputs": {"a": 0.5, "b": {"node": "front"}}},
    "surface": {
      "type": "vector/combine",
      "inputs": {
        "x": {"node": "position", "output": "x"}, "y": {"node": "position", "output": "y"}, "z": {"node": "depth"}
      }
    },
    "seen": {"type": "domain/at", "inputs": {"value": {"node": "tilted"}, "position": {"node": "surface"}}},
    "light": {
      "type": "math/formula",
      "inputs": {
        "formula": "smoothstep(0, 0.05, a)*(0.12 + max(0, (a*0.75 - (x-0.5)*0.45 - (y-0.5)*0.5)/0.46)*0.92)",
        "a": {"node": "front"}
      }
    },
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "seen"}, "b": {"node": "light"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "lit"}, "minimum": 0, "maximum": 1}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use std::f64::consts::{PI, TAU};

    use travertine_noise::math;

    use crate::checks::evaluate::{moved, scattered};

    fn project(kind: &str, inputs: &str, point: [f32; 3]) -> [f32; 3] {
        moved("domain/project", &format!(r#""kind": "{kind}", "center": [0, 0, 0] {inputs}"#), point)
    }

    fn assert_near(found: [f32; 3], expected: [f64; 3], what: &str) {
        let near = |(found, expected): (f32, f64)| (f64::from(found) - expected).abs() < 1e-5;
        assert!(found.into_iter().zip(expected).all(near), "{what}: {found:?}, not {expected:?}");
    }

    /// The direction in turns from the back over the left, seen from above.
    fn around(x: f32, z: f32) -> f64 {
        (f64::from(math::atan2(-x, z)) / TAU).rem_euclid(1.0)
    }

    #[test]
    fn solids_have_their_coordinates() {
        for [x, y, z] in scattered(60, 1.5) {
            let [a, b, c] = [x, y, z].map(f64::from);
            let (flat, ball) = ((a * a + c * c).sqrt(), (a * a + b * b + c * c).sqrt());
            let at = |kind| project(kind, r#", "size": 0.5"#, [x, y, z]);
            assert_near(at("planar"), [a / 0.5 + 0.5, -c / 0.5 + 0.5, b], "planar");
            assert_near(at("cylindrical"), [around(x, z), b / 0.5 + 0.5, flat], "cylindrical");
            let latitude = f64::from(math::asin((b / ball) as f32)) / PI + 0.5;
            assert_near(at("spherical"), [around(x, z), latitude, ball], "spherical");
            let tube = ((flat - 0.25) * (flat - 0.25) + b * b).sqrt();
            let turned = f64::from(math::atan2(y, (flat - 0.25) as f32)) / TAU + 0.5;
            assert_near(at("toroidal"), [around(x, z), turned, tube], "toroidal");
        }
    }

    #[test]
    fn no_side_of_a_cube_is_mirrored() {
        // From the middle of each side, a little to the right and further down as seen from outside.
        for (point, what) in [
            ([0.125, 0.25, -0.5], "front"),
            ([-0.125, 0.25, 0.5], "back"),
            ([0.5, 0.25, 0.125], "right"),
            ([-0.5, 0.25, -0.125], "left"),
            ([0.125, -0.5, -0.25], "top"),
            ([0.125, 0.5, 0.25], "bottom"),
        ] {
            for axis in ["x", "y", "z"] {
                let found = project("cubic", &format!(r#", "axis": "{axis}""#), point);
                assert_near(found, [0.625, 0.75, 0.5], what);
            }
        }
    }

    #[test]
    fn repeats_are_factors() {
        let repeat = r#", "repeat": [4, 3, 0]"#;
        let point = [0.3, -0.2, -0.4];
        let [u, v, _] = project("spherical", "", point).map(f64::from);
        assert_near(project("spherical", repeat, point), [u * 4.0, v * 3.0, 0.0], "repeated");
    }
}
