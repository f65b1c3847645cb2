//! A colour field: a swatch that opens a picker. Colours brighter than white have number fields instead.

use egui::{Color32, Response, Ui, Vec2};
use travertine_noise::math::{linear_to_srgb, srgb_to_linear};

use super::number::{NumberSpec, number};

/// The new colour if the user changed it: linear red, green, blue, and alpha.
pub fn color(ui: &mut Ui, name: &str, value: [f32; 4], width: f32) -> Option<[f32; 4]> {
    if value.iter().all(|component| (0.0..=1.0).contains(component)) {
        let mut picked = to_screen(value);
        let response = swatch(ui, name, &mut picked, width);
        // A colour counts only if the user picked it, because the picker's 8 bits are coarser than a file's numbers.
        return response.changed().then(|| from_screen(picked));
    }
    let spec = NumberSpec { hard: -1e6..=1e6, soft: None, step: None, unit: "".into(), whole: false };
    let mut changed = None;
    ui.vertical(|ui| {
        for (component, label) in ["red", "green", "blue", "alpha"].into_iter().enumerate() {
            if let (_, Some(new)) =
                number(ui, &format!("{name} {label}"), &spec, f64::from(value[component]), width)
            {
                let mut edited = value;
                edited[component] = new as f32;
                changed = Some(edited);
            }
        }
    });
    changed
}

/// A swatch that opens a picker.
pub fn swatch(ui: &mut Ui, name: &str, color: &mut Color32, width: f32) -> Response {
    ui.scope(|ui| {
        ui.spacing_mut().interact_size = Vec2::new(width, ui.spacing().interact_size.y);
        let response = ui.color_edit_button_srgba(color);
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
        response
    })
    .inner
}

/// A linear colour as sRGB with 8 bits.
pub fn to_screen([red, green, blue, alpha]: [f32; 4]) -> Color32 {
    let encoded = |linear: f32| (linear_to_srgb(linear.clamp(0.0, 1.0)) * 255.0).round() as u8;
    let alpha = (alpha.clamp(0.0, 1.0) * 255.0).round() as u8;
    Color32::from_rgba_unmultiplied(encoded(red), encoded(green), encoded(blue), alpha)
}

/// An sRGB colour with 8 bits as a linear colour.
pub fn from_screen(color: Color32) -> [f32; 4] {
    let [red, green, blue, alpha] = color.to_srgba_unmultiplied();
    let linear = |encoded: u8| srgb_to_linear(f32::from(encoded) / 255.0);
    [linear(red), linear(green), linear(blue), f32::from(alpha) / 255.0]
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
