//! Waves around random points.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::hash::octave_seed;
use travertine_noise::{Grain, Random};

use crate::parts::arithmetic::waveform;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Ripples", lower)
        .describe(
            "Circular waves around random points, which cross each other: rain on a pond, a sea, moiré, \
             interference, wavy glass. The value is the mean of all waves. Waves run outward with time. After the \
             ripples and, with varied frequencies, the waves of POV-Ray.",
        )
        .search(&[
            "water",
            "waves",
            "pond",
            "rain",
            "sea",
            "interference",
            "moire",
            "drops",
            "caustics",
            "pool",
            "sand",
            "dunes",
        ])
        .input(
            InputDefinition::integer("sources", 5)
                .hard(1.0..=64.0)
                .soft(1.0..=16.0)
                .describe("The number of points: one gives rings, many give a choppy surface of less height."),
        )
        .input(
            InputDefinition::float("frequency", 8.0)
                .soft(0.0..=64.0)
                .step(0.1)
                .unit("waves per unit")
                .describe("The number of waves per unit of distance from a point."),
        )
        .input(InputDefinition::fraction("variation", 0.0).describe(
            "The variation of the frequencies: at 0 all points have the same, at 1 they reach from 0 to \
                 twice as much.",
        ))
        .input(
            InputDefinition::vector("center", [0.5, 0.5, 0.0])
                .soft(-1.0..=1.0)
                .step(0.01)
                .unit("units")
                .describe("The middle of the points."),
        )
        .input(InputDefinition::vector("extent", [2.0, 2.0, 2.0]).soft(0.0..=8.0).step(0.1).unit("units").describe(
            "The size of the box that contains the points. In a large one most lie far away, and their \
                     waves are nearly straight.",
        ))
        .input(InputDefinition::float("speed", 1.0).soft(-4.0..=4.0).step(0.1).unit("waves per unit of time").describe(
            "The number of waves that leave a point in a unit of time: a whole number makes endless \
                     animations, 0 stands still.",
        ))
        .input(waveform::phase())
        .input(waveform::profile().default_choice("sine"))
        .input(
            InputDefinition::integer("dimensions", 2)
                .hard(2.0..=3.0)
                .soft(2.0..=3.0)
                .describe("2 has circles, which are cylinders along z; 3 has spheres, for solids."),
        )
        .input(InputDefinition::seed())
        .input(InputDefinition::position())
        .float_output("value", "The mean of the waves, from 0 to 1.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let position = context.input_position()?;
    let (center, extent) = (context.vector("center")?, context.vector("extent")?);
    let (frequency, variation) = (context.float("frequency")?, context.float("variation")?);
    let (phase, speed) = (context.float("phase")?, context.float("speed")?);
    let (dimensions, sources) = (context.integer("dimensions") as usize, context.integer("sources"));
    // Whether it moves is decided by the constant, so that still ripples do not depend on time.
    let phase = if speed.is_constant(0.0) { phase } else { phase - position.time * speed };
    let mut sum = context.constant(0.0);
    for source in 0..sources {
        // A number from -1 to 1. The dimension is valid.
        let random = |channel: u32| {
            let random = Random::new(Grain::Cell, 1, octave_seed(context.seed("seed"), channel));
            random.map_or(0.0, |random| random.at([source as f32, 0.0, 0.0, 0.0]) * 2.0 - 1.0)
        };
        let mut squared = context.constant(0.0);
        for axis in 0..dimensions {
            let away = position.vector()[axis] - (center[axis] + extent[axis] * (random(axis as u32) * 0.5));
            squared = squared + away * away;
        }
        let frequency = frequency * (1.0 + variation * random(3));
        let turns = squared.sqrt() * frequency + (phase + random(4) * 0.5);
        sum = sum + waveform::at(context, turns);
    }
    Ok(vec![(sum / sources as f32).min(1.0).into()])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Rain on a pond",
  "nodes": {
    "rain": {
      "type": "pattern/ripples",
      "inputs": {"sources": 3, "frequency": 10, "variation": 0.1, "extent": [1, 1, 0], "seed": 12}
    },
    "pond": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "rain"},
        "ramp": {
          "stops": [
            {"position": 0.15, "color": "#06202e"},
            {"position": 0.5, "color": "#1d5c6b"},
            {"position": 0.72, "color": "#63a9a8"},
            {"position": 0.88, "color": "#e6f5ea"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "pond", "output": "color"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use travertine_noise::hash::octave_seed;
    use travertine_noise::{Grain, Random};

    use crate::checks::evaluate::value_at;

    #[test]
    fn the_value_is_the_mean_of_waves_around_the_points() {
        let inputs = r#"{"sources": 7, "frequency": 3, "variation": 0.5, "center": [1, 2, 3], "extent": [4, 2, 1],
                         "speed": 2, "phase": 0.125, "dimensions": 3, "seed": 5}"#;
        for step in 0..60 {
            let at = [0.37, -0.21, 0.53, 0.11].map(|part: f32| part * step as f32);
            let mut sum = 0.0f64;
            for source in 0..7 {
                let random = |channel: u32| {
                    let random = Random::new(Grain::Cell, 1, octave_seed(5, channel)).unwrap();
                    f64::from(random.at([source as f32, 0.0, 0.0, 0.0])) * 2.0 - 1.0
                };
                let (center, extent) = ([1.0, 2.0, 3.0], [4.0, 2.0, 1.0]);
                let away = [0, 1, 2]
                    .map(|axis: usize| f64::from(at[axis]) - center[axis] - extent[axis] * 0.5 * random(axis as u32));
                let distance = away.iter().map(|part| part * part).sum::<f64>().sqrt();
                let turns = distance * 3.0 * (1.0 + 0.5 * random(3)) - 2.0 * f64::from(at[3]) + 0.125 + 0.5 * random(4);
                sum += 0.5 - 0.5 * (turns * std::f64::consts::TAU).cos();
            }
            let found = f64::from(value_at("pattern/ripples", inputs, at)[0]);
            assert!((found - sum / 7.0).abs() < 1e-4, "{found}, not {}", sum / 7.0);
        }
    }

    #[test]
    fn whole_speeds_loop_and_stillness_has_no_time() {
        for (speed, later) in [(1, 1.0), (-3, 1.0), (0, 0.37)] {
            let inputs = format!(r#"{{"speed": {speed}}}"#);
            let at = |time: f32| value_at("pattern/ripples", &inputs, [0.3, 0.6, 0.0, time])[0];
            assert!((at(0.25) - at(0.25 + later)).abs() < 1e-6);
        }
    }
}
