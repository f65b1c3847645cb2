//! Footprints: noise that is too fine for the spacing of samples fades to its mean.
//!
//! A sample represents a square as wide as the spacing of samples. The best estimate of the mean over that square is
//! the noise at its centre times a weight, which falls from 1 where cells are large to 0 where the square holds
//! several. By measurement the weight falls as a smoothstep, within 0.06, over the number of cells that each noise
//! states. The octaves of a sum fade one after the other, the finest first; their amplitudes still count, so that no
//! value gets brighter.
//!
//! Non-linear functions receive filtered noise; their output is not filtered. For folded octaves the difference is
//! large, so the fractals that fold request full detail.
//!
//! After Alan Norton, Alyn Rockwood and Philip Skolmoski, "Clamping: A Method of Antialiasing Textured Surfaces by
//! Bandwidth Limiting in Object Space", SIGGRAPH 1982.

use travertine_graph::lowering::{Field, LoweringContext, Position};
use travertine_program::Expr;

/// A noise with mean 0 at a position in its cells, faded by the footprint: it is 0 where samples are `reach` cells
/// apart. A noise that is certain to be 0 is not built.
pub fn fade<'a>(
    context: &LoweringContext<'a>,
    position: Position<'a>,
    reach: f32,
    noise: impl FnOnce() -> Field<'a>,
) -> Field<'a> {
    let weight = |footprint: Expr<'a>| 1.0 - (footprint / reach).smoothstep();
    let Some(weight) = position.footprint.map(weight) else { return noise() };
    if weight.is_constant(0.0) {
        return Field::Float(context.constant(0.0));
    }
    noise().map(|value| value * weight)
}

/// Whether a field has faded completely: its detail depends on the samples, and it is the constant 0.
pub fn is_gone(field: Field, position: Position) -> bool {
    position.footprint.is_some() && field.components().iter().all(|value| value.is_constant(0.0))
}
