//! A field bent around an axis or a point.

use std::f32::consts::{FRAC_1_PI, TAU};

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Position};
use travertine_program::Expr;

use crate::parts::positions::axis;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Polar", lower)
        .describe(
            "Bends a texture around a center: its x runs around, its y outwards. Rows become rings, columns become \
             rays: round windows, mandalas, dials, fans of bricks, targets. x runs counter-clockwise, so that \
             letters stay readable, and starts at the top, where the texture's ends meet: they fit if the texture \
             repeats after one unit and `repeat` is a whole number.",
        )
        .search(&[
            "polar coordinates", "circular", "radial", "circle", "ring", "angle", "cylindrical", "spherical",
            "mandala", "wheel", "circle map", "around", "bend",
        ])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The texture to bend, evaluated at the polar coordinates."),
        )
        .input(InputDefinition::choice("kind", &["cylindrical", "spherical"]).describe(
            "The kind of coordinates. Cylindrical: y is the distance from the axis, z the height along it. \
             Spherical: y is the distance from the center, z the angle between the direction and the plane across the axis, \
             counted like x.",
        ))
        .input(axis::axis("z"))
        .input(axis::center())
        .input(InputDefinition::float("repeat", 1.0).soft(0.0..=16.0).step(1.0).unit("units").describe(
            "The part of the texture along x that goes around once.",
        ))
        .input(InputDefinition::choice("spacing", &["even", "logarithmic"]).describe(
            "How y follows the distance r from the center. Even: y is r. Logarithmic: y is the logarithm of r times \
             `repeat` / 2π, and 0 where r is 1. Towards the center the texture then becomes ever smaller, \
             but keeps its shape.",
        ))
        .output("value", OutputType::like(&["value"]), "The bent texture.")
        .float_output(
            "angle",
            "The direction from the axis in turns, counter-clockwise: 0 at the top, 0.25 at the left, below 1.",
        )
        .float_output("radius", "The distance from the axis or from the center, in units.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let repeat = context.float("repeat")?;
    let [right, down, along] = axis::from_center(context, context.position().vector())?;
    let (angle, from_axis) = (axis::turn(right, down), axis::radius(right, down));
    let spherical = context.choice("kind") == "spherical";
    let (radius, height) = if spherical {
        let latitude = along.atan2(from_axis) * (0.5 * FRAC_1_PI);
        ((from_axis * from_axis + along * along).sqrt(), latitude * repeat)
    } else {
        (from_axis, along)
    };
    let logarithmic = context.choice("spacing") == "logarithmic";
    let outwards = if logarithmic { radius.ln() * repeat * (1.0 / TAU) } else { radius };
    // A step around the axis counts the more the nearer the axis is.
    let footprint = context.position().footprint.map(|footprint| {
        let around = repeat.abs() / (from_axis.max(footprint) * TAU);
        footprint * around.max(1.0)
    });
    let polar = Position { footprint, ..context.position().at([angle * repeat, outwards, height]) };
    let numbers: [Expr; 2] = [angle, radius];
    let [angle, radius] = numbers.map(Field::Float);
    Ok(vec![context.any_at("value", polar)?, angle, radius])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Roman floor",
  "nodes": {
    "tiles": {
      "type": "math/formula",
      "inputs": {"formula": "mod(floor(x), 2) + 2*mod(floor(y) + mod(floor(x), 2), 2)"}
    },
    "edge": {
      "type": "math/formula",
      "inputs": {"formula": "min(min(fract(x), 1 - fract(x)), min(fract(y), 1 - fract(y)))"}
    },
    "cells": {
      "type": "noise/cell",
      "inputs": {"scale": 1, "dimensions": 2, "periodic": true, "period_x": 24, "period_y": 64, "seed": 4}
    },
    "index": {
      "type": "math/formula",
      "inputs": {"formula": "(a + 0.3*b + 0.1)/3.6", "a": {"node": "tiles"}, "b": {"node": "cells", "output": "value"}}
    },
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "index"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#efe3cb"},
            {"position": 0.12, "color": "#d8c4a0"},
            {"position": 0.3, "color": "#a5452f"},
            {"position": 0.42, "color": "#7c2d22"},
            {"position": 0.58, "color": "#2f4858"},
            {"position": 0.7, "color": "#1e2f3d"},
            {"position": 0.86, "color": "#e0a548"},
            {"position": 1, "color": "#c98a2d"}
          ]
        }
      }
    },
    "joints": {"type": "math/smoothstep", "inputs": {"value": {"node": "edge"}, "low": 0.03, "high": 0.09}},
    "floor": {
      "type": "blend/mix",
      "inputs": {"a": [0.05, 0.045, 0.04, 1], "b": {"node": "colors", "output": "color"}, "factor": {"node": "joints"}}
    },
    "round": {
      "type": "domain/polar",
      "inputs": {"value": {"node": "floor"}, "repeat": 24, "spacing": "logarithmic"}
    },
    "middle": {"type": "math/smoothstep", "inputs": {"value": {"node": "round", "output": "radius"}, "low": 0.062, "high": 0.058}},
    "medallion": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "round"}, "b": [0.72, 0.36, 0.06, 1], "factor": {"node": "middle"}}
    }
  },
  "outputs": {"color": {"node": "medallion"}}
}"##;

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use crate::checks::evaluate::{moved, named_at, scattered};

    fn assert_near(found: [f32; 3], expected: [f32; 3], what: &str) {
        let near = |(found, expected): (f32, f32)| (found - expected).abs() < 1e-5 * (1.0 + expected.abs());
        assert!(found.into_iter().zip(expected).all(near), "{what}: {found:?}, not {expected:?}");
    }

    #[test]
    fn x_runs_around_counter_clockwise_and_y_outwards() {
        let at = |inputs: &str, point| moved("domain/polar", inputs, point);
        let flat = r#""center": [1, 1, 1], "repeat": 8"#;
        for (point, expected) in [
            ([1.0, 0.0, 0.0], [0.0, 1.0, -1.0]),
            ([-1.0, 1.0, 0.0], [2.0, 2.0, -1.0]),
            ([1.0, 4.0, 2.0], [4.0, 3.0, 1.0]),
            ([1.5, 1.0, 1.0], [6.0, 0.5, 0.0]),
        ] {
            assert_near(at(flat, point), expected, "z");
        }
        // Seen from above, the front is at the bottom; seen from the left, it is at the right.
        let center = r#""center": [0, 0, 0], "repeat": 8"#;
        assert_near(at(&format!(r#"{center}, "axis": "y""#), [0.0, 5.0, -3.0]), [4.0, 3.0, 5.0], "y");
        assert_near(at(&format!(r#"{center}, "axis": "x""#), [5.0, 0.0, -3.0]), [6.0, 3.0, 5.0], "x");
    }

    #[test]
    fn spherical_coordinates_give_back_the_point() {
        let inputs = r#""center": [0, 0, 0], "repeat": 4, "kind": "spherical", "axis": "y""#;
        for point in scattered(50, 2.0) {
            let [around, radius, latitude] = moved("domain/polar", inputs, point).map(f64::from);
            // By repeated halving of the angle: (sine, cosine) of one turn in 2^30.
            let wave = |turns: f64| {
                let (mut sine, mut cosine) = (turns * TAU / f64::from(1 << 30), 1.0f64);
                for _ in 0..30 {
                    (sine, cosine) = (2.0 * sine * cosine, cosine * cosine - sine * sine);
                    let length = (sine * sine + cosine * cosine).sqrt();
                    (sine, cosine) = (sine / length, cosine / length);
                }
                (sine, cosine)
            };
            let ((a, b), (up, flat)) = (wave(around / 4.0), wave(latitude / 4.0));
            let back = [-a * flat * radius, up * radius, b * flat * radius].map(|part| part as f32);
            assert_near(back, point, "back");
        }
    }

    #[test]
    fn logarithmic_spacing_keeps_the_shape() {
        let inputs = r#""center": [0, 0, 0], "repeat": 5, "spacing": "logarithmic""#;
        let at = |x: f32, y: f32| moved("domain/polar", inputs, [x, y, 0.0]);
        const STEP: f32 = 1.0 / 256.0;
        for [x, y, _] in scattered(50, 2.0).filter(|[x, y, _]| x * x + y * y > 0.1 && x.abs() > 0.1) {
            let [[right, left], [below, above]] =
                [[at(x + STEP, y), at(x - STEP, y)], [at(x, y + STEP), at(x, y - STEP)]];
            let along_x = [right[0] - left[0], right[1] - left[1]];
            let along_y = [below[0] - above[0], below[1] - above[1]];
            let size = along_x[0].abs() + along_x[1].abs();
            // A rotation and one scale for both axes.
            assert!((along_x[0] - along_y[1]).abs() < 0.01 * size, "{along_x:?}, {along_y:?}");
            assert!((along_x[1] + along_y[0]).abs() < 0.01 * size, "{along_x:?}, {along_y:?}");
        }
        assert!(at(1.0, 0.0)[1].abs() < 1e-6);
    }

    #[test]
    fn angle_and_radius_are_outputs() {
        let output = |name| named_at("domain/polar", name, r#"{"value": 0}"#, [0.0, 0.5, 0.25, 0.0]);
        assert_eq!((output("angle"), output("radius")), (vec![0.25], vec![0.5]));
    }
}
