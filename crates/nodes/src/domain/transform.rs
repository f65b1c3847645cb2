//! A field moved, rotated and scaled.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::positions::angle::turned_back;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Transform", lower)
        .describe(
            "Moves, rotates and scales a texture. It is scaled first, then rotated about the x, y and z axes \
             in this order, then moved. Positive angles rotate y towards z about x, z towards x about y, and \
             x towards y about z: clockwise for the viewer. Quarter turns are exact. With a scale of 0 along \
             an axis, the texture is constant along it.",
        )
        .search(&["move", "translate", "rotate", "scale", "stretch", "mapping", "offset", "place"])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The texture to transform, evaluated at the transformed position."),
        )
        .input(
            InputDefinition::vector("translate", [0.0; 3])
                .soft(-1.0..=1.0)
                .step(0.01)
                .unit("units")
                .describe("The distance that the texture moves along x, y and z."),
        )
        .input(
            InputDefinition::vector("rotate", [0.0; 3])
                .soft(-180.0..=180.0)
                .step(1.0)
                .unit("degrees")
                .describe("The rotation about the x, y and z axes."),
        )
        .input(
            InputDefinition::vector("scale", [1.0; 3])
                .soft(0.1..=10.0)
                .step(0.01)
                .describe("The size of the texture along x, y and z: 2 is twice as large, 0.5 half."),
        )
        .output("value", OutputType::like(&["value"]), "The transformed texture.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    // The inverse transform is applied to the position, in reverse order.
    let ([tx, ty, tz], [sx, sy, sz]) = (context.vector("translate")?, context.vector("scale")?);
    let [about_x, about_y, about_z] = context.vector("rotate")?;
    let [x, y, z] = context.position().vector();
    let (x, y, z) = (x - tx, y - ty, z - tz);
    let [x, y] = turned_back([x, y], about_z);
    let [z, x] = turned_back([z, x], about_y);
    let [y, z] = turned_back([y, z], about_x);
    let [least_x, least_y, least_z] = [sx, sy, sz].map(|scale| (context.constant(1.0) / scale).abs());
    let transformed = context.position().at([x / sx, y / sy, z / sz]).spread(least_x.max(least_y).max(least_z));
    Ok(vec![context.any_at("value", transformed)?])
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Rings, stretched and turned",
  "nodes": {
    "rings": {"type": "pattern/rings", "inputs": {"frequency": 8, "profile": "sine"}},
    "turned": {
      "type": "domain/transform",
      "inputs": {
        "value": {"node": "rings", "output": "value"},
        "translate": [0.5, 0.5, 0],
        "rotate": [0, 0, 30],
        "scale": [2, 0.7, 1]
      }
    }
  },
  "outputs": {"value": {"node": "turned"}}
}"#;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    /// The transformed position: the origin of the point that the transform moves here.
    fn origin_of(point: [f32; 3], transform: &str) -> [f32; 3] {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "position": {{"type": "input/position"}},
                "transform": {{
                  "type": "domain/transform",
                  "inputs": {{"value": {{"node": "position", "output": "position"}}, {transform}}}
                }}
              }},
              "outputs": {{"vector": {{"node": "transform"}}}}
            }}"#
        );
        let [x, y, z] = point;
        output_at(&document, [x, y, z, 0.0]).try_into().unwrap()
    }

    #[test]
    fn transforms_match_their_description() {
        assert_eq!(origin_of([3.0, 0.0, 0.0], r#""translate": [3, 0, 0]"#), [0.0; 3]);
        assert_eq!(origin_of([2.0, 0.0, 0.0], r#""scale": [2, 1, 1]"#), [1.0, 0.0, 0.0]);
        assert_eq!(origin_of([5.0, 1.0, 0.0], r#""scale": [0, 1, 1]"#), [0.0, 1.0, 0.0]); // x rotates to y about z, y to z about x, z to x about y.
        assert_eq!(origin_of([0.0, 1.0, 0.0], r#""rotate": [0, 0, 90]"#), [1.0, 0.0, 0.0]);
        assert_eq!(origin_of([0.0, 0.0, 1.0], r#""rotate": [90, 0, 0]"#), [0.0, 1.0, 0.0]);
        assert_eq!(origin_of([1.0, 0.0, 0.0], r#""rotate": [0, 90, 0]"#), [0.0, 0.0, 1.0]);
        assert_eq!(origin_of([0.0, -1.0, 0.0], r#""rotate": [0, 0, 270]"#), [1.0, 0.0, 0.0]);
        // First about x, then about y, then about z: y to z to x to y.
        assert_eq!(origin_of([0.0, 1.0, 0.0], r#""rotate": [90, 90, 90]"#), [0.0, 1.0, 0.0]);
        // Scaled, then rotated, then moved.
        let all = r#""scale": [2, 1, 1], "rotate": [0, 0, 90], "translate": [0, 0, 7]"#;
        assert_eq!(origin_of([0.0, 2.0, 7.0], all), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn any_angle_keeps_lengths() {
        for degrees in [-400.0_f32, -44.0, 1.0, 46.0, 133.0, 359.0] {
            let [x, y, z] = origin_of([0.6, 0.8, 2.0], &format!(r#""rotate": [0, 0, {degrees}]"#));
            assert!((x * x + y * y - 1.0).abs() < 1e-6 && z == 2.0);
        }
    }
}
