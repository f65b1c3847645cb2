//! Common parts of the lattice noises: their inputs, and the sum over octaves.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Suspended};
use travertine_noise::hash::{hash, octave_seed};
use travertine_noise::{Basis, Interpolation, Noise, Slope};
use travertine_program::BasisFunction;

use crate::parts::lattices::cells;
use crate::parts::lattices::periods::{self, Periods};
use crate::parts::noises::octaves::Octave;
use crate::parts::noises::{footprint, octaves, output_range};

/// Adds the inputs and outputs; `interpolations` are the names of those that the noise offers.
pub fn describe(definition: Definition, interpolations: &'static [&'static str]) -> Definition {
    cells::outputs(describe_inputs(definition, interpolations))
}

/// Adds the inputs alone.
pub fn describe_inputs(definition: Definition, interpolations: &'static [&'static str]) -> Definition {
    let definition = definition
        .input(cells::scale())
        .input(octaves::octaves(1.0))
        .input(octaves::persistence())
        .input(octaves::lacunarity())
        .input(InputDefinition::choice("interpolation", interpolations).secondary().describe(
            "The interpolation between lattice points: smootherstep is the smoothest, linear leaves \
                     creases at the cell edges.",
        ));
    let definition = output_range::describe(definition)
        .input(cells::dimensions(1))
        .input(InputDefinition::seed())
        .input(InputDefinition::position());
    periods::of_cells(definition)
}

/// The noise at the position times `scale`, with octaves as in [`octaves`], each with a seed of its own.
pub fn lower<'a>(context: &LoweringContext<'a>, basis: Basis) -> Lowered<'a> {
    let noise = LatticeNoise { basis, seed: context.seed("seed") };
    let sum = noise.sum(context)?;
    let gradient = context.if_used("gradient", || {
        octaves::gradient(context, footprint::lattice_reach(basis), |octave, axis, position| {
            // There is no slope along axes beyond the noise's dimensions.
            let slope = noise.layer(context, octave).and_then(|noise| Slope::new(noise, axis));
            slope.map_or(context.constant(0.0), |slope| {
                context.basis(BasisFunction::Slope(slope), position, &[octave.frequency])
            })
        })
    })?;
    Ok(vec![output_range::stretch(context, sum)?, gradient])
}

/// Three independent noises as the components of a vector, each as [`lower`] makes it.
pub fn lower_vector<'a>(context: &LoweringContext<'a>, basis: Basis) -> Lowered<'a> {
    let component = |index: i32| {
        let seed = hash(context.seed("seed"), [index, 0x7665_6374]);
        LatticeNoise { basis, seed }.sum(context).map(Field::to_float)
    };
    let vector = [component(0)?, component(1)?, component(2)?];
    Ok(vec![output_range::stretch(context, Field::Vector(vector))?])
}

/// A noise by the node's settings.
struct LatticeNoise {
    basis: Basis,
    seed: u32,
}

impl LatticeNoise {
    /// The sum of the octaves, from -1 to 1.
    fn sum<'a>(&self, context: &LoweringContext<'a>) -> Result<Field<'a>, Suspended> {
        octaves::sum(context, cells::position(context)?, |octave, position| {
            let position = octave.at(position);
            let value = |noise| context.noise(noise, position, octave.frequency);
            Ok(footprint::fade(context, position, footprint::lattice_reach(self.basis), || {
                Field::Float(self.layer(context, octave).map_or(context.constant(0.0), value))
            }))
        })
    }

    /// The noise of an octave. The definitions offer only valid ones.
    fn layer(&self, context: &LoweringContext, octave: &Octave) -> Option<Noise> {
        let interpolation = match context.choice("interpolation") {
            "linear" => Interpolation::Linear,
            "cosine" => Interpolation::Cosine,
            "smoothstep" => Interpolation::Smoothstep,
            "cubic" => Interpolation::Cubic,
            _ => Interpolation::Smootherstep,
        };
        let dimensions = context.integer("dimensions") as u8;
        let noise = Noise::new(self.basis, dimensions, interpolation, octave_seed(self.seed, octave.index));
        noise.map(|noise| Periods::of(context).repeat(noise, Noise::with_periods))
    }
}

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::{named_at, value_at};

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
                    let position = [0.37, 0.81, -0.43, 0.29].map(|part: f32| (part * i as f32 * 256.0).floor() / 256.0);
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
