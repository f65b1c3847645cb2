//! Colors of thin films, by interference.

use std::f32::consts::TAU;

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

use crate::parts::positions::angle::sine_and_cosine;

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Thin film", lower)
        .describe(
            "The iridescent colors of a thin transparent film in white light: soap bubbles, oil on water, heated \
             steel, anodized titanium, bismuth, beetles. Light from the front and the back of the film interferes; \
             connect a noise to `thickness`. Films above 2000 nm fade to gray. Colors beyond the range \
             of a screen are limited to 0 to 1. The spectrum is summed as in Laurent Belcour and Pascal Barla, \"A \
             Practical Extension to Microfacet Theory for the Modeling of Varying Iridescence\" (2017).",
        )
        .search(&[
            "iridescence",
            "interference",
            "soap bubble",
            "oil slick",
            "petrol",
            "anodized",
            "heat tint",
            "temper colors",
            "rainbow",
            "pearl",
            "nacre",
            "bismuth",
            "newton",
        ])
        .input(
            InputDefinition::float("thickness", 400.0)
                .soft(0.0..=1500.0)
                .step(5.0)
                .unit("nm")
                .describe("The thickness of the film: below 100 black to white, then vivid, then ever paler."),
        )
        .input(
            InputDefinition::float("angle", 0.0)
                .soft(0.0..=90.0)
                .step(1.0)
                .unit("degrees")
                .describe("The angle of sight: 0 is straight down, towards 90 the colors of thinner films appear."),
        )
        .input(InputDefinition::float("refraction", 1.33).soft(1.0..=3.0).step(0.01).describe(
            "The refractive index of the film: 1.33 for soap and water, 1.5 for oil, 2.5 for titanium oxide.",
        ))
        .input(
            InputDefinition::fraction("contrast", 1.0)
                .describe("How alike both reflections are: 1 gives the purest colors, 0 white."),
        )
        .input(InputDefinition::choice("film", &["soap", "oxide"]).describe(
            "What lies behind: with `soap` something thinner, such as air, so that the thinnest film is black; \
             with `oxide` something denser, such as metal, so that it is white.",
        ))
        .color_output("color", "The reflected light, where 1 is the strongest reflection; opaque.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let (thickness, refraction) = (context.float("thickness")?, context.float("refraction")?);
    let (sine, _) = sine_and_cosine(context.float("angle")?);
    let contrast = context.float("contrast")?;
    // Snell's law gives the path inside the film.
    let inside = sine / refraction;
    let cosine = (1.0 - inside * inside).sqrt();
    // Far thicker films are gray.
    let path = (thickness * refraction * cosine * 2.0).max(-1e5).min(1e5);
    let waves = waves(path);
    let sign = if context.choice("film") == "oxide" { contrast } else { -contrast };
    let [red, green, blue] = WHITE_TO_LINEAR.map(|[x, y, z]| {
        let wave = waves[0] * x + waves[1] * y + waves[2] * z;
        ((wave * sign + 1.0) / (contrast + 1.0)).clamp01()
    });
    Ok(vec![Field::Color([red, green, blue, context.constant(1.0)])])
}

/// The mean of cos(2π path / wavelength) over the spectrum, as each of X, Y and Z weighs it; 1 for the path 0.
///
/// The weights are Gaussians of the wave number, so their transforms are, too. X has two.
fn waves(path: Expr) -> [Expr; 3] {
    let square = path * path;
    let lobe = |turns: f32, decay: f32| (square * -decay).exp() * ((path * turns).fract() * TAU).cos();
    [
        lobe(1.6810e-3, 1.708547e-7) * 0.8462022 + lobe(2.2399e-3, 1.7876617e-7) * 0.1537978,
        lobe(1.7953e-3, 3.6733088e-7),
        lobe(2.2084e-3, 2.6103525e-7),
    ]
}

/// From X, Y and Z relative to equal energy to linear light: the matrix of Rec. 709 after the adaptation of white by
/// the Bradford transform. The rows have the sum 1.
const WHITE_TO_LINEAR: [[f32; 3]; 3] =
    [[3.1466577, -1.6664637, -0.4801939], [-0.9955216, 1.9557568, 0.039764874], [0.0635948, -0.21456322, 1.1509684]];

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "A soap bubble",
  "nodes": {
    "radius": {
      "type": "math/formula",
      "inputs": {"formula": "sqrt((x-0.5)^2 + (y-0.5)^2)/0.44"}
    },
    "angle": {"type": "math/formula", "inputs": {"formula": "asin(min(a, 1))*57.3", "a": {"node": "radius"}}},
    "flow": {
      "type": "noise/perlin",
      "inputs": {"scale": 2.2, "octaves": 3, "persistence": 0.4, "dimensions": 2, "seed": 14}
    },
    "swirl": {
      "type": "domain/warp",
      "inputs": {"value": {"node": "sheet"}, "offset": {"node": "flow", "output": "gradient"}, "strength": 0.035}
    },
    "sheet": {
      "type": "math/formula",
      "inputs": {"formula": "80 + 560*y + 60*sin(6*x + 9*y)"}
    },
    "film": {
      "type": "color/thin-film",
      "inputs": {"thickness": {"node": "swirl"}, "angle": {"node": "angle"}}
    },
    "mirror": {
      "type": "math/formula",
      "inputs": {
        "formula": "smoothstep(1.005, 0.995, a)*(0.3 + 0.7*clamp(a, 0, 1)^5)",
        "a": {"node": "radius"}
      }
    },
    "shine": {"type": "math/multiply", "inputs": {"a": {"node": "film"}, "b": {"node": "mirror"}}},
    "evening": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "radius"},
        "ramp": {
          "stops": [{"position": 0.2, "color": "#2a3350"}, {"position": 1, "color": "#0c0f1a"}],
          "space": "srgb"
        }
      }
    },
    "sum": {"type": "math/add", "inputs": {"a": {"node": "shine"}, "b": {"node": "evening"}}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "sum"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use std::f64::consts::TAU;

    use crate::checks::evaluate::value;

    fn film(inputs: &str) -> [f32; 3] {
        let found = value("color/thin-film", inputs);
        assert_eq!(found[3], 1.0);
        [found[0], found[1], found[2]]
    }

    /// The color matching functions after Chris Wyman, Peter-Pike Sloan and Peter Shirley, "Simple Analytic
    /// Approximations to the CIE XYZ Color Matching Functions" (2013).
    fn matching(nm: f64) -> [f64; 3] {
        let hill = |middle: f64, left: f64, right: f64| {
            let away = (nm - middle) / if nm < middle { left } else { right };
            (-0.5 * away * away).exp()
        };
        [
            1.056 * hill(599.8, 37.9, 31.0) + 0.362 * hill(442.0, 16.0, 26.7) - 0.065 * hill(501.1, 20.4, 26.2),
            0.821 * hill(568.8, 46.9, 40.5) + 0.286 * hill(530.9, 16.3, 31.1),
            1.217 * hill(437.0, 11.8, 36.0) + 0.681 * hill(459.0, 26.0, 13.8),
        ]
    }

    /// The color by a sum over the spectrum.
    fn summed(path: f64) -> [f64; 3] {
        let (mut waves, mut whole) = ([0.0; 3], [0.0; 3]);
        for nm in (360..=830).map(f64::from) {
            for (i, weight) in matching(nm).into_iter().enumerate() {
                waves[i] += weight * (1.0 - (TAU * path / nm).cos()) * 0.5;
                whole[i] += weight;
            }
        }
        let rows = super::WHITE_TO_LINEAR;
        rows.map(|row| (0..3).map(|i| f64::from(row[i]) * waves[i] / whole[i]).sum::<f64>().clamp(0.0, 1.0))
    }

    #[test]
    fn colors_are_those_of_the_summed_spectrum() {
        for step in 0..60 {
            let path = f64::from(step) * 50.0;
            let inputs = format!(r#"{{"thickness": {}, "refraction": 1.5}}"#, path / 3.0);
            let (found, expected) = (film(&inputs), summed(path));
            let close = found.iter().zip(expected).all(|(a, b)| (f64::from(*a) - b).abs() < 0.1);
            assert!(close, "path of {path} nm: {found:?}, expected {expected:?}");
        }
    }

    #[test]
    fn the_thinnest_soap_is_black_and_the_thinnest_oxide_white() {
        let all = |color: [f32; 3], level: f32| color.iter().all(|channel| (channel - level).abs() < 1e-5);
        assert!(all(film(r#"{"thickness": 0}"#), 0.0));
        assert!(all(film(r#"{"thickness": 0, "film": "oxide"}"#), 1.0));
        assert!(all(film(r#"{"thickness": 1e9}"#), 0.5), "thick films are gray");
        assert!(all(film(r#"{"contrast": 0}"#), 1.0));
    }

    /// A film at an angle looks like a thinner one.
    #[test]
    fn an_angle_shortens_the_path() {
        let (angle, refraction) = (50.0_f64, 1.4_f64);
        let inside = angle.to_radians().sin() / refraction;
        let thinner = 400.0 * (1.0 - inside * inside).sqrt();
        let found = film(r#"{"thickness": 400, "angle": 50, "refraction": 1.4}"#);
        let expected = film(&format!(r#"{{"thickness": {thinner}, "refraction": 1.4}}"#));
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-4), "{found:?}, {expected:?}");
    }
}
