//! Common parts of the plain random numbers: a number, and a color of three others; and random numbers for the pieces
//! of a lattice.

use std::f32::consts::TAU;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Position};
use travertine_noise::hash::octave_seed;
use travertine_noise::{Grain, Random};
use travertine_program::{BasisFunction, Expr};

use crate::parts::lattices::cells;

/// Adds the common inputs, and the outputs.
pub fn describe(definition: Definition) -> Definition {
    definition
        .input(cells::dimensions(1))
        .input(InputDefinition::seed())
        .input(InputDefinition::position())
        .float_output("value", "A random number from 0 to 1.")
        .color_output("color", "A random opaque color with channels from 0 to 1, unrelated to the number.")
}

/// The random numbers at a position; each output and channel has a seed of its own.
pub fn lower<'a>(context: &LoweringContext<'a>, grain: Grain, position: Position<'a>) -> Lowered<'a> {
    let (dimensions, seed) = (context.integer("dimensions") as u8, context.seed("seed"));
    let channel = |channel: u32| {
        let random = Random::new(grain, dimensions, octave_seed(seed, channel));
        // The definitions offer only valid numbers of dimensions.
        random.map_or(context.constant(0.0), |random| context.basis(BasisFunction::Random(random), position, &[]))
    };
    let color = [channel(1), channel(2), channel(3), context.constant(1.0)];
    Ok(vec![Field::Float(channel(0)), Field::Color(color)])
}

/// The input for the period of a lattice of pieces.
pub fn period() -> InputDefinition {
    InputDefinition::vector("period", [0.0; 3]).soft(0.0..=16.0).step(1.0).unit("pieces").describe(
        "The number of pieces along x, y and z after which their random numbers repeat; 0 does not repeat. A \
         picture of one unit tiles if this number of pieces is one unit long.",
    )
}

/// The whole-numbered index of a piece within the first period; axes with a period of 0 keep it.
pub fn within<'a>(index: [Expr<'a>; 3], period: [Expr<'a>; 3]) -> [Expr<'a>; 3] {
    [0, 1, 2].map(|axis: usize| {
        let period = period[axis].abs();
        period.select(index[axis].modulo(period), index[axis])
    })
}

/// A random number from 0 to 1 for the piece with this whole-numbered index, from the node's `seed`. Channels are
/// unrelated.
pub fn of_piece<'a>(context: &LoweringContext<'a>, index: [Expr<'a>; 3], channel: u32) -> Expr<'a> {
    of_cell(context, index, 3, context.seed("seed"), channel)
}

/// A random number from 0 to 1 for the cell with this whole-numbered index, of which the first `dimensions` count.
/// Channels are unrelated.
pub fn of_cell<'a>(
    context: &LoweringContext<'a>,
    index: [Expr<'a>; 3],
    dimensions: u8,
    seed: u32,
    channel: u32,
) -> Expr<'a> {
    // Callers pass 2 or 3 dimensions.
    let random = Random::new(Grain::Cell, dimensions, octave_seed(seed, channel));
    let position = context.position().at(index);
    random.map_or(context.constant(0.0), |random| context.basis(BasisFunction::Random(random), position, &[]))
}

/// Two random numbers from one: itself, and the lower 12 of its 24 bits. A hash costs as much as ten operations.
pub fn halves(number: Expr) -> [Expr; 2] {
    [number, (number * 4096.0).fract()]
}

/// Three random numbers from one: itself, its lower 16 bits and its lower 8 bits.
pub fn thirds(number: Expr) -> [Expr; 3] {
    [number, (number * 256.0).fract(), (number * 65_536.0).fract()]
}

/// A direction of length 1, uniform over the sphere for uniform numbers from 0 to 1.
pub fn direction<'a>(height: Expr<'a>, around: Expr<'a>) -> [Expr<'a>; 3] {
    let (z, angle) = (height * 2.0 - 1.0, around * TAU);
    let radius = (1.0 - z * z).sqrt();
    [radius * angle.cos(), radius * angle.sin(), z]
}
