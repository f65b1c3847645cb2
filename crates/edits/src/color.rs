//! Colors as people choose them: by hue, saturation and value, by lightness, chroma and hue, or as six hexadecimal
//! digits.
//!
//! Colors are linear red, green and blue with the primaries of Rec. 709. Hues are in turns.

use std::f32::consts::TAU;

use travertine_noise::math::{atan2, cos, from_oklab, linear_to_srgb, pow, sin, srgb_to_linear, to_oklab};

/// Three components of a color.
pub type Components = [f32; 3];

/// The hue, saturation and value of the sRGB channels. `hue` is the hue of grays, which have none.
pub fn hsv_of(color: Components, hue: f32) -> Components {
    let [red, green, blue] = color.map(linear_to_srgb);
    let (least, greatest) = (red.min(green).min(blue), red.max(green).max(blue));
    let span = greatest - least;
    if span <= 0.0 || greatest <= 0.0 {
        return [hue, 0.0, greatest];
    }
    let sixths = if greatest == red {
        (green - blue) / span
    } else if greatest == green {
        (blue - red) / span + 2.0
    } else {
        (red - green) / span + 4.0
    };
    [(sixths / 6.0).rem_euclid(1.0), (span / greatest).min(1.0), greatest]
}

/// The sRGB channels of a hue, a saturation and a value.
pub fn srgb_of_hsv([hue, saturation, value]: Components) -> Components {
    let channel = |offset: f32| {
        let sixths = (hue * 6.0 + offset).rem_euclid(6.0);
        let share = sixths.min(4.0 - sixths).clamp(0.0, 1.0);
        value * (1.0 - saturation * share)
    };
    [channel(5.0), channel(3.0), channel(1.0)]
}

/// The color of a hue, a saturation and a value.
pub fn of_hsv(hsv: Components) -> Components {
    srgb_of_hsv(hsv).map(srgb_to_linear)
}

/// The lightness, chroma and hue of OKLab. `hue` is the hue of grays, which have none.
pub fn oklch_of(color: Components, hue: f32) -> Components {
    let [lightness, a, b] = oklab_of(color);
    let chroma = (a * a + b * b).sqrt();
    let hue = if chroma < 1e-4 { hue } else { (atan2(b, a) / TAU).rem_euclid(1.0) };
    [lightness, chroma, hue]
}

/// The lightness of OKLab, and its coordinates from green to red and from blue to yellow.
pub fn oklab_of(color: Components) -> Components {
    to_oklab(color, |value| pow(value.abs(), 1.0 / 3.0).copysign(value))
}

/// The color of a lightness, a chroma and a hue. If a screen cannot show it, it has the greatest chroma that one can.
pub fn of_oklch([lightness, chroma, hue]: Components) -> Components {
    let color = |chroma| from_oklab([lightness, chroma * cos(hue * TAU), chroma * sin(hue * TAU)]);
    let fits = |color: Components| color.iter().all(|channel| (-1e-4..=1.0001).contains(channel));
    let wanted = color(chroma);
    if fits(wanted) || lightness >= 1.0 {
        return wanted.map(|channel| channel.max(0.0));
    }
    let (mut least, mut most) = (0.0, chroma);
    for _ in 0..20 {
        let middle = (least + most) * 0.5;
        if fits(color(middle)) { least = middle } else { most = middle }
    }
    color(least).map(|channel| channel.clamp(0.0, 1.0))
}

/// The hexadecimal digits of the nearest color with 8 bits per channel.
pub fn hex_of(color: Components) -> String {
    let [red, green, blue] = color.map(|channel| (linear_to_srgb(channel.clamp(0.0, 1.0)) * 255.0).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The color with three or six hexadecimal digits, with or without `#`.
pub fn of_hex(text: &str) -> Option<Components> {
    let digits = text.trim();
    let digits = digits.strip_prefix('#').unwrap_or(digits);
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
    let bytes = match digits.len() {
        3 => [number >> 8, number >> 4 & 15, number & 15].map(|digit| digit * 17),
        6 => [number >> 16, number >> 8 & 255, number & 255],
        _ => return None,
    };
    Some(bytes.map(|byte| srgb_to_linear(byte as f32 / 255.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> impl Iterator<Item = Components> {
        let steps = || (0..=4).map(|step| step as f32 * 0.25);
        steps().flat_map(move |red| {
            steps().flat_map(move |green| steps().map(move |blue| [red, green, blue].map(|side| side * side)))
        })
    }

    fn near(a: Components, b: Components) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 3e-5)
    }

    #[test]
    fn colors_survive_each_model() {
        for color in samples() {
            let (by_hsv, by_oklch) = (of_hsv(hsv_of(color, 0.0)), of_oklch(oklch_of(color, 0.0)));
            assert!(near(by_hsv, color), "{color:?} {by_hsv:?}");
            assert!(by_oklch.iter().zip(color).all(|(a, b)| (a - b).abs() < 3e-4), "{color:?} {by_oklch:?}");
        }
    }

    #[test]
    fn the_node_for_conversions_agrees() {
        let node = |color: Components, from: &str, to: &str| {
            let [red, green, blue] = color;
            let graph = travertine_tests::graph(&format!(
                r#"{{
                  "format": "travertine", "version": 1,
                  "nodes": {{
                    "convert": {{
                      "type": "color/convert",
                      "inputs": {{
                        "color": [{red}, {green}, {blue}, 1], "from_space": "{from}", "to_space": "{to}"
                      }}
                    }}
                  }},
                  "outputs": {{"color": {{"node": "convert"}}}}
                }}"#
            ));
            let (program, bound) = travertine_tests::program(&graph, 0);
            let converted = program.sample(&bound, [0.0; 4]);
            [converted[0], converted[1], converted[2]]
        };
        for color in samples() {
            let oklab = oklab_of(color);
            assert_eq!(oklab, node(color, "linear", "oklab"), "{color:?}");
            assert_eq!(from_oklab(oklab), node(oklab, "oklab", "linear"), "{color:?}");
            let (hsv, found) = (hsv_of(color, 0.0), node(color, "linear", "hsv"));
            assert!(near(hsv, found), "{color:?}: {hsv:?} and {found:?}");
        }
    }

    #[test]
    fn grays_keep_the_given_hue() {
        assert_eq!(hsv_of([0.5; 3], 0.7)[..2], [0.7, 0.0]);
        assert_eq!(oklch_of([0.5; 3], 0.7)[1..], [0.0, 0.7]);
        assert_eq!(hsv_of([0.0; 3], 0.7), [0.7, 0.0, 0.0]);
    }

    #[test]
    fn known_colors() {
        assert_eq!(srgb_of_hsv([0.0, 1.0, 1.0]), [1.0, 0.0, 0.0]);
        assert_eq!(srgb_of_hsv([2.0 / 3.0, 1.0, 1.0]), [0.0, 0.0, 1.0]);
        // Red, from CSS Color Module Level 4.
        let [lightness, chroma, hue] = oklch_of([1.0, 0.0, 0.0], 0.0);
        assert!((lightness - 0.62796).abs() < 1e-4 && (chroma - 0.25768).abs() < 1e-4);
        assert!((hue * 360.0 - 29.234).abs() < 1e-2, "{hue}");
    }

    #[test]
    fn colors_beyond_the_screen_get_less_chroma() {
        for hue in 0..12 {
            let color = of_oklch([0.7, 0.4, hue as f32 / 12.0]);
            assert!(color.iter().all(|channel| (0.0..=1.0).contains(channel)), "{color:?}");
        }
    }

    #[test]
    fn digits_are_read_as_written() {
        for text in ["#000000", "#0a80ff", "#ffffff"] {
            assert_eq!(hex_of(of_hex(text).unwrap()), text);
        }
        assert_eq!(of_hex("F80"), of_hex("#ff8800"));
        for text in ["", "#12", "red", "#gggggg", "+12345", "#1234567"] {
            assert_eq!(of_hex(text), None, "{text}");
        }
    }
}
