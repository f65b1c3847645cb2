//! A field magnified around a center.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};

use crate::parts::positions::spots;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Bulge", lower)
        .describe(
            "Magnifies or pinches a texture around a center, like a lens: balls under cloth, knots around which the \
             grain of wood flows, op art, bubbles, dents. Can be repeated all over the plane or all through a solid. \
             After the black hole warp of POV-Ray.",
        )
        .search(&[
            "pinch",
            "punch",
            "lens",
            "magnify",
            "fisheye",
            "sphere",
            "black hole",
            "knot",
            "inflate",
            "bloat",
            "op art",
        ])
        .input(InputDefinition::required("value", ValueType::Any).moved().describe("The texture to distort."))
        .input(InputDefinition::float("strength", 0.5).soft(-2.0..=1.0).step(0.01).describe(
            "How much the texture grows: 0 leaves it as it is, 0.5 doubles it in the center, 1 blows the center up \
             without limit; negative values pinch it.",
        ))
        .input(InputDefinition::float("power", 2.0).above_0().soft(0.5..=8.0).step(0.1).describe(
            "How fast the effect fades towards the rim: small values keep it up to a sharp rim, high values draw it \
             together in the center.",
        ));
    spots::describe_repeats(
        spots::describe(definition).input(
            InputDefinition::integer("dimensions", 2).hard(2.0..=3.0).soft(2.0..=3.0).describe(
                "The shape of a spot: 2 is a round column along z, for flat textures, 3 is a ball, for solids.",
            ),
        ),
    )
    .output("value", OutputType::like(&["value"]), "The distorted texture.")
    .float_output("depth", "How deep in a spot the position is: 0 at the rim and outside, 1 in the center.")
    .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let column = (context.integer("dimensions") == 2).then_some(2);
    let bulged = context.moved(|position| {
        let float = |name| context.any_at(name, position).map(|field| field.to_float());
        let (strength, power) = (float("strength")?, float("power")?);
        let spot = spots::at(context, position, column)?;
        // Any number to the power of 0 is 1, outside the spot, too.
        let inwards = spot.depth.select(spot.depth.pow(power), 0.0) * strength;
        let start = position.vector();
        Ok(position.at([0, 1, 2].map(|axis: usize| start[axis] - spot.offset[axis] * inwards)))
    })?;
    let depth = spots::at(context, context.position(), column)?.depth;
    Ok(vec![context.any_at("value", bulged)?, depth.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Op art",
  "nodes": {
    "dots": {
      "type": "math/formula",
      "inputs": {
        "formula": "smoothstep(0.4, 0.36, sqrt((fract(x*13)-0.5)^2 + (fract(y*13)-0.5)^2))"
      }
    },
    "board": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "dots"},
        "ramp": {"stops": [{"position": 0, "color": "#101d42"}, {"position": 1, "color": "#f2b632"}]}
      }
    },
    "inner": {
      "type": "blend/mix",
      "inputs": {"a": {"node": "board", "output": "color"}, "b": [0.5, 0.02, 0.06, 1], "factor": {"node": "squares"}}
    },
    "squares": {
      "type": "math/formula",
      "inputs": {"formula": "mod(floor(x*13) + floor(y*13), 2) * (1 - smoothstep(0.4, 0.36, sqrt((fract(x*13)-0.5)^2 + (fract(y*13)-0.5)^2)))"}
    },
    "ball": {
      "type": "domain/bulge",
      "inputs": {"value": {"node": "inner"}, "strength": 0.86, "power": 0.8, "radius": 0.46}
    }
  },
  "outputs": {"color": {"node": "ball"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{moved, named_at, scattered};

    #[test]
    fn moves_towards_the_center() {
        for (dimensions, depth_counts) in [(2, 0.0), (3, 1.0)] {
            let inputs = format!(
                r#""center": [0.5, 0, 0.25], "radius": 2, "power": 3, "strength": 0.5, "dimensions": {dimensions}"#
            );
            for [x, y, z] in scattered(60, 2.0) {
                let [dx, dy, dz] = [f64::from(x) - 0.5, f64::from(y), (f64::from(z) - 0.25) * depth_counts];
                let depth = (1.0 - (dx * dx + dy * dy + dz * dz).sqrt() / 2.0).max(0.0);
                let part = 1.0 - 0.5 * depth * depth * depth;
                let found = moved("domain/bulge", &inputs, [x, y, z]).map(f64::from);
                let expected = [0.5 + dx * part, dy * part, f64::from(z) - dz * (1.0 - part)];
                let near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-6);
                assert!(near, "{found:?}, not {expected:?}");
                let inputs = format!(r#"{{"value": 0, {inputs}}}"#);
                let output = named_at("domain/bulge", "depth", &inputs, [x, y, z, 0.0]);
                assert!((f64::from(output[0]) - depth).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn without_a_radius_nothing_changes() {
        for radius in ["0", "-1"] {
            let inputs = format!(r#""radius": {radius}, "spacing": [0.5, 0.5, 0]"#);
            for point in scattered(30, 2.0) {
                assert_eq!(moved("domain/bulge", &inputs, point), point);
            }
        }
    }

    /// Each cell has a spot of its own that does not reach beyond it.
    #[test]
    fn repeated_spots_stay_in_their_cells() {
        for radius in [0.1, 0.25, 7.0] {
            let inputs = format!(
                r#"{{"value": 0, "center": [0, 0, 0], "radius": {radius}, "spacing": [0.5, 0.5, 0.5], "dimensions": 3}}"#
            );
            let depth = |[x, y, z]: [f32; 3]| named_at("domain/bulge", "depth", &inputs, [x, y, z, 0.0])[0];
            let mut deepest = 0.0f32;
            for [x, y, z] in scattered(300, 2.0) {
                deepest = deepest.max(depth([x, y, z]));
                // On the faces between cells, a quarter from each center.
                assert!(depth([(x * 2.0).floor() / 2.0 + 0.25, y, z]) < 1e-5);
            }
            assert!(deepest > 0.5, "{radius}: {deepest}");
        }
    }

    #[test]
    fn spots_repeat_exactly() {
        let inputs =
            r#"{"value": 0, "center": [0, 0, 0], "radius": 0.125, "spacing": [0.5, 0.5, 0], "period": [4, 2, 0]}"#;
        let depth = |x, y| named_at("domain/bulge", "depth", inputs, [x, y, 0.0, 0.0])[0];
        let mut shifted = false;
        for [x, y, _] in scattered(60, 2.0) {
            assert_eq!(depth(x, y).to_bits(), depth(x + 2.0, y - 3.0).to_bits());
            shifted |= depth(x, y) != depth(x + 1.0, y);
        }
        assert!(shifted);
    }
}
