//! A field mirrored at a plane.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::arithmetic::weighted;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Mirror", lower)
        .describe(
            "Mirrors a texture at a plane: the side towards which the normal points stays, and the other becomes \
             its mirror image. Butterflies, ink blots, book-matched marble and veneer, masks. Two mirrors make a \
             tile without seams.",
        )
        .search(&["symmetry", "symmetric", "reflect", "flip", "book match", "rorschach", "fold", "copy", "butterfly"])
        .input(InputDefinition::required("value", ValueType::Any).moved().describe("The texture to mirror."))
        .input(InputDefinition::vector("normal", [1.0, 0.0, 0.0]).soft(-1.0..=1.0).step(0.01).describe(
            "The direction across the plane, from the mirror image to the side that stays. Its length is \
                 ignored.",
        ))
        .input(
            InputDefinition::float("offset", 0.5)
                .soft(-1.0..=1.0)
                .step(0.01)
                .unit("units")
                .describe("The distance of the plane from the origin along the normal."),
        )
        .output("value", OutputType::like(&["value"]), "The mirrored texture.")
        .float_output("distance", "The distance from the plane, in units: negative on the side of the mirror image.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let normal = context.vector("normal")?;
    let length = weighted::sum(normal, normal).sqrt();
    let normal = normal.map(|component| component / length);
    let position = context.position().vector();
    let distance = weighted::sum(position, normal) - context.float("offset")?;
    // Twice the distance on the mirrored side, 0 on the other, where the position is exactly unchanged.
    let back = distance.min(0.0) * 2.0;
    let mirrored = [0, 1, 2].map(|axis: usize| {
        let normal = normal[axis];
        if normal.is_constant(0.0) { position[axis] } else { position[axis] - normal * back }
    });
    Ok(vec![context.any_at("value", context.position().at(mirrored))?, Field::Float(distance)])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Butterfly of ink",
  "nodes": {
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": 3.2, "octaves": 6, "persistence": 0.55, "dimensions": 2, "seed": 15}
    },
    "shaped": {
      "type": "math/formula",
      "inputs": {"formula": "a + 0.34 - 1.55*((x-0.5)^2*1.3 + (y-0.5)^2)^0.75", "a": {"node": "noise"}}
    },
    "ink": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "shaped"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#f6eedc"},
            {"position": 0.015, "color": "#e8a06a"},
            {"position": 0.03, "color": "#d9683f"},
            {"position": 0.12, "color": "#e9a13b"},
            {"position": 0.2, "color": "#c03a3a"},
            {"position": 0.3, "color": "#5b1f57"},
            {"position": 0.45, "color": "#1d1238"}
          ]
        }
      }
    },
    "blot": {"type": "domain/mirror", "inputs": {"value": {"node": "ink", "output": "color"}}}
  },
  "outputs": {"color": {"node": "blot"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{moved, named_at, scattered};

    #[test]
    fn the_side_of_the_normal_stays_and_the_other_mirrors_it() {
        let inputs = r#""normal": [3, -4, 0], "offset": 0.5"#;
        for point in scattered(60, 2.0) {
            let [x, y, z] = point.map(f64::from);
            let distance = (3.0 * x - 4.0 * y) / 5.0 - 0.5;
            let found = moved("domain/mirror", inputs, point);
            if distance > 0.0 {
                assert_eq!(found, point);
            } else {
                let expected = [x - 1.2 * distance, y + 1.6 * distance, z];
                let near = |(found, expected): (f32, f64)| (f64::from(found) - expected).abs() < 1e-6;
                assert!(found.into_iter().zip(expected).all(near), "{found:?}, not {expected:?}");
            }
            let inputs = format!(r#"{{"value": 0, {inputs}}}"#);
            let output = named_at("domain/mirror", "distance", &inputs, [point[0], point[1], point[2], 0.0]);
            assert!((f64::from(output[0]) - distance).abs() < 1e-6);
        }
    }

    #[test]
    fn without_a_normal_nothing_changes() {
        assert_eq!(moved("domain/mirror", r#""normal": [0, 0, 0]"#, [-3.0, 2.0, 1.0]), [-3.0, 2.0, 1.0]);
    }
}
