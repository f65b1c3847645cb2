//! Octave sums: the same pattern at ever smaller scales, each weaker than the one before.
//!
//! After Benoit Mandelbrot's fractional Brownian motion and the octaves of Hugo Elias, "Perlin Noise".
//! Octave i of n is evaluated at `place * lacunarity^i`, moved by [`octave_offset`], along x, y, z and
//! time alike, so that finer detail also changes faster. Its amplitude is `persistence^i`. The sum runs
//! from octave 0 to the last and is then divided by the sum of the amplitudes' sizes, so that it keeps
//! the range of one octave. Powers are repeated products.

use travertine_graph::definition::{Definition, InputDefinition, Kind};
use travertine_graph::lowering::{Field, Position, Site, Suspended};
use travertine_graph::program::Expr;
use travertine_noise::hash::octave_offset;

use crate::cells;

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

/// Adds the inputs of a fractal of any field, which is evaluated as `kind`.
pub fn describe(definition: Definition, kind: Kind) -> Definition {
    definition
        .input(
            InputDefinition::required("value", kind)
                .moved()
                .describe("What one octave looks like: any field, evaluated at other places."),
        )
        .input(octaves(5))
        .input(persistence())
        .input(lacunarity())
}

/// One octave of a site.
pub struct Octave<'a> {
    /// 0 for the coarsest.
    pub index: u32,
    /// What its layer is multiplied by; 1 for the coarsest.
    pub amplitude: Expr<'a>,
    frequency: Expr<'a>,
}

impl<'a> Octave<'a> {
    /// Where the octave is evaluated for a place.
    pub fn at(&self, place: Position<'a>) -> Position<'a> {
        if self.index == 0 {
            return place;
        }
        let [x, y, z, time] = octave_offset(self.index);
        Position {
            x: place.x * self.frequency + x,
            y: place.y * self.frequency + y,
            z: place.z * self.frequency + z,
            time: place.time * self.frequency + time,
        }
    }
}

/// The site's octaves, coarsest first.
pub fn all<'a>(site: &Site<'a>) -> Result<Vec<Octave<'a>>, Suspended> {
    let (persistence, lacunarity) = (site.float("persistence")?, site.float("lacunarity")?);
    let one = site.constant(1.0);
    let mut octaves = vec![Octave { index: 0, amplitude: one, frequency: one }];
    let (mut amplitude, mut frequency) = (persistence, lacunarity);
    // The definition limits octaves to 1..=32.
    for index in 1..site.integer("octaves") as u32 {
        octaves.push(Octave { index, amplitude, frequency });
        amplitude = amplitude * persistence;
        frequency = frequency * lacunarity;
    }
    Ok(octaves)
}

/// The gradient of such a mean of numbers, in units of space: each octave's own times how much finer it is, and the
/// site's `scale`. `slope` gives the derivative of one of them along the axis 0 to 2 of its place.
pub fn gradient<'a>(
    site: &Site<'a>,
    slope: impl Fn(&Octave<'a>, u8, Position<'a>) -> Expr<'a>,
) -> Result<Field<'a>, Suspended> {
    let scale = site.float("scale")?;
    let sum = sum(site, cells::place(site)?, |octave, place| {
        let along = |axis| slope(octave, axis, place) * octave.frequency;
        Ok(Field::Vector([0, 1, 2].map(along)))
    })?;
    Ok(sum.map(|slope| slope * scale))
}

/// The weighted mean of the site's octaves; `layer` gives the field of one of them, from the coarsest on.
pub fn sum<'a>(
    site: &Site<'a>,
    place: Position<'a>,
    mut layer: impl FnMut(&Octave<'a>, Position<'a>) -> Result<Field<'a>, Suspended>,
) -> Result<Field<'a>, Suspended> {
    let octaves = all(site)?;
    let (mut sum, mut total) = (layer(&octaves[0], place)?, octaves[0].amplitude);
    for octave in &octaves[1..] {
        let layer = layer(octave, octave.at(place))?;
        sum = sum.zip(layer, |sum, layer| sum + layer * octave.amplitude);
        total = total + octave.amplitude.abs();
    }
    Ok(sum.map(|sum| sum / total))
}

#[cfg(test)]
mod tests {
    use travertine_graph::arguments::Arguments;
    use travertine_graph::graph::load;
    use travertine_graph::lowering::lower;
    use travertine_graph::program::Interval;

    #[test]
    fn intervals_stay_within_the_ranges_of_fractals() {
        for (fractal, min, max) in [
            ("fbm", -1.0, 1.0),
            ("turbulence", 0.0, 1.0),
            ("billow", -1.0, 1.0),
            ("ping-pong", -1.0, 1.0),
            ("ridged", 0.0, 1.0),
            ("hybrid", -0.3, 1.7),
            ("hetero", 0.0, 2.0),
            ("warped", -1.0, 1.0),
        ] {
            let document = format!(
                r#"{{
                  "format": "travertine", "version": 1,
                  "nodes": {{
                    "noise": {{"type": "noise/perlin"}},
                    "fractal": {{"type": "fractal/{fractal}", "inputs": {{"value": {{"node": "noise"}}}}}}
                  }},
                  "outputs": {{"value": {{"node": "fractal"}}}}
                }}"#
            );
            let (_, graph) = load(document.as_bytes(), &crate::registry()).unwrap();
            let program = lower(&graph, &[0], &Arguments::new(&graph)).unwrap();
            let intervals = program.intervals(&[], [Interval::EVERYTHING; 4]);
            let known = intervals[program.outputs()[0].values[0].index()];
            assert!(min - 1e-6 < known.min && known.max < max + 1e-6, "{fractal}: {known:?}");
        }
    }
}
