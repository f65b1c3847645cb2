//! The default noise: what fractals sum before anything is wired to them. It is noise/perlin with its
//! defaults, and repeats with the periods of the node.

use travertine_graph::lowering::{Field, LoweringContext, Position, Suspended};
use travertine_noise::hash::octave_seed;
use travertine_noise::{Basis, Interpolation, Noise, Slope};
use travertine_program::BasisFunction;

use crate::parts::lattices::periods::Periods;
use crate::parts::noises::footprint;

/// Cells per unit.
const SCALE: u16 = 4;

/// An input at a position, or the noise.
pub fn or_wired<'a>(
    context: &LoweringContext<'a>,
    input: &str,
    position: Position<'a>,
) -> Result<Field<'a>, Suspended> {
    if !context.is_own_noise(input) {
        return context.any_at(input, position);
    }
    Ok(at(context, position, |noise, position| Field::Float(context.noise(noise, position, context.constant(1.0)))))
}

/// An input at a position, or the gradient of the noise per unit.
pub fn gradient_or_wired<'a>(
    context: &LoweringContext<'a>,
    input: &str,
    position: Position<'a>,
) -> Result<Field<'a>, Suspended> {
    if !context.is_own_noise(input) {
        return context.any_at(input, position);
    }
    Ok(at(context, position, |noise, position| {
        let along = |axis| match Slope::new(noise, axis) {
            Some(slope) => {
                let slope = BasisFunction::Slope(slope);
                context.basis(slope, position, &[context.constant(1.0)]) * f32::from(SCALE)
            }
            None => context.constant(0.0),
        };
        Field::Vector([0, 1, 2].map(along))
    }))
}

/// A field of the noise at a position in its cells.
fn at<'a>(
    context: &LoweringContext<'a>,
    position: Position<'a>,
    field: impl FnOnce(Noise, Position<'a>) -> Field<'a>,
) -> Field<'a> {
    let scale = context.constant(f32::from(SCALE));
    let periods = Periods::of(context).in_cells(u32::from(SCALE));
    let position = position.at(position.vector().map(|coordinate| coordinate * scale)).spread(scale);
    let position = periods.wrap(position);
    let noise = Noise::new(Basis::Gradient, 3, Interpolation::Smootherstep, octave_seed(context.own_seed(), 0));
    footprint::fade(context, position, footprint::lattice_reach(Basis::Gradient), || match noise {
        Some(noise) => field(periods.repeat(noise, Noise::with_periods), position),
        None => Field::Float(context.constant(0.0)),
    })
}

#[cfg(test)]
mod tests {
    use travertine_graph::graph::load;

    use crate::checks::evaluate::output_at;

    /// A fractal with its own noise, or with noise/perlin of the same periods.
    fn fractal(name: &str, is_wired: bool, periods: Option<[u32; 4]>, position: [f32; 4]) -> Vec<u32> {
        let repeating = |factor: u32| match periods {
            Some([x, y, z, time]) => format!(
                r#""periodic": true, "period_x": {}, "period_y": {}, "period_z": {}, "period_time": {time}"#,
                x * factor,
                y * factor,
                z * factor
            ),
            None => r#""periodic": false"#.to_owned(),
        };
        let wires = match (is_wired, name) {
            (false, _) => "",
            (true, "damped") => r#""value": {"node": "noise"}, "gradient": {"node": "noise", "output": "gradient"},"#,
            (true, _) => r#""value": {"node": "noise"},"#,
        };
        let (own, noise) = (repeating(1), repeating(4));
        let document = format!(
            r#"{{
              "format": "travertine", "version": 1,
              "nodes": {{
                "noise": {{"type": "noise/perlin", "inputs": {{{noise}}}}},
                "fractal": {{"type": "fractal/{name}", "inputs": {{{wires} "octaves": 3, {own}}}}}
              }},
              "outputs": {{"value": {{"node": "fractal"}}}}
            }}"#
        );
        output_at(&document, position).into_iter().map(f32::to_bits).collect()
    }

    #[test]
    fn fractals_have_a_noise_of_their_own() {
        for name in [
            "billow",
            "damped",
            "fbm",
            "hetero",
            "hybrid",
            "multifractal",
            "ping-pong",
            "ridged",
            "turbulence",
            "warped",
        ] {
            for periods in [None, Some([1, 2, 3, 1])] {
                let mut values = Vec::new();
                for step in 0..30 {
                    let position = [0.37, -0.21, 0.53, 0.1].map(|part: f32| part * step as f32);
                    let own = fractal(name, false, periods, position);
                    assert_eq!(own, fractal(name, true, periods, position), "{name} at {position:?}");
                    values.push(own);
                }
                values.sort_unstable();
                values.dedup();
                assert!(values.len() > 20, "{name} hardly varies");
            }
        }
    }

    #[test]
    fn a_value_without_its_gradient_is_an_error() {
        for (given, missing) in [("value", "gradient"), ("gradient", "value")] {
            let document = format!(
                r#"{{
                  "format": "travertine", "version": 1,
                  "nodes": {{
                    "noise": {{"type": "noise/perlin"}},
                    "fractal": {{"type": "fractal/damped", "inputs": {{"{given}": {{"node": "noise"}}}}}}
                  }},
                  "outputs": {{"value": {{"node": "fractal"}}}}
                }}"#
            );
            let message = load(document.as_bytes(), crate::checks::evaluate::registry()).unwrap_err().to_string();
            assert!(message.contains(&format!("the input `{missing}` is missing")), "{message}");
        }
    }
}
