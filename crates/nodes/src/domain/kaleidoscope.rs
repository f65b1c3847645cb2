//! A sector of a field, repeated around an axis.

use travertine_graph::definition::{Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};

use crate::parts::positions::angle::sine_and_cosine;
use crate::parts::positions::axis;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Kaleidoscope", lower)
        .describe(
            "Repeats a sector of a texture around an axis, like the mirrors of a kaleidoscope: rosettes, \
             snowflakes, mandalas, flowers, stained glass. Turn `angle` to look at other parts of the texture.",
        )
        .search(&[
            "symmetry",
            "radial",
            "rosette",
            "snowflake",
            "mandala",
            "star",
            "flower",
            "sector",
            "fold",
            "mirror",
            "circular array",
        ])
        .input(
            InputDefinition::required("value", ValueType::Any)
                .moved()
                .describe("The texture, of which one sector is shown."),
        )
        .input(
            InputDefinition::integer("count", 6)
                .hard(1.0..=1024.0)
                .soft(1.0..=24.0)
                .describe("The number of sectors. The middle of the first one points upwards."),
        )
        .input(InputDefinition::boolean("mirror", true).describe(
            "Mirrors each sector at its middle, so that all parts meet without a seam. Otherwise whole sectors \
             are repeated, which shows where they meet.",
        ))
        .input(InputDefinition::float("angle", 0.0).soft(-180.0..=180.0).step(1.0).unit("degrees").describe(
            "The direction in the texture that the middle of each sector shows: 0 is upwards, 90 to the right.",
        ))
        .input(axis::axis("z"))
        .input(axis::center())
        .output("value", OutputType::like(&["value"]), "The repeated sector.")
        .float_output(
            "sector",
            "The number of the sector, counter-clockwise: 0 for the one that points upwards, then 1, and so on.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let count = context.integer("count") as f32;
    let [right, down, along] = axis::from_center(context, context.position().vector())?;
    let sectors = axis::turn(right, down) * count + 0.5;
    // The angle from the middle of the sector, in sectors.
    let within = sectors.fract() - 0.5;
    let within = if context.boolean("mirror") { within.abs() } else { within };
    let degrees = within * (360.0 / count) - context.float("angle")?;
    let (sine, cosine) = sine_and_cosine(degrees);
    let radius = axis::radius(right, down);
    let folded = axis::to_point(context, [-(radius * sine), -(radius * cosine), along])?;
    let sector = Field::Float(sectors.floor().modulo(count));
    Ok(vec![context.any_at("value", context.position().at(folded))?, sector])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Rose window",
  "nodes": {
    "glass": {"type": "noise/cellular", "inputs": {"scale": 8, "dimensions": 2, "seed": 28}},
    "colors": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "glass", "output": "value"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#16286b"},
            {"position": 0.25, "color": "#2167b8"},
            {"position": 0.42, "color": "#3ba7a0"},
            {"position": 0.55, "color": "#f2b632"},
            {"position": 0.7, "color": "#d8472b"},
            {"position": 0.85, "color": "#8c1c3f"},
            {"position": 1, "color": "#3a1a5e"}
          ]
        }
      }
    },
    "lead": {"type": "math/smoothstep", "inputs": {"value": {"node": "glass", "output": "edge"}, "low": 0.04, "high": 0.08}},
    "light": {"type": "math/remap", "inputs": {"value": {"node": "glass", "output": "f1"}, "from_min": 0, "from_max": 0.9, "to_min": 1, "to_max": 0.6}},
    "lit": {"type": "math/multiply", "inputs": {"a": {"node": "colors", "output": "color"}, "b": {"node": "light"}}},
    "panes": {"type": "math/multiply", "inputs": {"a": {"node": "lit"}, "b": {"node": "lead"}}},
    "window": {
      "type": "domain/kaleidoscope",
      "inputs": {"value": {"node": "panes"}, "count": 8, "angle": 68}
    }
  },
  "outputs": {"color": {"node": "window"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{moved, named_at, scattered};

    const CENTER: &str = r#""center": [0.25, -0.5, 1]"#;

    /// A point turned clockwise about the center by a number of degrees, by `domain/transform`.
    fn turned([x, y, z]: [f32; 3], degrees: f32) -> [f32; 3] {
        let turn = format!(r#""rotate": [0, 0, {}]"#, -degrees);
        let [x, y, z] = moved("domain/transform", &turn, [x - 0.25, y + 0.5, z - 1.0]);
        [x + 0.25, y - 0.5, z + 1.0]
    }

    fn assert_near(found: [f32; 3], expected: [f32; 3]) {
        let near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-5);
        assert!(near, "{found:?}, not {expected:?}");
    }

    #[test]
    fn turning_by_a_sector_changes_nothing() {
        for (count, mirror) in [(1, true), (2, false), (5, false), (7, true)] {
            let inputs = format!(r#"{CENTER}, "count": {count}, "mirror": {mirror}, "angle": 20"#);
            let at = |point| moved("domain/kaleidoscope", &inputs, point);
            for point in scattered(30, 2.0) {
                assert_near(at(turned(point, 360.0 / count as f32)), at(point));
                if mirror {
                    let [x, y, z] = point;
                    assert_near(at([0.5 - x, y, z]), at(point));
                }
            }
        }
    }

    #[test]
    fn a_sector_shows_the_texture_around_the_angle() {
        let inputs = format!(r#"{CENTER}, "count": 3, "mirror": false, "angle": 50"#);
        // Points less than 60 degrees from the upward direction.
        for [x, y, z] in scattered(200, 2.0).filter(|[x, y, _]| (x - 0.25).abs() < -1.7 * (y + 0.5)) {
            assert_near(moved("domain/kaleidoscope", &inputs, [x, y, z]), turned([x, y, z], 50.0));
        }
    }

    #[test]
    fn sectors_are_numbered_counter_clockwise() {
        for (x, y, sector) in [(0.0, -1.0, 0.0), (0.1, -1.0, 0.0), (-1.0, 0.0, 1.0), (0.0, 1.0, 2.0), (1.0, 0.0, 3.0)] {
            let inputs = r#"{"value": 0, "count": 4, "center": [0, 0, 0]}"#;
            assert_eq!(named_at("domain/kaleidoscope", "sector", inputs, [x, y, 0.0, 0.0]), [sector]);
        }
    }
}
