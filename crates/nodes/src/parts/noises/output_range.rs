//! Output ranges of noises whose values go from -1 to 1.
//!
//! Octave sums are divided by the sum of their amplitudes first. Any number of octaves therefore fills the range
//! around its middle.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, LoweringContext, Suspended};
use travertine_program::Expr;

/// Adds the inputs `min` and `max`.
pub fn describe(definition: Definition) -> Definition {
    let end = |name, default| InputDefinition::float(name, default).soft(-2.0..=2.0).step(0.01).secondary();
    definition
        .input(end("min", -1.0).describe("The least value. If it is above `max`, the noise is inverted."))
        .input(end("max", 1.0).describe("The greatest value. The mean is half-way between `min` and `max`."))
}

/// Maps a value from -1 to 1 to the node's range, which it never exceeds: 0 becomes the middle, and each sign extends
/// to its own end.
pub fn stretch<'a>(context: &LoweringContext<'a>, value: Field<'a>) -> Result<Field<'a>, Suspended> {
    let (min, max) = (context.float("min")?, context.float("max")?);
    if min.is_constant(-1.0) && max.is_constant(1.0) {
        return Ok(value);
    }
    let middle = min.mix(max, context.constant(0.5));
    Ok(value.map(|value| middle.mix(value.select(max, min), value.abs().clamp01())))
}

/// The factor by which the range steepens a value.
pub fn steepness<'a>(context: &LoweringContext<'a>) -> Result<Expr<'a>, Suspended> {
    Ok(context.float("max")? * 0.5 - context.float("min")? * 0.5)
}

#[cfg(test)]
mod tests {
    use travertine_noise::Interval;

    use crate::checks::evaluate::{lowered, value_at};

    const NOISES: [&str; 3] = ["noise/perlin", "noise/value", "noise/simplex"];

    #[test]
    fn values_fill_exactly_the_range() {
        for (min, max) in [(0.0, 1.0), (-1.0, 3.5), (0.1, 0.9), (7.0, -2.0), (0.3, 0.3), (-3e38, 3e38)] {
            for noise in NOISES {
                let document = format!(
                    r#"{{
                      "format": "travertine", "version": 1,
                      "nodes": {{"noise": {{"type": "{noise}", "inputs": {{"min": {min}, "max": {max}, "octaves": 3.5}}}}}},
                      "outputs": {{"value": {{"node": "noise"}}}}
                    }}"#
                );
                let (program, bound) = lowered(&document, 1);
                let intervals = program.intervals(&[], [Interval::EVERYTHING; 4]);
                let known = intervals[program.outputs()[0].values[0].index()];
                assert_eq!(known, Interval::new(min, max), "{noise}");
                for step in 0..50 {
                    let value = program.sample(&bound, [0.37, 0.71, -0.13, 0.0].map(|part: f32| part * step as f32));
                    assert!(known.contains(value[0]), "{noise}: {value:?}");
                }
            }
        }
    }

    #[test]
    fn the_ends_of_the_range_are_those_of_the_noise() {
        for noise in NOISES {
            for step in 0..50 {
                let position = [0.37, 0.71, -0.13, 0.0].map(|part: f32| part * step as f32);
                let at = |inputs: &str| value_at(noise, inputs, position)[0];
                let (plain, stretched) = (at("{}"), at(r#"{"min": 2, "max": 6}"#));
                assert!((stretched - (4.0 + 2.0 * plain)).abs() < 1e-6, "{noise}: {plain}, {stretched}");
                assert_eq!(at(r#"{"min": 1, "max": -1}"#), -plain);
            }
        }
    }

    /// Single octaves reach their bounds, which are tight. Value noise does so at its lattice points.
    #[test]
    fn single_octaves_come_within_1_percent_of_the_ends() {
        for dimensions in 1..=3 {
            let inputs = format!(r#"{{"scale": 1, "dimensions": {dimensions}, "min": 0, "max": 3}}"#);
            let (mut least, mut greatest) = (3.0_f32, 0.0_f32);
            for step in 0..500 {
                let position = [step as f32, (step % 7) as f32, (step % 5) as f32, 0.0];
                let value = value_at("noise/value", &inputs, position)[0];
                (least, greatest) = (least.min(value), greatest.max(value));
            }
            assert!(least < 0.03 && greatest > 2.97, "{dimensions}D: {least} to {greatest}");
        }
    }
}
