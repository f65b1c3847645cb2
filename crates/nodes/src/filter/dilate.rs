//! Bright parts grown or shrunk.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;
use travertine_raster::pass::Dilate;

use crate::parts::sampling::sample_grid;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Dilate", lower)
        .describe(
            "Grows or shrinks the bright parts of a field: the greatest or the least value over a disc around each sample. \
             Thicken lines, widen cracks, remove specks, close holes. The time is proportional to the radius in samples, \
             after Erik Urbach and Michael Wilkinson, \"Efficient 2-D Grayscale Morphological Transformations With \
             Arbitrary Flat Structuring Elements\" (2008); for a mask, filter/distance takes the same time for any radius \
             and has smooth edges. Bands of rows run in parallel.",
        )
        .search(&["dilation", "erosion", "morphology", "opening", "closing", "maximum", "minimum", "grow", "shrink", "thicken"])
        .input(InputDefinition::required("value", ValueType::Float).moved().describe(
            "The field, evaluated at z = 0 and time 0.",
        ))
        .input(
            InputDefinition::number("radius", 0.02)
                .hard(0.0..=1.0)
                .soft(0.0..=0.1)
                .step(0.001)
                .unit("units")
                .describe("The radius of the disc. Below the spacing of the samples, nothing changes."),
        )
        .input(InputDefinition::choice("mode", &["dilate", "erode", "open", "close"]).describe(
            "The value over the disc: the greatest; the least; the least and then the greatest, which removes bright \
             parts smaller than the disc and keeps the size of others; or the greatest and then the least, which removes \
             dark parts.",
        ));
    sample_grid::describe(definition)
        .float_output("value", "The result. At the samples it is within the range of the input.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (grid, samples, position) = (sample_grid::of(context), context.samples(), context.input_position()?);
    // The definitions limit both to small positive numbers.
    let radius = (f64::from(context.number("radius")) * f64::from(grid.resolution) * 256.0 + 0.5) as u32;
    let value = sample_grid::float(context, "value")?;
    let least =
        |value: Expr<'a>, least, position| context.raster(grid, Dilate { radius, least }, &[value], position)[0];
    let result = match context.choice("mode") {
        "erode" => least(value, true, position),
        "open" => least(least(value, true, samples), false, position),
        "close" => least(least(value, false, samples), true, position),
        _ => least(value, false, position),
    };
    Ok(vec![result.into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Pebbles that grow together",
  "nodes": {
    "noise": {
      "type": "noise/perlin",
      "inputs": {"scale": 9, "octaves": 3, "dimensions": 2, "seed": 3, "periodic": true, "period_x": 9, "period_y": 9}
    },
    "peaks": {
      "type": "filter/dilate",
      "inputs": {"value": {"node": "noise"}, "radius": 0.03, "resolution": 192, "edge": "repeat", "interpolation": "linear"}
    },
    "picture": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "peaks"},
        "ramp": {
          "stops": [
            {"position": 0.1, "color": "#1f2a33"},
            {"position": 0.3, "color": "#6f7d7a"},
            {"position": 0.5, "color": "#cbbf9f"},
            {"position": 0.7, "color": "#fff6e0"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::output_at;

    /// A disc of radius 0.25 with a hole of radius 0.05, and a speck.
    fn found(mode: &str, at: [f32; 2]) -> f32 {
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "discs": {{
                  "type": "math/formula",
                  "inputs": {{
                    "formula": "max(((x - 0.5)^2 + (y - 0.5)^2 < 0.0625) - ((x - 0.5)^2 + (y - 0.5)^2 < 0.0025), (x - 0.9)^2 + (y - 0.9)^2 < 0.002)"
                  }}
                }},
                "dilate": {{
                  "type": "filter/dilate",
                  "inputs": {{
                    "value": {{"node": "discs"}}, "radius": 0.1, "resolution": 64, "mode": "{mode}", "interpolation": "linear"
                  }}
                }}
              }},
              "outputs": {{"value": {{"node": "dilate"}}}}
            }}"#
        );
        output_at(&document, [at[0], at[1], 0.0, 0.0])[0]
    }

    #[test]
    fn modes_grow_and_shrink_and_clean() {
        let (outside, rim, hole, speck) = ([0.83, 0.5], [0.7, 0.5], [0.5, 0.5], [0.9, 0.9]);
        for (mode, at, expected) in [
            ("dilate", outside, 1.0),
            ("dilate", hole, 1.0),
            ("erode", rim, 0.0),
            ("erode", speck, 0.0),
            ("close", hole, 1.0),
            ("close", outside, 0.0),
            ("close", speck, 1.0),
            ("open", speck, 0.0),
        ] {
            assert_eq!(found(mode, at), expected, "{mode} {at:?}");
        }
    }
}
