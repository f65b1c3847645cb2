//! Simplex noise.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_noise::hash::octave_seed;
use travertine_noise::{Simplex, SimplexSlope};
use travertine_program::BasisFunction;

use crate::parts::lattices::cells;
use crate::parts::noises::octaves::Octave;
use crate::parts::noises::{footprint, octaves, output_range};

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Simplex noise", lower)
        .describe(
            "Gradient noise on triangles and simplices instead of squares and cubes: round blobs without a \
             preferred direction, and little slower in four dimensions than in three. Triangles do not \
             repeat along x and y; for tiles use noise/perlin. After Ken Perlin, \"Noise Hardware\" (2001), \
             and Stefan Gustavson, \"Simplex Noise Demystified\" (2005); the smooth variant after KdotJPG's \
             OpenSimplex2S (2020).",
        )
        .search(&[
            "gradient",
            "clouds",
            "fractal",
            "fbm",
            "random",
            "organic",
            "blobs",
            "isotropic",
            "perlin",
            "snoise",
        ])
        .input(cells::scale())
        .input(octaves::octaves(1.0))
        .input(octaves::persistence())
        .input(octaves::lacunarity())
        .input(
            InputDefinition::boolean("smooth", false)
                .describe("Makes blobs overlap more, for softer and more even transitions; takes 1.6 times as long."),
        )
        .example(EXAMPLE);
    let definition = output_range::describe(definition)
        .input(cells::dimensions(2))
        .input(InputDefinition::seed())
        .input(InputDefinition::position());
    cells::outputs(definition)
}

/// The noise at the position times `scale`, with octaves as in [`octaves`], each with a seed of its own.
fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    /// The spacing of samples, in cells, at which the noise has faded completely.
    const REACH: f32 = 1.25;
    let (dimensions, seed) = (context.integer("dimensions") as u8, context.seed("seed"));
    let smooth = context.boolean("smooth");
    // The definition offers only valid numbers of dimensions.
    let layer = |octave: &Octave| {
        let simplex = Simplex::new(dimensions, octave_seed(seed, octave.index));
        if smooth { simplex.map(Simplex::smooth) } else { simplex }
    };
    let sum = octaves::sum(context, cells::position(context)?, |octave, position| {
        let position = octave.at(position);
        let value = |simplex| context.basis(BasisFunction::Simplex(simplex), position, &[]);
        Ok(footprint::fade(context, position, REACH, || {
            Field::Float(layer(octave).map_or(context.constant(0.0), value))
        }))
    })?;
    let gradient = context.if_used("gradient", || {
        octaves::gradient(context, REACH, |octave, axis, position| {
            // There is no slope along axes beyond the noise's dimensions.
            let slope = layer(octave).and_then(|simplex| SimplexSlope::new(simplex, axis));
            slope
                .map_or(context.constant(0.0), |slope| context.basis(BasisFunction::SimplexSlope(slope), position, &[]))
        })
    })?;
    Ok(vec![output_range::stretch(context, sum)?, gradient])
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Lagoon",
  "nodes": {
    "noise": {"type": "noise/simplex", "inputs": {"scale": 2.2, "octaves": 2, "persistence": 0.25, "seed": 12}},
    "depth": {"type": "math/remap", "inputs": {"value": {"node": "noise"}, "from_min": -0.75, "from_max": 0.75}},
    "water": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "depth"},
        "ramp": {
          "stops": [
            {"position": 0.2, "color": "#062a4a"},
            {"position": 0.35, "color": "#0b6b8c"},
            {"position": 0.58, "color": "#3cc3b4"},
            {"position": 0.62, "color": "#e9dcb0"},
            {"position": 0.75, "color": "#8fae5a"},
            {"position": 0.85, "color": "#2f6b3a"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "water", "output": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use super::Simplex;
    use crate::checks::evaluate::value_at;

    #[test]
    fn one_octave_is_the_noise_at_the_scaled_position() {
        for dimensions in 2..=4 {
            let simplex = Simplex::new(dimensions, 9).unwrap();
            let inputs = format!(r#"{{"scale": 3, "dimensions": {dimensions}, "seed": 9}}"#);
            for step in 0..50 {
                let [x, y, z, time] = [0.037, 0.11, -0.2, 0.3].map(|part: f32| part * step as f32);
                let expected = simplex.at([x * 3.0, y * 3.0, z * 3.0, time]);
                assert_eq!(value_at("noise/simplex", &inputs, [x, y, z, time]), [expected]);
            }
        }
    }

    #[test]
    fn octaves_are_finer_and_fainter() {
        let [first, sum] = [1, 2].map(|octaves| {
            let inputs = format!(r#"{{"scale": 1, "octaves": {octaves}, "persistence": 0}}"#);
            value_at("noise/simplex", &inputs, [0.4, 0.7, -2.0, 0.0])
        });
        assert_eq!(first, sum);
        assert!(first[0].abs() <= 1.0);
    }
}
