//! The distance to a capsule: a line with a thickness.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::weighted;
use crate::parts::distances::shape_pictures;
use crate::parts::distances::signed_distance::{self, length};

pub fn definition() -> Definition {
    let end = |name, default| InputDefinition::vector(name, default).soft(-1.0..=2.0).step(0.01).unit("units");
    let definition = Definition::new(module_path!(), "Capsule", lower)
        .describe(
            "A straight line between two points with round ends and a thickness, which may taper to one end, as the \
             distance to its surface: exact, inside and outside. Use it for rods, pills, slots, scratches, bones, \
             thorns and drops. After Inigo Quilez, \"Distance functions\".",
        )
        .search(&[
            "line",
            "segment",
            "stroke",
            "rod",
            "pill",
            "stadium",
            "slot",
            "thorn",
            "spike",
            "drop",
            "round cone",
            "distance",
            "sdf",
            "primitive",
        ])
        .input(end("start", [0.25, 0.6, 0.0]).describe("The middle of the first end."))
        .input(end("end", [0.75, 0.4, 0.0]).describe("The middle of the second end."))
        .input(
            signed_distance::measure("radius", 0.14)
                .soft(0.0..=0.5)
                .describe("The radius of the first end; 0 gives the distance to a line."),
        )
        .input(InputDefinition::fraction("taper", 0.0).describe(
            "The part of the radius that is lost towards the second end: 0 keeps the thickness, 1 makes a point.",
        ))
        .input(InputDefinition::position());
    signed_distance::output(definition).example(shape_pictures::solid(
        "A thorny twig",
        EXAMPLE,
        ["#1d3317", "#b5d16c", "#3d3226", "#15110c"],
    ))
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (position, from, to) = (context.vector("position")?, context.vector("start")?, context.vector("end")?);
    let axes = [0, 1, 2];
    let (line, offset) = (axes.map(|axis| to[axis] - from[axis]), axes.map(|axis| position[axis] - from[axis]));
    let reach = length(line);
    let line = line.map(|component| component / reach);
    let along = weighted::sum(offset, line);
    let across = length(axes.map(|axis| offset[axis] - line[axis] * along));
    // The capsule is the union of balls whose radius falls by `fall` for each unit along the line. The surface of the
    // nearest one is seen from the position at an angle to the line that depends on the fall alone. A ball that
    // contains all others has a fall of 1 or more.
    let radius = context.float("radius")?;
    let fall = (radius * context.float("taper")?.clamp01() / reach).min(0.999_999);
    let slant = fall / (1.0 - fall * fall).sqrt();
    let nearest = (along - across * slant).max(0.0).min(reach);
    Ok(vec![Field::Float(length([along - nearest, across]) - (radius - fall * nearest))])
}

const EXAMPLE: &str = r#""stem": {"type": "shape/capsule", "inputs": {"start": [0.1, 0.86, 0.1], "end": [0.9, 0.68, -0.1], "radius": 0.055}},
    "thorn": {
      "type": "shape/capsule",
      "inputs": {"start": [0.34, 0.78, 0], "end": [0.52, 0.3, -0.12], "radius": 0.1, "taper": 0.95}
    },
    "small": {
      "type": "shape/capsule",
      "inputs": {"start": [0.68, 0.72, 0], "end": [0.82, 0.42, -0.05], "radius": 0.08, "taper": 0.95}
    },
    "thorns": {"type": "math/minimum", "inputs": {"a": {"node": "thorn"}, "b": {"node": "small"}}},
    "shape": {
      "type": "shape/combine",
      "inputs": {"a": {"node": "stem"}, "b": {"node": "thorns"}, "smoothness": 0.08}
    }"#;

#[cfg(test)]
mod tests {
    use crate::checks::shape_oracle as check;

    /// The union of balls along a line, of which the nearest is found by halving the line.
    fn balls(from: [f64; 3], to: [f64; 3], radii: [f64; 2]) -> impl Fn([f64; 3]) -> bool {
        move |position| {
            let beyond = |part: f64| {
                let middle = [0, 1, 2].map(|axis| from[axis] + (to[axis] - from[axis]) * part);
                check::between(position, middle) - radii[0] - (radii[1] - radii[0]) * part
            };
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..20 {
                let middle = (low + high) * 0.5;
                if beyond(middle - 1e-6) < beyond(middle + 1e-6) { high = middle } else { low = middle }
            }
            beyond(low) <= 0.0
        }
    }

    /// What lies nearer to a line than a radius.
    fn rod(position: [f64; 3], from: [f64; 3], to: [f64; 3], radius: f64) -> bool {
        let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let [line, offset] = [to, position].map(|point| [0, 1, 2].map(|axis| point[axis] - from[axis]));
        let part = (dot(offset, line) / dot(line, line)).clamp(0.0, 1.0);
        check::between(offset, line.map(|component| component * part)) < radius
    }

    #[test]
    fn is_the_distance_to_a_rod() {
        let (from, to) = ([-0.3, 0.2, 0.1], [0.4, -0.1, 0.2]);
        let inputs = format!(r#""start": {from:?}, "end": {to:?}, "radius": 0.25"#);
        check::is_exact(3, &check::shape("shape/capsule", &inputs), &|at| rod(at, from, to, 0.25));
    }

    #[test]
    fn a_taper_gives_the_union_of_balls() {
        let (from, to) = ([-0.3, 0.2, 0.0], [0.4, -0.1, 0.0]);
        let inside = balls(from, to, [0.3, 0.06]);
        let inputs = format!(r#""start": {from:?}, "end": {to:?}, "radius": 0.3, "taper": 0.8"#);
        check::is_exact(2, &check::shape("shape/capsule", &inputs), &inside);
    }

    #[test]
    fn one_ball_within_another_and_equal_ends_leave_a_ball() {
        let ball = check::shape("shape/sphere", r#""radius": 0.4, "center": [0.1, 0, 0]"#);
        for ends in [r#""start": [0.1, 0, 0], "end": [0.2, 0.1, 0]"#, r#""start": [0.1, 0, 0], "end": [0.1, 0, 0]"#] {
            let shape = check::shape("shape/capsule", &format!(r#"{ends}, "radius": 0.4, "taper": 1"#));
            for position in check::Positions::new(3).take(100) {
                assert!((shape(position) - ball(position)).abs() < 1e-3, "{ends} at {position:?}");
            }
        }
    }
}
