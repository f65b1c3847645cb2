//! The distance to a box or a rectangle.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::distances::shape_pictures;
use crate::parts::distances::signed_distance::{self, rounded_corner};

pub fn definition() -> Definition {
    // `box` is a word of Rust, which the path of the module would mark as such.
    let definition = Definition::new("travertine_nodes::shape::box", "Box", lower)
        .describe(
            "A box, or a rectangle for flat pictures, with sharp or round edges, as the distance to its surface: \
             exact, inside and outside. Use it for plates, panels, frames, windows, keys and bars. \
             `domain/transform` turns it. The formula is in Inigo Quilez, \"Distance functions\".",
        )
        .search(&[
            "cube",
            "rectangle",
            "square",
            "cuboid",
            "block",
            "plate",
            "panel",
            "frame",
            "rounded",
            "distance",
            "sdf",
            "primitive",
        ])
        .input(
            InputDefinition::vector("size", [0.5; 3])
                .hard(0.0..=f32::MAX)
                .soft(0.0..=1.0)
                .step(0.01)
                .unit("units")
                .describe("The lengths of the edges along x, y and z."),
        )
        .input(signed_distance::rounding())
        .input(
            signed_distance::dimensions().describe("2 is a rectangle, which extends along z without end; 3 is a box."),
        );
    signed_distance::describe(definition).example(shape_pictures::flat(
        "A frame with two panes",
        EXAMPLE,
        ["#8c3b1f", "#f2b263", "#3a2f3d", "#140f18"],
    ))
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let [x, y, z] = signed_distance::from_center(context)?;
    let [width, height, depth] = context.vector("size")?.map(|edge| edge * 0.5);
    let planes = [x.abs() - width, y.abs() - height, z.abs() - depth];
    let rounding = context.float("rounding")?.max(0.0).min(width.min(height));
    let distance = if context.integer("dimensions") == 2 {
        rounded_corner([planes[0], planes[1]], rounding)
    } else {
        rounded_corner(planes, rounding.min(depth))
    };
    Ok(vec![Field::Float(distance)])
}

const EXAMPLE: &str = r#""outer": {
      "type": "shape/box",
      "inputs": {"size": [0.62, 0.74, 1], "rounding": 0.12, "dimensions": 2}
    },
    "upper": {
      "type": "shape/box",
      "inputs": {"size": [0.38, 0.2, 1], "center": [0.5, 0.36, 0], "rounding": 0.05, "dimensions": 2}
    },
    "lower": {
      "type": "shape/box",
      "inputs": {"size": [0.38, 0.2, 1], "center": [0.5, 0.64, 0], "dimensions": 2}
    },
    "panes": {"type": "math/minimum", "inputs": {"a": {"node": "upper"}, "b": {"node": "lower"}}},
    "shape": {
      "type": "shape/combine",
      "inputs": {"a": {"node": "outer"}, "b": {"node": "panes"}, "operation": "difference"}
    }"#;

#[cfg(test)]
mod tests {
    use crate::checks::shape_oracle as check;

    /// What lies within `radius` of a box with these half edges.
    fn round_box(half: [f64; 3], radius: f64) -> impl Fn([f64; 3]) -> bool {
        move |position| {
            let beyond = [0, 1, 2].map(|axis: usize| (position[axis].abs() - half[axis]).max(0.0));
            check::between(beyond, [0.0; 3]) <= radius
        }
    }

    #[test]
    fn is_the_distance_to_a_box() {
        let shape = check::shape("shape/box", r#""size": [0.8, 0.5, 1.2], "center": 0"#);
        check::is_exact(3, &shape, &round_box([0.4, 0.25, 0.6], 0.0));
        let shape = check::shape("shape/box", r#""size": [0.8, 0.5, 0.1], "center": 0, "dimensions": 2"#);
        check::is_exact(2, &shape, &round_box([0.4, 0.25, 0.0], 0.0));
        assert_eq!(shape([0.3, 0.2, 0.0]), shape([0.3, 0.2, 17.0]));
    }

    #[test]
    fn rounding_keeps_the_size() {
        let shape = check::shape("shape/box", r#""size": [0.8, 0.5, 1.2], "center": 0, "rounding": 0.1"#);
        check::is_exact(3, &shape, &round_box([0.3, 0.15, 0.5], 0.1));
        for side in [[0.4, 0.0, 0.0], [0.0, -0.25, 0.0], [0.1, 0.1, 0.6]] {
            assert!(shape(side).abs() < 1e-6, "{side:?}");
        }
    }

    #[test]
    fn rounding_is_limited_to_half_the_shortest_edge() {
        let inputs = r#""size": [0.8, 0.5, 1.2], "center": 0, "rounding": 9"#;
        let shape = check::shape("shape/box", inputs);
        check::is_exact(3, &shape, &round_box([0.15, 0.0, 0.35], 0.25));
    }
}
