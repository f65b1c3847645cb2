//! The color of a glowing body.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_program::Expr;

pub fn definition() -> Definition {
    let kelvin = |name, default| InputDefinition::float(name, default).soft(800.0..=12_000.0).step(50.0).unit("kelvin");
    Definition::new(module_path!(), "Blackbody", lower)
        .describe(
            "The color in which a body glows at a temperature: embers and lava from 800 to 1500 K, flames and \
             lamps from 1500 to 3000 K, the sun near 5800 K, an overcast sky near 7000 K, blue stars from 10000 \
             K. The color follows M. Krystek, \"An algorithm to calculate correlated color temperature\" \
             (1985), which is true from 1000 to 15000 K and close beyond; channels that no screen can show become 0. The brightness follows Planck's law, weighted as the eye sees, \
             within 1 %.",
        )
        .search(&[
            "black body",
            "temperature",
            "kelvin",
            "fire",
            "lava",
            "flame",
            "heat",
            "glow",
            "white balance",
            "star",
            "incandescent",
            "planck",
        ])
        .input(kelvin("temperature", 1500.0).describe(
            "The temperature: 1000 is deep red, 2000 orange, 4000 warm white, 6500 white, 15000 blue.",
        ))
        .input(
            kelvin("reference", 1500.0)
                .describe("The temperature at which the brightest channel of the glow is 1. Hotter bodies exceed it."),
        )
        .color_output("color", "The color of the light: its brightest channel is always 1.")
        .color_output(
            "glow",
            "The light itself, bright where it is hot and dark where it is cold: use it for emission. At half the \
             reference temperature it is nearly black.",
        )
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let body = Body::at(context.float("temperature")?);
    let opaque = context.constant(1.0);
    let [red, green, blue] = body.color;
    let glow = context.if_used("glow", || {
        let reference = Body::at(context.float("reference")?);
        // A cold body gives no light, which no factor makes bright.
        let factor = (body.light / reference.light).max(0.0);
        let [red, green, blue] = body.color.map(|channel| channel * factor);
        Ok(Field::Color([red, green, blue, opaque]))
    })?;
    Ok(vec![Field::Color([red, green, blue, opaque]), glow])
}

/// A glowing body.
struct Body<'a> {
    /// Its color, with 1 as the greatest channel.
    color: [Expr<'a>; 3],
    /// The greatest channel of its light.
    light: Expr<'a>,
}

impl<'a> Body<'a> {
    fn at(temperature: Expr<'a>) -> Body<'a> {
        // Below, the light is darker than any float; above, its color changes no more.
        let kelvin = temperature.max(200.0).min(1e6);
        // Krystek's fractions for the coordinates u and v of CIE 1960; the lower one of v has a square completed, so
        // that its interval is above 0.
        let u = ((kelvin * 1.2864122e-7 + 1.5411826e-4) * kelvin + 0.86011773)
            / ((kelvin * 7.0814514e-7 + 8.424202e-4) * kelvin + 1.0);
        let from_least = kelvin - 89.72776;
        let v = ((kelvin * 4.2048168e-8 + 4.2280626e-5) * kelvin + 0.31739873)
            / (from_least * from_least * 1.6145606e-7 + 0.9987001);
        // Linear light of X : Y : Z = 3u : 2v : 4 - u - 10v.
        let channels = [
            u * 10.22152 + v * 1.9113412 - 1.994443,
            v * 3.3363845 - u * 2.949286 + 0.16622023,
            4.227886 - u * 0.8900813 - v * 10.977669,
        ];
        let [red, green, blue] = channels;
        let greatest = red.max(green).max(blue);
        let color = channels.map(|channel| (channel / greatest).clamp01());
        Body { color, light: greatest / v * luminance(kelvin) }
    }
}

/// The luminance of a body in units of its own: Planck's law at the effective wavelength of the eye, which is 542 nm
/// for the hottest bodies and 588 nm for a body of 750 K.
fn luminance(kelvin: Expr) -> Expr {
    let cold = 1000.0 / kelvin;
    let exponent = ((cold * 0.28255 - 1.96304) * cold + 26.55178) * cold;
    1.0 / (exponent.exp() - 1.0)
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Cooling lava",
  "nodes": {
    "wobble": {
      "type": "noise/perlin",
      "inputs": {"scale": 5, "octaves": 3, "persistence": 0.5, "dimensions": 2, "seed": 2}
    },
    "crust": {"type": "noise/cellular", "inputs": {"scale": 3.2, "seed": 10, "dimensions": 2}},
    "broken": {
      "type": "domain/warp",
      "inputs": {
        "value": {"node": "crust", "output": "edge"},
        "offset": {"node": "wobble", "output": "gradient"},
        "strength": 0.005
      }
    },
    "ash": {
      "type": "noise/perlin",
      "inputs": {"scale": 9, "octaves": 4, "persistence": 0.5, "dimensions": 2, "seed": 6}
    },
    "temperature": {
      "type": "math/formula",
      "inputs": {
        "formula": "1750 - 780*clamp(a/0.3, 0, 1)^0.6 + 260*b",
        "a": {"node": "broken"},
        "b": {"node": "ash"}
      }
    },
    "lava": {
      "type": "color/blackbody",
      "inputs": {"temperature": {"node": "temperature"}, "reference": 1500}
    },
    "shown": {"type": "math/add", "inputs": {"a": {"node": "lava", "output": "glow"}, "b": "#1c1715"}},
    "picture": {"type": "math/clamp", "inputs": {"value": {"node": "shown"}}}
  },
  "outputs": {"color": {"node": "picture"}}
}"##;

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a reference in double precision")]
mod tests {
    use crate::checks::evaluate::{named_at, value};

    fn color(kelvin: f64) -> [f64; 3] {
        let found = value("color/blackbody", &format!(r#"{{"temperature": {kelvin}}}"#));
        [0, 1, 2].map(|channel: usize| f64::from(found[channel]))
    }

    /// Linear light, with 1 as the greatest channel, of CIE 1931 coordinates X, Y and Z.
    fn shown([x, y, z]: [f64; 3]) -> [f64; 3] {
        let channels = [
            3.2409699 * x - 1.5373832 * y - 0.4986108 * z,
            -0.9692436 * x + 1.8759675 * y + 0.0415551 * z,
            0.0556301 * x - 0.203977 * y + 1.0569715 * z,
        ];
        let greatest = channels.into_iter().fold(0.0, f64::max);
        channels.map(|channel| (channel / greatest).max(0.0))
    }

    /// Chromaticities of the Planckian locus, as tabulated by Günter Wyszecki and Walter Stiles, "Color Science"
    /// (1982).
    #[test]
    fn colors_are_those_of_the_planckian_locus() {
        let locus = [
            (1000.0, 0.6528, 0.3444),
            (1500.0, 0.5857, 0.3931),
            (2000.0, 0.5267, 0.4133),
            (3000.0, 0.4369, 0.4041),
            (4000.0, 0.3805, 0.3768),
            (6500.0, 0.3135, 0.3237),
            (10_000.0, 0.2807, 0.2884),
            (15_000.0, 0.2638, 0.2673),
        ];
        for (kelvin, x, y) in locus {
            let expected = shown([x / y, 1.0, (1.0 - x - y) / y]);
            let found = color(kelvin);
            let close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.004);
            assert!(close, "{kelvin} K: {found:?}, expected {expected:?}");
        }
    }

    #[test]
    fn the_brightest_channel_is_1_at_any_temperature() {
        for kelvin in [-5.0, 0.0, 300.0, 777.0, 6600.0, 2e4, 1e30] {
            assert_eq!(color(kelvin).into_iter().fold(0.0, f64::max), 1.0, "{kelvin}");
        }
        assert_eq!(color(0.0), [1.0, 0.0, 0.0]);
    }

    /// The sensitivity of the eye after Chris Wyman, Peter-Pike Sloan and Peter Shirley, "Simple Analytic
    /// Approximations to the CIE XYZ Color Matching Functions" (2013).
    fn luminance(kelvin: f64) -> f64 {
        let hill = |nm: f64, middle: f64, left: f64, right: f64| {
            let away = (nm - middle) / if nm < middle { left } else { right };
            (-0.5 * away * away).exp()
        };
        let eye = |nm| 0.821 * hill(nm, 568.8, 46.9, 40.5) + 0.286 * hill(nm, 530.9, 16.3, 31.1);
        let planck = |nm: f64| (nm / 560.0).powi(-5) / ((1.438_776_877e7 / (nm * kelvin)).exp() - 1.0);
        (360..=830).map(f64::from).map(|nm| planck(nm) * eye(nm)).sum()
    }

    #[test]
    fn the_glow_has_the_luminance_of_plancks_law() {
        // The part of luminance in the brightest channel, which the screen shows.
        let glow = |kelvin: f64| {
            let inputs = format!(r#"{{"temperature": {kelvin}, "reference": 2500}}"#);
            let glow = named_at("color/blackbody", "glow", &inputs, [0.0; 4]);
            0.2126 * f64::from(glow[0]) + 0.7152 * f64::from(glow[1]) + 0.0722 * f64::from(glow[2])
        };
        for kelvin in [2200.0, 3000.0, 5000.0, 10_000.0, 20_000.0] {
            let found = glow(kelvin) / glow(2500.0);
            let expected = luminance(kelvin) / luminance(2500.0);
            assert!((found / expected - 1.0).abs() < 0.01, "{kelvin} K: {found}, expected {expected}");
        }
    }

    #[test]
    fn at_the_reference_the_glow_is_the_color() {
        for kelvin in [1000, 1500, 6500] {
            let inputs = format!(r#"{{"temperature": {kelvin}, "reference": {kelvin}}}"#);
            let [color, glow] = ["color", "glow"].map(|output| named_at("color/blackbody", output, &inputs, [0.0; 4]));
            assert_eq!(color, glow);
        }
    }
}
