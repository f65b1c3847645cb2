//! Three gradient noises as a vector.

use travertine_graph::definition::Definition;
use travertine_graph::lowering::{Lowered, LoweringContext};
use travertine_noise::Basis;

use crate::parts::noises::lattice_noise;

pub fn definition() -> Definition {
    let definition = Definition::new(module_path!(), "Vector noise", lower)
        .describe(
            "Three independent Perlin noises as x, y and z of a vector. As the offset of a warp it displaces in \
             every direction, where a plain noise moves along a diagonal only; as a color it is a soft cloud of \
             colors; added to a position it makes any pattern uneven. For offsets that neither gather nor \
             spread, see noise/curl. After Ken Perlin, \"An Image Synthesizer\" (1985).",
        )
        .search(&[
            "perlin", "gradient", "color", "colour", "warp", "distort", "displace", "offset", "3d", "wobble", "clouds",
            "fbm", "random",
        ])
        .example(EXAMPLE);
    lattice_noise::describe_inputs(definition, &["smootherstep", "smoothstep", "cosine", "linear"])
        .vector_output("vector", "The noises, each from `min` to `max`, with its mean half-way.")
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    lattice_noise::lower_vector(context, Basis::Gradient)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Batik",
  "nodes": {
    "noise": {
      "type": "noise/vector",
      "inputs": {"scale": 3, "octaves": 3, "persistence": 0.45, "dimensions": 2, "seed": 4}
    },
    "rings": {"type": "pattern/shells", "inputs": {"frequency": 5, "profile": "triangle"}},
    "warped": {
      "type": "domain/warp",
      "inputs": {"value": {"node": "rings"}, "offset": {"node": "noise"}, "strength": 0.3}
    },
    "cloth": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "warped"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#13213c"},
            {"position": 0.3, "color": "#1f4e79"},
            {"position": 0.36, "color": "#f0e2c4"},
            {"position": 0.48, "color": "#f0e2c4"},
            {"position": 0.54, "color": "#b5482e"},
            {"position": 1, "color": "#6f1d1b"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "cloth", "output": "color"}}
}"##;

#[cfg(test)]
mod tests {
    use travertine_noise::hash::hash;
    use travertine_noise::{Fractal, Interpolation, Noise};

    use super::Basis;
    use crate::checks::evaluate::value_at;

    #[test]
    fn components_are_unrelated_noises() {
        let inputs = r#"{"scale": 2, "octaves": 3, "dimensions": 4, "seed": 9, "min": 0, "max": 1}"#;
        for step in 0..20 {
            let at = [0.037, 0.11, -0.2, 0.3].map(|part: f32| part * step as f32);
            let found = value_at("noise/vector", inputs, at);
            for (component, found) in found.iter().enumerate() {
                let seed = hash(9, [component as i32, 0x7665_6374]);
                let noise = Noise::new(Basis::Gradient, 4, Interpolation::Smootherstep, seed).unwrap();
                let [x, y, z, time] = at;
                let noise = Fractal::new(noise, 3.0, 2.0, 0.5).unwrap().at([x * 2.0, y * 2.0, z * 2.0, time]);
                assert!((found - (noise * 0.5 + 0.5)).abs() < 1e-6, "{found}, not {noise}");
            }
        }
    }

    #[test]
    fn it_tiles() {
        let inputs = r#"{"scale": 2, "octaves": 4, "periodic": true, "period_x": 6, "period_y": 2, "period_z": 4}"#;
        for step in 0..20 {
            let [x, y, z] = [37.0, -21.0, 53.0].map(|part: f32| part * step as f32 / 64.0);
            let here = value_at("noise/vector", inputs, [x, y, z, 0.0]);
            assert_eq!(here, value_at("noise/vector", inputs, [x + 3.0, y - 1.0, z + 4.0, 0.0]));
        }
    }
}
