//! Hugo Elias' value noise: what the versions of its node share.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_noise::Interpolation;
use travertine_noise::reference::ValueElias;

use crate::parts::lattices::cells;
use crate::parts::noises::{octaves, published};

/// Adds the inputs of a sum of octaves.
pub fn with_sum(definition: Definition) -> Definition {
    definition
        .search(&["hugo", "article", "published", "history", "random", "smoothed", "fractal", "plasma"])
        .input(published::scale())
        .input(
            InputDefinition::integer("octaves", 1)
                .hard(1.0..=32.0)
                .soft(1.0..=8.0)
                .describe("The number of layers, each finer than the one before. More add finer detail."),
        )
        .input(octaves::persistence())
}

/// Adds the inputs of an octave and the output.
pub fn with_octave(definition: Definition) -> Definition {
    definition
        .input(
            InputDefinition::choice("interpolation", &["linear", "cosine", "cubic"])
                .default_choice("cosine")
                .describe("The interpolation between lattice points. Cubic overshoots."),
        )
        .input(InputDefinition::boolean("smoothed", false).describe(
            "Replaces the value of each lattice point by a mean with its neighbors, with weights of 1/4, \
             1/2 and 1/4 along each axis.",
        ))
        .input(published::dimensions(2))
        .input(InputDefinition::position())
        .float_output(
            "value",
            "The noise. One octave is from -1 to 1; with cubic interpolation, 1.5 times that for each \
             dimension.",
        )
}

/// Builds the sum of noises, octave by octave. `octaves` gives the noise of each octave for that of the inputs.
pub fn sum<'a, O: IntoIterator<Item = ValueElias>>(
    context: &LoweringContext<'a>,
    octaves: impl FnOnce(ValueElias) -> O,
) -> Lowered<'a> {
    let interpolation = match context.choice("interpolation") {
        "linear" => Interpolation::Linear,
        "cubic" => Interpolation::Cubic,
        _ => Interpolation::Cosine,
    };
    let noise = ValueElias::new(context.integer("dimensions") as u8, interpolation, context.boolean("smoothed"));
    let position = cells::position(context)?;
    let persistence = context.float("persistence")?;
    // The definition offers only valid noises.
    let Some(noise) = noise else { return Ok(vec![Field::Float(context.constant(0.0))]) };
    let mut octaves = octaves(noise).into_iter().take(context.integer("octaves") as usize);
    let mut sum = context.reference(octaves.next().unwrap_or(noise), position);
    let (mut frequency, mut amplitude) = (1.0, context.constant(1.0));
    for noise in octaves {
        frequency *= 2.0;
        amplitude = amplitude * persistence;
        let finer = position.at(position.vector().map(|coordinate| coordinate * frequency));
        sum = sum + context.reference(noise, finer) * amplitude;
    }
    Ok(vec![Field::Float(sum)])
}
