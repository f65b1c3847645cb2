//! What the nodes of lattice noise share: their inputs, and the sum over octaves.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, Site};
use travertine_noise::hash::octave_seed;
use travertine_noise::{Basis, Interpolation, Noise};

use crate::periods::{self, Periods};
use crate::{cells, footprint, octaves, range};

/// Adds the inputs and the output; `interpolations` are the names of those that the noise offers.
pub fn describe(definition: Definition, interpolations: &'static [&'static str]) -> Definition {
    let definition = definition
        .input(cells::scale())
        .input(octaves::octaves(1.0))
        .input(octaves::persistence())
        .input(octaves::lacunarity())
        .input(
            InputDefinition::choice("interpolation", interpolations)
                .describe("How the noise passes from one lattice point to the next."),
        )
        .input(cells::dimensions(1));
    let definition =
        periods::of_cells(definition).input(InputDefinition::seed()).input(InputDefinition::position());
    range::describe(definition).float_output("value", "The noise, from `min` to `max`, its mean half-way.")
}

/// The noise at the place times `scale`: octaves as in [`octaves`], each with a seed of its own.
pub fn lower<'a>(site: &Site<'a>, basis: Basis) -> Lowered<'a> {
    let interpolation = match site.choice("interpolation") {
        "linear" => Interpolation::Linear,
        "cosine" => Interpolation::Cosine,
        "smoothstep" => Interpolation::Smoothstep,
        "cubic" => Interpolation::Cubic,
        _ => Interpolation::Smootherstep,
    };
    let (dimensions, seed) = (site.integer("dimensions") as u8, site.seed("seed"));
    let reach = match basis {
        Basis::Gradient => 2.0,
        Basis::Value => 3.0,
    };
    let periods = Periods::of(site);
    let sum = octaves::sum(site, cells::place(site)?, |octave, place| {
        let noise = Noise::new(basis, dimensions, interpolation, octave_seed(seed, octave.index));
        // The definitions offer only noises that exist.
        Ok(footprint::fade(site, place, reach, || {
            Field::Float(noise.map_or(site.constant(0.0), |noise| {
                site.noise(periods.repeat(noise), place, octave.frequency)
            }))
        }))
    })?;
    Ok(vec![range::stretch(site, sum)?])
}
