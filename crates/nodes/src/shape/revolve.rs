//! A flat shape turned about an axis.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::distances::shape_pictures;
use crate::parts::distances::signed_distance::{self, length};

pub fn definition() -> Definition {
    let definition =
        Definition::new(module_path!(), "Revolve", lower)
            .describe(
                "A flat shape made solid on a lathe: what lies to the right of an upright axis turns about it. The \
             distance is exact if that of the flat shape is, and the axis does not cut the shape, or cuts it into \
             mirrored halves; else it is a bound. Use it for vases, balusters, knobs, tops and rings of any section. \
             After Inigo Quilez, \"Distance functions\".",
            )
            .search(&["lathe", "spin", "turn", "rotate", "vase", "solid of revolution", "3d", "distance", "sdf"])
            .input(
                InputDefinition::required("distance", ValueType::Float)
                    .moved()
                    .unit("units")
                    .describe("The distance to the flat shape, evaluated at z = 0, from the axis to the right."),
            )
            .input(
                InputDefinition::float("offset", 0.0).soft(-0.5..=0.5).step(0.01).unit("units").describe(
                    "The distance by which the shape moves away from the axis, before it turns: it makes rings.",
                ),
            )
            .input(
                InputDefinition::vector("center", [0.5, 0.5, 0.0])
                    .soft(-1.0..=2.0)
                    .step(0.01)
                    .unit("units")
                    .describe("A point of the upright axis. Its y has no effect."),
            );
    signed_distance::output(definition).example(shape_pictures::solid(
        "A turned star",
        EXAMPLE,
        ["#2a1340", "#c79af0", "#3b3a2a", "#14130b"],
    ))
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = context.position();
    let [x, y, z] = position.vector();
    let [axis_x, _, axis_z] = context.vector("center")?;
    let from_axis = length([x - axis_x, z - axis_z]) - context.float("offset")?;
    let flat = position.at([axis_x + from_axis, y, context.constant(0.0)]);
    Ok(vec![Field::Float(context.any_at("distance", flat)?.to_float())])
}

const EXAMPLE: &str = r#""star": {
      "type": "shape/polygon",
      "inputs": {"sides": 5, "radius": 0.2, "star": 0.36, "rounding": 0.012, "rotation": 90, "center": 0}
    },
    "ring": {
      "type": "shape/revolve",
      "inputs": {"distance": {"node": "star"}, "offset": 0.25, "center": 0}
    },
    "shape": {
      "type": "domain/transform",
      "inputs": {"value": {"node": "ring"}, "translate": [0.5, 0.5, 0], "rotate": [52, 0, 14]}
    }"#;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::shape_oracle as check;

    fn revolved(flat: &str, inputs: &str) -> impl Fn([f64; 3]) -> f64 + use<> {
        check::field(&format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "flat": {flat},
                "solid": {{"type": "shape/revolve", "inputs": {{"distance": {{"node": "flat"}}, {inputs}}}}}
              }},
              "outputs": {{"distance": {{"node": "solid"}}}}
            }}"#
        ))
    }

    fn assert_equal(found: impl Fn([f64; 3]) -> f64, expected: impl Fn([f64; 3]) -> f64) {
        for position in check::Positions::new(3).take(200) {
            let (found, expected) = (found(position), expected(position));
            assert!((found - expected).abs() < 2e-6, "{found}, not {expected}, at {position:?}");
        }
    }

    #[test]
    fn a_circle_becomes_a_ball_or_a_ring() {
        let circle =
            r#"{"type": "shape/sphere", "inputs": {"radius": 0.25, "center": [0.5, 0.125, 0], "dimensions": 2}}"#;
        let ball = check::shape("shape/sphere", r#""radius": 0.25, "center": [0.5, 0.125, 0.25]"#);
        assert_equal(revolved(circle, r#""center": [0.5, 0, 0.25]"#), ball);
        let ring =
            check::shape("shape/torus", r#""radius": 0.375, "tube": 0.25, "center": [0.5, 0.125, 0.25], "axis": "y""#);
        assert_equal(revolved(circle, r#""center": [0.5, 0, 0.25], "offset": 0.375"#), ring);
    }

    #[test]
    fn a_rectangle_becomes_a_cylinder() {
        let rectangle = r#"{"type": "shape/box", "inputs": {"size": [0.75, 0.5, 1], "center": 0, "rounding": 0.125, "dimensions": 2}}"#;
        let inputs = r#""radius": 0.375, "height": 0.5, "rounding": 0.125, "center": 0"#;
        assert_equal(revolved(rectangle, r#""center": 0"#), check::shape("shape/cylinder", inputs));
    }

    #[test]
    fn a_ring_of_any_section_is_exact() {
        let square = r#"{"type": "shape/polygon", "inputs": {"sides": 4, "radius": 0.25, "center": 0}}"#;
        let ring = revolved(square, r#""center": 0, "offset": 0.5"#);
        check::is_exact(3, &ring, &|[x, y, z]| (x.hypot(z) - 0.5).abs() + y.abs() < 0.25);
    }
}
