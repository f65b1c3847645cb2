//! What a PNG specifies about its colors, by its chunks.

use png::{BitDepth, ColorType, Encoder, ScaledFloat, SourceChromaticities, SrgbRenderingIntent};
use travertine_images::{Channel, ColorSpace, Picture};
use travertine_noise::math::srgb_to_linear;

/// A PNG of one texel.
fn texel(color_type: ColorType, words: &[u16], state: impl FnOnce(&mut Encoder<&mut Vec<u8>>)) -> Picture {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 1, 1);
    encoder.set_color(color_type);
    encoder.set_depth(BitDepth::Sixteen);
    state(&mut encoder);
    let words: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    encoder.write_header().unwrap().write_image_data(&words).unwrap();
    Picture::decode(&bytes).unwrap()
}

fn value(picture: &Picture, channel: Channel, space: ColorSpace) -> f32 {
    picture.plane(channel, space).unwrap().texel(0, 0)
}

const HALF: u16 = 33_292;

fn gray(state: impl FnOnce(&mut Encoder<&mut Vec<u8>>)) -> Picture {
    texel(ColorType::Grayscale, &[HALF], state)
}

#[test]
fn a_gamma_is_decoded() {
    let number = f32::from(HALF) / 65535.0;
    assert!((number - 0.508).abs() < 1e-4);
    let auto = |picture: &Picture| value(picture, Channel::Red, ColorSpace::Auto);
    // Nothing specified, and what programs specify that write sRGB.
    assert_eq!(auto(&gray(|_| ())), srgb_to_linear(number));
    for gamma in [0.45455, 0.45, 1.0 / 2.2] {
        assert_eq!(auto(&gray(|png| png.set_source_gamma(ScaledFloat::new(gamma)))), srgb_to_linear(number));
    }
    let linear = gray(|png| png.set_source_gamma(ScaledFloat::new(1.0)));
    assert_eq!(auto(&linear), number);
    let half = gray(|png| png.set_source_gamma(ScaledFloat::new(0.5)));
    assert!((auto(&half) - number * number).abs() < 1e-6);
    // What the document specifies counts.
    assert_eq!(value(&linear, Channel::Red, ColorSpace::Srgb), srgb_to_linear(number));
    assert_eq!(value(&half, Channel::Red, ColorSpace::Data), number);
    assert_eq!(value(&half, Channel::Red, ColorSpace::Linear), number);
    // sRGB counts more than gAMA.
    let both = gray(|png| {
        png.set_source_gamma(ScaledFloat::new(1.0));
        png.set_source_srgb(SrgbRenderingIntent::Perceptual);
    });
    assert_eq!(auto(&both), srgb_to_linear(number));
}

#[test]
fn primaries_become_those_of_rec_709() {
    // Of Rec. 2020, and linear.
    let words = [60_000, 20_000, 10_000];
    let wide = |png: &mut Encoder<&mut Vec<u8>>| {
        png.set_source_gamma(ScaledFloat::new(1.0));
        png.set_source_chromaticities(SourceChromaticities::new(
            (0.3127, 0.329),
            (0.708, 0.292),
            (0.17, 0.797),
            (0.131, 0.046),
        ));
    };
    let picture = texel(ColorType::Rgb, &words, wide);
    // ITU-R BT.2087.
    let matrix = [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]];
    for (channel, row) in Channel::ALL.into_iter().zip(matrix) {
        let expected: f32 = row.iter().zip(words).map(|(share, word)| share * f32::from(word) / 65535.0).sum();
        let found = value(&picture, channel, ColorSpace::Auto);
        assert!((found - expected).abs() < 2e-4, "{channel:?}: {found}, {expected}");
    }
    assert!(!picture.is_bounded(ColorSpace::Auto) && picture.is_bounded(ColorSpace::Srgb));
    assert_eq!(value(&picture, Channel::Red, ColorSpace::Linear), 60_000.0 / 65535.0);
    // Gray has no primaries, and those of sRGB change nothing.
    let gray = texel(ColorType::Grayscale, &[HALF], wide);
    assert_eq!(value(&gray, Channel::Blue, ColorSpace::Auto), f32::from(HALF) / 65535.0);
    let same = texel(ColorType::Rgb, &words, |png| {
        png.set_source_chromaticities(SourceChromaticities::new(
            (0.3127, 0.329),
            (0.64, 0.33),
            (0.3, 0.6),
            (0.15, 0.06),
        ));
    });
    assert_eq!(value(&same, Channel::Red, ColorSpace::Auto), srgb_to_linear(60_000.0 / 65535.0));
}

#[test]
fn code_points_count_most() {
    // cICP with the primaries of Rec. 709 and linear light, before the first chunk of texels.
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 1, 1);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::Sixteen);
    encoder.set_source_srgb(SrgbRenderingIntent::Perceptual);
    let mut writer = encoder.write_header().unwrap();
    writer.write_chunk(png::chunk::ChunkType(*b"cICP"), &[1, 8, 0, 1]).unwrap();
    writer.write_image_data(&HALF.to_be_bytes()).unwrap();
    drop(writer);
    let picture = Picture::decode(&bytes).unwrap();
    assert_eq!(value(&picture, Channel::Red, ColorSpace::Auto), f32::from(HALF) / 65535.0);
}
