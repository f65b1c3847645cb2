//! Tests of file contents, parsed without Travertine.

use crate::pictures::png;
use crate::support::Folder;

/// 8 x 4 x 2 samples of the position, in a region that makes all coordinates exact.
const POSITIONS: &str = "volume graph.json --output place --size 8x4x2 --region 0,0,-1,1,1,1";

/// Their values, in the order x, y, z.
fn positions() -> Vec<f32> {
    let mut positions = Vec::new();
    for z in [-0.5, 0.5] {
        for y in [0.125, 0.375, 0.625, 0.875] {
            (0..8).for_each(|x| positions.extend([(x as f32 + 0.5) / 8.0, y, z]));
        }
    }
    positions
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

fn words(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks().0.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect()
}

/// A little-endian word of a header.
fn word(file: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(file[at..at + 4].try_into().unwrap())
}

/// The fields of an NRRD header, and the samples.
fn nrrd(file: &[u8]) -> (Vec<String>, &[u8]) {
    let end = file.windows(2).position(|pair| pair == b"\n\n").unwrap();
    let header = std::str::from_utf8(&file[..end]).unwrap();
    (header.lines().map(str::to_owned).collect(), &file[end + 2..])
}

#[test]
fn raw_volumes_have_samples_and_a_description() {
    let folder = Folder::new();
    assert_eq!(folder.done(&format!("{POSITIONS} -o a.raw")), "");
    assert_eq!(folder.names(), ["a.raw", "a.raw.json", "graph.json"]);
    assert_eq!(floats(&folder.read("a.raw")), positions());
    let described = String::from_utf8(folder.read("a.raw.json")).unwrap();
    for said in ["\"name\": \"place\"", "\"type\": \"float32\"", "\"endian\": \"little\"", "\"graph units\""] {
        assert!(described.contains(said), "{said} in {described}");
    }
}

#[test]
fn nrrd_headers_have_size_and_position() {
    let folder = Folder::new();
    folder.done(&format!("{POSITIONS} -o a.nrrd"));
    let file = folder.read("a.nrrd");
    let (header, samples) = nrrd(&file);
    assert_eq!(header[0], "NRRD0004");
    for field in [
        "content: place",
        "type: float",
        "dimension: 4",
        "sizes: 3 8 4 2",
        "kinds: 3-vector domain domain domain",
        "space directions: none (0.125,0,0) (0,0.25,0) (0,0,1)",
        "space origin: (0.0625,0.125,-0.5)",
        "endian: little",
        "encoding: raw",
    ] {
        assert!(header.iter().any(|line| line == field), "{field} in {header:?}");
    }
    assert_eq!(floats(samples), positions());

    folder.run("volume graph.json --output raw --size 4 --bits 16 -o a.nrrd");
    let file = folder.read("a.nrrd");
    let (header, samples) = nrrd(&file);
    assert!(["type: uint16", "sizes: 4 4 4"].iter().all(|field| header.iter().any(|line| line == field)));
    assert_eq!(samples.len(), 64 * 2);
}

#[test]
fn levels_are_clipped_floats() {
    let folder = Folder::new();
    let volume = "volume graph.json --output raw --size 9x7x5";
    folder.done(&format!("{volume} -o a.raw"));
    let floats = floats(&folder.read("a.raw"));
    let clipped = floats.iter().filter(|value| !(0.0..=1.0).contains(*value)).count();
    assert!(floats.len() == 315 && clipped > 20);

    let ran = folder.run(&format!("{volume} --bits 8 -o b.raw"));
    let percent = format!("warning: {:.0} % of the samples were outside 0..1", clipped as f64 / 3.15);
    assert!(ran.code == 0 && ran.stderr.starts_with(&percent), "{percent}: {ran:?}");
    let level = |value: &f32, levels: f32| value.clamp(0.0, 1.0) * levels + 0.5;
    let eight: Vec<u8> = floats.iter().map(|value| level(value, 255.0) as u8).collect();
    assert_eq!(folder.read("b.raw"), eight);

    folder.run(&format!("{volume} --bits 16 -o b.raw"));
    let sixteen: Vec<u16> = floats.iter().map(|value| level(value, 65535.0) as u16).collect();
    assert_eq!(words(&folder.read("b.raw")), sixteen);

    // Size and values of a density file are big-endian. Its rows run upward.
    let upward = |bytes: &[u8]| -> Vec<u8> {
        let row = bytes.len() / (7 * 5);
        bytes.chunks(7 * row).flat_map(|slice| slice.chunks(row).rev().flatten().copied()).collect()
    };
    folder.run(&format!("{volume} -o a.df3"));
    let file = folder.read("a.df3");
    assert_eq!(file[..6], [0, 9, 0, 7, 0, 5]);
    let sixteen: Vec<u8> = sixteen.iter().flat_map(|number| number.to_be_bytes()).collect();
    assert_eq!(file[6..], upward(&sixteen));
    folder.run(&format!("{volume} --bits 8 -o a.df3"));
    assert_eq!(folder.read("a.df3")[6..], upward(&eight));
    folder.run(&format!("{volume} --bits 32 -o a.df3"));
    let whole = |value: &f32| (f64::from(value.clamp(0.0, 1.0)) * 4_294_967_295.0 + 0.5) as u32;
    let expected: Vec<u8> = floats.iter().flat_map(|value| whole(value).to_be_bytes()).collect();
    assert_eq!(folder.read("a.df3")[6..], upward(&expected));
}

#[test]
fn dds_is_a_3d_texture() {
    let folder = Folder::new();
    folder.done(&format!("{POSITIONS} -o a.dds"));
    let file = folder.read("a.dds");
    assert_eq!((&file[..4], word(&file, 4)), (&b"DDS "[..], 124));
    assert_eq!(([76, 80].map(|at| word(&file, at)), &file[84..88]), ([32, 4], &b"DX10"[..]));
    let size = [16, 12, 24].map(|at| word(&file, at));
    assert_eq!((size, word(&file, 20)), ([8, 4, 2], 8 * 16), "width, height, depth and pitch");
    assert_eq!([108, 112].map(|at| word(&file, at)), [0x1008, 0x20_0000], "a texture that is a volume");
    let expected: Vec<f32> =
        positions().chunks(3).flat_map(|position| [position[0], position[1], position[2], 1.0]).collect();
    assert_eq!(floats(&file[148..]), expected);

    // The format, three dimensions, and alpha 1.
    for (flags, kind, bytes) in [
        ("--output place", 2, 16),
        ("--output raw", 41, 4),
        ("--output place --bits 16", 11, 8),
        ("--output raw --bits 16", 56, 2),
        ("--output color --bits 8", 29, 4),
        ("--output place --bits 8", 28, 4),
        ("--output raw --bits 8", 61, 1),
    ] {
        folder.run(&format!("volume graph.json --size 4 {flags} -o a.dds"));
        let file = folder.read("a.dds");
        assert_eq!([128, 132, 140, 144].map(|at| word(&file, at)), [kind, 4, 1, 3], "{flags}");
        assert_eq!(file.len(), 148 + 64 * bytes, "{flags}");
    }
}

#[test]
fn another_reader_of_dds_finds_the_samples() {
    let folder = Folder::new();
    // The greatest error: half a step of the integers.
    for (bits, error) in [(32, 0.0), (16, 0.501 / 65_535.0), (8, 0.501 / 255.0)] {
        for (output, channels) in [("raw", 1), ("place", 3)] {
            let volume = format!("volume graph.json --size 6x5x4 --region 0,0,0,1,1,1 --output {output}");
            folder.run(&format!("{volume} --bits {bits} -o a.dds"));
            folder.run(&format!("{volume} -o a.raw"));
            let file = image_dds::ddsfile::Dds::read(&folder.read("a.dds")[..]).unwrap();
            let surface = image_dds::Surface::from_dds(&file).unwrap().decode_rgbaf32().unwrap();
            assert_eq!([surface.width, surface.height, surface.depth], [6, 5, 4]);
            let wanted = floats(&folder.read("a.raw"));
            let found = surface.data.chunks(4).flat_map(|texel| &texel[..channels]);
            assert_eq!(surface.data.len() / 4 * channels, wanted.len());
            for (found, wanted) in found.zip(wanted) {
                let wanted = if bits == 32 { wanted } else { wanted.clamp(0.0, 1.0) };
                assert!((found - wanted).abs() <= error, "{output} {bits}: {found} {wanted}");
            }
        }
    }
}

#[test]
fn slices_equal_renders() {
    let folder = Folder::new();
    folder.done("volume graph.json --size 24x16x4 --slices stack --bits 16");
    assert_eq!(folder.names(), ["graph.json", "stack"]);
    for (slice, depth) in ["0.03125", "0.09375", "0.15625", "0.21875"].into_iter().enumerate() {
        folder.done(&format!("render graph.json --size 24x16 --bits 16 --depth {depth} -o slice.png"));
        assert!(folder.read("slice.png") == folder.read(&format!("stack/slice_000{slice}.png")), "{slice}");
    }
    // The folder is replaced as a whole.
    folder.done("volume graph.json --size 8x8x2 --slices stack");
    let mut names: Vec<_> = std::fs::read_dir(folder.path("stack")).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["slice_0000.png", "slice_0001.png", "slices.json"]);
    assert_eq!(folder.names(), ["graph.json", "slice.png", "stack"]);
}

#[test]
fn an_atlas_contains_the_slices() {
    let folder = Folder::new();
    for bits in ["8", "16"] {
        folder.done(&format!("volume graph.json --size 10x12x5 --bits {bits} --atlas atlas.png"));
        folder.done(&format!("volume graph.json --size 10x12x5 --bits {bits} --slices stack"));
        let (atlas, depth, srgb) = png(&folder.read("atlas.png"));
        assert_eq!((atlas.width, atlas.height, depth.to_string().as_str(), srgb), (30, 24, bits, true));
        for slice in 0..5 {
            let (picture, ..) = png(&folder.read(&format!("stack/slice_000{slice}.png")));
            assert_eq!(atlas.crop(slice % 3 * 10, slice / 3 * 12, 10, 12), picture, "slice {slice}");
        }
        let beyond = atlas.crop(20, 12, 10, 12).data;
        assert!(beyond.iter().all(|value| *value == 0.0), "the rest of the atlas is black");
    }
}

#[test]
fn zarr_is_a_folder_of_chunks() {
    let folder = Folder::new();
    folder.done("volume graph.json --output raw --size 130x70x3 -o a.zarr");
    assert_eq!(folder.names(), ["a.zarr", "graph.json"]);
    let metadata = String::from_utf8(folder.read("a.zarr/raw/zarr.json")).unwrap();
    for said in ["\"zarr_format\": 3", "\"data_type\": \"float32\"", "\"name\": \"raw\"", "\"dimension_names\""] {
        assert!(metadata.contains(said), "{said} in {metadata}");
    }
    for (z, y, x) in (0..2).flat_map(|y| (0..3).map(move |x| (0, y, x))) {
        assert!(folder.path(&format!("a.zarr/raw/c/{z}/{y}/{x}")).is_file());
    }
    // The folder is replaced as a whole.
    folder.done("volume graph.json --output raw --size 64 -o a.zarr");
    assert!(!folder.path("a.zarr/raw/c/0/1").exists() && folder.names() == ["a.zarr", "graph.json"]);
}

#[test]
fn threads_levels_and_tiles_change_no_byte() {
    let folder = Folder::new();
    for file in ["a.nrrd", "a.zarr"] {
        let read = || folder.read(if file == "a.zarr" { "a.zarr/color/c/0/0/0/0" } else { file });
        let volume = format!("volume graph.json --size 40x30x20 -o {file}");
        folder.done(&format!("{volume} --simd scalar --threads 1"));
        let expected = read();
        for flags in ["", "--threads 3", "--tile 7", "--tile whole --simd auto", "--simd scalar --tile 1"] {
            folder.done(&format!("{volume} {flags}"));
            assert!(read() == expected, "{flags}");
        }
    }
}
