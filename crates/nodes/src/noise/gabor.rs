//! Gabor noise.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_noise::{Gabor, Wave};
use travertine_program::BasisFunction;

use crate::parts::lattices::cells;
use crate::parts::lattices::periods::{self, Periods};
use crate::parts::positions::angle::sine_and_cosine;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Gabor noise", lower)
        .describe(
            "Short waves scattered over space, with a controllable width and direction: brushed metal, hair, \
             bark, cloth, water, fingerprints. All controls may vary over the texture. After Ares Lagae and \
             others, \"Procedural Noise using Sparse Gabor Convolution\" (2009), and Vincent Tavernier and \
             others, \"Making Gabor Noise Fast and Normalized\" (2019).",
        )
        .search(&[
            "anisotropic",
            "waves",
            "stripes",
            "brushed",
            "hair",
            "fur",
            "fibers",
            "scratches",
            "phasor",
            "direction",
            "fingerprint",
            "bark",
            "cloth",
        ])
        .input(cells::scale())
        .input(
            InputDefinition::float("frequency", 1.5)
                .hard(-1024.0..=1024.0)
                .soft(0.0..=8.0)
                .step(0.1)
                .unit("periods per cell")
                .describe(
                    "The number of waves per cell. A patch of waves is about two cells wide; higher values \
                     put more waves into it, with a more even width.",
                ),
        )
        .input(InputDefinition::fraction("anisotropy", 1.0).describe(
            "The alignment of the waves: at 1 all have the same direction, at 0 directions are evenly \
                 distributed.",
        ))
        .input(InputDefinition::float("angle", 0.0).soft(-180.0..=180.0).step(1.0).unit("degrees").describe(
            "The direction in which the waves run, in two dimensions: 0 is to the right, 90 is down. Crests \
             are at right angles to it.",
        ))
        .input(InputDefinition::vector("direction", [1.0, 0.0, 0.0]).describe(
            "The direction in which the waves run, in three dimensions. Its length is ignored; a vector of \
             length 0 counts as x.",
        ))
        .input(InputDefinition::integer("dimensions", 3).hard(2.0..=3.0).soft(2.0..=3.0).describe(
            "The number of axes along which the pattern varies: 2 is flat (x and y), 3 is solid (and \
                     z).",
        ))
        .input(InputDefinition::seed())
        .input(InputDefinition::position());
    periods::of_still_cells(definition)
        .float_output("value", "The noise, from -1 to 1 with mean 0: the intensity times the sine of the phase.")
        .float_output("phase", "The position within the wave's period, from 0 to 1, where it starts again.")
        .float_output("intensity", "The amplitude of the wave, from 0 to 1.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (dimensions, seed) = (context.integer("dimensions") as u8, context.seed("seed"));
    let mut controls = vec![context.float("frequency")?, context.float("anisotropy")?];
    if dimensions == 2 {
        let (sine, cosine) = sine_and_cosine(context.float("angle")?);
        controls.extend([cosine, sine]);
    } else {
        controls.extend(context.vector("direction")?);
    }
    let periods = Periods::of(context);
    let position = periods.wrap(cells::position(context)?);
    let output = |wave| {
        let gabor = Gabor::new(dimensions, wave, seed);
        // The definition offers only valid numbers of dimensions.
        Field::Float(gabor.map_or(context.constant(0.0), |gabor| {
            let gabor = periods.repeat(gabor, Gabor::with_periods);
            context.basis(BasisFunction::Gabor(gabor), position, &controls)
        }))
    };
    Ok([Wave::Value, Wave::Phase, Wave::Intensity].map(output).into())
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Zebra",
  "nodes": {
    "swirl": {"type": "noise/perlin", "inputs": {"scale": 1.3, "dimensions": 2, "seed": 9}},
    "angle": {"type": "math/multiply", "inputs": {"a": {"node": "swirl"}, "b": 200}},
    "ridges": {
      "type": "noise/gabor",
      "inputs": {"scale": 6, "frequency": 1.6, "angle": {"node": "angle"}, "dimensions": 2, "seed": 3}
    },
    "height": {"type": "math/remap", "inputs": {"value": {"node": "ridges"}, "from_min": -1}},
    "ink": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "height"},
        "ramp": {
          "stops": [
            {"position": 0.4, "color": "#f6efe2"},
            {"position": 0.5, "color": "#e3cfae"},
            {"position": 0.57, "color": "#51354a"},
            {"position": 0.85, "color": "#241b33"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "ink"}}
}"##;

#[cfg(test)]
mod tests {
    use travertine_noise::Waves;

    use super::{Gabor, Wave};
    use crate::checks::evaluate::named_at;

    fn output(name: &str, inputs: &str, position: [f32; 4]) -> f32 {
        named_at("noise/gabor", name, inputs, position)[0]
    }

    #[test]
    fn outputs_are_the_waves() {
        let waves = |direction| Waves { frequency: 2.0, anisotropy: 0.25, direction };
        for (name, wave) in [("value", Wave::Value), ("phase", Wave::Phase), ("intensity", Wave::Intensity)] {
            let solid = Gabor::new(3, wave, 8).unwrap().at([0.75, -1.5, 3.0], waves([1.0, -2.0, 4.0]));
            let inputs = r#"{"scale": 3, "frequency": 2, "anisotropy": 0.25, "direction": [1, -2, 4], "seed": 8}"#;
            assert_eq!(output(name, inputs, [0.25, -0.5, 1.0, 0.7]), solid, "{name}");
            let flat = Gabor::new(2, wave, 8).unwrap().at([0.75, -1.5, 0.0], waves([0.0, 1.0, 0.0]));
            let inputs = r#"{"scale": 3, "frequency": 2, "anisotropy": 0.25, "angle": 90, "dimensions": 2, "seed": 8}"#;
            assert_eq!(output(name, inputs, [0.25, -0.5, 9.0, 0.7]), flat, "{name}");
        }
    }

    #[test]
    fn waves_run_along_their_direction() {
        // The wavelength equals a step, so that the phase returns after it.
        for i in 0..50 {
            let position = [0.37, 0.81, -0.43, 0.0].map(|part: f32| part * i as f32);
            let phase = |x: f32, y: f32| {
                let position = [position[0] + x, position[1] + y, position[2], 0.0];
                output("phase", r#"{"scale": 1, "frequency": 200, "direction": [0, 3, 0]}"#, position)
            };
            let apart = |a: f32, b: f32| (a - b + 1.5).rem_euclid(1.0) - 0.5;
            assert!(apart(phase(0.0, 0.005), phase(0.0, 0.0)).abs() < 0.2);
            assert!(apart(phase(0.0, 0.0025), phase(0.0, 0.0)).abs() > 0.3);
            assert!(apart(phase(0.005, 0.0), phase(0.0, 0.0)).abs() < 0.2);
        }
    }
}
