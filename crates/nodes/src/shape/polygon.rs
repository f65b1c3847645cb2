//! The distance to a regular polygon or a star.

use std::f32::consts::{PI, TAU};

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_noise::math;
use travertine_program::Expr;

use crate::parts::distances::shape_pictures;
use crate::parts::distances::signed_distance::{self, length};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Polygon", lower)
        .describe(
            "A regular polygon or a star with sharp or round tips, as the distance to its border: exact, inside and \
             outside. It is flat and goes on along z without end; `shape/extrude` and `shape/revolve` make it solid. \
             Use it for nuts, badges, rosettes, gems and stars. After Inigo Quilez, \"2D distance functions\".",
        )
        .search(&[
            "triangle",
            "pentagon",
            "hexagon",
            "octagon",
            "ngon",
            "star",
            "rosette",
            "nut",
            "badge",
            "gem",
            "distance",
            "sdf",
            "primitive",
            "cloverleaf",
        ])
        .input(
            InputDefinition::integer("sides", 6)
                .hard(3.0..=1024.0)
                .soft(3.0..=16.0)
                .describe("The number of sides, or of tips of a star."),
        )
        .input(signed_distance::measure("radius", 0.4).describe("The distance from the middle to the tips."))
        .input(InputDefinition::fraction("star", 0.0).describe(
            "The depth of the notches: 0 is a polygon with straight sides, higher values make a star, and at 1 the \
             notches reach the middle.",
        ))
        .input(
            InputDefinition::float("rotation", 0.0)
                .soft(-180.0..=180.0)
                .step(1.0)
                .unit("degrees")
                .describe("The angle by which the first tip turns clockwise; at 0 it points up."),
        )
        .input(signed_distance::rounding());
    signed_distance::describe(definition).example(shape_pictures::flat(
        "A star",
        EXAMPLE,
        ["#8a2a0e", "#ffcf6b", "#2b2d54", "#0c0d22"],
    ))
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [x, y, _] = signed_distance::from_center(context)?;
    let sides = context.integer("sides") as f32;
    // The position seen from half a tip, which points to the right. The others are its copies.
    let turns = x.atan2(-y) / TAU - context.float("rotation")? / 360.0;
    let tips = turns * sides;
    let angle = (tips - tips.round()).abs() * (TAU / sides);
    let from_middle = length([x, y]);
    let position = [from_middle * angle.cos(), from_middle * angle.sin()];
    let (radius, star) = (context.float("radius")?, context.float("star")?.clamp01());
    let edge = Edge::new(sides, radius, star, context.float("rounding")?.max(0.0));
    Ok(vec![Field::Float(edge.distance(position))])
}

/// The edge from a tip, which lies on the x axis, to a notch or to the middle of a side.
struct Edge<'a> {
    radius: Expr<'a>,
    length: Expr<'a>,
    /// The direction from tip to notch, and the direction outward.
    along: [Expr<'a>; 2],
    outward: [Expr<'a>; 2],
    rounding: Expr<'a>,
    /// Where the round tip ends, from the sharp one.
    round: Expr<'a>,
}

impl<'a> Edge<'a> {
    fn new(sides: f32, radius: Expr<'a>, star: Expr<'a>, rounding: Expr<'a>) -> Edge<'a> {
        let (cosine, sine) = (math::cos(PI / sides), math::sin(PI / sides));
        let notch = radius * cosine * (1.0 - star);
        let (rise, fall) = (notch * sine, radius - notch * cosine);
        let length = length([rise, fall]);
        let along = [-fall / length, rise / length];
        let outward = [along[1], -along[0]];
        // At the greatest rounding, the round tips meet in the notches.
        let rounding = rounding.min(rise * length / fall);
        let round = rounding * fall / rise;
        Edge { radius, length, along, outward, rounding, round }
    }

    fn distance(self, [x, y]: [Expr<'a>; 2]) -> Expr<'a> {
        let x = x - self.radius;
        let along = x * self.along[0] + y * self.along[1];
        let outward = x * self.outward[0] + y * self.outward[1];
        // A round tip is a circle around a point, which lies inward by the rounding.
        let (in_tip, in_notch) = ((along - self.round).min(0.0), (along - self.length).max(0.0));
        let rounding = (-in_tip).select(self.rounding, 0.0);
        let outward = outward + rounding;
        let distance = length([in_tip + in_notch, outward]);
        (-outward).select(-distance, distance) - rounding
    }
}

const EXAMPLE: &str = r#""shape": {
      "type": "shape/polygon",
      "inputs": {"sides": 5, "radius": 0.44, "star": 0.42, "rounding": 0.025, "center": [0.5, 0.53, 0]}
    }"#;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use std::f64::consts::{PI, TAU};

    use crate::checks::shape_oracle as check;

    /// The corners of a star, tips and notches in turn, clockwise from the top.
    fn corners(sides: i32, radius: f64, star: f64, rotation: f64) -> Vec<[f64; 2]> {
        let notch = radius * (PI / f64::from(sides)).cos() * (1.0 - star);
        let corner = |index: i32| {
            let angle = f64::from(index) * PI / f64::from(sides) + rotation.to_radians();
            let radius = if index % 2 == 0 { radius } else { notch };
            [radius * angle.sin(), -radius * angle.cos()]
        };
        (0..=2 * sides).map(corner).collect()
    }

    /// Whether a position lies within a polygon, by the sum of the angles under which its edges are seen.
    fn within(corners: &[[f64; 2]], [x, y, _]: [f64; 3]) -> bool {
        let turn: f64 = corners
            .windows(2)
            .map(|ends| {
                let [a, b] = [ends[0], ends[1]].map(|[u, v]| [u - x, v - y]);
                (a[0] * b[1] - a[1] * b[0]).atan2(a[0] * b[0] + a[1] * b[1])
            })
            .sum();
        turn.abs() > 0.5 * TAU
    }

    #[test]
    fn is_the_distance_to_polygons_and_stars() {
        for (sides, star, rotation) in [
            (3, 0.0, 0.0),
            (4, 0.0, 10.0),
            (6, 0.0, -200.0),
            (17, 0.0, 5.0),
            (5, 0.5, 0.0),
            (3, 0.7, 40.0),
            (9, 0.2, 0.0),
        ] {
            let inputs =
                format!(r#""sides": {sides}, "radius": 0.7, "star": {star}, "rotation": {rotation}, "center": 0"#);
            let corners = corners(sides, 0.7, star, rotation);
            let shape = check::shape("shape/polygon", &inputs);
            check::is_exact(2, &shape, &|position| within(&corners, position));
            assert_eq!(shape([0.3, 0.2, 0.0]), shape([0.3, 0.2, 17.0]));
        }
    }

    #[test]
    fn rounding_takes_the_tips_alone() {
        for (sides, star) in [(3, 0.0), (6, 0.0), (5, 0.5)] {
            let inputs = format!(r#""sides": {sides}, "radius": 0.7, "star": {star}, "rounding": 0.05, "center": 0"#);
            let sharp = corners(sides, 0.7, star, 0.0);
            // The angle at a tip decides how far inside the middle of its circle lies.
            let [tip, notch] = [sharp[0], sharp[1]];
            let half = (notch[0] - tip[0]).atan2(notch[1] - tip[1]);
            let middle = 0.7 - 0.05 / half.sin();
            let reach = 0.05 / half.tan();
            let inside = |position: [f64; 3]| {
                if !within(&sharp, position) {
                    return false;
                }
                // Nearer to a tip than where its circle begins, along the axis of the tip, the circle counts.
                let turn = position[0].atan2(-position[1]) / TAU * f64::from(sides);
                let angle = (turn - turn.round()) * TAU / f64::from(sides);
                let from_middle = position[0].hypot(position[1]);
                let (along, across) = (from_middle * angle.cos(), from_middle * angle.sin());
                let touch = 0.7 - reach * half.cos();
                along < touch || (along - middle).hypot(across) < 0.05
            };
            let shape = check::shape("shape/polygon", &inputs);
            check::is_exact(2, &shape, &inside);
            let expected = middle + 0.05;
            assert!(shape([0.0, -expected, 0.0]).abs() < 1e-6, "{sides}");
        }
    }

    #[test]
    fn the_greatest_rounding_gives_a_circle() {
        let shape = check::shape("shape/polygon", r#""radius": 0.5, "rounding": 3, "center": 0"#);
        for position in check::Positions::new(2).take(100) {
            let expected = position[0].hypot(position[1]) - 0.75_f64.sqrt() * 0.5;
            assert!((shape(position) - expected).abs() < 1e-6, "{position:?}");
        }
    }
}
