//! Colors on the screen.

use travertine_graph::ramp::{Ramp, RampSpace};
use travertine_noise::math::{linear_to_srgb, srgb_to_linear};
use travertine_program::Curve;

/// A linear color as `#rrggbb`.
pub fn hex([red, green, blue]: [f32; 3]) -> String {
    let byte = |linear: f32| (linear_to_srgb(linear.clamp(0.0, 1.0)) * 255.0).round() as u8;
    format!("#{:02x}{:02x}{:02x}", byte(red), byte(green), byte(blue))
}

/// A hue from 0 to 1, a saturation and a lightness as `#rrggbb`.
pub fn hsl(hue: f64, saturation: f64, lightness: f64) -> String {
    let chroma = (1.0 - (2.0 * lightness - 1.0).abs()) * saturation;
    let channel = |offset: f64| {
        let sector = ((hue + offset / 3.0).rem_euclid(1.0) * 6.0 - 3.0).abs();
        let value = lightness + chroma * ((sector - 1.0).clamp(0.0, 1.0) - 0.5);
        (value * 255.0).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", channel(0.0), channel(2.0), channel(1.0))
}

/// A ramp as stops of a gradient in sRGB: position and color.
pub fn stops(ramp: &Ramp) -> Vec<(f32, String)> {
    /// Stops between two of a ramp, as a gradient of SVG mixes in sRGB, in straight lines.
    const BETWEEN: u32 = 6;
    let is_srgb = ramp.space == RampSpace::Srgb;
    let curve = |channel: usize| Curve {
        points: ramp
            .stops
            .iter()
            .map(|stop| {
                let value = stop.color[channel];
                [stop.position, if is_srgb { linear_to_srgb(value) } else { value }]
            })
            .collect(),
        interpolation: ramp.interpolation,
    };
    let curves = [0, 1, 2].map(curve);
    let at = |position: f32| {
        let color = [0, 1, 2].map(|channel: usize| curves[channel].at(position));
        hex(if is_srgb { color.map(srgb_to_linear) } else { color })
    };
    let mut stops = Vec::new();
    for pair in ramp.stops.windows(2) {
        let (start, end) = (pair[0].position, pair[1].position);
        // Before a hard edge, the color on its left.
        let before = f32::from_bits(end.to_bits().saturating_sub(1)).max(start);
        for step in 0..BETWEEN {
            let position = start + (end - start) * step as f32 / BETWEEN as f32;
            stops.push((position, at(position)));
        }
        stops.push((end, at(before)));
    }
    if let Some(last) = ramp.stops.last() {
        stops.push((last.position, at(last.position)));
    }
    stops.dedup();
    stops
}

#[cfg(test)]
mod tests {
    use travertine_graph::ramp::Stop;
    use travertine_program::CurveInterpolation;

    use super::*;

    #[test]
    fn hues_are_those_of_css() {
        for (hue, expected) in [(0.0, "#ff0000"), (1.0 / 3.0, "#00ff00"), (0.5, "#00ffff"), (2.0 / 3.0, "#0000ff")] {
            assert_eq!(hsl(hue, 1.0, 0.5), expected);
        }
        assert_eq!(hsl(0.3, 0.0, 1.0), "#ffffff");
    }

    #[test]
    fn a_step_stays_hard() {
        let stop = |position, value| Stop { position, color: [value, value, value, 1.0] };
        let ramp = Ramp {
            stops: vec![stop(0.0, 0.0), stop(0.5, 1.0)],
            interpolation: CurveInterpolation::Step,
            space: RampSpace::Linear,
        };
        let stops = stops(&ramp);
        assert_eq!(stops.first(), Some(&(0.0, "#000000".to_owned())));
        assert_eq!(stops[stops.len() - 2..], [(0.5, "#000000".to_owned()), (0.5, "#ffffff".to_owned())]);
    }
}
