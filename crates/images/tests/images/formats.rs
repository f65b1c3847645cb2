//! Files of every format: their texels, and files that are refused.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};
use travertine_images::{Channel, ColorSpace, Picture, Problem, digest};

const JPEGS: [(&str, &[u8]); 4] = [
    ("subsampled", include_bytes!("../files/subsampled.jpg")),
    ("progressive", include_bytes!("../files/progressive.jpg")),
    ("gray", include_bytes!("../files/gray.jpg")),
    ("restarts", include_bytes!("../files/restarts.jpg")),
];

fn texels(picture: &Picture, channel: Channel, space: ColorSpace) -> Vec<f32> {
    let (width, height) = picture.size();
    let plane = picture.plane(channel, space).unwrap();
    (0..width * height).map(|index| plane.texel(index % width, index / width)).collect()
}

fn file(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Pictures of 13 x 7 texels of every kind that PNG has.
fn pngs() -> Vec<DynamicImage> {
    let word = |index: u32| (index.wrapping_mul(2_654_435_761) >> 13) as u16;
    let words = |channels: u32| (0..13 * 7 * channels).map(word).collect::<Vec<u16>>();
    let bytes = |channels: u32| words(channels).into_iter().map(|word| (word >> 8) as u8).collect::<Vec<u8>>();
    vec![
        DynamicImage::ImageLuma8(image::ImageBuffer::from_raw(13, 7, bytes(1)).unwrap()),
        DynamicImage::ImageLumaA8(image::ImageBuffer::from_raw(13, 7, bytes(2)).unwrap()),
        DynamicImage::ImageRgb8(image::ImageBuffer::from_raw(13, 7, bytes(3)).unwrap()),
        DynamicImage::ImageRgba8(image::ImageBuffer::from_raw(13, 7, bytes(4)).unwrap()),
        DynamicImage::ImageLuma16(image::ImageBuffer::from_raw(13, 7, words(1)).unwrap()),
        DynamicImage::ImageLumaA16(image::ImageBuffer::from_raw(13, 7, words(2)).unwrap()),
        DynamicImage::ImageRgb16(image::ImageBuffer::from_raw(13, 7, words(3)).unwrap()),
        DynamicImage::ImageRgba16(image::ImageBuffer::from_raw(13, 7, words(4)).unwrap()),
    ]
}

#[test]
fn png_has_the_numbers_of_its_samples() {
    for image in pngs() {
        let picture = Picture::decode(&file(&image, ImageFormat::Png)).unwrap();
        assert_eq!(picture.size(), (13, 7));
        assert_eq!(picture.has_alpha(), image.color().has_alpha());
        let expected = image.to_rgba32f();
        for (index, channel) in Channel::ALL.into_iter().enumerate() {
            if channel == Channel::Alpha && !picture.has_alpha() {
                assert!(picture.plane(channel, ColorSpace::Data).is_none());
                continue;
            }
            let found = texels(&picture, channel, ColorSpace::Data);
            for (found, expected) in found.iter().zip(expected.pixels()) {
                assert!((found - expected.0[index]).abs() < 1e-7, "{channel:?} {found} {expected:?}");
            }
        }
    }
}

#[test]
fn colors_are_decoded_and_multiplied_by_alpha() {
    for image in pngs() {
        let picture = Picture::decode(&file(&image, ImageFormat::Png)).unwrap();
        let data = texels(&picture, Channel::Green, ColorSpace::Data);
        let alphas = match picture.has_alpha() {
            true => texels(&picture, Channel::Alpha, ColorSpace::Srgb),
            false => vec![1.0; data.len()],
        };
        assert_eq!(picture.is_multiplied(ColorSpace::Srgb), picture.has_alpha());
        assert!(!picture.is_multiplied(ColorSpace::Data));
        let (light, linear) =
            (texels(&picture, Channel::Green, ColorSpace::Srgb), texels(&picture, Channel::Green, ColorSpace::Linear));
        assert_eq!(texels(&picture, Channel::Green, ColorSpace::Auto), light);
        for (index, alpha) in alphas.into_iter().enumerate() {
            assert_eq!(light[index], travertine_noise::math::srgb_to_linear(data[index]) * alpha);
            assert_eq!(linear[index], data[index] * alpha);
        }
    }
}

#[test]
fn exr_has_its_floats() {
    let floats: Vec<f32> = (0..13 * 7 * 4).map(|index| (index as f32 - 90.0) * 0.37).collect();
    let image = DynamicImage::ImageRgba32F(image::ImageBuffer::from_raw(13, 7, floats.clone()).unwrap());
    let picture = Picture::decode(&file(&image, ImageFormat::OpenExr)).unwrap();
    for (index, channel) in Channel::ALL.into_iter().enumerate() {
        let expected: Vec<f32> = floats.iter().skip(index).step_by(4).copied().collect();
        for space in [ColorSpace::Auto, ColorSpace::Linear, ColorSpace::Data] {
            // Its colors are multiplied by alpha already.
            assert_eq!(texels(&picture, channel, space), expected);
        }
    }
}

#[test]
fn numbers_of_exr_are_finite() {
    let floats = vec![f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e38, -3e38, 0.5];
    let image = DynamicImage::ImageRgb32F(image::ImageBuffer::from_raw(2, 1, floats).unwrap());
    let picture = Picture::decode(&file(&image, ImageFormat::OpenExr)).unwrap();
    assert_eq!(texels(&picture, Channel::Red, ColorSpace::Linear), [0.0, 1e38]);
    assert_eq!(texels(&picture, Channel::Green, ColorSpace::Data), [f32::MAX, -3e38]);
    assert!(texels(&picture, Channel::Green, ColorSpace::Srgb).into_iter().all(f32::is_finite));
    assert_eq!(texels(&picture, Channel::Blue, ColorSpace::Linear), [f32::MIN, 0.5]);
}

#[test]
fn exr_in_dwa_is_refused() {
    let image = DynamicImage::ImageRgb32F(image::ImageBuffer::from_raw(1, 1, vec![0.5; 3]).unwrap());
    let mut bytes = file(&image, ImageFormat::OpenExr);
    let attribute = b"compression\0compression\0\x01\0\0\0";
    let place = bytes.windows(attribute.len()).position(|window| window == attribute).unwrap();
    // DWAA and DWAB.
    for compression in [8, 9] {
        bytes[place + attribute.len()] = compression;
        let error = Picture::decode(&bytes).unwrap_err().to_string();
        assert!(error.contains("it is compressed with DWA"), "{error}");
    }
}

/// The standard leaves a decoder some room. These are the bits of this one, on every CPU.
#[test]
fn jpeg_has_the_same_bits_everywhere() {
    let found = JPEGS.map(|(name, bytes)| {
        let picture = Picture::decode(bytes).unwrap();
        assert_eq!(picture.size(), (61, 47));
        let mut all = Vec::new();
        for channel in [Channel::Red, Channel::Green, Channel::Blue] {
            for texel in texels(&picture, channel, ColorSpace::Data) {
                all.push((texel * 255.0).round() as u8);
            }
        }
        format!("{name} {}", digest(&all))
    });
    let expected = [
        "subsampled da338dc0e91bcd5791ffd965e04b4514d0d3fc8d69b2d0b7b9e94a66a54f74f3",
        "progressive aec2a49c5eba860d6cb17b934ac5cc1f99bfe0c6bc9fde2bdac2e1afae126abf",
        "gray e23b10ece2f238e15f1fdcb83aa77e022eeb1285dff1a3efff4ab9dcae59d019",
        "restarts 72b03a94725f3a1ad5906acb125118408f574067d4dc697d1ea06b673c89a304",
    ];
    assert_eq!(found, expected);
}

#[test]
fn the_planes_of_a_gray_picture_are_one() {
    let picture = Picture::decode(JPEGS[2].1).unwrap();
    let identity = |channel| picture.plane(channel, ColorSpace::Auto).unwrap().identity().to_owned();
    assert_eq!(identity(Channel::Red), identity(Channel::Blue));
    assert!(identity(Channel::Red).ends_with(":0:srgb"));
}

#[test]
fn other_files_are_refused() {
    assert_eq!(Picture::decode(b"").unwrap_err(), Problem::Unknown);
    assert_eq!(Picture::decode(b"GIF89a").unwrap_err(), Problem::Unknown);
}

/// Every beginning of a file, and every file with one wrong byte, is refused or decoded, without a panic. The reason is
/// in words, not in structures of Rust.
#[test]
fn damage_is_no_panic() {
    let check = |decoded: Result<Picture, Problem>| {
        let text = decoded.err().map(|problem| problem.to_string()).unwrap_or_default();
        let is_structure = ["{ ", "::", "(\"", "ChunkType", ": \""].iter().any(|mark| text.contains(mark));
        assert!(!is_structure, "{text}");
    };
    let mut files: Vec<Vec<u8>> = JPEGS.iter().map(|(_, bytes)| bytes.to_vec()).collect();
    files.extend(pngs().iter().map(|image| file(image, ImageFormat::Png)));
    let floats = (0..13 * 7 * 3).map(|index| index as f32).collect();
    let exr = DynamicImage::ImageRgb32F(image::ImageBuffer::from_raw(13, 7, floats).unwrap());
    files.push(file(&exr, ImageFormat::OpenExr));
    for bytes in files {
        for end in (0..bytes.len()).step_by(13) {
            assert!(Picture::decode(&bytes[..end]).is_err(), "{end} of {}", bytes.len());
        }
        for place in (0..bytes.len()).step_by(7) {
            for wrong in [0, 0x7f, 0xff, bytes[place] ^ 1] {
                let mut damaged = bytes.clone();
                damaged[place] = wrong;
                check(Picture::decode(&damaged));
            }
        }
    }
}

#[test]
fn a_header_that_claims_too_much_is_refused() {
    // A PNG whose header claims 60,000 x 60,000 texels, with the right checksum.
    let mut bytes = file(&pngs()[0], ImageFormat::Png);
    for (place, number) in [(16, 60_000u32), (20, 60_000)] {
        bytes[place..place + 4].copy_from_slice(&number.to_be_bytes());
    }
    let crc = crc(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    assert_eq!(Picture::decode(&bytes).unwrap_err(), Problem::TooLarge { width: 60_000, height: 60_000 });
}

/// The checksum of PNG, ISO 3309.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}
