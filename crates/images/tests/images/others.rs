//! TIFF, WebP and Radiance, by files of tifffile 2026.3, Pillow 13 and by hand.

use travertine_images::{Channel, ColorSpace, Picture};

macro_rules! file {
    ($name:literal) => {
        &include_bytes!(concat!("../files/", $name))[..]
    };
}

const COLORS: [Channel; 3] = [Channel::Red, Channel::Green, Channel::Blue];

/// The number that the files have in a texel of a channel, 0 to 63.
fn number(channel: usize, index: usize) -> f32 {
    ((index % 9 * 7 + index / 9 * 13 + channel * 29) % 64) as f32
}

fn texels(picture: &Picture, channel: Channel, space: ColorSpace) -> Vec<f32> {
    let (width, height) = picture.size();
    let plane = picture.plane(channel, space).unwrap();
    (0..width * height).map(|index| plane.texel(index % width, index / width)).collect()
}

fn assert_texels(name: &str, picture: &Picture, channel: Channel, expected: impl Fn(usize) -> f32) {
    let found = texels(picture, channel, ColorSpace::Data);
    assert_eq!(found.len(), 9 * 35, "{name}");
    for (index, found) in found.into_iter().enumerate() {
        let expected = expected(index);
        assert!((found - expected).abs() < 1e-6, "{name} {channel:?} {index}: {found}, {expected}");
    }
}

#[test]
fn tiff_has_its_numbers() {
    let bytes = 4.0 / 255.0;
    let words = 1024.0 / 65535.0;
    let files: [(&str, &[u8], f32, bool); 18] = [
        ("gray8", file!("tiff/gray8.tif"), bytes, false),
        ("rgb8-lzw", file!("tiff/rgb8-lzw.tif"), bytes, true),
        ("rgb8-packbits", file!("tiff/rgb8-packbits.tif"), bytes, true),
        ("rgb16-deflate", file!("tiff/rgb16-deflate.tif"), words, true),
        ("rgba8", file!("tiff/rgba8.tif"), bytes, true),
        ("rgba32f-associated", file!("tiff/rgba32f-associated.tif"), 1.0 / 16.0, true),
        ("rgb16f", file!("tiff/rgb16f.tif"), 1.0 / 16.0, true),
        ("gray32f-tiles", file!("tiff/gray32f-tiles.tif"), 1.0 / 16.0, false),
        ("gray64f", file!("tiff/gray64f.tif"), 1.0 / 16.0, false),
        ("rgb8-planes", file!("tiff/rgb8-planes.tif"), bytes, true),
        ("rgb16-big-endian", file!("tiff/rgb16-big-endian.tif"), words, true),
        ("gray16-bigtiff", file!("tiff/gray16-bigtiff.tif"), words, false),
        ("gray8-white-is-zero", file!("tiff/gray8-white-is-zero.tif"), bytes, false),
        ("graya8", file!("tiff/graya8.tif"), bytes, false),
        ("graya16-planes", file!("tiff/graya16-planes.tif"), words, false),
        ("rgbx8", file!("tiff/rgbx8.tif"), bytes, true),
        ("rgbx16-planes", file!("tiff/rgbx16-planes.tif"), words, true),
        ("gray32", file!("tiff/gray32.tif"), 67_108_864.0 / 4_294_967_295.0, false),
    ];
    for (name, file, unit, is_color) in files {
        let picture = Picture::decode(file).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (channel, which) in COLORS.into_iter().enumerate() {
            let channel = if is_color { channel } else { 0 };
            assert_texels(name, &picture, which, |index| match name {
                "gray8-white-is-zero" => 1.0 - number(channel, index) * unit,
                _ => number(channel, index) * unit,
            });
        }
        let alpha = if name.starts_with("graya") { Some(1) } else { name.starts_with("rgba").then_some(3) };
        assert_eq!(picture.has_alpha(), alpha.is_some(), "{name}");
        if let Some(channel) = alpha {
            assert_texels(name, &picture, Channel::Alpha, |index| number(channel, index) * unit);
        }
        // Floats are light. Whole numbers are sRGB.
        let (auto, other) = match unit == 1.0 / 16.0 {
            true => (ColorSpace::Auto, ColorSpace::Linear),
            false => (ColorSpace::Auto, ColorSpace::Srgb),
        };
        assert_eq!(texels(&picture, Channel::Red, auto), texels(&picture, Channel::Red, other), "{name}");
    }
}

#[test]
fn bits_and_inks_of_tiff_become_colors() {
    let bits = Picture::decode(file!("tiff/bits.tif")).unwrap();
    assert_texels("bits", &bits, Channel::Red, |index| number(0, index) % 2.0);
    for (file, has_alpha) in [(file!("tiff/cmyk.tif"), false), (file!("tiff/cmyka.tif"), true)] {
        let inks = Picture::decode(file).unwrap();
        for (channel, which) in COLORS.into_iter().enumerate() {
            for (index, found) in texels(&inks, which, ColorSpace::Data).into_iter().enumerate() {
                let [ink, black] = [channel, 3].map(|channel| 1.0 - number(channel, index) * 4.0 / 255.0);
                assert!((found - ink * black).abs() < 0.003, "{which:?} {index}: {found}");
            }
        }
        assert_eq!(inks.has_alpha(), has_alpha);
        if has_alpha {
            assert_texels("cmyka", &inks, Channel::Alpha, |index| number(4, index) * 4.0 / 255.0);
        }
    }
    for (file, expected) in [
        (file!("tiff/jpeg.tif"), "JPEG"),
        (file!("tiff/palette.tif"), "those of a palette"),
        (file!("tiff/rgbx8-predictor.tif"), "its texels have 4 numbers; save it with 3 channels"),
    ] {
        let error = Picture::decode(file).unwrap_err().to_string();
        assert!(error.contains("TIFF") && error.contains(expected), "{error}");
    }
}

#[test]
fn an_associated_alpha_of_tiff_is_multiplied_already() {
    let picture = Picture::decode(file!("tiff/rgba32f-associated.tif")).unwrap();
    assert_eq!(texels(&picture, Channel::Red, ColorSpace::Auto), texels(&picture, Channel::Red, ColorSpace::Data));
}

#[test]
fn webp_has_the_texels_of_libwebp() {
    for (name, file) in
        [("lossless", file!("webp/lossless.webp")), ("lossless-alpha", file!("webp/lossless-alpha.webp"))]
    {
        let picture = Picture::decode(file).unwrap();
        for (channel, which) in COLORS.into_iter().enumerate() {
            assert_texels(name, &picture, which, |index| number(channel, index) * 4.0 / 255.0);
        }
    }
    for (file, expected) in [
        (file!("webp/lossy.webp"), file!("webp/lossy.bytes")),
        (file!("webp/lossy-alpha.webp"), file!("webp/lossy-alpha.bytes")),
    ] {
        let picture = Picture::decode(file).unwrap();
        assert_eq!(picture.bytes().unwrap().0, expected);
    }
    let error = Picture::decode(file!("webp/animation.webp")).unwrap_err().to_string();
    assert!(error.contains("it is an animation"), "{error}");
}

/// A Radiance picture with these lines in its header.
fn radiance(lines: &str, resolution: &str, texels: &[u8]) -> Result<Picture, String> {
    let header = format!("#?RADIANCE\n{lines}FORMAT=32-bit_rle_rgbe\n\n{resolution}\n");
    Picture::decode(&[header.as_bytes(), texels].concat()).map_err(|error| error.to_string())
}

#[test]
fn radiance_has_its_light() {
    // 1, 0.5 and nearly 2; nothing; then 1, once in this row, and thrice in the next one by a run.
    let plain = [128, 64, 255, 129, 9, 9, 9, 0, 128, 128, 128, 129, 128, 128, 128, 129, 1, 1, 1, 2];
    let picture = radiance("# made by hand\n", "-Y 2 +X 3", &plain).unwrap();
    let red = |picture: &Picture| texels(picture, Channel::Red, ColorSpace::Auto);
    assert_eq!(red(&picture), [1.0, 0.0, 1.0, 1.0, 1.0, 1.0]);
    assert_eq!(texels(&picture, Channel::Green, ColorSpace::Auto)[0], 0.5);
    assert_eq!(texels(&picture, Channel::Blue, ColorSpace::Auto)[0], 255.0 / 128.0);
    // An exposure is divided out; rows may go up and to the left.
    let picture = radiance("EXPOSURE=2\nEXPOSURE= 0.25\n", "+Y 2 -X 3", &plain).unwrap();
    assert_eq!(red(&picture), [2.0, 2.0, 2.0, 2.0, 0.0, 2.0]);
    // Runs: eight texels, channel by channel.
    let runs = [
        2, 2, 0, 8, // the width
        136, 128, // red: eight times 128
        8, 0, 16, 32, 48, 64, 80, 96, 112, // green: eight numbers
        130, 1, 134, 2, // blue: twice and six times
        136, 129, // exponents
    ];
    let picture = radiance("", "-Y 1 +X 8", &runs).unwrap();
    assert_eq!(red(&picture), [1.0; 8]);
    let green: Vec<f32> = (0..8).map(|step| step as f32 / 8.0).collect();
    assert_eq!(texels(&picture, Channel::Green, ColorSpace::Auto), green);
    let blue = [1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0].map(|number| number / 128.0);
    assert_eq!(texels(&picture, Channel::Blue, ColorSpace::Linear), blue);
    for end in 0..runs.len() {
        assert!(radiance("", "-Y 1 +X 8", &runs[..end]).unwrap_err().contains("cut off"), "{end}");
    }
    // Color corrections are divided out, too.
    let picture = radiance("EXPOSURE=2\nCOLORCORR=0.5 1 2\nCOLORCORR= 1 2 1\n", "-Y 1 +X 1", &plain).unwrap();
    let light = COLORS.map(|channel| texels(&picture, channel, ColorSpace::Auto)[0]);
    assert_eq!(light, [1.0, 0.125, 255.0 / 128.0 / 4.0]);
    for (lines, resolution, expected) in [
        ("", "+X 3 -Y 2", "its texels go along columns"),
        ("", "-Y 2", "its resolution is none"),
        ("EXPOSURE=0\n", "-Y 2 +X 3", "its exposure"),
        ("EXPOSURE=1e200\nEXPOSURE=1e200\n", "-Y 2 +X 3", "the product of its exposures"),
        ("EXPOSURE=1e-200\nEXPOSURE=1e-200\n", "-Y 2 +X 3", "the product of its exposures"),
        ("COLORCORR=1 1\n", "-Y 2 +X 3", "its color correction is not three numbers"),
        ("COLORCORR=1 1 -1\n", "-Y 2 +X 3", "its color correction is not three numbers"),
        ("PRIMARIES=.64 .33 .3 .6 .15 .06 .3127\n", "-Y 2 +X 3", "its primaries are not the chromaticities"),
        ("PRIMARIES=.3 .3 .3 .3 .3 .3 .3 .3\n", "-Y 2 +X 3", "its primaries are not the chromaticities"),
        ("PRIMARIES=.64 .33 .3 .6 .15 .06 .3 0\n", "-Y 2 +X 3", "its primaries are not the chromaticities"),
        ("FORMAT=32-bit_rle_xyze\n", "-Y 2 +X 3", "its format is `32-bit_rle_xyze`"),
    ] {
        let error = radiance(lines, resolution, &plain).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

/// ITU-R BT.2087, table 2: from BT.2020 to BT.709.
#[test]
fn primaries_of_radiance_become_those_of_rec_709() {
    // Red, green and blue alone.
    let plain = [128, 0, 0, 129, 0, 128, 0, 129, 0, 0, 128, 129];
    let wide = "PRIMARIES= 0.708 0.292 0.17 0.797 0.131 0.046 0.3127 0.329\n";
    let picture = radiance(wide, "-Y 1 +X 3", &plain).unwrap();
    let expected = [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]];
    for (channel, expected) in COLORS.into_iter().zip(expected) {
        for (found, expected) in texels(&picture, channel, ColorSpace::Auto).into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-4, "{channel:?} {found} {expected}");
        }
        // Light of the document's own choice is not converted.
        let sum: f32 = texels(&picture, channel, ColorSpace::Linear).iter().sum();
        assert_eq!(sum, 1.0);
    }
    let same = "PRIMARIES=0.640 0.330 0.300 0.600 0.150 0.060 0.3127 0.329\n";
    let same = radiance(same, "-Y 1 +X 3", &plain).unwrap();
    assert_eq!(texels(&same, Channel::Red, ColorSpace::Auto), [1.0, 0.0, 0.0]);
}

#[test]
fn damage_is_no_panic() {
    for file in [
        file!("tiff/rgb8-lzw.tif"),
        file!("tiff/rgb16-deflate.tif"),
        file!("tiff/gray32f-tiles.tif"),
        file!("tiff/palette.tif"),
        file!("tiff/graya16-planes.tif"),
        file!("tiff/rgbx8.tif"),
        file!("webp/lossy-alpha.webp"),
        file!("webp/lossless.webp"),
    ] {
        for end in (0..file.len()).step_by(41) {
            let _ = Picture::decode(&file[..end]);
        }
        for place in (0..file.len()).step_by(3) {
            for wrong in [0, 0x7f, 0xff, file[place] ^ 1] {
                let mut damaged = file.to_vec();
                damaged[place] = wrong;
                let _ = Picture::decode(&damaged);
            }
        }
    }
}
