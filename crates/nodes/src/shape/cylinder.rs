//! The distance to a cylinder.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::distances::shape_pictures;
use crate::parts::distances::signed_distance::{self, rounded_corner};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Cylinder", lower)
        .describe(
            "A cylinder with sharp or round edges, as the distance to its surface: exact, inside and outside. Use \
             it for pipes, columns, coins, rivets, drilled holes and tree trunks. For a circle on flat pictures \
             `shape/sphere` is simpler. The formula is in Inigo Quilez, \"Distance functions\".",
        )
        .search(&[
            "pipe",
            "tube",
            "column",
            "rod",
            "coin",
            "rivet",
            "disc",
            "hole",
            "drum",
            "distance",
            "sdf",
            "primitive",
        ])
        .input(
            signed_distance::measure("radius", 0.22)
                .describe("The distance from the axis to the side; 0 gives a line."),
        )
        .input(
            signed_distance::measure("height", 0.6)
                .describe("The length along the axis; 0 gives a disc without thickness."),
        )
        .input(signed_distance::rounding())
        .input(
            signed_distance::axis("y")
                .describe("The direction of the axis. z points away from the viewer and shows a circle."),
        );
    signed_distance::describe(definition).example(shape_pictures::solid(
        "A drum and a rod",
        EXAMPLE,
        ["#5b3c11", "#e9c46a", "#264653", "#0b1a20"],
    ))
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = signed_distance::from_center(context)?;
    let [from_axis, along] = signed_distance::around_axis(context, position);
    let (radius, half) = (context.float("radius")?, context.float("height")? * 0.5);
    let rounding = context.float("rounding")?.max(0.0).min(radius.min(half));
    let planes = [from_axis - radius, along.abs() - half];
    Ok(vec![Field::Float(rounded_corner(planes, rounding))])
}

const EXAMPLE: &str = r#""drum": {
      "type": "shape/cylinder",
      "inputs": {"radius": 0.26, "height": 0.3, "rounding": 0.03, "center": 0}
    },
    "rod": {"type": "shape/cylinder", "inputs": {"radius": 0.07, "height": 0.76, "rounding": 0.02, "center": 0}},
    "both": {"type": "math/minimum", "inputs": {"a": {"node": "drum"}, "b": {"node": "rod"}}},
    "shape": {
      "type": "domain/transform",
      "inputs": {"value": {"node": "both"}, "translate": [0.5, 0.5, 0], "rotate": [34, 0, 24]}
    }"#;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::shape_oracle as check;

    #[test]
    fn is_the_distance_to_a_cylinder() {
        let shape = check::shape("shape/cylinder", r#""radius": 0.4, "height": 1, "center": 0"#);
        check::is_exact(3, &shape, &|[x, y, z]| x.hypot(z) < 0.4 && y.abs() < 0.5);
        let inputs = r#""radius": 0.4, "height": 1, "center": 0, "axis": "z""#;
        let turned = check::shape("shape/cylinder", inputs);
        assert_eq!(turned([0.3, 0.2, 0.7]), shape([0.3, 0.7, 0.2]));
        let turned = check::shape("shape/cylinder", &inputs.replace('z', "x"));
        assert_eq!(turned([0.7, 0.3, 0.2]), shape([0.3, 0.7, 0.2]));
    }

    #[test]
    fn rounding_keeps_the_size() {
        let inputs = r#""radius": 0.4, "height": 1, "center": 0, "rounding": 0.15"#;
        let shape = check::shape("shape/cylinder", inputs);
        let inside = |[x, y, z]: [f64; 3]| {
            let (side, end) = ((x.hypot(z) - 0.25).max(0.0), (y.abs() - 0.35).max(0.0));
            side.hypot(end) < 0.15
        };
        check::is_exact(3, &shape, &inside);
        assert!(shape([0.0, 0.5, 0.1]).abs() < 1e-6 && shape([0.4, 0.1, 0.0]).abs() < 1e-6);
    }
}
