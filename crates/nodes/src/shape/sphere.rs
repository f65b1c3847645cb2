//! The distance to a ball or a circle.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::distances::shape_pictures;
use crate::parts::distances::signed_distance::{self, length};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Sphere", lower)
        .describe(
            "A ball, or a circle for flat pictures, as the distance to its surface: exact, inside and outside. \
             Connect it to `shape/mask` for a disc, a ring or a dome, to `shape/combine` to melt it into another \
             shape, or to a noise's strength to let an effect fade with the distance.",
        )
        .search(&["ball", "circle", "disc", "dot", "round", "orb", "distance", "sdf", "primitive", "falloff"])
        .input(
            signed_distance::measure("radius", 0.3)
                .describe("The distance from the middle to the surface; 0 gives the distance to a point."),
        )
        .input(
            signed_distance::dimensions().describe("2 is a circle, which extends along z without end; 3 is a ball."),
        );
    signed_distance::describe(definition).example(shape_pictures::flat(
        "Two bubbles",
        EXAMPLE,
        ["#0d4f6b", "#6fd0d8", "#12323f", "#06141c"],
    ))
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [x, y, z] = signed_distance::from_center(context)?;
    let from_middle = if context.integer("dimensions") == 2 { length([x, y]) } else { length([x, y, z]) };
    Ok(vec![Field::Float(from_middle - context.float("radius")?)])
}

const EXAMPLE: &str = r#""large": {"type": "shape/sphere", "inputs": {"radius": 0.24, "center": [0.4, 0.44, 0]}},
    "small": {"type": "shape/sphere", "inputs": {"radius": 0.13, "center": [0.72, 0.72, 0]}},
    "shape": {"type": "math/minimum", "inputs": {"a": {"node": "large"}, "b": {"node": "small"}}}"#;

#[cfg(test)]
mod tests {
    use crate::checks::shape_oracle as check;

    #[test]
    fn is_the_distance_to_a_ball() {
        let shape = check::shape("shape/sphere", r#""radius": 0.4, "center": 0"#);
        check::is_exact(3, &shape, &|[x, y, z]| x * x + y * y + z * z < 0.16);
        assert_eq!([shape([0.0; 3]), shape([0.0, 2.0, 0.0])].map(|found| found as f32), [-0.4, 1.6]);
    }

    #[test]
    fn a_circle_goes_on_along_z() {
        let shape = check::shape("shape/sphere", r#""radius": 0.4, "center": 0, "dimensions": 2"#);
        check::is_exact(2, &shape, &|[x, y, _]| x * x + y * y < 0.16);
        assert_eq!(shape([0.3, 0.2, 0.0]), shape([0.3, 0.2, 17.0]));
    }
}
