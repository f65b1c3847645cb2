//! The distance to a torus.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::distances::shape_pictures;
use crate::parts::distances::signed_distance::{self, length};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Torus", lower)
        .describe(
            "A ring with a round section, as the distance to its surface: exact, inside and outside, unless the \
             tube is thicker than the hole; then the distance inside is only a bound. Use it for rings, beads, \
             chains, tyres and rims. The formula is in Inigo Quilez, \"Distance functions\".",
        )
        .search(&["ring", "donut", "doughnut", "circle", "annulus", "tyre", "loop", "distance", "sdf", "primitive"])
        .input(
            signed_distance::measure("radius", 0.28)
                .describe("The distance from the middle of the ring to the middle of the tube."),
        )
        .input(
            signed_distance::measure("tube", 0.1).describe("The radius of the tube; 0 gives the distance to a circle."),
        )
        .input(signed_distance::axis("z").describe(
            "The axis of the ring. z points away from the viewer and shows a ring, y lays the ring on the ground.",
        ));
    signed_distance::describe(definition).example(shape_pictures::solid(
        "Two links of a chain",
        EXAMPLE,
        ["#4a1025", "#f08a5d", "#3b2a4a", "#130d1d"],
    ))
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = signed_distance::from_center(context)?;
    let [from_axis, along] = signed_distance::around_axis(context, position);
    let from_circle = length([from_axis - context.float("radius")?, along]);
    Ok(vec![Field::Float(from_circle - context.float("tube")?)])
}

const EXAMPLE: &str = r#""flat": {"type": "shape/torus", "inputs": {"radius": 0.2, "tube": 0.065, "center": [-0.13, 0, 0]}},
    "upright": {
      "type": "shape/torus",
      "inputs": {"radius": 0.2, "tube": 0.065, "center": [0.13, 0, 0], "axis": "y"}
    },
    "both": {"type": "math/minimum", "inputs": {"a": {"node": "flat"}, "b": {"node": "upright"}}},
    "shape": {
      "type": "domain/transform",
      "inputs": {"value": {"node": "both"}, "translate": [0.5, 0.5, 0], "rotate": [-40, 25, 30]}
    }"#;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::shape_oracle as check;

    #[test]
    fn is_the_distance_to_a_torus() {
        let shape = check::shape("shape/torus", r#""radius": 0.5, "tube": 0.2, "center": 0"#);
        check::is_exact(3, &shape, &|[x, y, z]| (x.hypot(y) - 0.5).hypot(z) < 0.2);
    }

    #[test]
    fn a_thick_tube_gives_a_bound() {
        let shape = check::shape("shape/torus", r#""radius": 0.2, "tube": 0.4, "center": 0, "axis": "y""#);
        check::is_bound(3, &shape, &|[x, y, z]| (x.hypot(z) - 0.2).hypot(y) < 0.4);
    }
}
