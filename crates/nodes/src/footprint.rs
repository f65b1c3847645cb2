//! Footprints: noise that is too fine for the distance between samples fades to its mean.
//!
//! A sample stands for a square as wide as samples lie apart. The mean over that square is best foretold by the
//! noise at its centre times a weight, which falls from 1 where cells are large to 0 where the square holds some of
//! them. Measured, it falls as a smoothstep does, to within 0.06, over the number of cells that each noise states.
//! The octaves of a sum fade one after the other, the finest first; their amplitudes still count, so that nothing
//! gets brighter.
//!
//! What is made of the noise afterwards sees its mean, not the mean of what would be made of it. Where octaves are
//! folded these are far apart, so the fractals that fold ask for all detail.
//!
//! The idea is that of Alan Norton, Alyn Rockwood and Philip Skolmoski, "Clamping: A Method of Antialiasing Textured
//! Surfaces by Bandwidth Limiting in Object Space", SIGGRAPH 1982.

use travertine_graph::lowering::{Field, Position, Site};
use travertine_program::Expr;

/// A noise with mean 0 at a place in its cells, faded by the place's footprint: nothing is left where samples are
/// `reach` cells apart. What is gone for certain is not built.
pub fn fade<'a>(
    site: &Site<'a>,
    place: Position<'a>,
    reach: f32,
    noise: impl FnOnce() -> Field<'a>,
) -> Field<'a> {
    let weight = |footprint: Expr<'a>| 1.0 - (footprint / reach).smoothstep();
    let Some(weight) = place.footprint.map(weight) else { return noise() };
    match weight.constant_value() {
        Some(0.0) => Field::Float(site.constant(0.0)),
        _ => noise().map(|value| value * weight),
    }
}

/// Whether nothing is left of a field whose detail depends on the samples.
pub fn is_gone(field: Field, place: Position) -> bool {
    place.footprint.is_some() && field.components().iter().all(|value| value.constant_value() == Some(0.0))
}
