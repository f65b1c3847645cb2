//! Volumes that are written and read again by the node `input/volume`.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::fs;

use travertine::document::{Image, Input, Node};
use travertine::{Context, Document, Texture, Volume, registry};
use travertine_volume::{Bits, VolumeFile};

const TEXTURE: &str = r##"{
    "format": "travertine", "version": 1,
    "nodes": {
        "noise": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 2}},
        "signed": {"type": "math/formula", "inputs": {"formula": "5*a - 3", "a": {"node": "noise"}}},
        "share": {"type": "math/formula", "inputs": {"formula": "0.5 + 0.5*a", "a": {"node": "noise"}}},
        "curl": {"type": "noise/curl", "inputs": {"scale": 2}},
        "color": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}}
    },
    "outputs": {
        "height": {"node": "noise"}, "share": {"node": "share"}, "signed": {"node": "signed"}, "flow": {"node": "curl"},
        "color": {"node": "color"}
    }
}"##;

/// Writes an output, and gives the bytes of the file.
fn written(output: &str, volume: Volume, ending: &str, bits: Bits) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("volume").with_extension(ending);
    let field = Texture::parse(TEXTURE).unwrap().field(output).unwrap();
    let file = VolumeFile { bits, ..VolumeFile::new(&path).unwrap() };
    file.start(&field, volume, &Context::default()).unwrap().run().unwrap();
    fs::read(path).unwrap()
}

/// A texture that reads a volume.
fn reader(image: Image, inputs: &[(&str, Input)]) -> Texture {
    let node = Node::new("input/volume").input("volume", "scan");
    let node = inputs.iter().fold(node, |node, (name, input)| node.input(*name, input.clone()));
    let document = Document::default().node("volume", node).output("value", Input::wire("volume")).image("scan", image);
    Texture::from_document(document, registry()).unwrap_or_else(|error| panic!("{error}"))
}

/// The numbers of an output at the positions of a volume's samples.
fn samples(texture: &Texture, output: &str, volume: Volume) -> Vec<Vec<f32>> {
    let [width, height, depth] = volume.size();
    let mut positions = Vec::new();
    for z in 0..depth {
        for y in 0..height {
            positions.extend((0..width).map(|x| volume.position([x, y, z])));
        }
    }
    let field = texture.field(output).unwrap();
    let samples = field.sample(&positions).unwrap();
    (0..positions.len()).map(|index| samples[index].to_vec()).collect()
}

#[test]
fn floats_come_back_with_their_bits() {
    let texture = Texture::parse(TEXTURE).unwrap();
    let larger = Volume { region: [0.0, 0.0, 0.0, 1.5, 3.0, 0.75], ..Volume::new(30, 20, 5) };
    for (volume, size) in [
        (Volume::new(16, 16, 16), 1.0),
        (Volume::new(12, 8, 5), 1.0),
        (Volume::new(100, 70, 3), 1.0),
        (Volume::new(7, 31, 13), 1.0),
        (larger, 1.5),
    ] {
        for (output, channels) in [("height", 1), ("signed", 1), ("flow", 3)] {
            let bytes = written(output, volume, "nrrd", Bits::ThirtyTwo);
            let expected = samples(&texture, output, volume);
            for channel in 0..channels {
                for (interpolation, edge) in [("nearest", "repeat"), ("linear", "zero"), ("cubic", "mirror")] {
                    let inputs: &[(&str, Input)] = &[
                        ("size", Input::from(size)),
                        ("channel", Input::from(channel as i64)),
                        ("interpolation", interpolation.into()),
                        ("edge", edge.into()),
                    ];
                    let found = samples(&reader(Image::embedded(&bytes), inputs), "value", volume);
                    for (found, expected) in found.iter().zip(&expected) {
                        assert_eq!(
                            found[0].to_bits(),
                            expected[channel].to_bits(),
                            "{output} {channel} {interpolation}, {volume:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn levels_come_back_within_half_a_level() {
    let texture = Texture::parse(TEXTURE).unwrap();
    let volume = Volume::new(12, 8, 5);
    let expected = samples(&texture, "share", volume);
    for ending in ["nrrd", "df3"] {
        for (bits, error) in [(Bits::Eight, 0.51 / 255.0), (Bits::Sixteen, 0.51 / 65535.0), (Bits::ThirtyTwo, 1e-9)] {
            let bytes = written("share", volume, ending, bits);
            let found = samples(&reader(Image::embedded(bytes), &[]), "value", volume);
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found[0] - expected[0]).abs() <= error, "{ending} {bits:?}: {found:?} {expected:?}");
            }
        }
    }
}

#[test]
fn a_file_beside_the_document_is_read_and_its_last_channel_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = written("color", Volume::new(4, 4, 4), "nrrd", Bits::Sixteen);
    fs::write(folder.path().join("color.nrrd"), &bytes).unwrap();
    let sha256 = Image::embedded(&bytes).digest().unwrap().to_owned();
    let node = |channel: i64| Node::new("input/volume").input("volume", "scan").input("channel", channel);
    let document = Document::default()
        .node("first", node(0))
        .node("last", node(2))
        .node("beyond", node(60))
        .output("first", Input::wire("first"))
        .output("last", Input::wire("last"))
        .output("beyond", Input::wire("beyond"))
        .image("scan", Image::file("color.nrrd", sha256));
    let path = folder.path().join("graph.json");
    fs::write(&path, document.to_json()).unwrap();
    let texture = Texture::open(path).unwrap();
    let [first, last, beyond] =
        ["first", "last", "beyond"].map(|output| samples(&texture, output, Volume::new(9, 9, 9)));
    assert_eq!(last, beyond);
    assert!(first.iter().flatten().any(|value| *value > 0.0));
}
