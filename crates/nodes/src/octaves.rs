//! Octave sums: the same pattern at ever smaller scales, each weaker than the one before.
//!
//! After Benoit Mandelbrot's fractional Brownian motion and the octaves of Hugo Elias, "Perlin Noise".
//! Octave i of n is evaluated at `place * lacunarity^i`, moved by [`octave_offset`], along x, y, z and
//! time alike, so that finer detail also changes faster. Its amplitude is `persistence^i`. The sum runs
//! from octave 0 to the last and is then divided by the sum of the amplitudes' sizes, so that it keeps
//! the range of one octave. Powers are repeated products.

use travertine_graph::definition::InputDefinition;
use travertine_graph::lowering::{Field, Position, Site, Suspended};
use travertine_graph::program::Expr;
use travertine_noise::hash::octave_offset;

/// How many octaves are summed.
pub fn octaves(default: i64) -> InputDefinition {
    InputDefinition::integer("octaves", default)
        .hard(1.0..=32.0)
        .soft(1.0..=8.0)
        .describe("How many layers of ever finer detail are summed.")
}

/// How much weaker each octave is.
pub fn persistence() -> InputDefinition {
    InputDefinition::float("persistence", 0.5).soft(0.0..=1.0).step(0.01).describe(
        "The amplitude of each octave relative to the one before, also called gain: low is smooth, high \
             is rough.",
    )
}

/// How much finer each octave is.
pub fn lacunarity() -> InputDefinition {
    InputDefinition::float("lacunarity", 2.0)
        .soft(1.0..=4.0)
        .step(0.01)
        .describe("The frequency of each octave relative to the one before.")
}

/// The sum over the site's `octaves`; `octave` gives the field of one octave at a place.
pub fn sum<'a>(
    site: &Site<'a>,
    place: Position<'a>,
    octave: impl Fn(u32, Position<'a>) -> Result<Field<'a>, Suspended>,
) -> Result<Field<'a>, Suspended> {
    let (persistence, lacunarity) = (site.float("persistence")?, site.float("lacunarity")?);
    let mut sum = octave(0, place)?;
    let (mut frequency, mut amplitude, mut total) = (lacunarity, persistence, site.constant(1.0));
    // The definition limits octaves to 1..=32.
    for index in 1..site.integer("octaves") as u32 {
        let layer = octave(index, finer(place, frequency, index))?;
        sum = sum.zip(layer, |sum, layer| sum + layer * amplitude);
        total = total + amplitude.abs();
        frequency = frequency * lacunarity;
        amplitude = amplitude * persistence;
    }
    Ok(sum.map(|sum| sum / total))
}

fn finer<'a>(place: Position<'a>, frequency: Expr<'a>, octave: u32) -> Position<'a> {
    let [x, y, z, time] = octave_offset(octave);
    Position {
        x: place.x * frequency + x,
        y: place.y * frequency + y,
        z: place.z * frequency + z,
        time: place.time * frequency + time,
    }
}
