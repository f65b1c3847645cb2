//! Pictures in the terminal.

use std::env;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use console::Term;
use travertine::{Format, Image};

use crate::failure::Failure;

/// Longest side of a picture that a terminal shows as pixels.
const SIDE: u32 = 768;

/// Bytes of a chunk in Kitty's protocol.
const CHUNK: usize = 4096;

/// The way in which a terminal shows pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Protocol {
    /// Terminal graphics protocol of Kitty. <https://sw.kovidgoyal.net/kitty/graphics-protocol/>
    Kitty,
    /// Inline images of iTerm2. <https://iterm2.com/documentation-images.html>
    Iterm,
    /// Half blocks in 24-bit colors.
    Blocks,
}

/// A picture in 8 bits: red, green, blue and alpha.
struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 4]>,
}

/// Refuses standard output that is not a terminal, or one that says that it knows no colors.
pub fn check() -> Result<(), Failure> {
    if !io::stdout().is_terminal() {
        return Err(Failure::usage("--show needs a terminal on standard output; write a file with -o instead"));
    }
    if env::var_os("TERM").is_some_and(|name| name == "dumb") {
        return Err(Failure::usage(
            "--show needs a terminal with colors, and TERM is dumb; write a file with -o instead",
        ));
    }
    Ok(())
}

/// Shows a picture, scaled down to the terminal: as pixels where the terminal reports that it can, elsewhere as half
/// blocks.
pub fn show(picture: &Image) -> Result<(), Failure> {
    let Format { width, height, .. } = picture.format;
    let picture = Picture { width, height, pixels: picture.to_rgba8().as_chunks().0.to_vec() };
    let (rows, columns) = Term::stdout().size();
    let text = match protocol(|name| env::var(name).unwrap_or_default().to_lowercase()) {
        Protocol::Kitty => kitty(&file(&scaled(picture, SIDE, SIDE))),
        Protocol::Iterm => iterm(&file(&scaled(picture, SIDE, SIDE))),
        // The last row is for the prompt.
        Protocol::Blocks => blocks(&scaled(picture, columns.max(1).into(), 2 * u32::from(rows.max(2) - 1))),
    };
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes()).and_then(|()| output.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ClosedOutput,
        _ => Failure::InputOutput(format!("error: cannot show the picture: {error}")),
    })
}

/// The protocol of the terminal, by the variables that it sets. Terminals are not asked: not all of them answer.
fn protocol(variable: impl Fn(&str) -> String) -> Protocol {
    let (terminal, program) = (variable("TERM"), variable("TERM_PROGRAM"));
    if ["kitty", "ghostty"].iter().any(|name| terminal.contains(name) || program.contains(name)) {
        Protocol::Kitty
    } else if ["iterm", "wezterm"].iter().any(|name| program.contains(name)) {
        Protocol::Iterm
    } else {
        Protocol::Blocks
    }
}

/// The picture, scaled down to fit a width and a height.
fn scaled(picture: Picture, width: u32, height: u32) -> Picture {
    let scale = (f64::from(width) / f64::from(picture.width)).min(f64::from(height) / f64::from(picture.height));
    if scale >= 1.0 {
        return picture;
    }
    let side = |side: u32| ((f64::from(side) * scale) as u32).max(1);
    let (width, height) = (side(picture.width), side(picture.height));
    // Each pixel is the mean of those that begin in it.
    let covered = |index: u32, to: u32, from: u32| {
        let edge = |index: u32| (index as usize * from as usize).div_ceil(to as usize);
        edge(index)..edge(index + 1)
    };
    let mean = |column: u32, row: u32| {
        let columns = covered(column, width, picture.width);
        let rows = covered(row, height, picture.height);
        let count = columns.len() * rows.len();
        let mut sums = [count / 2; 4];
        for row in rows {
            for pixel in &picture.pixels[row * picture.width as usize..][columns.clone()] {
                sums.iter_mut().zip(pixel).for_each(|(sum, channel)| *sum += usize::from(*channel));
            }
        }
        sums.map(|sum| (sum / count) as u8)
    };
    let pixels = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    Picture { width, height, pixels: pixels.map(|(column, row)| mean(column, row)).collect() }
}

/// The picture as a PNG in base64.
fn file(picture: &Picture) -> String {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width, picture.height);
    encoder.set_color(png::ColorType::Rgba);
    // Writing into memory fails for pictures without pixels only, which no render gives.
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(picture.pixels.as_flattened()));
    if written.is_err() {
        bytes.clear();
    }
    BASE64_STANDARD.encode(bytes)
}

fn kitty(file: &str) -> String {
    let mut text = String::new();
    let mut start = 0;
    while start < file.len() {
        let end = (start + CHUNK).min(file.len());
        let control = if start == 0 { "a=T,f=100," } else { "" };
        let more = u8::from(end < file.len());
        // Writing into a string cannot fail.
        let _ = write!(text, "\x1b_G{control}m={more};{}\x1b\\", &file[start..end]);
        start = end;
    }
    text + "\n"
}

fn iterm(file: &str) -> String {
    format!("\x1b]1337;File=inline=1:{file}\x07\n")
}

/// Two pixels for each character, one above the other. Pixels that are mostly transparent show the terminal's
/// background.
fn blocks(picture: &Picture) -> String {
    let mut text = String::new();
    let rows: Vec<_> = picture.pixels.chunks(picture.width as usize).collect();
    for pair in rows.chunks(2) {
        for column in 0..picture.width as usize {
            let pixel = |row: usize| pair.get(row).map(|row| row[column]).filter(|[.., alpha]| *alpha >= 128);
            let color = |[red, green, blue, _]: [u8; 4]| format!("2;{red};{green};{blue}m");
            text += &match (pixel(0), pixel(1)) {
                (Some(upper), Some(lower)) => format!("\x1b[48;{}\x1b[38;{}▄", color(upper), color(lower)),
                (Some(upper), None) => format!("\x1b[49m\x1b[38;{}▀", color(upper)),
                (None, Some(lower)) => format!("\x1b[49m\x1b[38;{}▄", color(lower)),
                (None, None) => "\x1b[49m ".to_owned(),
            };
        }
        text += "\x1b[0m\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_are_known_by_their_variables() {
        let of = |terminal: &'static str, program: &'static str| {
            protocol(move |name| if name == "TERM" { terminal.to_owned() } else { program.to_owned() })
        };
        assert_eq!(of("xterm-kitty", ""), Protocol::Kitty);
        assert_eq!(of("xterm-256color", "ghostty"), Protocol::Kitty);
        assert_eq!(of("xterm-256color", "iterm.app"), Protocol::Iterm);
        assert_eq!(of("xterm-256color", ""), Protocol::Blocks);
    }

    #[test]
    fn pictures_are_scaled_down_only() {
        let size = |width: u32, height: u32| {
            let pixels = vec![[0; 4]; (width * height) as usize];
            let scaled = scaled(Picture { width, height, pixels }, 80, 46);
            assert_eq!(scaled.pixels.len(), (scaled.width * scaled.height) as usize);
            (scaled.width, scaled.height)
        };
        assert_eq!(
            [size(10, 20), size(160, 40), size(100, 4600), size(1000, 1)],
            [(10, 20), (80, 20), (1, 46), (80, 1)]
        );
    }

    #[test]
    fn a_scaled_pixel_is_a_mean() {
        let pixels = [0, 1, 5, 7, 9].map(|value| [value, 10 * value, 0, 255]).to_vec();
        let scaled = scaled(Picture { width: 5, height: 1, pixels }, 2, 1);
        assert_eq!(scaled.pixels, [[2, 20, 0, 255], [8, 80, 0, 255]]);
    }

    #[test]
    fn transparent_pixels_are_left_out() {
        let mut pixels = vec![[0; 4]; 6];
        pixels[0] = [1, 2, 3, 255];
        pixels[3] = [4, 5, 6, 255];
        assert_eq!(
            blocks(&Picture { width: 2, height: 3, pixels }),
            "\x1b[49m\x1b[38;2;1;2;3m▀\x1b[49m\x1b[38;2;4;5;6m▄\x1b[0m\n\x1b[49m \x1b[49m \x1b[0m\n"
        );
    }

    #[test]
    fn long_files_are_divided() {
        let text = kitty(&"A".repeat(CHUNK + 8));
        assert!(text.starts_with("\x1b_Ga=T,f=100,m=1;AAAA") && text.ends_with("\x1b_Gm=0;AAAAAAAA\x1b\\\n"));
    }
}
