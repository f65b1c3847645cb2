//! Octave sums: one pattern at successively smaller scales, each weaker than the one before.
//!
//! After Benoit Mandelbrot's fractional Brownian motion and the octaves of Hugo Elias, "Perlin Noise". Octave i of n
//! is evaluated at `position * lacunarity^i`, offset by [`octave_offset`], along x, y, z and time alike, so that finer
//! detail also changes faster. Its amplitude is `persistence^i`. The sum from octave 0 to the last is divided by the
//! sum of the amplitudes' magnitudes, and so keeps the range of one octave. Powers are repeated products.
//!
//! With a fractional number of octaves, the last one has that fraction of its amplitude: 0.3 of it for 4.3 octaves.
//! It fades in, and the sum changes without a jump.
//!
//! If the node repeats, the position is wrapped into the first period, and each power of the lacunarity is rounded to
//! a whole number, at least 1.

use travertine_graph::definition::{Definition, InputDefinition, ValueType};
use travertine_graph::lowering::{Field, LoweringContext, Position, Suspended};
use travertine_noise::hash::octave_offset;
use travertine_program::Expr;

use crate::parts::lattices::cells;
use crate::parts::lattices::periods::{self, Periods};
use crate::parts::noises::{default_noise, footprint, output_range};

/// The number of octaves.
pub fn octaves(default: f32) -> InputDefinition {
    InputDefinition::number("octaves", default).hard(1.0..=32.0).soft(1.0..=8.0).step(0.1).describe(
        "The number of layers, each finer than the one before. More add finer detail; a fraction fades the \
         last one in: with 4.3, the fifth has 0.3 of its strength.",
    )
}

/// The amplitude ratio of successive octaves.
pub fn persistence() -> InputDefinition {
    InputDefinition::float("persistence", 0.5).soft(0.0..=1.0).step(0.01).enabled_by("octaves").describe(
        "The amplitude of each octave relative to the one before, also called gain: low values are smooth, \
         high values are rough.",
    )
}

/// The frequency ratio of successive octaves.
pub fn lacunarity() -> InputDefinition {
    InputDefinition::float("lacunarity", 2.0).soft(1.0..=4.0).step(0.01).enabled_by("octaves").describe(
        "The frequency of each octave relative to the one before: 2 doubles the fineness, higher values \
             leave wider gaps between scales.",
    )
}

/// Adds the inputs of a fractal of any field, which is evaluated as `value_type`, with the fractal's `own` additional
/// inputs.
pub fn describe(
    definition: Definition,
    value_type: ValueType,
    own: impl IntoIterator<Item = InputDefinition>,
) -> Definition {
    let definition = definition
        .input(InputDefinition::noise("value", value_type).describe(
            "The pattern of one octave: any field, evaluated at other positions. Unless wired, it is noise/perlin \
                 with its defaults, repeating with the node's periods.",
        ))
        .input(octaves(5.0))
        .input(persistence())
        .input(lacunarity());
    periods::of_space(own.into_iter().fold(definition, Definition::input))
}

/// One octave of a node.
pub struct Octave<'a> {
    /// The index; 0 is the coarsest octave.
    pub index: u32,
    /// The factor of its layer; 1 for the coarsest.
    pub amplitude: Expr<'a>,
    /// The factor of its position; 1 for the coarsest.
    pub frequency: Expr<'a>,
    periods: Periods,
    /// Whether it is too weak to be visible in a sum.
    faint: bool,
}

impl<'a> Octave<'a> {
    /// The position at which the octave is evaluated.
    pub fn at(&self, position: Position<'a>) -> Position<'a> {
        let position = self.periods.wrap(position);
        if self.index == 0 {
            return position;
        }
        let [x, y, z, time] = octave_offset(self.index);
        Position {
            x: position.x * self.frequency + x,
            y: position.y * self.frequency + y,
            z: position.z * self.frequency + z,
            time: position.time * self.frequency + time,
            ..position.spread(self.frequency)
        }
    }
}

impl<'a> Octave<'a> {
    /// The node's `value` where the octave is evaluated for a position.
    pub fn value(&self, context: &LoweringContext<'a>, position: Position<'a>) -> Result<Field<'a>, Suspended> {
        context.once(|| default_noise::or_wired(context, "value", self.at(position)))
    }
}

/// The octaves of a node, coarsest first.
pub fn all<'a>(context: &LoweringContext<'a>) -> Result<Vec<Octave<'a>>, Suspended> {
    let (persistence, lacunarity) = (context.float("persistence")?, context.float("lacunarity")?);
    let one = context.constant(1.0);
    let periods = Periods::of(context);
    let mut octaves = vec![Octave { index: 0, amplitude: one, frequency: one, periods, faint: false }];
    let (mut amplitude, mut frequency) = (persistence, lacunarity);
    // The definition limits octaves to 1..=32.
    let count = context.number("octaves");
    for index in 1..count.ceil() as u32 {
        let part = (count - index as f32).min(1.0);
        let octave = Octave {
            index,
            amplitude: amplitude * part,
            frequency: periods.frequency(frequency),
            periods,
            faint: false,
        };
        octaves.push(octave);
        amplitude = amplitude * persistence;
        frequency = frequency * lacunarity;
    }
    if let Some(faintest) = context.detail().faintest {
        mark_faint(&mut octaves, faintest);
    }
    Ok(octaves)
}

/// The gradient of the weighted mean of a noise's octaves, per unit of space: each octave's own times its frequency,
/// the node's `scale` and its range. `slope` returns the derivative of an octave along axis 0 to 2 of its position.
/// The gradient fades where samples are up to `reach` cells apart.
pub fn gradient<'a>(
    context: &LoweringContext<'a>,
    reach: f32,
    slope: impl Fn(&Octave<'a>, u8, Position<'a>) -> Expr<'a>,
) -> Result<Field<'a>, Suspended> {
    let steepness = context.float("scale")? * output_range::steepness(context)?;
    let sum = sum(context, cells::position(context)?, |octave, position| {
        let position = octave.at(position);
        let along = |axis| slope(octave, axis, position) * octave.frequency;
        Ok(footprint::fade(context, position, reach, || Field::Vector([0, 1, 2].map(along))))
    })?;
    Ok(Field::Vector(sum.to_vector().map(|slope| slope * steepness)))
}

/// Marks the last octaves as faint while together they are at most `faintest` of the sum, if all amplitudes are
/// known.
fn mark_faint(octaves: &mut [Octave], faintest: f32) {
    let sizes: Option<Vec<f32>> =
        octaves.iter().map(|octave| octave.amplitude.constant_value().map(f32::abs)).collect();
    let Some(sizes) = sizes else { return };
    let total: f32 = sizes.iter().sum();
    let mut left_out = 0.0;
    for (octave, size) in octaves.iter_mut().zip(sizes).skip(1).rev() {
        left_out += size;
        if left_out > faintest * total {
            return;
        }
        octave.faint = true;
    }
}

/// The weighted mean of the node's octaves; `layer` returns the field of one of them at the position, coarsest first.
pub fn sum<'a>(
    context: &LoweringContext<'a>,
    position: Position<'a>,
    mut layer: impl FnMut(&Octave<'a>, Position<'a>) -> Result<Field<'a>, Suspended>,
) -> Result<Field<'a>, Suspended> {
    let octaves = all(context)?;
    let (mut sum, mut total) = (layer(&octaves[0], position)?, octaves[0].amplitude);
    for octave in &octaves[1..] {
        if !octave.faint {
            let layer = layer(octave, position)?;
            if !footprint::is_gone(layer, position) {
                sum = sum.zip(layer, |sum, layer| sum + layer * octave.amplitude);
            }
        }
        total = total + octave.amplitude.abs();
    }
    Ok(sum.map(|sum| sum / total))
}

#[cfg(test)]
mod tests {
    use travertine_graph::definition::{DefaultValue, InputDefinition};
    use travertine_noise::Interval;

    use crate::checks::evaluate::{lowered, output_at};

    /// Editors hide these inputs then.
    #[test]
    fn one_octave_has_no_persistence_and_no_lacunarity() {
        let mut count = 0;
        for definition in crate::checks::evaluate::registry().iter() {
            let needs = |input: &&InputDefinition| input.enabled_by.as_deref() == Some("octaves");
            if !definition.inputs.iter().any(|input| needs(&input)) {
                continue;
            }
            count += 1;
            let required = definition.inputs.iter().filter(|input| input.default == DefaultValue::Required);
            let field: String = required.map(|input| format!(r#""{}": {{"node": "noise"}}, "#, input.name)).collect();
            let at = |more: &str| {
                let document = format!(
                    r#"{{
                      "format": "travertine", "version": 1,
                      "nodes": {{
                        "noise": {{"type": "noise/perlin"}},
                        "node": {{"type": "{}", "inputs": {{{field}"octaves": 1{more}}}}}
                      }},
                      "outputs": {{"output": {{"node": "node"}}}}
                    }}"#,
                    definition.id
                );
                output_at(&document, [0.3, -1.7, 2.2, 0.4])
            };
            for input in definition.inputs.iter().filter(needs) {
                assert_eq!(at(&format!(r#", "{}": 0.7"#, input.name)), at(""), "{}", definition.id);
            }
        }
        assert!(count > 10, "{count}");
    }

    /// Tests every node that sums octaves, around whole numbers of them.
    #[test]
    fn the_last_octave_fades_in() {
        for (category, name) in [
            ("noise", "perlin"),
            ("noise", "simplex"),
            ("noise", "curl"),
            ("fractal", "fbm"),
            ("fractal", "turbulence"),
            ("fractal", "billow"),
            ("fractal", "ping-pong"),
            ("fractal", "ridged"),
            ("fractal", "hybrid"),
            ("fractal", "hetero"),
            ("fractal", "warped"),
        ] {
            let value = if category == "fractal" { r#""value": {"node": "noise"},"# } else { "" };
            let at = |octaves: f32, position| {
                let document = format!(
                    r#"{{
                      "format": "travertine", "version": 1,
                      "nodes": {{
                        "noise": {{"type": "noise/perlin", "inputs": {{"seed": 3}}}},
                        "sum": {{"type": "{category}/{name}", "inputs": {{{value} "octaves": {octaves}}}}}
                      }},
                      "outputs": {{"value": {{"node": "sum"}}}}
                    }}"#
                );
                output_at(&document, position)[0]
            };
            let mut greatest = 0.0_f32;
            for step in 1..20 {
                let position = [0.37, -0.21, 0.53, 0.1].map(|part: f32| part * step as f32);
                for whole in [1.0, 2.0, 3.0] {
                    let [below, here, above, next] =
                        [-0.001, 0.0, 0.001, 0.7].map(|more: f32| at((whole + more).max(1.0), position));
                    let jump = (here - below).abs().max((above - here).abs());
                    assert!(jump < 0.01, "{name}, {whole} octaves at {position:?}: {jump}");
                    greatest = greatest.max((next - here).abs());
                }
            }
            assert!(greatest > 0.02, "{name}: octaves make no difference");
        }
    }

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
            let (program, _) = lowered(&document, 1);
            let intervals = program.intervals(&[], [Interval::EVERYTHING; 4]);
            let known = intervals[program.outputs()[0].values[0].index()];
            assert!(min - 1e-6 < known.min && known.max < max + 1e-6, "{fractal}: {known:?}");
        }
    }
}
