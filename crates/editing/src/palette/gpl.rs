//! GIMP palettes: a color on each line, as three numbers to 255 and perhaps a name.

use travertine_noise::math::srgb_to_linear;

use travertine_edits::color::Components;

/// The colors, in the order of the file.
pub fn colors(text: &str) -> Result<Vec<Components>, String> {
    let mut colors = Vec::new();
    for (index, line) in text.lines().enumerate().skip(1) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') || line.starts_with("Name:") || line.starts_with("Columns:") {
            continue;
        }
        let mut channels = line.split_whitespace().map(|channel| channel.parse::<u8>().ok());
        let mut next = || channels.next().flatten().map(|byte| srgb_to_linear(f32::from(byte) / 255.0));
        match (next(), next(), next()) {
            (Some(red), Some(green), Some(blue)) => colors.push([red, green, blue]),
            _ => {
                return Err(format!("line {} has no color; expected three numbers from 0 to 255", index + 1));
            }
        }
    }
    Ok(colors)
}
