//! Curl noise: a flow field without divergence.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext, Position};
use travertine_noise::hash::{hash, octave_seed};
use travertine_noise::{Basis, Interpolation, Noise, Slope};
use travertine_program::{BasisFunction, Expr};

use crate::parts::lattices::cells;
use crate::parts::lattices::periods::{self, Periods};
use crate::parts::noises::{footprint, octaves};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Curl noise", lower)
        .describe(
            "A flow field that swirls like water, without sources and drains. A warp along it stirs a \
             texture like paint on water. After Robert Bridson, Jim Hourihan and Marcus Nordenstam, \
             \"Curl-Noise for Procedural Fluid Flow\" (2007).",
        )
        .search(&["flow", "fluid", "swirl", "turbulence", "velocity", "smoke", "divergence", "perlin", "warp"])
        .input(cells::scale())
        .input(octaves::octaves(1.0))
        .input(octaves::persistence())
        .input(octaves::lacunarity())
        .input(cells::dimensions(2))
        .input(InputDefinition::seed())
        .input(InputDefinition::position());
    periods::of_cells(definition)
        .vector_output(
            "vector",
            "The direction and speed of the flow: each component is from -1 to 1, with mean 0. In two \
             dimensions, z is 0.",
        )
        .example(EXAMPLE)
}

/// The curl of a potential at the position times `scale`. Each octave has no divergence, and so neither has their
/// sum.
fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (dimensions, seed) = (context.integer("dimensions") as u8, context.seed("seed"));
    let sum = octaves::sum(context, cells::position(context)?, |octave, position| {
        let (seed, position) = (octave_seed(seed, octave.index), octave.at(position));
        Ok(footprint::fade(context, position, 1.7, || {
            Field::Vector(curl(context, dimensions, seed, position, octave.frequency))
        }))
    })?;
    Ok(vec![Field::Vector(sum.to_vector())])
}

/// The curl of three noises with seeds of their own; in two dimensions only the third is used.
///
/// Divided by the greatest magnitude of its components: each is a slope, or the difference of two.
fn curl<'a>(
    context: &LoweringContext<'a>,
    dimensions: u8,
    seed: u32,
    position: Position<'a>,
    frequency: Expr<'a>,
) -> [Expr<'a>; 3] {
    let periods = Periods::of(context);
    // The number of slopes in a component.
    let room = if dimensions == 2 { 1.0 } else { 2.0 };
    let slope = |component: u8, axis: u8| {
        let seed = hash(seed, [component.into(), 0x6375_726C]);
        let slope = Noise::new(Basis::Gradient, dimensions, Interpolation::Smootherstep, seed)
            .and_then(|noise| Slope::new(periods.repeat(noise, Noise::with_periods), axis));
        // The definition offers only valid numbers of dimensions, and no axis beyond them is used.
        slope.map_or(context.constant(0.0), |slope| {
            context.basis(BasisFunction::Slope(slope), position, &[frequency]) * (1.0 / (room * slope.greatest()))
        })
    };
    if dimensions == 2 {
        return [slope(2, 1), -slope(2, 0), context.constant(0.0)];
    }
    [[1, 2], [2, 0], [0, 1]].map(|[b, c]| slope(c, b) - slope(b, c))
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Marbled paper",
  "nodes": {
    "flow": {"type": "noise/curl", "inputs": {"scale": 2.5, "dimensions": 2, "seed": 5}},
    "stripes": {"type": "pattern/bands", "inputs": {"frequency": 3.5, "profile": "triangle"}},
    "stirred": {
      "type": "domain/warp",
      "inputs": {
        "value": {"node": "stripes", "output": "value"},
        "offset": {"node": "flow"},
        "strength": 0.35
      }
    },
    "paper": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "stirred"},
        "ramp": {
          "stops": [
            {"position": 0.18, "color": "#14213d"},
            {"position": 0.21, "color": "#2a6f97"},
            {"position": 0.42, "color": "#2a6f97"},
            {"position": 0.45, "color": "#f4e9cd"},
            {"position": 0.72, "color": "#f4e9cd"},
            {"position": 0.75, "color": "#c8553d"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "paper", "output": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use crate::checks::evaluate::value_at;

    /// The vector, in double precision, at a position that floats represent exactly.
    fn flow(dimensions: u8, octaves: u32, position: [f32; 4]) -> [f64; 3] {
        let inputs = format!(
            r#"{{"scale": 1, "octaves": {octaves}, "persistence": 0.7, "dimensions": {dimensions}, "seed": 3}}"#
        );
        let found = value_at("noise/curl", &inputs, position);
        [0, 1, 2].map(|axis: usize| f64::from(found[axis]))
    }

    #[test]
    fn the_flow_has_no_divergence() {
        // A step along each axis, exact in floats. Rounding and the squared step leave up to 4e-4 of the derivatives.
        const STEP: f32 = 1.0 / 512.0;
        for (dimensions, octaves) in [(2, 1), (3, 1), (4, 1), (2, 3), (3, 3)] {
            let (mut divergence, mut stretch) = (0.0f64, 0.0f64);
            for i in 0..60 {
                let position = [0.37, 0.81, -0.43, 0.29].map(|part: f32| (part * i as f32 * 256.0).floor() / 256.0);
                let along = [0, 1, 2].map(|axis: usize| {
                    let [before, after] = [-STEP, STEP].map(|step| {
                        let mut position = position;
                        position[axis] += step;
                        flow(dimensions, octaves, position)[axis]
                    });
                    (after - before) / f64::from(2.0 * STEP)
                });
                divergence = divergence.max(along.iter().sum::<f64>().abs());
                stretch = along.iter().fold(stretch, |stretch, part| stretch.max(part.abs()));
            }
            println!("{dimensions}D, {octaves} octaves: divergence {divergence:.1e}, stretch {stretch:.2}");
            assert!(stretch > 0.3 && divergence < 1e-3 * stretch, "{dimensions}D: {divergence} of {stretch}");
        }
    }

    #[test]
    fn components_stay_within_1_and_have_a_moderate_magnitude() {
        for dimensions in 2..=4 {
            let (mut squares, mut greatest) = (0.0, 0.0f64);
            for i in 0..500 {
                let position = [0.37, 0.81, -0.43, 0.29].map(|part: f32| part * i as f32);
                let vector = flow(dimensions, 1, position);
                assert!(dimensions > 2 || vector[2] == 0.0);
                squares += vector.map(|x| x * x).iter().sum::<f64>();
                greatest = vector.iter().fold(greatest, |greatest, x| greatest.max(x.abs()));
            }
            let length = (squares / 500.0).sqrt();
            println!("{dimensions}D: length {length:.3}, greatest component {greatest:.3}");
            assert!(greatest <= 1.0 && length > 0.1);
        }
    }
}
