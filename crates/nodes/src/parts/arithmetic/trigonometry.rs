//! Common parts of the trigonometric functions, which take their values in turns.

use std::f32::consts::TAU;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::arithmetic::componentwise;

/// Adds the inputs of a wave.
pub fn describe(definition: Definition) -> Definition {
    definition
        .input(
            InputDefinition::any("value", 0.0)
                .describe("The position on the wave, in turns before `frequency` and `phase` apply."),
        )
        .input(
            InputDefinition::float("frequency", 1.0)
                .soft(0.0..=32.0)
                .step(0.1)
                .describe("The number of waves while the value grows by 1."),
        )
        .input(
            InputDefinition::float("phase", 0.0)
                .soft(0.0..=1.0)
                .step(0.01)
                .unit("turns")
                .describe("The shift of the wave."),
        )
}

/// Applies a function of an angle in radians to the value.
pub fn lower<'a>(context: &LoweringContext<'a>, function: impl Fn(Expr<'a>) -> Expr<'a>) -> Lowered<'a> {
    let (frequency, phase) = (context.float("frequency")?, context.float("phase")?);
    let wave = |value: Expr<'a>| function((value * frequency + phase) * TAU);
    Ok(vec![componentwise::map(context.any("value")?, wave)])
}
