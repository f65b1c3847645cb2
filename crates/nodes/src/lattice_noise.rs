//! Common parts of the lattice noises: their inputs, and the sum over octaves.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_noise::hash::octave_seed;
use travertine_noise::{Basis, Interpolation, Noise, Slope};
use travertine_program::BasisFunction;

use crate::octaves::Octave;
use crate::periods::{self, Periods};
use crate::{cells, footprint, octaves, range};

/// Adds the inputs and outputs; `interpolations` are the names of those that the noise offers.
pub fn describe(definition: Definition, interpolations: &'static [&'static str]) -> Definition {
    let definition = definition
        .input(cells::scale())
        .input(octaves::octaves(1.0))
        .input(octaves::persistence())
        .input(octaves::lacunarity())
        .input(InputDefinition::choice("interpolation", interpolations).describe(
            "The interpolation between lattice points: smootherstep is the smoothest, linear leaves \
                     creases at the cell edges.",
        ));
    let definition = range::describe(definition)
        .input(cells::dimensions(1))
        .input(InputDefinition::seed())
        .input(InputDefinition::position());
    cells::outputs(periods::of_cells(definition))
}

/// The noise at the position times `scale`, with octaves as in [`octaves`], each with a seed of its own.
pub fn lower<'a>(context: &LoweringContext<'a>, basis: Basis) -> Lowered<'a> {
    let interpolation = match context.choice("interpolation") {
        "linear" => Interpolation::Linear,
        "cosine" => Interpolation::Cosine,
        "smoothstep" => Interpolation::Smoothstep,
        "cubic" => Interpolation::Cubic,
        _ => Interpolation::Smootherstep,
    };
    let (dimensions, seed) = (context.integer("dimensions") as u8, context.seed("seed"));
    let reach = match basis {
        Basis::Gradient => 2.0,
        Basis::Value => 3.0,
    };
    let periods = Periods::of(context);
    // The definitions offer only valid noises.
    let layer = |octave: &Octave| {
        let noise = Noise::new(basis, dimensions, interpolation, octave_seed(seed, octave.index));
        noise.map(|noise| periods.repeat(noise, Noise::with_periods))
    };
    let sum = octaves::sum(context, cells::position(context)?, |octave, position| {
        let position = octave.at(position);
        let value = |noise| context.noise(noise, position, octave.frequency);
        Ok(footprint::fade(context, position, reach, || {
            Field::Float(layer(octave).map_or(context.constant(0.0), value))
        }))
    })?;
    let gradient = context.if_used("gradient", || {
        octaves::gradient(context, reach, |octave, axis, position| {
            // There is no slope along axes beyond the noise's dimensions.
            let slope = layer(octave).and_then(|noise| Slope::new(noise, axis));
            slope.map_or(context.constant(0.0), |slope| {
                context.basis(BasisFunction::Slope(slope), position, &[octave.frequency])
            })
        })
    })?;
    Ok(vec![range::stretch(context, sum)?, gradient])
}

#[cfg(test)]
mod tests {
    use crate::testing::{named_at, value_at};

    #[test]
    fn gradients_are_the_rates_of_change_of_the_value() {
        const STEP: f32 = 1.0 / 1024.0;
        let octaves = r#""scale": 2, "octaves": 3, "persistence": 0.6, "lacunarity": 1.7, "seed": 4"#;
        for (node_type, extra) in [
            ("noise/perlin", ""),
            ("noise/perlin", r#", "min": 2, "max": -1"#),
            ("noise/perlin", r#", "periodic": true, "period_x": 3"#),
            ("noise/value", r#", "interpolation": "smoothstep""#),
            ("noise/simplex", ""),
            ("noise/simplex", r#", "smooth": true"#),
        ] {
            for dimensions in 2..=4 {
                let inputs = format!(r#"{{{octaves}, "dimensions": {dimensions}{extra}}}"#);
                let (mut greatest, mut error) = (0.0f32, 0.0f32);
                for i in 0..40 {
                    let position =
                        [0.37, 0.81, -0.43, 0.29].map(|part: f32| (part * i as f32 * 256.0).floor() / 256.0);
                    let found = named_at(node_type, "gradient", &inputs, position);
                    assert_eq!(found.len(), 3);
                    for axis in 0..3 {
                        let [before, after] = [-STEP, STEP].map(|step| {
                            let mut there = position;
                            there[axis] += step;
                            value_at(node_type, &inputs, there)[0]
                        });
                        let expected = (after - before) / (2.0 * STEP);
                        greatest = greatest.max(expected.abs());
                        error = error.max((found[axis] - expected).abs());
                    }
                }
                // The error of the step and of rounding.
                assert!(error < 2e-3 * greatest, "{node_type} {dimensions}D{extra}: {error} of {greatest}");
            }
        }
    }
}
