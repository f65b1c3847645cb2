//! Files of volumes: their numbers, and files that are refused.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use travertine_images::{Content, Problem, Volume, cost};

/// An NRRD of these fields and bytes.
fn nrrd(fields: &str, bytes: &[u8]) -> Vec<u8> {
    [format!("NRRD0004\n# A comment\n{fields}\n\n").as_bytes(), bytes].concat()
}

/// An NRRD of 3 x 2 x 2 bytes, in an encoding.
fn bytes_of(encoding: &str, bytes: &[u8]) -> Vec<u8> {
    nrrd(&format!("type: uchar\ndimension: 3\nsizes: 3 2 2\nencoding: {encoding}"), bytes)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn df3(size: [u16; 3], bytes: &[u8]) -> Vec<u8> {
    size.iter().flat_map(|side| side.to_be_bytes()).chain(bytes.iter().copied()).collect()
}

/// The numbers of a channel: slices from the front, rows from the top, texels from the left.
fn numbers(volume: &Volume, channel: usize) -> Vec<f32> {
    use travertine_program::image::{ImageEdge, VolumeFunction};
    use travertine_raster::Sampling;
    let size = volume.size();
    let function = VolumeFunction {
        pyramid: volume.channel(channel).unwrap(),
        sampling: Sampling::Nearest,
        edge: ImageEdge::Clamp,
        has_footprint: false,
        orders: [0; 4],
    };
    let center = |index: usize, axis: usize| (index as f32 + 0.5) / size[axis] as f32;
    (0..size.iter().product())
        .map(|index: usize| {
            let [x, y, z] = [index % size[0], index / size[0] % size[1], index / (size[0] * size[1])];
            function.at([center(x, 0), center(y, 1), center(z, 2)], 0.0)
        })
        .collect()
}

fn read(bytes: &[u8]) -> Vec<f32> {
    numbers(&Volume::decode(bytes).unwrap_or_else(|problem| panic!("{problem}")), 0)
}

/// The reason why a file is refused.
fn refused(bytes: &[u8]) -> String {
    let error = Volume::decode(bytes).unwrap_err();
    assert!(cost(bytes).is_err(), "{error}");
    error.to_string()
}

const TWELVE: [u8; 12] = [0, 51, 102, 153, 204, 255, 5, 10, 15, 20, 25, 30];

/// The same, compressed by the module `bz2` of Python 3.11.
const BZIP2: [u8; 59] = [
    66, 90, 104, 57, 49, 65, 89, 38, 83, 89, 71, 3, 53, 161, 0, 0, 0, 105, 36, 194, 16, 132, 33, 8, 0, 1, 0, 0, 32, 0,
    4, 0, 0, 160, 0, 49, 3, 64, 208, 32, 6, 134, 150, 98, 106, 192, 205, 227, 226, 238, 72, 167, 10, 18, 8, 224, 102,
    180, 32,
];

#[test]
fn every_encoding_has_the_same_numbers() {
    let expected = TWELVE.map(|byte| f32::from(byte) / 255.0);
    assert_eq!(read(&bytes_of("raw", &TWELVE)), expected);
    for name in ["gzip", "GZ"] {
        assert_eq!(read(&bytes_of(name, &gzip(&TWELVE))), expected);
    }
    for name in ["bzip2", "bz2"] {
        assert_eq!(read(&bytes_of(name, &BZIP2)), expected);
        for end in 0..BZIP2.len() {
            assert!(Volume::decode(&bytes_of(name, &BZIP2[..end])).is_err(), "{end}");
        }
    }
    let text = b"0 51 102\n153\t204 255\r\n5,10, 15 20 25 30\n";
    for name in ["ascii", "text", "txt"] {
        assert_eq!(read(&bytes_of(name, text)), expected);
    }
}

/// In a DF3, y runs up.
#[test]
fn rows_of_a_density_file_are_reversed() {
    let expected = [153, 204, 255, 0, 51, 102, 20, 25, 30, 5, 10, 15].map(|byte: u8| f32::from(byte) / 255.0);
    assert_eq!(read(&df3([3, 2, 2], &TWELVE)), expected);
    let expected = [4, 5, 2, 3, 0, 1].map(|byte: u8| f32::from(byte) / 255.0);
    assert_eq!(read(&df3([2, 3, 1], &[0, 1, 2, 3, 4, 5])), expected);
}

#[test]
fn numbers_have_the_order_of_bytes_that_the_header_states() {
    let words: [u16; 4] = [0, 1, 0x1234, 0xffff];
    let expected = words.map(|word| f32::from(word) / 65535.0);
    let header =
        |endian: &str| format!("type: unsigned short\ndimension: 3\nsizes: 2 2 1\nencoding: raw\nendian: {endian}");
    let little: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let big: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    assert_eq!(read(&nrrd(&header("little"), &little)), expected);
    assert_eq!(read(&nrrd(&header("big"), &big)), expected);
    assert_eq!(read(&df3([4, 1, 1], &big)), expected);
    let wide: Vec<u8> = [0, u32::MAX, 1 << 31, 255].iter().flat_map(|word: &u32| word.to_be_bytes()).collect();
    assert_eq!(read(&df3([2, 1, 2], &wide)), [0.0, 1.0, 0.5, 255.0 / u32::MAX as f32]);
}

#[test]
fn floats_have_their_bits() {
    let floats = [-0.0, 1.0e-40, -3.5, 1e30, f32::NAN, f32::NEG_INFINITY];
    let fields = "type: float\ndimension: 3\nsizes: 1 2 3\nencoding: raw\nendian: little";
    let bytes: Vec<u8> = floats.iter().flat_map(|float| float.to_le_bytes()).collect();
    let expected = [-0.0, 1.0e-40, -3.5, 1e30, 0.0, f32::MIN].map(f32::to_bits);
    let found = read(&nrrd(fields, &bytes));
    assert_eq!(found.into_iter().map(f32::to_bits).collect::<Vec<_>>(), expected);
    let doubles = [-1e300, 0.1, 1.0 / 3.0, 0.0, f64::NAN, 5e-324];
    let bytes: Vec<u8> = doubles.iter().flat_map(|double| double.to_le_bytes()).collect();
    let expected = [f32::MIN, 0.1, 1.0 / 3.0, 0.0, 0.0, 0.0];
    assert_eq!(read(&nrrd(&fields.replace("float", "double"), &bytes)), expected);
}

#[test]
fn components_are_channels() {
    let fields = "type: uint8\ndimension: 4\nsizes: 3 2 1 2\nencoding: raw\nkinds: RGB-color domain domain domain";
    let volume = Volume::decode(&nrrd(fields, &TWELVE)).unwrap();
    assert_eq!((volume.size(), volume.channels()), ([2, 1, 2], 3));
    for channel in 0..3 {
        let expected: Vec<f32> = TWELVE.iter().skip(channel).step_by(3).map(|byte| f32::from(*byte) / 255.0).collect();
        assert_eq!(numbers(&volume, channel), expected);
    }
    assert!(volume.channel(3).is_none());
    let identities = [0, 1].map(|channel| volume.channel(channel).unwrap().identity().to_owned());
    assert_ne!(identities[0], identities[1]);
}

#[test]
fn spacings_are_those_of_the_file() {
    let with = |field: &str| {
        let fields = format!("type: uint8\ndimension: 3\nsizes: 3 2 2\nencoding: raw\n{field}");
        Volume::decode(&nrrd(&fields, &TWELVE)).map(|volume| volume.spacing())
    };
    assert_eq!(with("Spacings: 0.5 1 2.5"), Ok([0.5, 1.0, 2.5]));
    assert_eq!(with("space directions: (3,4,0) (0,-1,0)  ( 0, 0, 2 )"), Ok([5.0, 1.0, 2.0]));
    for unknown in ["spacings: nan 1 1", "spacings: 0 1 1", "spacings: 1 1 1e30", "a:=b", "future field: 1"] {
        assert_eq!(with(unknown), Ok([1.0; 3]));
    }
    assert!(with("spacings: 1 1").is_err() && with("space directions: (1,0,0) (0,1").is_err());
    let fields =
        "type: uint8\ndimension: 4\nsizes: 1 3 2 2\nencoding: raw\nspace directions: none (1,0,0) (0,1,0) (0,0,3)";
    assert_eq!(Volume::decode(&nrrd(fields, &TWELVE)).unwrap().spacing(), [1.0, 1.0, 3.0]);
}

#[test]
fn headers_that_do_not_say_enough_are_refused() {
    let whole = "type: int16\ndimension: 3\nsizes: 3 2 1\nencoding: raw\nendian: little";
    assert!(Volume::decode(&nrrd(whole, &TWELVE)).is_ok());
    for (from, to, expected) in [
        ("type: int16\n", "", "its header has no field `type`"),
        ("dimension: 3\n", "", "its header has no field `dimension`"),
        ("sizes: 3 2 1\n", "", "its header has no field `sizes`"),
        ("encoding: raw\n", "", "its header has no field `encoding`"),
        ("\nendian: little", "", "its header has no field `endian`"),
        ("int16", "block", "its type is `block`; int8 to int64, uint8 to uint64, float and double are read"),
        ("raw", "zstd", "its encoding is `zstd`; raw, gzip, bzip2 and ascii are read"),
        ("little", "middle", "its endian is `middle`, neither little nor big"),
        ("n: 3", "n: 2", "its dimension is `2`, neither 3 nor 4"),
        ("3 2 1", "3 2", "its sizes are `3 2`, not 3 whole numbers above 0"),
        ("3 2 1", "3 2 0", "its sizes are `3 2 0`, not 3 whole numbers above 0"),
        ("3 2 1", "3 2 -1", "its sizes are `3 2 -1`, not 3 whole numbers above 0"),
        (
            "endian: little",
            "endian: little\ndata file: a.raw",
            "its numbers are in other files; save it with an attached header, as one .nrrd",
        ),
        ("endian: little", "endian: little\nbyte skip: -1", "its header has `byte skip`, which is not supported"),
        ("endian: little", "endian: little\nendian: big", "its header has `endian` twice"),
        (
            "endian: little",
            "endian: little\nkinds: RGB-color domain domain",
            "one of its last three axes is of the kind `rgb-color`, not domain",
        ),
        ("endian: little", "endian: little\nkinds: domain domain", "it has 3 axes and 2 kinds"),
        ("endian: little", "endian: little\nnonsense", "the line `nonsense` of its header is not a field"),
        ("n: 3\nsizes: 3 2 1", "n: 4\nsizes: 65 3 2 1", "its texels have 65 numbers; at most 64 are read"),
    ] {
        let fields = whole.replace(from, to);
        let error = refused(&nrrd(&fields, &TWELVE));
        assert_eq!(error, format!("is an NRRD file that cannot be decoded: {expected}"));
    }
    let times = "type: uint8\ndimension: 4\nsizes: 3 2 2 1\nencoding: raw\nkinds: domain domain domain time";
    assert!(refused(&nrrd(times, &TWELVE)).contains("the first of its four axes is of the kind `domain`"));
    assert!(refused(b"NRRD0004\ntype: uint8").contains("does not end with an empty line"));
    assert!(refused(b"NRRD0004\ndata file: a.raw\n").contains("its numbers are in other files"));
    let long = format!("type: uint8\ndimension: 3\nsizes: {}", "1 ".repeat(1 << 20));
    assert!(refused(&nrrd(&long, &[])).contains("does not end with an empty line within 1048576 bytes"));
    assert!(refused(b"NRRD0009\n\n").contains("its first line is `NRRD0009`"));
}

#[test]
fn a_file_with_too_few_or_too_many_numbers_is_refused() {
    let error = |bytes: &[u8]| Volume::decode(bytes).unwrap_err().to_string();
    let (short, long) =
        ("it holds fewer numbers than its header specifies", "it holds more numbers than its header specifies");
    for (encoding, bytes) in
        [("raw", TWELVE.to_vec()), ("gzip", gzip(&TWELVE)), ("ascii", b"1 2 3 4 5 6 7 8 9 10 11 12".to_vec())]
    {
        assert!(Volume::decode(&bytes_of(encoding, &bytes)).is_ok());
        let (less, more) = match encoding {
            "gzip" => (gzip(&TWELVE[1..]), gzip(&[0; 13])),
            "ascii" => (bytes[2..].to_vec(), [&b"0 "[..], &bytes].concat()),
            _ => (bytes[1..].to_vec(), [0; 13].to_vec()),
        };
        assert!(error(&bytes_of(encoding, &less)).ends_with(short), "{encoding}");
        assert!(error(&bytes_of(encoding, &more)).ends_with(long), "{encoding}");
    }
    assert!(error(&bytes_of("ascii", b"1 2 3 4 5 6 7 8 9 10 11 256")).contains("`256` is not a number of its type"));
    let mut damaged = gzip(&TWELVE);
    let checksum = damaged.len() - 8;
    damaged[checksum] ^= 1;
    assert!(Volume::decode(&bytes_of("gzip", &damaged)).is_err());
    // A DF3 of another length is a file of no known format.
    assert_eq!(Volume::decode(&df3([3, 2, 2], &TWELVE[1..])).unwrap_err(), Problem::Unknown);
    assert_eq!(Volume::decode(&df3([0, 2, 2], &[])).unwrap_err(), Problem::Unknown);
}

#[test]
fn a_header_that_claims_too_much_is_refused() {
    let large = nrrd("type: uint8\ndimension: 3\nsizes: 1024 1024 257\nencoding: gzip", &gzip(&[0; 9]));
    let problem = Problem::TooLargeVolume { size: [1024, 1024, 257], channels: 1 };
    assert_eq!(Volume::decode(&large).unwrap_err(), problem);
    assert_eq!(cost(&large), Err(problem));
    let long = nrrd("type: uint8\ndimension: 3\nsizes: 40000 1 1\nencoding: raw", &[0; 40_000]);
    assert!(matches!(cost(&long), Err(Problem::TooLargeVolume { .. })));
    let absurd = u64::MAX.to_string();
    let overflowing = nrrd(&format!("type: uint8\ndimension: 3\nsizes: {absurd} {absurd} 3\nencoding: raw"), &[]);
    assert!(matches!(cost(&overflowing), Err(Problem::TooLargeVolume { .. })));
    // Within the limit, but more than so few bytes can hold: no memory is taken.
    for encoding in ["raw", "gzip", "ascii"] {
        let fields = format!("type: uint8\ndimension: 3\nsizes: 1024 1024 256\nencoding: {encoding}");
        let error = Volume::decode(&nrrd(&fields, &gzip(&[0; 1 << 20]))).unwrap_err().to_string();
        assert!(error.ends_with("it holds fewer numbers than its header specifies"), "{error}");
    }
}

#[test]
fn numbers_count_as_quarters_of_texels() {
    assert_eq!(cost(&df3([3, 2, 2], &TWELVE)).unwrap().texels, 3);
    assert_eq!(cost(&df3([1, 5, 1], &TWELVE[..5])).unwrap().texels, 2);
}

#[test]
fn pictures_and_volumes_are_told_apart() {
    let volume = df3([3, 2, 2], &TWELVE);
    let picture = include_bytes!("../files/texel.png");
    assert!(Content::decode(&volume).unwrap().volume().is_ok());
    assert_eq!(Content::decode(&volume).unwrap().picture().unwrap_err(), Problem::Volume);
    assert_eq!(Content::decode(picture).unwrap().volume().unwrap_err(), Problem::Picture);
    assert_eq!(Volume::decode(picture).unwrap_err(), Problem::Picture);
    assert_eq!(travertine_images::Picture::decode(&volume).unwrap_err(), Problem::Volume);
}

/// Every beginning of a file, and every file with one wrong byte, is refused or decoded, without a panic.
#[test]
fn damage_is_no_panic() {
    let fields = "type: float\ndimension: 4\nsizes: 2 3 2 1\nspace directions: none (1,0,0) (0,1,0) (0,0,2)\n\
                  kinds: vector domain domain domain\nendian: big\nencoding: ";
    let floats: Vec<u8> = TWELVE.iter().flat_map(|byte| f32::from(*byte).to_be_bytes()).collect();
    let files = [
        nrrd(&format!("{fields}raw"), &floats),
        nrrd(&format!("{fields}gzip"), &gzip(&floats)),
        nrrd(&format!("{fields}ascii"), b"0 1e3 -1 nan inf 0.5 6 7 8 9 10 11"),
        df3([3, 2, 2], &TWELVE),
    ];
    for bytes in files {
        assert!(Volume::decode(&bytes).is_ok());
        for end in 0..bytes.len() {
            // Text may end within its last number.
            let is_cut_off = Volume::decode(&bytes[..end]).is_err();
            assert!(is_cut_off || bytes[..end].ends_with(b" 1"), "{end} of {}", bytes.len());
        }
        for place in 0..bytes.len() {
            for wrong in [0, b'\n', b'9', b'-', 0x7f, 0xff, bytes[place] ^ 1, bytes[place] ^ 0x80] {
                let mut damaged = bytes.clone();
                damaged[place] = wrong;
                if let Ok(volume) = Volume::decode(&damaged) {
                    assert!(numbers(&volume, 0).into_iter().all(f32::is_finite));
                }
            }
        }
    }
}
