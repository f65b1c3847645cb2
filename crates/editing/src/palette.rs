//! Colors from files: palettes of other programs, and pictures.

mod ase;
mod gpl;
mod list;
mod picture;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use travertine_graph::ramp::Stop;
use travertine_images::{PICTURE_FORMATS, Picture};

use travertine_edits::Refusal;
use travertine_edits::color::Components;

/// Maximum number of stops of a ramp.
pub const MOST: usize = 64;

/// Maximum size of a file, in bytes.
const MAX_SIZE: u64 = 1 << 28;

/// What is taken from a picture. Of a palette, all colors are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// This number of its main colors, from dark to light.
    Main(usize),
    /// The colors from left to right along its middle.
    Line,
}

/// The stops of a ramp from a file: a GIMP palette, an Adobe swatch exchange file, a text with hexadecimal colors, or a
/// picture.
///
/// # Errors
///
/// If the file cannot be read, or is none of these.
pub fn stops(path: &Path, taken: Taken) -> Result<Vec<Stop>, Refusal> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let bytes = read(path).map_err(|error| Refusal::new(format!("{name} cannot be read: {error}")))?;
    stops_of(&bytes, taken).map_err(|problem| Refusal::new(format!("{name} has no colors to take: {problem}")))
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One more byte than allowed shows that a file is too large, even if it never ends.
    File::open(path)?.take(MAX_SIZE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_SIZE { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

fn stops_of(bytes: &[u8], taken: Taken) -> Result<Vec<Stop>, String> {
    if bytes.starts_with(b"ASEF") {
        return evenly(&ase::colors(bytes)?);
    }
    if let Ok(text) = str::from_utf8(bytes) {
        return evenly(&if text.starts_with("GIMP Palette") { gpl::colors(text)? } else { list::colors(text)? });
    }
    let picture = Picture::decode(bytes).map_err(|problem| {
        format!(
            "it is neither a palette (.gpl, .ase or a list of hexadecimal colors) nor a picture ({PICTURE_FORMATS}): {problem}"
        )
    })?;
    let stops = match taken {
        Taken::Main(count) => evenly(&picture::main_colors(&picture, count.clamp(1, MOST))),
        Taken::Line => Ok(picture::line(&picture)),
    };
    stops.ok().filter(|stops| !stops.is_empty()).ok_or_else(|| "all of the picture is transparent".to_owned())
}

/// Stops in even steps. Of too many colors, some are left out evenly.
fn evenly(colors: &[Components]) -> Result<Vec<Stop>, String> {
    let Some(last) = colors.len().checked_sub(1) else { return Err("the palette is empty".to_owned()) };
    let count = colors.len().min(MOST);
    let stop = |index: usize| {
        let part = index as f32 / (count - 1).max(1) as f32;
        let [red, green, blue] = colors[(part * last as f32).round() as usize];
        Stop { position: part, color: [red, green, blue, 1.0] }
    };
    Ok((0..count).map(stop).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use travertine_edits::color::{hex_of, of_hex};

    fn hex(stops: &[Stop]) -> Vec<String> {
        stops.iter().map(|stop| hex_of([stop.color[0], stop.color[1], stop.color[2]])).collect()
    }

    #[test]
    fn palettes_of_each_kind_give_the_same_stops() {
        let gpl =
            "GIMP Palette\nName: Rust\nColumns: 3\n# a comment\n 32  16   8\tdark\n200 100  50 rust\n255 224 192\n";
        let list = "; from elsewhere\n#201008, c86432\nFFFFE0C0\n";
        let mut ase = b"ASEF\0\x01\0\0\0\0\0\x04".to_vec();
        ase.extend([0xc0, 1, 0, 0, 0, 4, 0, 1, 0, 0]);
        for color in [[32, 16, 8], [200, 100, 50], [255, 224, 192]] {
            ase.extend([0, 1, 0, 0, 0, 22, 0, 1, 0, 0]);
            ase.extend(b"RGB ");
            color.iter().for_each(|byte| ase.extend((*byte as f32 / 255.0).to_be_bytes()));
            ase.extend([0, 2]);
        }
        for bytes in [gpl.as_bytes(), list.as_bytes(), &ase] {
            let stops = stops_of(bytes, Taken::Line).unwrap();
            assert_eq!(hex(&stops), ["#201008", "#c86432", "#ffe0c0"]);
            assert_eq!(stops.iter().map(|stop| stop.position).collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
        }
        for cut in 4..ase.len() - 1 {
            let _ = stops_of(&ase[..cut], Taken::Line);
        }
    }

    #[test]
    fn a_large_palette_keeps_its_ends() {
        let text: String = (0..=255).map(|byte| format!("#{byte:02x}0000\n")).collect();
        let stops = stops_of(text.as_bytes(), Taken::Line).unwrap();
        assert_eq!(stops.len(), MOST);
        assert_eq!(hex(&stops)[0], "#000000");
        assert_eq!(hex(&stops)[MOST - 1], "#ff0000");
    }

    #[test]
    fn other_files_are_refused_with_a_reason() {
        for (bytes, reason) in [
            (&b"no colors at all"[..], "no hexadecimal color"),
            (b"GIMP Palette\n1 2\n", "line 2"),
            (b"GIMP Palette\n", "empty"),
            (b"ASEF\0", "ends early"),
            (b"\xff\xfe\0\x01", "neither a palette"),
        ] {
            let problem = stops_of(bytes, Taken::Main(4)).unwrap_err();
            assert!(problem.contains(reason), "{problem}");
        }
        let missing = stops(Path::new("/nowhere/a.gpl"), Taken::Line).unwrap_err().to_string();
        assert!(missing.contains("a.gpl cannot be read"), "{missing}");
    }

    /// A picture whose texels are given from left to right, all rows alike.
    fn png(texels: &[&str]) -> Vec<u8> {
        let width = texels.len() as u32;
        let picture = image::RgbImage::from_fn(width, 16, |x, _| {
            let color = of_hex(texels[x as usize]).unwrap();
            image::Rgb(color.map(|channel| (travertine_noise::math::linear_to_srgb(channel) * 255.0).round() as u8))
        });
        let mut bytes = io::Cursor::new(Vec::new());
        picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn the_main_colors_of_a_picture_go_from_dark_to_light() {
        let mut texels = vec!["#ffe0c0"; 10];
        texels.extend(vec!["#201008"; 30]);
        texels.extend(vec!["#c86432"; 24]);
        let stops = stops_of(&png(&texels), Taken::Main(3)).unwrap();
        assert_eq!(hex(&stops), ["#201008", "#c86432", "#ffe0c0"]);
        let few = stops_of(&png(&texels), Taken::Main(8)).unwrap();
        assert_eq!(hex(&few), hex(&stops), "there are no more colors than in the picture");
    }

    #[test]
    fn a_line_across_a_picture_has_stops_where_it_bends() {
        let texels: Vec<String> = (0..=100)
            .map(|x: i32| {
                let red = if x < 50 { x * 5 } else { 250 };
                let blue = if x < 50 { 0 } else { (x - 50) * 5 };
                format!("#{red:02x}00{blue:02x}")
            })
            .collect();
        let texels: Vec<&str> = texels.iter().map(String::as_str).collect();
        let stops = stops_of(&png(&texels), Taken::Line).unwrap();
        assert_eq!(stops.len(), 3, "{stops:?}");
        assert_eq!(hex(&stops), ["#000000", "#fa0000", "#fa00fa"]);
        assert!((stops[1].position - 0.5).abs() < 0.02);
    }
}
