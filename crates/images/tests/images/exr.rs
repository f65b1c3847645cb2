//! OpenEXR: files by the library of the format, 3.5, in every compression that is read.

use travertine_images::{Channel, ColorSpace, Picture};

macro_rules! files {
    ($($name:literal)*) => {
        [$(($name, &include_bytes!(concat!("../files/exr/", $name, ".exr"))[..])),*]
    };
}

const WIDTH: usize = 9;

/// The number that every file has in a texel of a channel: a multiple of a 16th, so that halves hold it.
fn number(channel: usize, index: usize, width: usize) -> f32 {
    ((index % width * 7 + index / width * 13 + channel * 29) % 64) as f32 / 16.0
}

fn texels(picture: &Picture, channel: Channel) -> Vec<f32> {
    let (width, height) = picture.size();
    let plane = picture.plane(channel, ColorSpace::Data).unwrap();
    (0..width * height).map(|index| plane.texel(index % width, index / width)).collect()
}

#[test]
fn every_compression_holds_its_numbers() {
    // Halves, floats in blue, whole numbers in a channel that is not read, and a window away from the origin.
    for (name, bytes) in files!("none" "rle" "zips" "zip" "piz" "pxr24" "b44" "b44a" "tiles") {
        let picture = Picture::decode(bytes).unwrap();
        assert_eq!(picture.size(), (WIDTH, 35), "{name}");
        // By B44, neighbors lose most where they differ most.
        let most = if name.starts_with("b44") { 0.9 } else { 0.0 };
        let channels = if picture.has_alpha() { &Channel::ALL[..] } else { &Channel::ALL[..3] };
        for (channel, which) in channels.iter().enumerate() {
            for (index, found) in texels(&picture, *which).into_iter().enumerate() {
                let expected = number(channel, index, WIDTH);
                assert!((found - expected).abs() <= most, "{name} {which:?} {index}: {found}, {expected}");
            }
        }
    }
}

#[test]
fn the_first_of_several_parts_is_read() {
    let [(_, bytes)] = files!("parts");
    let picture = Picture::decode(bytes).unwrap();
    // The window of the second part is another one.
    assert_eq!(picture.size(), (WIDTH, 35));
    let expected: Vec<f32> = (0..WIDTH * 35).map(|index| number(1, index, WIDTH)).collect();
    assert_eq!(texels(&picture, Channel::Green), expected);
}

#[test]
fn a_channel_alone_is_gray() {
    let [(_, height), (_, numbers)] = files!("height" "whole-numbers");
    let picture = Picture::decode(height).unwrap();
    let expected: Vec<f32> = (0..WIDTH * 35).map(|index| number(0, index, WIDTH)).collect();
    for channel in [Channel::Red, Channel::Green, Channel::Blue] {
        assert_eq!(texels(&picture, channel), expected);
    }
    let expected: Vec<f32> = (0..WIDTH * 35).map(|index| index as f32).collect();
    assert_eq!(texels(&Picture::decode(numbers).unwrap(), Channel::Red), expected);
}

#[test]
fn luminance_and_chroma_become_colors() {
    let files = files!(
        "chroma-none" "chroma-rle" "chroma-zips" "chroma-zip" "chroma-piz" "chroma-pxr24"
    );
    for (name, bytes) in files {
        let picture = Picture::decode(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(picture.size(), (20, 36), "{name}");
        let found = [Channel::Red, Channel::Green, Channel::Blue].map(|channel| texels(&picture, channel));
        for index in 0..20 * 36 {
            // Red grows along x, the others are flat. There are no chroma for the last column: red stays behind there.
            let expected = [0.8 + 0.05 * (index % 20) as f32, 0.4, 0.1];
            for (found, expected) in found.iter().zip(expected) {
                let most = if index % 20 == 19 { 0.03 } else { 0.004 };
                let found = found[index];
                assert!((found - expected).abs() < most, "{name} {index}: {found}, {expected}");
            }
        }
    }
}

#[test]
fn subsampled_channels_in_b44_are_refused() {
    let [(_, bytes)] = files!("chroma-b44");
    let error = Picture::decode(bytes).unwrap_err().to_string();
    assert!(error.contains("subsampled and compressed with B44"), "{error}");
}

#[test]
fn damage_is_an_error_or_a_picture() {
    for (name, bytes) in files!("zip" "piz" "pxr24" "rle" "tiles" "parts" "chroma-zips" "chroma-piz") {
        for end in (0..bytes.len()).step_by(97) {
            // The second part of two is not read.
            assert!(name == "parts" || Picture::decode(&bytes[..end]).is_err(), "{name} up to {end}");
        }
        for place in (0..bytes.len()).step_by(if name == "parts" { 11 } else { 41 }) {
            for wrong in [0, 0x7f, 0xff, bytes[place] ^ 1] {
                let mut damaged = bytes.to_vec();
                damaged[place] = wrong;
                let _ = Picture::decode(&damaged);
            }
        }
    }
}
