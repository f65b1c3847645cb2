//! Common parts of the plain random numbers: a number, and a colour of three others.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Position};
use travertine_noise::hash::octave_seed;
use travertine_noise::{Grain, Random};
use travertine_program::BasisFunction;

use crate::cells;

/// Adds the common inputs, and the outputs.
pub fn describe(definition: Definition) -> Definition {
    definition
        .input(cells::dimensions(1))
        .input(InputDefinition::seed())
        .input(InputDefinition::position())
        .float_output("value", "A random number from 0 to 1.")
        .color_output("color", "A random opaque colour with channels from 0 to 1, unrelated to the number.")
}

/// The random numbers at a position; each output and channel has a seed of its own.
pub fn lower<'a>(context: &LoweringContext<'a>, grain: Grain, position: Position<'a>) -> Lowered<'a> {
    let (dimensions, seed) = (context.integer("dimensions") as u8, context.seed("seed"));
    let channel = |channel: u32| {
        let random = Random::new(grain, dimensions, octave_seed(seed, channel));
        // The definitions offer only valid numbers of dimensions.
        random.map_or(context.constant(0.0), |random| {
            context.basis(BasisFunction::Random(random), position, &[])
        })
    };
    let color = [channel(1), channel(2), channel(3), context.constant(1.0)];
    Ok(vec![Field::Float(channel(0)), Field::Color(color)])
}
