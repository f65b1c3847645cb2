//! Color spaces: conversions between linear light and the spaces in which people choose colors.
//!
//! Linear light and sRGB have the primaries of Rec. 709. HSV and HSL describe the sRGB-encoded channels, as color
//! pickers do. Hues are in turns. Channels beyond 0 to 1 convert like others.

use std::f32::consts::TAU;

use travertine_noise::math::{from_oklab, to_oklab};
use travertine_program::Expr;

/// The three components of a color in a space.
type Components<'a> = [Expr<'a>; 3];

/// A color space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColorSpace {
    /// Linear red, green and blue.
    Linear,
    /// Red, green and blue with the curve of sRGB.
    Srgb,
    /// Hue, saturation and value of the sRGB channels.
    Hsv,
    /// Hue, saturation and lightness of the sRGB channels.
    Hsl,
    /// Lightness, green to red, blue to yellow.
    Oklab,
    /// Lightness, chroma and hue of OKLab.
    Oklch,
    /// CIE 1931 X, Y and Z; Y of white is 1.
    Xyz,
}

impl ColorSpace {
    /// The names of all spaces in documents, in the order of [`ColorSpace::named`].
    pub const NAMES: [&str; 7] = ["linear", "srgb", "hsv", "hsl", "oklab", "oklch", "xyz"];

    /// The space with a name in documents; linear for any other name.
    pub fn named(name: &str) -> ColorSpace {
        match name {
            "srgb" => ColorSpace::Srgb,
            "hsv" => ColorSpace::Hsv,
            "hsl" => ColorSpace::Hsl,
            "oklab" => ColorSpace::Oklab,
            "oklch" => ColorSpace::Oklch,
            "xyz" => ColorSpace::Xyz,
            _ => ColorSpace::Linear,
        }
    }

    /// The space that this one is computed from.
    fn base(self) -> ColorSpace {
        match self {
            ColorSpace::Hsv | ColorSpace::Hsl => ColorSpace::Srgb,
            ColorSpace::Oklch => ColorSpace::Oklab,
            _ => ColorSpace::Linear,
        }
    }

    /// The number of conversions from linear light.
    fn depth(self) -> u8 {
        match self {
            ColorSpace::Linear => 0,
            ColorSpace::Srgb | ColorSpace::Oklab | ColorSpace::Xyz => 1,
            ColorSpace::Hsv | ColorSpace::Hsl | ColorSpace::Oklch => 2,
        }
    }

    fn of_base(self, color: Components) -> Components {
        match self {
            ColorSpace::Linear => color,
            ColorSpace::Srgb => color.map(Expr::linear_to_srgb),
            ColorSpace::Hsv => hsv_of(color),
            ColorSpace::Hsl => hsl_of(color),
            ColorSpace::Oklab => oklab_of(color),
            ColorSpace::Oklch => polar(color),
            ColorSpace::Xyz => product(TO_XYZ, color),
        }
    }

    fn to_base(self, color: Components) -> Components {
        match self {
            ColorSpace::Linear => color,
            ColorSpace::Srgb => color.map(Expr::srgb_to_linear),
            ColorSpace::Hsv => of_hsv(color),
            ColorSpace::Hsl => of_hsl(color),
            ColorSpace::Oklab => from_oklab(color),
            ColorSpace::Oklch => cartesian(color),
            ColorSpace::Xyz => product(OF_XYZ, color),
        }
    }
}

/// A color of one space in another. Equal spaces change nothing.
pub fn convert<'a>(color: Components<'a>, from: ColorSpace, to: ColorSpace) -> Components<'a> {
    if from == to {
        color
    } else if from.depth() >= to.depth() {
        convert(from.to_base(color), from.base(), to)
    } else {
        to.of_base(convert(color, from, to.base()))
    }
}

/// OKLab of linear light. Grays are exactly gray.
pub fn oklab_of(color: Components) -> Components {
    to_oklab(color, cube_root)
}

fn cube_root(value: Expr) -> Expr {
    value.abs().pow(1.0 / 3.0) * value.sign()
}

/// Lightness, chroma and hue of OKLab.
fn polar([lightness, a, b]: Components) -> Components {
    [lightness, (a * a + b * b).sqrt(), (b.atan2(a) / TAU).fract()]
}

fn cartesian([lightness, chroma, hue]: Components) -> Components {
    let angle = hue.fract() * TAU;
    [lightness, chroma * angle.cos(), chroma * angle.sin()]
}

fn hsv_of(color: Components) -> Components {
    let (hue, least, greatest) = hue_and_ends(color);
    [hue, (greatest - least) / greatest, greatest]
}

fn of_hsv([hue, saturation, value]: Components) -> Components {
    let least = value * (1.0 - saturation);
    pure(hue).map(|share| least.mix(value, share))
}

fn hsl_of(color: Components) -> Components {
    let (hue, least, greatest) = hue_and_ends(color);
    let sum = greatest + least;
    [hue, (greatest - least) / (1.0 - (sum - 1.0).abs()), sum * 0.5]
}

fn of_hsl([hue, saturation, lightness]: Components) -> Components {
    let reach = saturation * lightness.min(1.0 - lightness);
    let (least, greatest) = (lightness - reach, lightness + reach);
    pure(hue).map(|share| least.mix(greatest, share))
}

/// The hue, 0 for grays, with the least and the greatest channel.
fn hue_and_ends<'a>([red, green, blue]: Components<'a>) -> (Expr<'a>, Expr<'a>, Expr<'a>) {
    let (least, greatest) = (red.min(green).min(blue), red.max(green).max(blue));
    let (not_red, not_green) = (red.less(greatest), green.less(greatest));
    let rise = not_red.select(not_green.select(red - green, blue - red), green - blue);
    let sixths = not_red.select(not_green.select(4.0, 2.0), 0.0);
    let hue = ((rise / (greatest - least) + sixths) / 6.0).fract();
    (hue, least, greatest)
}

/// The channels of the most saturated and brightest color of a hue, each from 0 to 1.
fn pure(hue: Expr) -> Components {
    let sixths = hue.fract() * 6.0;
    [
        ((sixths - 3.0).abs() - 1.0).clamp01(),
        (2.0 - (sixths - 2.0).abs()).clamp01(),
        (2.0 - (sixths - 4.0).abs()).clamp01(),
    ]
}

/// From linear light to XYZ, for the white D65.
const TO_XYZ: [[f32; 3]; 3] =
    [[0.4123908, 0.35758433, 0.1804808], [0.212639, 0.71516865, 0.07219232], [0.019330818, 0.11919478, 0.95053214]];

const OF_XYZ: [[f32; 3]; 3] =
    [[3.24097, -1.5373832, -0.49861076], [-0.96924365, 1.8759675, 0.04155506], [0.05563008, -0.20397696, 1.0569715]];

fn product<'a>(matrix: [[f32; 3]; 3], [x, y, z]: Components<'a>) -> Components<'a> {
    matrix.map(|[a, b, c]| x * a + y * b + z * c)
}

#[cfg(test)]
mod tests {
    use super::ColorSpace;
    use crate::checks::evaluate::value;

    fn convert(color: [f32; 3], from: &str, to: &str) -> [f32; 3] {
        let [red, green, blue] = color;
        let inputs =
            format!(r#"{{"color": [{red}, {green}, {blue}, 0.5], "from_space": "{from}", "to_space": "{to}"}}"#);
        let converted = value("color/convert", &inputs);
        assert_eq!(converted[3], 0.5, "alpha is kept");
        [converted[0], converted[1], converted[2]]
    }

    fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
        a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
    }

    /// Colors within the gamut, and some beyond.
    fn colors() -> impl Iterator<Item = [f32; 3]> {
        let level = |step: u32| step as f32 / 5.0;
        let within = (0..216).map(move |i| [level(i % 6), level(i / 6 % 6), level(i / 36)]);
        within.chain([[3.0, 0.5, 1.25], [1.0, -0.05, 0.3], [0.001, 0.002, 0.0005], [1e-4, 0.0, 1e-4]])
    }

    #[test]
    fn names_follow_the_spaces() {
        for name in ColorSpace::NAMES {
            let found = format!("{:?}", ColorSpace::named(name)).to_lowercase();
            assert_eq!(found, name);
        }
    }

    #[test]
    fn every_conversion_has_an_inverse() {
        for target in ColorSpace::NAMES {
            for from in ["linear", "srgb", "oklab", "xyz"] {
                for color in colors().map(|color| convert(color, "linear", from)) {
                    let back = convert(convert(color, from, target), target, from);
                    assert!(distance(back, color) < 1e-5, "{from} to {target}: {color:?} becomes {back:?}");
                }
            }
        }
    }

    #[test]
    fn linear_light_survives_to_within_four_millionths() {
        for target in ColorSpace::NAMES {
            for color in colors().filter(|color| color.iter().all(|channel| (0.0..=1.0).contains(channel))) {
                let back = convert(convert(color, "linear", target), target, "linear");
                assert!(distance(back, color) < 4e-6, "{target}: {color:?} becomes {back:?}");
            }
        }
    }

    #[test]
    fn grays_have_no_chroma_and_stay_gray() {
        for step in 0..=50 {
            let gray = [step as f32 / 37.0; 3];
            let [lightness, a, b] = convert(gray, "linear", "oklab");
            assert_eq!([a, b], [0.0; 2]);
            let [red, green, blue] = convert([lightness, a, b], "oklab", "linear");
            assert!(red == green && green == blue);
            for space in ["hsv", "hsl", "oklch"] {
                let [first, second, third] = convert(gray, "linear", space);
                assert_eq!(if space == "oklch" { [second, third] } else { [first, second] }, [0.0; 2]);
            }
        }
    }

    /// Published values: CSS Color Module Level 4 and the definition of OKLab.
    #[test]
    fn known_colors_have_their_published_coordinates() {
        let known = [
            ([1.0, 0.0, 0.0], "oklab", [0.62796, 0.22486, 0.12585]),
            ([0.0, 1.0, 0.0], "oklab", [0.86644, -0.23389, 0.17950]),
            ([0.0, 0.0, 1.0], "oklab", [0.45201, -0.03246, -0.31153]),
            ([1.0, 0.0, 0.0], "oklch", [0.62796, 0.25768, 29.234 / 360.0]),
            ([1.0, 1.0, 1.0], "xyz", [0.95046, 1.0, 1.08906]),
            ([0.0, 1.0, 0.0], "xyz", [0.35758, 0.71517, 0.11919]),
            ([0.214041, 0.214041, 0.0], "hsv", [1.0 / 6.0, 1.0, 0.5]),
            ([0.214041, 0.0, 0.214041], "hsl", [5.0 / 6.0, 1.0, 0.25]),
            ([1.0, 0.214041, 0.214041], "hsl", [0.0, 1.0, 0.75]),
            ([0.0, 0.5, 1.0], "srgb", [0.0, 0.735357, 1.0]),
        ];
        for (color, space, expected) in known {
            let found = convert(color, "linear", space);
            assert!(distance(found, expected) < 2e-5, "{color:?} is {found:?} in {space}");
        }
    }

    /// HSV by its definition in six pieces, on the unchanged numbers.
    #[test]
    fn hues_are_those_of_the_six_pieces() {
        for color in colors().filter(|color| color.iter().all(|channel| *channel >= 0.0)) {
            let [r, g, b] = color.map(f64::from);
            let (most, least) = (r.max(g).max(b), r.min(g).min(b));
            let chroma = most - least;
            let sixths = if chroma == 0.0 {
                0.0
            } else if most == r {
                ((g - b) / chroma).rem_euclid(6.0)
            } else if most == g {
                (b - r) / chroma + 2.0
            } else {
                (r - g) / chroma + 4.0
            };
            let saturation = if most == 0.0 { 0.0 } else { chroma / most };
            let expected = [sixths / 6.0, saturation, most].map(|component| component as f32);
            let found = convert(color, "srgb", "hsv");
            assert!(distance(found, expected) < 1e-6, "{color:?} is {found:?}, not {expected:?}");
        }
    }
}
