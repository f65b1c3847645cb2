//! Tests of pictures as TIFF, TGA, JPEG and WebP, read back by other programs' decoders.

use std::io::Cursor;

use tiff::decoder::{Decoder, DecodingResult};

use crate::pictures::{exr, png};
use crate::support::Folder;

/// The numbers of a TIFF, and the bits of each.
fn tiff(file: &[u8]) -> (Vec<f32>, u32) {
    match Decoder::new(Cursor::new(file)).unwrap().read_image().unwrap() {
        DecodingResult::U8(numbers) => (numbers.into_iter().map(f32::from).collect(), 8),
        DecodingResult::U16(numbers) => (numbers.into_iter().map(f32::from).collect(), 16),
        DecodingResult::F32(numbers) => (numbers, 32),
        other => panic!("{other:?}"),
    }
}

fn tga(file: &[u8]) -> Vec<u8> {
    let image = image::load_from_memory_with_format(file, image::ImageFormat::Tga).unwrap();
    image.into_bytes()
}

fn webp(file: &[u8]) -> Vec<u8> {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(file)).unwrap();
    let mut bytes = vec![0; decoder.output_buffer_size().unwrap()];
    decoder.read_image(&mut bytes).unwrap();
    bytes
}

fn jpeg(file: &[u8]) -> Vec<u8> {
    zune_jpeg::JpegDecoder::new(Cursor::new(file)).decode().unwrap()
}

fn levels(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().map(|number| *number as u8).collect()
}

/// Runs a command that may warn of clipped pixels.
fn done(folder: &Folder, command: &str) {
    let ran = folder.run(command);
    assert_eq!(ran.code, 0, "{command}: {ran:?}");
}

#[test]
fn pictures_of_8_bits_hold_the_pixels_of_a_png() {
    let folder = Folder::new();
    let commands = [
        ("render graph.json --size 33x17", 3),
        ("render graph.json --size 33x17 --output raw", 1),
        ("render graph.json --size 33x17 --output place --encoding srgb", 3),
        ("shape graph.json --size 24 --background none", 4),
    ];
    for (command, channels) in commands {
        for ending in ["png", "tif", "tga", "webp"] {
            done(&folder, &format!("{command} -o a.{ending}"));
        }
        let picture = png(&folder.read("a.png")).0;
        assert_eq!(picture.channels, channels);
        let expected = levels(&picture.data);
        assert!(tiff(&folder.read("a.tif")) == (picture.data.clone(), 8), "{command}");
        assert!(tga(&folder.read("a.tga")) == expected, "{command}");
        let webp = webp(&folder.read("a.webp"));
        // WebP has colors only.
        let gray: Vec<u8> = expected.iter().flat_map(|level| [*level; 3]).collect();
        assert!(webp == if channels == 1 { gray } else { expected }, "{command}");
    }
}

#[test]
fn a_tiff_has_8_or_16_bits_or_floats() {
    let folder = Folder::new();
    for output in ["color", "raw"] {
        let render = format!("render graph.json --size 20x9 --output {output}");
        done(&folder, &format!("{render} --bits 16 -o a.png"));
        done(&folder, &format!("{render} --bits 16 -o a.tiff"));
        let expected = png(&folder.read("a.png")).0.data;
        assert!(tiff(&folder.read("a.tiff")) == (expected, 16), "{output}");
        done(&folder, &format!("{render} -o a.exr"));
        done(&folder, &format!("{render} --bits 32 -o a.tif"));
        let expected = exr(&folder.read("a.exr")).data;
        assert!(tiff(&folder.read("a.tif")) == (expected, 32), "{output}");
    }
    // More strips than one, of which the last is shorter.
    folder.done("render graph.json --size 300x500 -o a.png");
    folder.done("render graph.json --size 300x500 -o a.tif");
    assert!(tiff(&folder.read("a.tif")) == (png(&folder.read("a.png")).0.data, 8));
}

#[test]
fn a_jpeg_is_close_to_the_picture() {
    let folder = Folder::new();
    for (output, channels) in [("color", 3), ("raw", 1)] {
        let render = format!("render graph.json --size 40x23 --output {output}");
        done(&folder, &format!("{render} -o a.png"));
        done(&folder, &format!("{render} -o a.jpg"));
        done(&folder, &format!("{render} --quality 100 -o fine.jpeg"));
        let expected = png(&folder.read("a.png")).0.data;
        let mean = |file: &str| {
            // The decoder makes gray three equal colors.
            let step = if channels == 1 { 3 } else { 1 };
            let found: Vec<u8> = jpeg(&folder.read(file)).into_iter().step_by(step).collect();
            assert_eq!(found.len(), 40 * 23 * channels);
            let apart = found.iter().zip(&expected).map(|(found, wanted)| (f32::from(*found) - wanted).abs());
            apart.sum::<f32>() / expected.len() as f32
        };
        assert!(mean("a.jpg") < 4.0 && mean("fine.jpeg") < 1.5, "{} {}", mean("a.jpg"), mean("fine.jpeg"));
        assert!(folder.read("a.jpg").len() < folder.read("fine.jpeg").len());
    }
}

#[test]
fn a_solid_has_the_quality_that_is_asked() {
    let folder = Folder::new();
    for quality in [50, 90] {
        done(&folder, &format!("shape graph.json --size 16 --samples 1 --quality {quality} -o {quality}.jpg"));
    }
    done(&folder, "shape graph.json --size 16 --samples 1 -o default.jpg");
    assert!(folder.read("50.jpg").len() < folder.read("90.jpg").len());
    assert_eq!(folder.read("default.jpg"), folder.read("90.jpg"));
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let folder = Folder::new();
    for (flags, code, said) in [
        ("render graph.json --size 16384x1 -o a.webp", 4, "16383"),
        ("render graph.json --size 70000x1 -o a.tga", 4, "65535"),
        ("render graph.json --size 1x70000 -o a.jpg", 4, "65535"),
        ("shape graph.json --size 16 --background none -o a.jpg", 2, "no alpha"),
        ("render graph.json -o a.tga --bits 16", 2, ".png or .tif"),
        ("render graph.json -o a.png --bits 32", 2, ".tif"),
        ("render graph.json -o a.png --quality 80", 2, ".jpg"),
        ("shape graph.json -o a.png --quality 80", 2, ".jpg"),
        ("render graph.json -o a.jpg --quality 0", 2, "1..=100"),
        ("render graph.json -o a.tif --bits 32 --encoding srgb", 2, "linear"),
        ("animate graph.json --frames 0..1 -o f_%d.tif", 2, "neither .png nor .exr"),
        ("animate graph.json --frames 0..1 -o f.webp --bits 32", 2, ".tif"),
    ] {
        folder.fails(flags, code, &[said]);
    }
    assert_eq!(folder.names(), ["graph.json"]);
}

#[test]
fn standard_output_has_the_bytes_of_the_file() {
    let folder = Folder::new();
    for ending in ["tif", "tga", "jpg", "webp"] {
        folder.done(&format!("render graph.json --size 16 -o a.{ending}"));
        let mut command = folder.command();
        let run = command.args(["render", "graph.json", "--size", "16", "-o", "-", "--format", ending]);
        assert!(run.output().unwrap().stdout == folder.read(&format!("a.{ending}")), "{ending}");
    }
}
