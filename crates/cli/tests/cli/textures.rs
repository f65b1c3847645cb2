//! Tests of textures as KTX2 and DDS, read by a parser and decoders of others.

use crate::pictures::{exr, png};
use crate::support::Folder;

/// The code of the format, and the size and bytes of each level, of a DDS with the header of DirectX 10.
fn dds(file: &[u8]) -> (u32, Vec<u8>) {
    let word = |index: usize| u32::from_le_bytes(file[4 * index..4 * index + 4].try_into().unwrap());
    assert_eq!(&file[..4], b"DDS ");
    assert_eq!([word(1), word(19), word(33), word(35)], [124, 32, 3, 1]);
    assert_eq!(&file[84..88], b"DX10");
    (word(32), file[148..].to_vec())
}

/// The decoded bytes of blocks: `channels` of each texel.
fn decode(blocks: &[u8], width: usize, height: usize, code: u32) -> Vec<u8> {
    let (bytes, stored, channels) = match code {
        71 | 72 => (8, 4, 3),
        80 => (8, 1, 1),
        83 => (16, 2, 2),
        98 | 99 => (16, 4, 3),
        other => panic!("{other}"),
    };
    let across = width.div_ceil(4);
    let mut out = vec![0; width * height * channels];
    for (index, block) in blocks.chunks_exact(bytes).enumerate() {
        let mut texels = [0; 64];
        match code {
            71 | 72 => bcdec_rs::bc1(block, &mut texels, 16),
            80 => bcdec_rs::bc4(block, &mut texels, 4, false),
            83 => bcdec_rs::bc5(block, &mut texels, 8, false),
            _ => bcdec_rs::bc7(block, &mut texels, 16),
        }
        for texel in 0..16 {
            let (x, y) = (4 * (index % across) + texel % 4, 4 * (index / across) + texel / 4);
            if x < width && y < height {
                let place = (y * width + x) * channels;
                out[place..place + channels].copy_from_slice(&texels[stored * texel..stored * texel + channels]);
            }
        }
    }
    out
}

/// The logarithm to base 10. It is only compared with a limit, so its last bits do not matter.
#[expect(clippy::disallowed_methods, reason = "no pixel depends on it")]
fn log10(value: f64) -> f64 {
    value.log10()
}

/// The peak signal-to-noise ratio of bytes, in decibels.
fn ratio(found: &[u8], wanted: &[f32]) -> f64 {
    assert_eq!(found.len(), wanted.len());
    let difference = |(found, wanted): (&u8, &f32)| f64::from(*found) - f64::from(*wanted);
    let squares = found.iter().zip(wanted).map(difference).map(|difference| difference * difference);
    10.0 * log10(255.0 * 255.0 * found.len() as f64 / squares.sum::<f64>().max(1e-9))
}

/// Runs a command that may warn of clipped pixels.
fn done(folder: &Folder, command: &str) {
    let ran = folder.run(command);
    assert_eq!(ran.code, 0, "{command}: {ran:?}");
}

#[test]
fn the_compression_follows_from_the_output() {
    let folder = Folder::new();
    for (output, vulkan, direct3d, channels, least) in
        [("color", 146, 99, 3, 42.0), ("raw", 139, 80, 1, 42.0), ("place", 141, 83, 2, 42.0)]
    {
        let render = format!("render graph.json --size 61x34 --output {output}");
        for ending in ["png", "ktx2", "dds"] {
            done(&folder, &format!("{render} -o a.{ending}"));
        }
        let picture = png(&folder.read("a.png")).0;
        let wanted: Vec<f32> =
            picture.data.chunks(picture.channels).flat_map(|texel| &texel[..channels]).copied().collect();
        let (code, blocks) = dds(&folder.read("a.dds"));
        assert_eq!(code, direct3d);
        let found = ratio(&decode(&blocks, 61, 34, code), &wanted);
        assert!(found > least, "{output}: {found}");
        let file = folder.read("a.ktx2");
        let file = ktx2::Reader::new(&file[..]).unwrap();
        assert_eq!(file.header().format.unwrap().value(), vulkan);
        assert!(file.levels().next().unwrap().data == blocks);
    }
}

#[test]
fn every_texel_has_its_code() {
    let folder = Folder::new();
    for (flags, vulkan, direct3d) in [
        ("--output raw --compression none", 9, 61),
        ("--compression none", 43, 29),
        ("--compression none --encoding linear", 37, 28),
        ("--output raw --bits 16", 70, 56),
        ("--bits 16", 91, 11),
        ("--output raw --bits 32", 100, 41),
        ("--bits 32", 109, 2),
        ("--compression bc1", 132, 72),
        ("--compression bc1 --encoding linear", 131, 71),
        ("--output raw --compression bc4", 139, 80),
        ("--output place --compression bc5", 141, 83),
        ("--compression bc6h", 143, 95),
        ("--encoding linear", 145, 98),
        ("--output raw --encoding srgb", 146, 99),
    ] {
        done(&folder, &format!("render graph.json --size 10x7 {flags} --mips -o a.ktx2"));
        done(&folder, &format!("render graph.json --size 10x7 {flags} --mips -o a.dds"));
        let (code, levels) = dds(&folder.read("a.dds"));
        let file = folder.read("a.ktx2");
        let file = ktx2::Reader::new(&file[..]).unwrap();
        assert_eq!((file.header().format.unwrap().value(), code), (vulkan, direct3d), "{flags}");
        // 10 x 7, 5 x 3, 2 x 1 and 1 x 1.
        assert_eq!(file.levels().len(), 4);
        let stored: Vec<u8> = file.levels().flat_map(|level| level.data.to_vec()).collect();
        assert!(stored == levels, "{flags}");
        let texts: Vec<_> = file.key_value_data().collect();
        assert_eq!(texts, [("KTXorientation", &b"rd\0"[..]), ("KTXwriter", &b"Travertine\0"[..])]);
        let srgb = file.transfer_function() == Some(ktx2::TransferFunction::SRGB);
        assert_eq!(srgb, [43, 132, 146].contains(&vulkan), "{flags}");
        assert!(file.basic_dfd().is_some());
    }
}

#[test]
fn uncompressed_texels_are_those_of_other_files() {
    let folder = Folder::new();
    let render = "render graph.json --size 9x5";
    done(&folder, &format!("{render} -o a.png"));
    done(&folder, &format!("{render} --compression none -o a.dds"));
    let wanted: Vec<u8> = png(&folder.read("a.png"))
        .0
        .data
        .chunks(3)
        .flat_map(|color| [color[0] as u8, color[1] as u8, color[2] as u8, 255])
        .collect();
    assert!(dds(&folder.read("a.dds")).1 == wanted);
    done(&folder, &format!("{render} --output raw -o a.exr"));
    done(&folder, &format!("{render} --output raw --bits 32 -o a.dds"));
    let wanted: Vec<u8> = exr(&folder.read("a.exr")).data.iter().flat_map(|value| value.to_le_bytes()).collect();
    assert!(dds(&folder.read("a.dds")).1 == wanted);
    done(&folder, &format!("{render} --output raw --bits 16 -o a.png"));
    done(&folder, &format!("{render} --output raw --bits 16 -o a.dds"));
    let numbers = png(&folder.read("a.png")).0.data;
    let wanted: Vec<u8> = numbers.iter().flat_map(|value| (*value as u16).to_le_bytes()).collect();
    assert!(dds(&folder.read("a.dds")).1 == wanted);
}

#[test]
fn another_reader_of_dds_finds_the_pixels() {
    let folder = Folder::new();
    let floats = |name: &str| {
        let file = image_dds::ddsfile::Dds::read(&folder.read(name)[..]).unwrap();
        image_dds::Surface::from_dds(&file).unwrap().decode_rgbaf32().unwrap().data
    };
    for (flags, channels, error) in [
        ("--output raw --bits 32", 1, 0.0),
        ("--bits 32", 3, 0.0),
        ("--output raw --bits 16", 1, 0.501 / 65_535.0),
        ("--bits 16", 3, 0.501 / 65_535.0),
        ("--output raw --compression none", 1, 0.501 / 255.0),
        ("--encoding linear --compression none", 3, 0.501 / 255.0),
        // Blocks have losses.
        ("--output raw --compression bc4", 1, 0.03),
        ("--encoding linear", 3, 0.06),
        ("--compression bc6h", 3, 0.06),
    ] {
        let output = if flags.contains("raw") { "raw" } else { "color" };
        done(&folder, &format!("render graph.json --size 12x8 {flags} --mips -o a.dds"));
        done(&folder, &format!("render graph.json --size 12x8 --output {output} -o a.exr"));
        let wanted = exr(&folder.read("a.exr")).data;
        // The largest level is the first.
        let found: Vec<f32> =
            floats("a.dds").chunks(4).take(12 * 8).flat_map(|texel| texel[..channels].to_vec()).collect();
        assert_eq!(found.len(), wanted.len(), "{flags}");
        for (found, wanted) in found.iter().zip(wanted) {
            let wanted = if flags.contains("32") { wanted } else { wanted.clamp(0.0, 1.0) };
            assert!((found - wanted).abs() <= error, "{flags}: {found} {wanted}");
        }
    }
}

#[test]
fn levels_are_means_in_linear_light() {
    let folder = Folder::new();
    done(&folder, "render graph.json --size 16 -o a.exr");
    done(&folder, "render graph.json --size 16 --bits 32 --mips -o a.ktx2");
    let light = exr(&folder.read("a.exr")).data;
    let file = folder.read("a.ktx2");
    let last = ktx2::Reader::new(&file[..]).unwrap().levels().last().unwrap().data.to_vec();
    for channel in 0..3 {
        let mean = light.iter().skip(channel).step_by(3).sum::<f32>() / 256.0;
        let found = f32::from_le_bytes(last[4 * channel..4 * channel + 4].try_into().unwrap());
        assert!((found - mean).abs() < 1e-5, "{found} {mean}");
    }
}

#[test]
fn threads_and_levels_do_not_change_the_bytes() {
    let folder = Folder::new();
    for flags in ["", "--compression bc6h", "--output raw", "--compression bc1"] {
        let render = format!("render graph.json --size 300x170 --mips {flags}");
        done(&folder, &format!("{render} -o a.ktx2 --threads 1 --simd scalar"));
        for other in ["--threads 3", "--threads 2 --tile 32", "--threads 1"] {
            done(&folder, &format!("{render} -o b.ktx2 {other}"));
            assert!(folder.read("a.ktx2") == folder.read("b.ktx2"), "{flags} {other}");
        }
        let mut command = folder.command();
        let run = command.args(render.split_whitespace()).args(["-o", "-", "--format", "ktx2"]);
        assert!(run.output().unwrap().stdout == folder.read("a.ktx2"), "{flags}");
    }
}

#[test]
fn what_a_texture_cannot_hold_is_refused() {
    let folder = Folder::new();
    for (flags, code, said) in [
        ("render graph.json --size 16385x1 -o a.dds", 4, "16384"),
        ("render graph.json -o a.png --compression bc7", 2, ".ktx2 or .dds"),
        ("render graph.json -o a.png --mips", 2, ".ktx2 or .dds"),
        ("render graph.json -o a.png --effort slow", 2, ".ktx2 or .dds"),
        ("render graph.json -o a.dds --compression bc1 --effort slow", 2, "--compression=bc7"),
        ("render graph.json -o a.dds --compression bc4", 2, "one channel"),
        ("render graph.json -o a.dds --compression bc5", 2, "not a vector"),
        ("render graph.json -o a.dds --compression bc7 --bits 8", 2, "--compression=none"),
        ("render graph.json -o a.dds --output raw --compression bc4 --encoding srgb", 2, "sRGB"),
        ("shape graph.json --size 16 --background none -o a.png --compression bc1", 2, "--compression"),
        ("render graph.json --size 4096 --mips -o a.dds --memory 16MiB", 4, "memory"),
    ] {
        folder.fails(flags, code, &[said]);
    }
    assert_eq!(folder.names(), ["graph.json"]);
}

#[test]
fn sets_have_the_texels_that_engines_expect() {
    let folder = Folder::new();
    let text = String::from_utf8(folder.read("graph.json")).unwrap().replace("\"raw\"", "\"height\"");
    folder.write("set.json", text);
    done(&folder, "render set.json --for unreal --size 32 --mips -o s_{output}.dds");
    let code = |name: &str| dds(&folder.read(name)).0;
    // BC7 in sRGB, BC5, and integers of 16 bits.
    assert_eq!([code("s_BaseColor.dds"), code("s_Normal.dds"), code("s_Height.dds")], [99, 83, 56]);
    done(&folder, "render set.json --size 32 --pack m=height,height,0,height -o m_{output}.dds");
    let packed = folder.read("m_m.dds");
    assert_eq!(dds(&packed).0, 98);
    // The fourth channel is no alpha.
    assert_eq!(packed[144], 4);
}
