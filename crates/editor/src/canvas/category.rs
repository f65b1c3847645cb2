//! The colors of categories. People who confuse red and green can tell them apart.

use egui::Color32;
use travertine_graph::definition::Definition;

use crate::theme::Palette;

/// The colors of Masataka Okabe and Kei Ito, *Color Universal Design*. Categories that do similar things share one;
/// their icons differ.
fn hue(category: &str) -> Color32 {
    match category {
        "noise" | "fractal" => Color32::from_rgb(0x56, 0xb4, 0xe9),
        "pattern" => Color32::from_rgb(0xe6, 0x9f, 0x00),
        "shape" => Color32::from_rgb(0xd5, 0x5e, 0x00),
        "color" => Color32::from_rgb(0xf0, 0xe4, 0x42),
        "domain" => Color32::from_rgb(0xcc, 0x79, 0xa7),
        "blend" | "filter" => Color32::from_rgb(0x00, 0x72, 0xb2),
        "terrain" => Color32::from_rgb(0x00, 0x9e, 0x73),
        // A lighter gray would be the purple of people without green cones.
        _ => Color32::from_rgb(0x66, 0x66, 0x66),
    }
}

/// The color behind the title of a node, which stays readable; a node of an unknown type has that of errors.
pub fn ground(palette: &Palette, definition: Option<&Definition>) -> Color32 {
    let unknown = palette.raised.blend(palette.error.gamma_multiply(0.35));
    definition.map_or(unknown, |definition| tint(palette, definition.category()))
}

fn tint(palette: &Palette, category: &str) -> Color32 {
    palette.raised.blend(hue(category).gamma_multiply(if palette.is_dark() { 0.18 } else { 0.38 }))
}

/// The color of the icon of a category.
pub fn mark(palette: &Palette, category: &str) -> Color32 {
    let toward = if palette.is_dark() { palette.text.gamma_multiply(0.3) } else { palette.text.gamma_multiply(0.6) };
    hue(category).blend(toward)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::theme::contrast;

    const THEMES: [Palette; 2] = [Palette::DARK, Palette::LIGHT];
    const ALL: [&str; 8] = ["noise", "pattern", "shape", "color", "domain", "filter", "terrain", "math"];

    /// A color as people without red or without green cones see it: Viénot, Brettel and Mollon, *Digital video
    /// colourmaps for checking the legibility of displays by dichromats*.
    fn seen(color: Color32, [red, green, turn]: [f32; 3]) -> [f32; 3] {
        let [r, g, b, _] = egui::Rgba::from(color).to_array();
        let long = red * r + green * g;
        [long, long, turn * (r - g) + b]
    }

    #[test]
    fn categories_are_told_apart_without_red_or_green_cones() {
        for cones in [[0.112, 0.888, 0.004], [0.292, 0.708, -0.022]] {
            for (index, category) in ALL.iter().enumerate() {
                for other in &ALL[..index] {
                    let [a, b] = [category, other].map(|category| seen(hue(category), cones));
                    let parts = [0, 1, 2].map(|part: usize| a[part].max(0.0).sqrt() - b[part].max(0.0).sqrt());
                    let difference: f32 = parts.into_iter().map(|part| part * part).sum();
                    assert!(difference.sqrt() > 0.12, "{category} and {other}: {}", difference.sqrt());
                }
            }
        }
    }

    #[test]
    fn titles_and_icons_are_readable() {
        for palette in &THEMES {
            for category in ALL {
                let ground = tint(palette, category);
                assert!(contrast(palette.text, ground) >= 6.0, "{category}");
                assert!(contrast(palette.weak, ground) >= 3.7, "{category}: {}", contrast(palette.weak, ground));
                assert!(contrast(mark(palette, category), ground) >= 3.0, "the icon of {category}");
            }
        }
    }

    #[test]
    fn every_shipped_category_but_the_plain_ones_has_a_hue() {
        let ids = travertine::registry().ids();
        let categories: HashSet<&str> = ids.filter_map(|id| id.split('/').next()).collect();
        let plain = hue("");
        let mut gray: Vec<&str> = categories.into_iter().filter(|category| hue(category) == plain).collect();
        gray.sort_unstable();
        assert_eq!(gray, ["input", "math", "reference", "util", "vector"]);
    }
}
