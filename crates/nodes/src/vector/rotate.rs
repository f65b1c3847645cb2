//! A vector, rotated about an axis.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::weighted;
use crate::parts::positions::angle::sine_and_cosine;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Rotate vector", lower)
        .describe(
            "Rotates a vector or a position about an axis through a center. Positive angles lead from x to y about \
             z, from y to z about x and from z to x about y: clockwise for the viewer. Quarter turns about x, y and z are \
             exact. After Olinde Rodrigues (1840).",
        )
        .search(&["turn", "spin", "axis angle", "rodrigues", "rotation", "twist"])
        .input(InputDefinition::vector("vector", [1.0, 0.0, 0.0]).describe("The vector to rotate."))
        .input(
            InputDefinition::vector("axis", [0.0, 0.0, 1.0])
                .soft(-1.0..=1.0)
                .step(0.01)
                .describe("The direction of the axis. Its length is ignored; about 0 nothing rotates."),
        )
        .input(
            InputDefinition::float("angle", 0.0)
                .soft(-180.0..=180.0)
                .step(1.0)
                .unit("degrees")
                .describe("The angle of the rotation."),
        )
        .input(
            InputDefinition::vector("center", [0.0; 3])
                .soft(-1.0..=1.0)
                .step(0.01)
                .describe("A point on the axis: for positions the point that stays, for directions 0."),
        )
        .vector_output("vector", "The rotated vector.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (vector, center) = (context.vector("vector")?, context.vector("center")?);
    // The square of a greater component overflows.
    let axis = context.vector("axis")?.map(|component| component.max(-1e18).min(1e18));
    let length = weighted::sum(axis, axis).sqrt();
    let [x, y, z] = axis.map(|component| component / length);
    let (sine, cosine) = sine_and_cosine(context.float("angle")?);
    let cosine = length.select(cosine, 1.0);
    let rest = 1.0 - cosine;
    let rows: [[Expr<'a>; 3]; 3] = [
        [cosine + x * x * rest, x * y * rest - z * sine, x * z * rest + y * sine],
        [x * y * rest + z * sine, cosine + y * y * rest, y * z * rest - x * sine],
        [x * z * rest - y * sine, y * z * rest + x * sine, cosine + z * z * rest],
    ];
    let arm = [0, 1, 2].map(|axis: usize| vector[axis] - center[axis]);
    let turned = rows.map(|row| weighted::sum(arm, row));
    Ok(vec![Field::Vector([0, 1, 2].map(|axis: usize| turned[axis] + center[axis]))])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "A whirl of bands",
  "nodes": {
    "position": {"type": "input/position"},
    "angle": {
      "type": "math/formula",
      "inputs": {"formula": "260*(1 - smoothstep(0, 0.62, sqrt((x-0.5)^2 + (y-0.5)^2)))"}
    },
    "turned": {
      "type": "vector/rotate",
      "inputs": {
        "vector": {"node": "position", "output": "position"},
        "angle": {"node": "angle"},
        "center": [0.5, 0.5, 0]
      }
    },
    "bands": {
      "type": "pattern/bands",
      "inputs": {"frequency": 7, "profile": "sine", "position": {"node": "turned"}}
    },
    "color": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "bands"},
        "ramp": {
          "stops": [
            {"position": 0.1, "color": "#10244a"},
            {"position": 0.5, "color": "#d9524a"},
            {"position": 0.9, "color": "#ffe9b8"}
          ],
          "space": "srgb"
        }
      }
    }
  },
  "outputs": {"color": {"node": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value;

    fn rotated(vector: &str, rest: &str) -> [f32; 3] {
        value("vector/rotate", &format!(r#"{{"vector": {vector}, {rest}}}"#)).try_into().unwrap()
    }

    #[test]
    fn quarter_turns_are_exact() {
        assert_eq!(rotated("[1, 0, 0]", r#""angle": 90"#), [0.0, 1.0, 0.0]);
        assert_eq!(rotated("[0, 3, 0]", r#""axis": [5, 0, 0], "angle": 90"#), [0.0, 0.0, 3.0]);
        assert_eq!(rotated("[0, 0, 2]", r#""axis": [0, 0.1, 0], "angle": 90"#), [2.0, 0.0, 0.0]);
        assert_eq!(rotated("[2, 1, 7]", r#""angle": 180, "center": [1, 1, 1]"#), [0.0, 1.0, 7.0]);
        assert_eq!(rotated("[2, 1, 7]", r#""angle": 77, "axis": [0, 0, 0]"#), [2.0, 1.0, 7.0]);
    }

    /// A third of a turn about the diagonal exchanges the axes.
    #[test]
    fn the_diagonal_exchanges_axes() {
        let found = rotated("[1, 2, 3]", r#""axis": [1, 1, 1], "angle": 120"#);
        assert!(found.iter().zip([3.0, 1.0, 2.0]).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
    }

    #[test]
    fn lengths_and_the_part_along_the_axis_stay() {
        for angle in [-170, -33, 12, 250] {
            let rest = format!(r#""axis": [0.48, -0.6, 0.64], "angle": {angle}"#);
            let [x, y, z] = rotated("[0.3, 0.9, -0.2]", &rest);
            assert!((x * x + y * y + z * z - 0.94).abs() < 1e-6);
            assert!((0.48 * x - 0.6 * y + 0.64 * z - (0.144 - 0.54 - 0.128)).abs() < 1e-6);
        }
    }
}
