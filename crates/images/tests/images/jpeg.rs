//! JPEG: every way to code a picture, compared with other decoders.

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use travertine_images::{Channel, ColorSpace, Picture};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace;
use zune_jpeg::zune_core::options::DecoderOptions;

const SAMPLINGS: [SamplingFactor; 8] = [
    SamplingFactor::F_1_1,
    SamplingFactor::F_2_1,
    SamplingFactor::F_1_2,
    SamplingFactor::F_2_2,
    SamplingFactor::F_4_1,
    SamplingFactor::F_1_4,
    SamplingFactor::F_4_2,
    SamplingFactor::F_2_4,
];

/// How a picture is written.
#[derive(Clone, Copy, Debug)]
struct Mode {
    size: (u16, u16),
    colors: ColorType,
    sampling: SamplingFactor,
    quality: u8,
    restart: u16,
    is_progressive: bool,
    /// One scan for each component, as its own Huffman tables need.
    is_separate: bool,
}

fn written(mode: Mode) -> Vec<u8> {
    let (width, height) = (usize::from(mode.size.0), usize::from(mode.size.1));
    let channels = match mode.colors {
        ColorType::Luma => 1,
        ColorType::Rgb => 3,
        _ => 4,
    };
    let samples: Vec<u8> = (0..width * height * channels)
        .map(|index| {
            let (texel, channel) = (index / channels, index % channels);
            let noise = (index as u32).wrapping_mul(2_654_435_761) >> 28;
            ((texel % width) * 9 + (texel / width) * 5 + channel * 50 + noise as usize) as u8
        })
        .collect();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, mode.quality);
    encoder.set_sampling_factor(mode.sampling);
    encoder.set_progressive(mode.is_progressive);
    encoder.set_optimized_huffman_tables(mode.is_separate);
    if mode.restart > 0 {
        encoder.set_restart_interval(mode.restart);
    }
    encoder.encode(&samples, mode.size.0, mode.size.1, mode.colors).unwrap();
    bytes
}

fn modes(colors: ColorType) -> Vec<Mode> {
    let mut modes = Vec::new();
    let samplings = if colors == ColorType::Luma { &SAMPLINGS[..1] } else { &SAMPLINGS };
    for size in [(1, 1), (7, 9), (16, 16), (33, 17), (61, 47)] {
        for sampling in samplings.iter().copied() {
            for (quality, restart, is_progressive) in
                [(100, 0, false), (40, 1, false), (85, 3, false), (100, 0, true), (70, 2, true)]
            {
                let is_separate = false;
                modes.push(Mode { size, colors, sampling, quality, restart, is_progressive, is_separate });
            }
        }
    }
    modes
}

/// The bytes of the texels.
fn texels(bytes: &[u8]) -> Vec<u8> {
    Picture::decode(bytes).unwrap().bytes().unwrap().0.to_vec()
}

/// The texels by the decoder whose bits Travertine has kept since it read its first JPEG.
fn by_zune(bytes: &[u8]) -> Vec<u8> {
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), DecoderOptions::default());
    decoder.decode_headers().unwrap();
    let target = match decoder.input_colorspace() {
        Some(colorspace::ColorSpace::Luma) => colorspace::ColorSpace::Luma,
        _ => colorspace::ColorSpace::RGB,
    };
    decoder.set_options(decoder.options().jpeg_set_out_colorspace(target));
    decoder.decode().unwrap()
}

#[test]
fn every_mode_has_the_bits_that_it_had() {
    let mut compared = 0;
    for mode in [ColorType::Luma, ColorType::Rgb, ColorType::CmykAsYcck].into_iter().flat_map(modes) {
        // The other decoder does these wrong: the encoder writes them as one scan for each component.
        let is_separate =
            !mode.is_progressive && SAMPLINGS[4..].iter().any(|sampling| *sampling as u8 == mode.sampling as u8);
        if is_separate {
            continue;
        }
        let bytes = written(mode);
        assert_eq!(texels(&bytes), by_zune(&bytes), "{mode:?}");
        compared += 1;
    }
    assert_eq!(compared, 25 + 2 * (100 + 40));
}

#[test]
fn a_scan_for_each_component_holds_the_same_picture() {
    for colors in [ColorType::Rgb, ColorType::Cmyk, ColorType::CmykAsYcck] {
        // These four factors are written as one scan, unless a scan for each component is asked for. The encoder cannot
        // count codes for restarts.
        for mode in modes(colors).into_iter().filter(|mode| {
            SAMPLINGS[..4].iter().any(|sampling| *sampling as u8 == mode.sampling as u8) && mode.restart == 0
        }) {
            // Progressive ones have scans of one component anyway.
            let separate = Mode { is_separate: true, ..mode };
            assert_eq!(texels(&written(separate)), texels(&written(mode)), "{separate:?}");
        }
    }
}

/// Files by cjpeg and Pillow with the texels of libjpeg-turbo 2.1.5, whose interpolation of chroma rounds in another
/// place.
#[test]
fn scans_of_any_kind_are_those_of_libjpeg() {
    macro_rules! files {
        ($($name:literal)*) => {
            [$((
                $name,
                &include_bytes!(concat!("../files/scans/", $name, ".jpg"))[..],
                &include_bytes!(concat!("../files/scans/", $name, ".rgb"))[..],
            )),*]
        };
    }
    // The samples of `padding-420` outside the picture have another color.
    let files = files!(
        "padding-420" "separate-420" "luma-last-420" "luma-alone-422" "separate-440" "separate-444" "separate-411" "thirds" "mixed"
        "progressive-420" "rgb" "cmyk"
    );
    for (name, bytes, expected) in files {
        let found = texels(bytes);
        assert_eq!(found.len(), expected.len(), "{name}");
        let differences = found.iter().zip(expected).map(|(found, expected)| found.abs_diff(*expected));
        let (greatest, sum) = differences.fold((0, 0), |(most, sum), one| (one.max(most), sum + usize::from(one)));
        assert!(greatest <= 3 && sum <= found.len(), "{name}: up to {greatest}, together {sum}");
    }
}

#[test]
fn a_flat_picture_in_three_scans_is_flat() {
    // All texels are 201, 60, 30.
    let bytes = include_bytes!("../files/scans/flat.jpg");
    assert!(texels(bytes).chunks(3).all(|texel| texel == [201, 60, 30]));
}

#[test]
fn inks_become_colors() {
    let mode = Mode {
        size: (8, 8),
        colors: ColorType::Cmyk,
        sampling: SamplingFactor::F_1_1,
        quality: 100,
        restart: 0,
        is_progressive: false,
        is_separate: false,
    };
    let picture = Picture::decode(&written(mode)).unwrap();
    // The encoder takes and inverts 0, 50, 100 and 150, more or less: a color is (1 - ink) (1 - black).
    let texel = |channel| {
        let plane = picture.plane(channel, ColorSpace::Data).unwrap();
        plane.texel(0, 0) * 255.0
    };
    for (channel, ink) in [(Channel::Red, 0.0), (Channel::Green, 50.0), (Channel::Blue, 100.0)] {
        let expected = (255.0 - ink) * (255.0 - 150.0) / 255.0;
        assert!((texel(channel) - expected).abs() < 16.0, "{channel:?} {} {expected}", texel(channel));
    }
}

/// As in libjpeg: a transform that is not known counts as that of YCCK.
#[test]
fn four_components_with_any_transform_are_ycck() {
    let bytes = include_bytes!("../files/scans/cmyk.jpg");
    let adobe = bytes.windows(5).position(|name| name == b"Adobe").unwrap();
    let [plain, unknown, known, far] = [0, 1, 2, 7].map(|transform| {
        let mut changed = bytes.to_vec();
        changed[adobe + 11] = transform;
        texels(&changed)
    });
    assert_eq!(plain, texels(bytes));
    assert_ne!(plain, known);
    assert!(unknown == known && far == known);
}

/// The places where scans begin.
fn scans(bytes: &[u8]) -> Vec<usize> {
    let markers = bytes.windows(2).enumerate().filter(|(_, marker)| *marker == [0xff, 0xda]);
    markers.map(|(place, _)| place).collect()
}

#[test]
fn scans_without_end_are_refused() {
    let mode = Mode {
        size: (40, 24),
        colors: ColorType::Luma,
        sampling: SamplingFactor::F_1_1,
        quality: 90,
        restart: 0,
        is_progressive: true,
        is_separate: false,
    };
    let bytes = written(mode);
    let [.., before, last] = *scans(&bytes) else { panic!("it has several scans") };
    // A scan of a band of coefficients, again and again.
    let (scan, end) = (&bytes[before..last], &bytes[bytes.len() - 2..]);
    let (first, highest) = (usize::from(scan[7]), usize::from(scan[8]));
    assert!(first > 0 && scan[9] >> 4 == 0, "{scan:?}");
    let width = highest + 1 - first;
    let repeated = |count: usize| [&bytes[..bytes.len() - 2], &scan.repeat(count), end].concat();
    // Sixteen times all coefficients. The file itself goes through them once.
    let most = 15 * 64 / width;
    assert!(most < 400, "{most}");
    assert_eq!(texels(&repeated(most)), texels(&bytes));
    let error = Picture::decode(&repeated(most + width)).unwrap_err().to_string();
    assert!(error.contains("its scans code the same coefficients more than 16 times"), "{error}");
}

#[test]
fn the_number_of_rows_is_that_of_the_frame() {
    let bytes = include_bytes!("../files/subsampled.jpg");
    let frame = bytes.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
    let rows = u16::from_be_bytes([bytes[frame + 5], bytes[frame + 6]]);
    let mut without = bytes.to_vec();
    without[frame + 5..frame + 7].fill(0);
    let error = Picture::decode(&without).unwrap_err().to_string();
    assert!(error.contains("leaves the number of rows to a DNL segment"), "{error}");
    let (scan, end) = bytes.split_at(bytes.len() - 2);
    let stated = |rows: u16| [scan, &[0xff, 0xdc, 0, 4], &rows.to_be_bytes(), end].concat();
    assert_eq!(texels(&stated(rows)), texels(bytes));
    let error = Picture::decode(&stated(rows - 1)).unwrap_err().to_string();
    let expected = format!("its frame has {rows} rows, and a DNL segment says {}", rows - 1);
    assert!(error.contains(&expected), "{error}");
}

#[test]
fn components_have_ids_of_their_own() {
    let mut bytes = include_bytes!("../files/subsampled.jpg").to_vec();
    let frame = bytes.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
    bytes[frame + 13] = bytes[frame + 10];
    let error = Picture::decode(&bytes).unwrap_err().to_string();
    assert!(error.contains("two components of its frame have the same id, 1"), "{error}");
}

#[test]
fn bytes_between_headers_are_skipped() {
    let bytes = include_bytes!("../files/subsampled.jpg");
    let expected = texels(bytes);
    // Before each segment up to the scan, and after the scan.
    let mut place = 2;
    let mut places = vec![bytes.len() - 2];
    loop {
        places.push(place);
        let length = usize::from(u16::from_be_bytes([bytes[place + 2], bytes[place + 3]]));
        if bytes[place + 1] == 0xda {
            break;
        }
        place += 2 + length;
    }
    assert!(places.len() > 4);
    for place in places {
        for stray in [&b"\0"[..], b"stray bytes", b"\xff\0\xff\xff", b"\r\n\r\n"] {
            let with = [&bytes[..place], stray, &bytes[place..]].concat();
            assert_eq!(texels(&with), expected, "{stray:?} at {place}");
        }
    }
}

#[test]
fn the_orientation_of_exif_is_ignored() {
    let bytes = include_bytes!("../files/subsampled.jpg");
    // Turned by a right angle: the tag 0x0112 is the short 6.
    let exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let length = (exif.len() as u16 + 2).to_be_bytes();
    let turned = [&bytes[..2], &[0xff, 0xe1], &length, exif, &bytes[2..]].concat();
    assert_eq!(texels(&turned), texels(bytes));
}

#[test]
fn what_is_not_read_is_named() {
    let bytes = include_bytes!("../files/subsampled.jpg");
    let frame = bytes.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
    let error = |offset: usize, byte: u8| {
        let mut changed = bytes.to_vec();
        changed[frame + offset] = byte;
        Picture::decode(&changed).unwrap_err().to_string()
    };
    assert!(error(4, 12).contains("its samples have 12 bits"), "{}", error(4, 12));
    for (marker, expected) in [(0xc3, "lossless"), (0xc5, "hierarchical"), (0xc9, "arithmetic"), (0xca, "arithmetic")] {
        assert!(error(1, marker).contains(expected), "{}", error(1, marker));
    }
}

#[test]
fn a_missing_part_is_an_error() {
    let bytes = include_bytes!("../files/restarts.jpg");
    for end in 2..bytes.len() {
        assert!(Picture::decode(&bytes[..end]).is_err(), "{end}");
    }
    // A restart marker with the wrong number.
    let marker = bytes.windows(2).position(|marker| marker == [0xff, 0xd1]).unwrap();
    let mut changed = bytes.to_vec();
    changed[marker + 1] = 0xd2;
    let error = Picture::decode(&changed).unwrap_err().to_string();
    assert!(error.contains("a restart marker is missing"), "{error}");
}
