//! The distance to a cone.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::distances::shape_pictures;
use crate::parts::distances::signed_distance::{self, length};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Cone", lower)
        .describe(
            "A cone, or one whose tip is cut off, with sharp or round edges, as the distance to its surface: exact, \
             inside and outside. Its tip points up, against the axis. Use it for spikes, studs, funnels, volcanoes \
             and countersunk holes. After Inigo Quilez, \"Distance functions\".",
        )
        .search(&[
            "frustum",
            "spike",
            "stud",
            "pyramid",
            "funnel",
            "triangle",
            "trapezoid",
            "volcano",
            "distance",
            "sdf",
            "primitive",
        ])
        .input(signed_distance::measure("radius", 0.32).describe("The radius of the base."))
        .input(
            signed_distance::measure("top_radius", 0.0)
                .describe("The radius of the other end: 0 is a tip, that of the base gives a cylinder."),
        )
        .input(
            signed_distance::measure("height", 0.6)
                .describe("The length along the axis. The middle is half-way; 0 gives a disc without thickness."),
        )
        .input(signed_distance::rounding())
        .input(
            signed_distance::axis("y")
                .describe("The direction from the tip to the base: to the right, down, or away from the viewer."),
        );
    signed_distance::describe(definition).example(shape_pictures::solid(
        "A cone and a stump",
        EXAMPLE,
        ["#3a1a36", "#e8a0bf", "#23395b", "#0a1424"],
    ))
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = signed_distance::from_center(context)?;
    let [from_axis, down] = signed_distance::around_axis(context, position);
    let [base, top, height, rounding] =
        [context.float("radius")?, context.float("top_radius")?, context.float("height")?, context.float("rounding")?];
    // The wider end is below.
    let up = base.less(top).select(down, -down);
    let section = Section::new([base.max(top), base.min(top)], height, rounding.max(0.0));
    Ok(vec![Field::Float(section.distance(from_axis, up))])
}

/// Half of the section through the axis, made smaller by the rounding: from a wide end below to a narrow one.
struct Section<'a> {
    rounding: Expr<'a>,
    /// The radius and the height of the two ends.
    wide: [Expr<'a>; 2],
    narrow: [Expr<'a>; 2],
}

impl<'a> Section<'a> {
    fn new([wide, narrow]: [Expr<'a>; 2], height: Expr<'a>, rounding: Expr<'a>) -> Section<'a> {
        let (half, loss) = (height * 0.5, wide - narrow);
        let side = length([loss, height]);
        // The largest ball that touches the base and the side, and fits below the top.
        let rounding = rounding.min(half.min(wide * height / (side + loss)));
        // A side that moves inward by the rounding is nearer to the axis by `inward` at the same height.
        let (slope, inward) = (loss / height, rounding * side / height);
        let base = (wide - slope * rounding - inward).max(0.0);
        let top = narrow + slope * rounding - inward;
        // Where the sides meet below the top, they end in a tip.
        let tip = base / slope - half + rounding;
        let is_tip = -top;
        Section { rounding, wide: [base, rounding - half], narrow: [top.max(0.0), is_tip.select(tip, half - rounding)] }
    }

    fn distance(self, from_axis: Expr<'a>, up: Expr<'a>) -> Expr<'a> {
        let ([base, bottom], [end, top]) = (self.wide, self.narrow);
        let above = up - (bottom + top) * 0.5;
        let beyond_end = above.abs() - (top - bottom) * 0.5;
        let from_disc = from_axis - from_axis.min(above.select(end, base));
        // The side, from the base to the other end.
        let (along, rise) = (end - base, top - bottom);
        let (x, y) = (from_axis - base, up - bottom);
        let part = ((x * along + y * rise) / (along * along + rise * rise)).clamp01();
        let (side_x, side_y) = (x - along * part, y - rise * part);
        let square = (from_disc * from_disc + beyond_end * beyond_end).min(side_x * side_x + side_y * side_y);
        let is_outside = beyond_end.max(x * rise - y * along);
        let distance = square.sqrt();
        is_outside.select(distance, -distance) - self.rounding
    }
}

const EXAMPLE: &str = r#""tip": {"type": "shape/cone", "inputs": {"radius": 0.22, "height": 0.6, "center": [-0.14, -0.02, 0]}},
    "stump": {
      "type": "shape/cone",
      "inputs": {"radius": 0.2, "top_radius": 0.1, "height": 0.26, "rounding": 0.04, "center": [0.2, 0.15, -0.1]}
    },
    "both": {"type": "math/minimum", "inputs": {"a": {"node": "tip"}, "b": {"node": "stump"}}},
    "shape": {
      "type": "domain/transform",
      "inputs": {"value": {"node": "both"}, "translate": [0.5, 0.5, 0], "rotate": [24, 0, 0]}
    }"#;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::shape_oracle as check;

    /// A cone with its wide end below, at y = `half`.
    fn cone(radius: f64, top: f64, half: f64) -> impl Fn([f64; 3]) -> bool {
        move |[x, y, z]| {
            let part = (half - y) / (2.0 * half);
            y.abs() < half && x.hypot(z) < radius + (top - radius) * part
        }
    }

    #[test]
    fn is_the_distance_to_a_cone() {
        for (radius, top, half) in [(0.5, 0.0, 0.4), (0.6, 0.2, 0.3), (0.3, 0.3, 0.5)] {
            let inputs = format!(r#""radius": {radius}, "top_radius": {top}, "height": {}, "center": 0"#, 2.0 * half);
            check::is_exact(3, &check::shape("shape/cone", &inputs), &cone(radius, top, half));
        }
        let inputs = r#""radius": 0.2, "top_radius": 0.6, "height": 0.6, "center": 0"#;
        let upside_down = cone(0.6, 0.2, 0.3);
        check::is_exact(3, &check::shape("shape/cone", inputs), &|[x, y, z]| upside_down([x, -y, z]));
    }

    /// What lies within `radius` of a cone, from the flat distance to its section.
    fn round_cone(wide: [f64; 2], narrow: [f64; 2], radius: f64) -> impl Fn([f64; 3]) -> bool {
        move |[x, y, z]| {
            let (x, y) = (x.hypot(z), -y);
            let inside = y >= wide[1] && y <= narrow[1] && {
                let part = (y - wide[1]) / (narrow[1] - wide[1]);
                x <= wide[0] + (narrow[0] - wide[0]) * part
            };
            let outline = [[0.0, wide[1]], wide, narrow, [0.0, narrow[1]]];
            let nearest = outline.windows(2).map(|ends| {
                let (a, b) = (ends[0], ends[1]);
                let line = [b[0] - a[0], b[1] - a[1]];
                let along = (x - a[0]) * line[0] + (y - a[1]) * line[1];
                let square = line[0] * line[0] + line[1] * line[1];
                let part = if square > 0.0 { (along / square).clamp(0.0, 1.0) } else { 0.0 };
                (x - a[0] - line[0] * part).hypot(y - a[1] - line[1] * part)
            });
            inside || nearest.fold(f64::MAX, f64::min) <= radius
        }
    }

    #[test]
    fn rounding_keeps_the_flat_sides() {
        // With a slope of 3 to 4, sides that move by 0.1 are 0.125 nearer to the axis.
        let inputs = r#""radius": 0.6, "height": 0.8, "center": 0, "rounding": 0.1"#;
        let shape = check::shape("shape/cone", inputs);
        let base = 0.6 - 0.75 * 0.1 - 0.125;
        check::is_exact(3, &shape, &round_cone([base, -0.3], [0.0, -0.3 + base / 0.75], 0.1));
        let inputs = r#""radius": 0.6, "top_radius": 0.3, "height": 0.4, "center": 0, "rounding": 0.1"#;
        let (base, top) = (0.6 - 0.075 - 0.125, 0.3 + 0.075 - 0.125);
        let shape = check::shape("shape/cone", inputs);
        check::is_exact(3, &shape, &round_cone([base, -0.1], [top, 0.1], 0.1));
        // The greatest rounding leaves a ball.
        let shape = check::shape("shape/cone", r#""radius": 0.3, "height": 0.8, "center": 0, "rounding": 5"#);
        let radius = 0.24 / (0.73_f64.sqrt() + 0.3);
        for position in check::Positions::new(3).take(100) {
            let expected = check::between(position, [0.0, 0.4 - radius, 0.0]) - radius;
            assert!((shape(position) - expected).abs() < 1e-5, "{position:?}");
        }
    }
}
