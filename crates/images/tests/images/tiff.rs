//! TIFF: alphas, what is refused and why, and what it takes. The pictures are written here, number by number.

use travertine_images::{Channel, ColorSpace, Picture, cost};
use travertine_noise::math::srgb_to_linear;

/// A picture of one row: its fields, and its numbers as bytes.
#[derive(Clone, Copy)]
struct Tiff<'b> {
    texels: u16,
    /// Numbers of a texel, and bits of a number.
    numbers: u16,
    bits: u16,
    /// 1 for whole numbers, 2 for those with a sign, 3 for floats.
    format: u16,
    /// 1 for gray, 2 for RGB, 5 for CMYK.
    colors: u16,
    compression: u16,
    extra: &'b [u16],
    bytes: &'b [u8],
}

const RGBA: Tiff =
    Tiff { texels: 1, numbers: 4, bits: 8, format: 1, colors: 2, compression: 1, extra: &[1], bytes: &[40, 90, 0, 51] };

impl Tiff<'_> {
    fn written(self) -> Vec<u8> {
        let lists = |numbers: &[u16]| numbers.to_vec();
        // The list of bits may have one number for all.
        let mut fields = vec![
            (256, lists(&[self.texels])),
            (257, lists(&[1])),
            (258, lists(&[self.bits])),
            (259, lists(&[self.compression])),
            (262, lists(&[self.colors])),
            (273, lists(&[8])),
            (277, lists(&[self.numbers])),
            (278, lists(&[1])),
            (279, lists(&[self.bytes.len() as u16])),
        ];
        if !self.extra.is_empty() {
            fields.push((338, lists(self.extra)));
        }
        fields.push((339, lists(&[self.format])));
        let mut bytes = b"II*\0".to_vec();
        bytes.extend((8 + self.bytes.len() as u32).to_le_bytes());
        bytes.extend(self.bytes);
        bytes.extend((fields.len() as u16).to_le_bytes());
        for (tag, numbers) in fields {
            let tag: u16 = tag;
            bytes.extend([tag.to_le_bytes(), 3_u16.to_le_bytes()].concat());
            bytes.extend((numbers.len() as u32).to_le_bytes());
            // Up to two numbers stand in the field itself.
            assert!(numbers.len() <= 2);
            bytes.extend((0..2).flat_map(|place| numbers.get(place).copied().unwrap_or(0).to_le_bytes()));
        }
        bytes.extend([0; 4]);
        bytes
    }

    fn read(self) -> Picture {
        Picture::decode(&self.written()).unwrap()
    }

    fn refused(self) -> String {
        let problem = Picture::decode(&self.written()).unwrap_err();
        assert!(!problem.expected().contains("docs/"), "{}", problem.expected());
        problem.to_string()
    }
}

fn texel(picture: &Picture, channel: Channel, space: ColorSpace) -> f32 {
    picture.plane(channel, space).unwrap().texel(0, 0)
}

#[test]
fn the_curve_is_that_of_colors_without_their_alpha() {
    // A fifth of 200, more than there can be, and nothing.
    let associated = RGBA.read();
    let separate = Tiff { extra: &[2], bytes: &[200, 255, 0, 51], ..RGBA }.read();
    for space in [ColorSpace::Auto, ColorSpace::Srgb, ColorSpace::Linear] {
        for channel in Channel::ALL {
            let [found, expected] = [&associated, &separate].map(|picture| texel(picture, channel, space));
            let is_overbright = space == ColorSpace::Linear && channel == Channel::Green;
            assert!(is_overbright || (found - expected).abs() < 1e-6, "{space:?} {channel:?} {found} {expected}");
        }
    }
    let red = texel(&associated, Channel::Red, ColorSpace::Auto);
    assert!((red - srgb_to_linear(200.0 / 255.0) * 0.2).abs() < 1e-6, "{red}");
    // Data are what the file holds, and so is light.
    assert_eq!(texel(&associated, Channel::Red, ColorSpace::Data), 40.0 / 255.0);
    assert_eq!(texel(&associated, Channel::Red, ColorSpace::Linear), 40.0 / 255.0);
    // Where nothing is seen, there is no color.
    let hidden = Tiff { bytes: &[9, 9, 9, 0], ..RGBA }.read();
    assert_eq!(texel(&hidden, Channel::Red, ColorSpace::Auto), 0.0);
    // Words and floats alike.
    let words: Vec<u8> = [10_280_u16, 0, 0, 13_107].iter().flat_map(|word| word.to_le_bytes()).collect();
    let words = Tiff { bits: 16, bytes: &words, ..RGBA }.read();
    assert!((texel(&words, Channel::Red, ColorSpace::Auto) - red).abs() < 1e-6);
    let floats: Vec<u8> = [40.0 / 255.0, 0.4, 0.0, 0.2_f32].iter().flat_map(|float| float.to_le_bytes()).collect();
    let floats = Tiff { bits: 32, format: 3, bytes: &floats, ..RGBA }.read();
    assert!((texel(&floats, Channel::Red, ColorSpace::Srgb) - red).abs() < 1e-6);
    assert!((texel(&floats, Channel::Green, ColorSpace::Srgb) - srgb_to_linear(2.0) * 0.2).abs() < 1e-6);
    assert_eq!(texel(&floats, Channel::Green, ColorSpace::Auto), 0.4);
}

#[test]
fn gray_has_an_alpha_too() {
    let gray = Tiff { numbers: 2, colors: 1, bytes: &[40, 51], ..RGBA };
    let picture = gray.read();
    assert!(picture.has_alpha());
    let found = Channel::ALL.map(|channel| texel(&picture, channel, ColorSpace::Auto));
    let expected = texel(&RGBA.read(), Channel::Red, ColorSpace::Auto);
    assert_eq!(found, [expected, expected, expected, 0.2]);
    // A number that is no alpha is not read.
    assert!(!Tiff { extra: &[0], ..gray }.read().has_alpha());
    let more = Tiff { numbers: 3, extra: &[2, 0], bytes: &[40, 51, 7], ..gray }.read();
    assert_eq!(texel(&more, Channel::Alpha, ColorSpace::Auto), 0.2);
    assert_eq!(more.bytes(), Some((&[40, 51][..], 2)));
    // Bits: two texels of gray and alpha in a byte.
    let bits = Tiff { texels: 2, bits: 2, extra: &[2], bytes: &[0b0111_1000], ..gray }.read();
    assert_eq!(bits.bytes(), Some((&[85, 255, 170, 0][..], 2)));
}

#[test]
fn samples_take_what_they_are_held_in() {
    for (format, bits, expected) in
        [(1, 1, 1), (1, 8, 1), (1, 16, 2), (1, 32, 4), (2, 8, 4), (2, 16, 4), (3, 16, 4), (3, 64, 4)]
    {
        let tiff = Tiff { numbers: 1, bits, format, colors: 1, extra: &[], bytes: &[0; 8], ..RGBA };
        assert_eq!(cost(&tiff.written()).unwrap().samples, expected, "{format} {bits}");
        let samples = tiff.read();
        assert_eq!(samples.bytes().is_some(), expected == 1, "{format} {bits}");
    }
}

#[test]
fn what_is_not_read_is_named() {
    let rgb = Tiff { numbers: 3, extra: &[], bytes: &[0; 24], ..RGBA };
    let one = Tiff { numbers: 1, ..rgb };
    for (tiff, expected) in [
        (Tiff { colors: 3, ..one }, "its colors are those of a palette; gray, RGB and CMYK are read"),
        (Tiff { colors: 6, ..rgb }, "its colors are YCbCr; gray, RGB and CMYK are read"),
        (Tiff { colors: 8, ..rgb }, "its colors are Lab; gray, RGB and CMYK are read"),
        (Tiff { colors: 9, ..rgb }, "its colors are Lab; gray, RGB and CMYK are read"),
        (Tiff { colors: 4, ..one }, "its colors are a mask; gray, RGB and CMYK are read"),
        (Tiff { colors: 77, ..rgb }, "it does not say in a known way what its numbers stand for"),
        (Tiff { colors: 2, ..one }, "its colors are RGB, but the numbers of a texel are not three"),
        (
            Tiff { compression: 4, ..rgb },
            "it is compressed by a code of fax machines; PackBits, LZW and deflate are read",
        ),
        (Tiff { compression: 7, ..rgb }, "it is compressed by JPEG; PackBits, LZW and deflate are read"),
        (Tiff { compression: 50_000, ..rgb }, "it is compressed by Zstandard; PackBits, LZW and deflate are read"),
        (Tiff { compression: 34_712, ..rgb }, "its compression, 34712, is not known"),
        (Tiff { bits: 12, ..rgb }, "its numbers have 12 bits, which is not read"),
        (Tiff { bits: 4, ..rgb }, "its numbers have 4 bits, which is not read"),
        (Tiff { bits: 3, colors: 1, ..one }, "its numbers have 3 bits, which is not read"),
        (Tiff { bits: 4, colors: 1, format: 2, ..one }, "its numbers have 4 bits, which is not read"),
        (Tiff { format: 4, ..rgb }, "its numbers are neither whole numbers nor floats"),
        (Tiff { colors: 1, ..rgb }, "its texels have 3 numbers; gray, and an alpha, are read"),
        (Tiff { colors: 0, numbers: 2, extra: &[2], ..rgb }, "its white is 0, and its texels have more than gray"),
        (Tiff { colors: 5, numbers: 5, extra: &[1], ..rgb }, "its inks are multiplied by an alpha; save it as RGB"),
        (Tiff { colors: 5, numbers: 4, bits: 32, ..rgb }, "its inks are not whole numbers of 8 or 16 bits"),
        (Tiff { texels: 99, ..rgb }, "it is cut off"),
    ] {
        let error = tiff.refused();
        assert!(error.contains(&format!("is a TIFF file that cannot be decoded: {expected}")), "{error}");
    }
}

/// No message shows a value as Rust writes it.
#[test]
fn reasons_are_plain_words() {
    let files = [
        &include_bytes!("../files/tiff/palette.tif")[..],
        include_bytes!("../files/tiff/rgb8-lzw.tif"),
        include_bytes!("../files/tiff/gray32f-tiles.tif"),
    ];
    for file in files {
        for place in (0..file.len()).step_by(3) {
            for wrong in [0, 3, 7, 0x7f, 0xff] {
                let mut damaged = file.to_vec();
                damaged[place] = wrong;
                let Err(problem) = Picture::decode(&damaged) else { continue };
                let reason = problem.to_string();
                assert!(!reason.contains(['[', '(', '{', '"', '`', '“']), "{reason}");
                assert!(!reason.contains("encountered") && !reason.contains("unsupported"), "{reason}");
            }
        }
    }
}
