//! Gradient noise.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::Basis;

use crate::parts::noises::lattice_noise;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Perlin noise", lower)
        .describe(
            "Gradient noise: soft blobs, about one per cell; with octaves, clouds, stone and hills. Random \
             gradients at lattice points are interpolated smoothly. The noise is 0 at the lattice points, \
             and so everywhere beyond 2^24 cells, where all coordinates are whole numbers; noise/value does \
             not vanish there. After Ken Perlin, \"An Image Synthesizer\" (1985) and \"Improving Noise\" \
             (2002), but with gradients of its own: reference/perlin-1985 and reference/perlin-2002 have the \
             numbers of his programs.",
        )
        .search(&[
            "gradient",
            "clouds",
            "fractal",
            "fbm",
            "random",
            "organic",
            "bumps",
            "marble",
            "noise texture",
            "noise2d",
            "noise3d",
            "unified noise",
            "bozo",
            "dents",
        ])
        .example(EXAMPLE);
    lattice_noise::describe(definition, &["smootherstep", "smoothstep", "cosine", "linear"])
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    lattice_noise::lower(context, Basis::Gradient)
}

const EXAMPLE: &str = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Clouds",
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 6, "seed": 21}},
    "picture": {
      "type": "math/remap",
      "inputs": {"value": {"node": "noise"}, "from_min": -0.4, "from_max": 0.4, "clamp": true}
    }
  },
  "outputs": {"value": {"node": "picture"}}
}"#;

#[cfg(test)]
mod tests {
    use travertine_noise::{Fractal, Interpolation, Noise};

    use super::Basis;
    use crate::checks::evaluate::{value, value_at};

    #[test]
    fn varies_along_its_dimensions_only() {
        for (dimensions, varying) in [(1, 1), (2, 2), (3, 3), (4, 4)] {
            let inputs = format!(r#"{{"dimensions": {dimensions}, "octaves": 3, "scale": 1}}"#);
            let here = value_at("noise/perlin", &inputs, [0.3; 4]);
            for axis in 0..4 {
                let mut position = [0.3; 4];
                position[axis] = 0.6;
                assert_eq!(value_at("noise/perlin", &inputs, position) != here, axis < varying, "{axis}");
            }
        }
    }

    #[test]
    fn octaves_sum_as_the_noise_crate_defines() {
        let noise = Noise::new(Basis::Gradient, 4, Interpolation::Cosine, 9).unwrap();
        for octaves in [1.0, 2.0, 5.0, 4.3, 1.01] {
            let fractal = Fractal::new(noise, octaves, 2.1, 0.6).unwrap();
            let inputs = format!(
                r#"{{
                    "scale": 3, "octaves": {octaves}, "lacunarity": 2.1, "persistence": 0.6,
                    "dimensions": 4, "interpolation": "cosine", "seed": 9
                }}"#
            );
            for step in 0..20 {
                let [x, y, z, time] = [0.037, 0.11, -0.2, 0.3].map(|part: f32| part * step as f32);
                let expected = fractal.at([x * 3.0, y * 3.0, z * 3.0, time]);
                assert_eq!(value_at("noise/perlin", &inputs, [x, y, z, time]), [expected]);
            }
        }
    }

    #[test]
    fn one_octave_needs_no_persistence() {
        let inputs = |rest: &str| format!(r#"{{"octaves": 1, {rest}}}"#);
        let plain = value("noise/perlin", &inputs(r#""persistence": 0.5"#));
        assert_eq!(value("noise/perlin", &inputs(r#""persistence": 7, "lacunarity": 3"#)), plain);
    }
}
