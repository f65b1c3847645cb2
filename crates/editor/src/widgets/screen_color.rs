//! Colors as the screen shows them.

use egui::Color32;
use travertine_noise::math::{linear_to_srgb, srgb_to_linear};

/// A linear color as the screen shows it.
pub fn to_screen([red, green, blue, alpha]: [f32; 4]) -> Color32 {
    let encoded = |linear: f32| (linear_to_srgb(linear.clamp(0.0, 1.0)) * 255.0).round() as u8;
    let alpha = (alpha.clamp(0.0, 1.0) * 255.0).round() as u8;
    Color32::from_rgba_unmultiplied(encoded(red), encoded(green), encoded(blue), alpha)
}

/// A linear color without its alpha as the screen shows it.
pub fn opaque([red, green, blue, _]: [f32; 4]) -> Color32 {
    to_screen([red, green, blue, 1.0])
}

/// An opaque sRGB color with 8 bits as a linear color.
pub fn from_screen(color: Color32) -> [f32; 4] {
    let linear = |encoded: u8| srgb_to_linear(f32::from(encoded) / 255.0);
    [linear(color.r()), linear(color.g()), linear(color.b()), 1.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opaque_colors_survive_the_round_trip_to_the_screen() {
        for byte in 0..=255 {
            let color = Color32::from_rgb(byte, 255 - byte, byte / 2);
            assert_eq!(to_screen(from_screen(color)), color);
        }
    }
}
