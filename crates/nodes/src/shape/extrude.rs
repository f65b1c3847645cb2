//! A flat shape made thick.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::distances::shape_pictures;
use crate::parts::distances::signed_distance::{self, rounded_corner};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Extrude", lower)
        .describe(
            "A flat shape made solid: it extends along z for a depth, half of it before and half behind z = 0, and \
             ends in flat faces with sharp or round rims. The distance is exact if that of the flat shape is, and \
             the rims are sharp or the shape has no sharp corners; else it is a bound. Use it for biscuits, cogs, \
             letters and plates in solid textures. After Inigo Quilez, \"Distance functions\".",
        )
        .search(&["solid", "thicken", "prism", "depth", "slab", "biscuit", "cog", "3d", "distance", "sdf"])
        .input(
            InputDefinition::required("distance", ValueType::Float)
                .moved()
                .unit("units")
                .describe("The distance to the flat shape, evaluated at z = 0."),
        )
        .input(
            signed_distance::measure("depth", 0.3)
                .describe("The thickness of the solid along z; 0 gives a sheet without thickness."),
        )
        .input(signed_distance::measure("rounding", 0.0).soft(0.0..=0.25).describe(
            "The radius of the rims; 0 leaves them sharp. The solid keeps its size. Limited to half the depth.",
        ));
    signed_distance::output(definition).example(shape_pictures::solid(
        "A star cut from a plate",
        EXAMPLE,
        ["#5a2f00", "#ffc869", "#1f4037", "#081410"],
    ))
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = context.position();
    let [x, y, z] = position.vector();
    let flat = position.at([x, y, context.constant(0.0)]);
    let distance = context.any_at("distance", flat)?.to_float();
    let half = context.float("depth")? * 0.5;
    let rounding = context.float("rounding")?.max(0.0).min(half);
    Ok(vec![Field::Float(rounded_corner([distance, z.abs() - half], rounding))])
}

const EXAMPLE: &str = r#""star": {
      "type": "shape/polygon",
      "inputs": {"sides": 5, "radius": 0.42, "star": 0.38, "rounding": 0.02, "center": 0}
    },
    "solid": {
      "type": "shape/extrude",
      "inputs": {"distance": {"node": "star"}, "depth": 0.2, "rounding": 0.05}
    },
    "shape": {
      "type": "domain/transform",
      "inputs": {"value": {"node": "solid"}, "translate": [0.5, 0.52, 0], "rotate": [-20, -36, 8]}
    }"#;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::shape_oracle as check;

    fn extruded(flat: &str, inputs: &str) -> impl Fn([f64; 3]) -> f64 + use<> {
        check::field(&format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "flat": {flat},
                "solid": {{"type": "shape/extrude", "inputs": {{"distance": {{"node": "flat"}}, {inputs}}}}}
              }},
              "outputs": {{"distance": {{"node": "solid"}}}}
            }}"#
        ))
    }

    #[test]
    fn a_rectangle_becomes_a_box() {
        let rectangle = r#"{"type": "shape/box", "inputs": {"size": [0.8, 0.5, 1], "center": 0, "dimensions": 2}}"#;
        let solid = extruded(rectangle, r#""depth": 0.6"#);
        let expected = check::shape("shape/box", r#""size": [0.8, 0.5, 0.6], "center": 0"#);
        for position in check::Positions::new(3).take(200) {
            assert!((solid(position) - expected(position)).abs() < 1e-6, "{position:?}");
        }
    }

    #[test]
    fn a_circle_becomes_a_round_cylinder() {
        // A ball is cut at z = 0.
        let ball = r#"{"type": "shape/sphere", "inputs": {"radius": 0.5, "center": 0}}"#;
        let solid = extruded(ball, r#""depth": 0.8, "rounding": 0.1"#);
        let inputs = r#""radius": 0.5, "height": 0.8, "rounding": 0.1, "axis": "z", "center": 0"#;
        let expected = check::shape("shape/cylinder", inputs);
        for position in check::Positions::new(3).take(200) {
            assert!((solid(position) - expected(position)).abs() < 1e-6, "{position:?}");
        }
    }

    #[test]
    fn rims_of_any_flat_shape_may_be_round() {
        let triangle = r#"{"type": "shape/polygon", "inputs": {"sides": 3, "radius": 0.7, "center": 0}}"#;
        let solid = extruded(triangle, r#""depth": 0.6, "rounding": 0.12"#);
        let flat = check::shape("shape/polygon", r#""sides": 3, "radius": 0.7, "center": 0"#);
        let inside = |[x, y, z]: [f64; 3]| {
            let side = flat([x, y, 0.0]);
            side < 0.0 && (side + 0.12).max(0.0).hypot((z.abs() - 0.18).max(0.0)) < 0.12
        };
        check::is_bound(3, &solid, &inside);
        assert!(solid([0.0, 0.0, 0.3]).abs() < 1e-6 && solid([0.0, 0.35, 0.1]).abs() < 1e-6);
    }
}
