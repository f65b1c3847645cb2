//! The style sheet: a light theme, a dark one, or the one that the viewer prefers.

use crate::colors::hsl;
use crate::markup::Markup;

/// The colors of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Those that the viewer prefers; light ones where it does not know.
    #[default]
    Auto,
    /// For white pages.
    Light,
    /// For dark pages.
    Dark,
}

/// The size of most texts, in points.
pub const TEXT: f64 = 12.0;
/// The size of titles of nodes.
pub const TITLE: f64 = 13.0;
/// The size of remarks.
pub const SMALL: f64 = 10.5;
/// The size of formulas, and the width of their characters.
pub const CODE: f64 = 11.0;

struct Palette {
    canvas: &'static str,
    raised: &'static str,
    field: &'static str,
    line: &'static str,
    text: &'static str,
    weak: &'static str,
    accent: &'static str,
    float: &'static str,
    vector: &'static str,
    color: &'static str,
    any: &'static str,
    error: &'static str,
    shadow: &'static str,
    /// Saturation and lightness of titles.
    tint: [f64; 2],
}

const LIGHT: Palette = Palette {
    canvas: "#f4f2ed",
    raised: "#ffffff",
    field: "#efece6",
    line: "#cbc6bc",
    text: "#232426",
    weak: "#5c5d60",
    accent: "#96520b",
    float: "#6b7684",
    vector: "#5a5bd0",
    color: "#b08400",
    any: "#2f8555",
    error: "#b42418",
    shadow: "0.07",
    tint: [0.42, 0.88],
};

const DARK: Palette = Palette {
    canvas: "#1c1d20",
    raised: "#2d2f34",
    field: "#3a3d43",
    line: "#4a4d55",
    text: "#e9e8e4",
    weak: "#b0b1b4",
    accent: "#e6ac62",
    float: "#a9b4c2",
    vector: "#8d93f5",
    color: "#e8c94f",
    any: "#86c9a0",
    error: "#ff8a7a",
    shadow: "0.3",
    tint: [0.22, 0.25],
};

/// Writes the style sheet. `tints` are the hues of titles, from 0 to 1.
pub fn write(markup: &mut Markup, theme: Theme, tints: &[f64]) {
    let sheet = match theme {
        Theme::Light => FIXED.to_owned() + &rules(&LIGHT, tints),
        Theme::Dark => FIXED.to_owned() + &rules(&DARK, tints),
        Theme::Auto => {
            let dark = rules(&DARK, tints);
            FIXED.to_owned() + &rules(&LIGHT, tints) + "@media (prefers-color-scheme: dark) {\n" + &dark + "}\n"
        }
    };
    markup.open("style", &[]);
    markup.raw(&sheet);
    markup.close("style");
}

/// What is the same in both themes.
const FIXED: &str = "\
text { font: 12px system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
.heading { font-size: 22px; font-weight: 600; }
.title { font-size: 13px; font-weight: 600; }
.label { font-size: 15px; font-weight: 600; }
.small { font-size: 10.5px; }
.code { font: 11px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.wire { fill: none; stroke-width: 2; stroke-linecap: round; }
.halo { fill: none; stroke-width: 5; }
.muted { opacity: 0.5; }
";

/// The rules of a theme.
fn rules(palette: &Palette, tints: &[f64]) -> String {
    let Palette { canvas, raised, field, line, text, weak, accent, .. } = palette;
    let Palette { float, vector, color, any, error, shadow, tint, .. } = palette;
    let mut rules = format!(
        "\
.canvas {{ fill: {canvas}; }}
.halo {{ stroke: {canvas}; }}
.shadow {{ fill: #000000; fill-opacity: {shadow}; }}
.node {{ fill: {raised}; stroke: {line}; }}
.sheet {{ fill: {raised}; stroke: {accent}; }}
.field {{ fill: {field}; }}
.driven {{ fill: {field}; stroke: {accent}; }}
.edge {{ fill: none; stroke: {line}; }}
.plot {{ fill: none; stroke: {text}; stroke-width: 1.5; stroke-linejoin: round; }}
.plain {{ fill: {field}; }}
text {{ fill: {text}; }}
.weak {{ fill: {weak}; }}
.accent {{ fill: {accent}; }}
.problem {{ fill: {error}; }}
.socket {{ stroke: {canvas}; stroke-width: 1.5; }}
.framed {{ fill: {weak}; stroke: {weak}; }}
"
    );
    for (name, color) in [("float", float), ("vector", vector), ("color", color), ("any", any), ("lost", error)] {
        rules += &format!(".{name} {{ fill: {color}; }}\n.wire.{name} {{ fill: none; stroke: {color}; }}\n");
    }
    for (index, hue) in tints.iter().enumerate() {
        rules += &format!(".tint{index} {{ fill: {}; }}\n", hsl(*hue, tint[0], tint[1]));
    }
    rules
}

#[cfg(test)]
mod tests {
    use travertine_noise::math::srgb_to_linear;

    use super::*;

    /// The contrast of two colors: Web Content Accessibility Guidelines 2.1, 1.4.3.
    fn contrast(a: &str, b: &str) -> f64 {
        let luminance = |color: &str| {
            let byte = |at: usize| f32::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap());
            let linear = |at: usize| f64::from(srgb_to_linear(byte(at) / 255.0));
            0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5)
        };
        let (light, dark) = (luminance(a).max(luminance(b)), luminance(a).min(luminance(b)));
        (light + 0.05) / (dark + 0.05)
    }

    #[test]
    fn texts_are_readable() {
        for palette in [LIGHT, DARK] {
            for ground in [palette.canvas, palette.raised, palette.field] {
                for (text, least) in
                    [(palette.text, 7.0), (palette.weak, 4.5), (palette.accent, 4.5), (palette.error, 4.5)]
                {
                    assert!(contrast(text, ground) >= least, "{text} on {ground}: {}", contrast(text, ground));
                }
            }
            for hue in 0..20 {
                let tint = hsl(f64::from(hue) / 20.0, palette.tint[0], palette.tint[1]);
                assert!(contrast(palette.text, &tint) >= 7.0, "{tint}: {}", contrast(palette.text, &tint));
                assert!(contrast(palette.weak, &tint) >= 4.0, "{tint}: {}", contrast(palette.weak, &tint));
            }
            for wire in [palette.float, palette.vector, palette.color, palette.any, palette.error] {
                assert!(contrast(wire, palette.canvas) >= 3.0, "{wire}: {}", contrast(wire, palette.canvas));
            }
        }
    }
}
