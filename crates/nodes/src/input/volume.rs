//! Densities of a file.

use travertine_graph::definition::{Definition, InputDefinition};
use travertine_graph::lowering::{Field, Lowered, LoweringContext};
use travertine_images::{VOLUME_FORMATS, Volume};
use travertine_program::image::{ImageEdge, VolumeFunction};
use travertine_raster::Sampling;

const EDGES: [ImageEdge; 4] = [ImageEdge::Repeat, ImageEdge::Mirror, ImageEdge::Clamp, ImageEdge::Zero];

pub fn definition() -> Definition {
    Definition::new(module_path!(), "Volume", lower)
        .describe(format!(
            "Densities of an {VOLUME_FORMATS} file: scans of bodies and stones, simulations of smoke, what `travertine volume` \
             has written. The document holds it, or names a file beside it with the SHA-256 of its bytes. Whole numbers \
             become 0 to 1, or -1 to 1 if they have a sign; floats are as they are. With --footprint, smaller levels of \
             the volume replace it where samples are far apart. Without a volume the output is 0.",
        ))
        .search(&[
            "scan", "ct", "mri", "density", "density file", "simulation", "smoke", "cloud", "voxel", "texture 3d", "nrrd",
            "df3", "medical", "file",
        ])
        .input(InputDefinition::volume("volume").describe("The name of an image of the document that is a volume."))
        .input(InputDefinition::integer("channel", 0).hard(0.0..=63.0).soft(0.0..=3.0).describe(
            "Which of the numbers of a texel: 0 is the first one, and beyond the last one it is the last.",
        ))
        .input(InputDefinition::float("size", 1.0).soft(0.1..=4.0).step(0.01).unit("units").describe(
            "The shorter of the width and the height. The upper, left, near corner is at the origin. Texels are cubes, \
             unless the file states other spacings.",
        ))
        .input(InputDefinition::position())
        .input(
            InputDefinition::choice("interpolation", &["nearest", "linear", "cubic"])
                .default_choice("linear")
                .describe(
                    "The values between texels: those of the nearest one, linear, or cubic, which is smooth, sharper, \
                     and exceeds its texels at edges.",
                ),
        )
        .input(InputDefinition::choice("edge", &EDGES.map(ImageEdge::name)).describe(
            "What lies beyond the edges: the volume again, its mirror image, the texels at the edge, or 0.",
        ))
        .float_output("value", "The density.")
        .example(EXAMPLE)
}

fn lower<'a>(context: &LoweringContext<'a>) -> Lowered<'a> {
    let Some((volume, pyramid)) = context.volume_of("volume").and_then(|volume| {
        let channel = usize::try_from(context.integer("channel")).unwrap_or_default();
        volume.channel(channel.min(volume.channels() - 1)).map(|pyramid| (volume, pyramid))
    }) else {
        return Ok(vec![Field::Float(context.constant(0.0))]);
    };
    let sides = Sides::of(volume);
    let edge = context.choice("edge");
    let size = context.float("size")?;
    let position = context.input_position()?;
    let footprint = position.footprint.map(|footprint| footprint * (sides.texels / size).abs());
    let function = VolumeFunction {
        pyramid,
        sampling: match context.choice("interpolation") {
            "nearest" => Sampling::Nearest,
            "cubic" => Sampling::Cubic,
            _ => Sampling::Linear,
        },
        edge: EDGES.into_iter().find(|known| known.name() == edge).unwrap_or(ImageEdge::Repeat),
        has_footprint: footprint.is_some(),
        orders: [0; 4],
    };
    let [u, v, w] = [0, 1, 2].map(|axis: usize| position.vector()[axis] / (size * sides.lengths[axis]));
    Ok(vec![Field::Float(context.volume(function, [u, v, w, footprint.unwrap_or(u)]))])
}

/// The shape of a volume whose size is 1.
struct Sides {
    /// Lengths along x, y and z, in units.
    lengths: [f32; 3],
    /// Texels of a unit along the axis that has most of them.
    texels: f32,
}

impl Sides {
    fn of(volume: &Volume) -> Sides {
        let (size, spacing) = (volume.size(), volume.spacing());
        let [width, height, depth] = [0, 1, 2].map(|axis: usize| size[axis] as f64 * spacing[axis]);
        let shorter = width.min(height);
        let finest = spacing[0].min(spacing[1]).min(spacing[2]);
        Sides {
            lengths: [width, height, depth].map(|length| (length / shorter) as f32),
            texels: (shorter / finest) as f32,
        }
    }
}

const EXAMPLE: &str = r##"{
  "format": "travertine",
  "version": 1,
  "name": "Ammonite",
  "description": "A scan of a shell in its rock, embedded in the document, cut and polished.",
  "nodes": {
    "scan": {"type": "input/volume", "inputs": {"volume": "ammonite", "interpolation": "cubic"}},
    "middle": {"type": "domain/transform", "inputs": {"value": {"node": "scan"}, "translate": [0, 0, -0.09]}},
    "grain": {"type": "noise/perlin", "inputs": {"scale": 30, "octaves": 3, "seed": 2}},
    "rough": {
      "type": "math/formula",
      "inputs": {"formula": "a + 0.06*b", "a": {"node": "middle"}, "b": {"node": "grain"}}
    },
    "polished": {
      "type": "color/ramp",
      "inputs": {
        "value": {"node": "rough"},
        "ramp": {
          "stops": [
            {"position": 0, "color": "#2b120c"}, {"position": 0.2, "color": "#6b3a1e"}, {"position": 0.4, "color": "#a08c74"},
            {"position": 0.7, "color": "#d8c7a4"}, {"position": 1, "color": "#fdf6e6"}
          ]
        }
      }
    }
  },
  "outputs": {"color": {"node": "polished"}},
  "images": {
    "ammonite": {
      "data": "TlJSRDAwMDQKdHlwZTogdWludDgKZGltZW5zaW9uOiAzCnNpemVzOiA0NCA0NCA4CmVuY29kaW5nOiBnemlwCgofiwgAAAAAAAID7ZtrkuUgCIWzJ/fkns6e2JMj4Fs0qZpHzdTgn+72nhA0yId2bozefroht086oiSNCG/KNLSbelZe1Uh7O4ihXn4RQ5RUxkXtIkPcpfXD6j1tWqpSbGPFbnaTVjFZZncbMDyuZslwbTVQvCX78czd3SwMw2S5gE1qa/luu1md9y1gJWjftcNFrz6MNzAmHvGTYdDJ7G7YeJYnLei2kibxXSrTh2FJX1czskQukMXxsvCr6oN0VOOXpilv3v5hFv96xmqiQ2n0xtjhQ5XjZHQ2E0I8iHu3Lvm8jkO0xaidfXgQ6Bji2kWV3aKiZJCs9lArCwrIu5XugQ6LpX161dnVMOm1KNKW+gR5s2E0D/oD0PzHH9CkLbfB/GSh3F3oUq5cS4tWyNA0YeXH3A91AuXj0V3YWkzaSsA1tIqWTBqWmPyujYMW7YnYpd/IN0pm1TWUTVpJMOf4rxO8KY2rqJYrl/qziintT20zPNSr/CN+qYGJ0qV8mDMEveWIOKeT+DX5fIK3FhGe3b39NZSlTxE5LaGrXDeHYlKXPG4rbbJ1yHoFLHPPE3DMZUt3eJ4nXhk7mFXtmbENV2BtYIrtjMU2awhP7n6wM3beqRd8ZinbXsxOe19SwOff1WeLsbqZRM+SxHMRFm62ESZMaRXP6kS9kAQPU/4NyxaujZQ7aRhcu2TXQuGr8VO9DvPgqj9Q7Gh5WA8Ulomocd3BctaOD6+GMMpBD2thxg+av+3oJJd0lKywpFpwdOmJMGVsQ8vBttRG4yKamCWPzSYnVyvPKOZwoGNdm4M2ltov3yI/CRx5yBGeFfmqfBFHGK7sJrkz2NUHF8zXmjnkOdWy+g5kKnFG98SzLM+P++7o5Pb223EsAfwaaNNW723PS/hyJKewmMCJS12PFZzBpveeM3jpP+Yh69534vEs1Z2L4gpb9h3SC6hzkCEb7H1sYRxJjiLGooGAAd1siC0GTryS1J7Zv3alGmImB3H20QxomSVJ1rpl4XpKUmawuJl/ybmRUt1zZ0/wLKe6TUsQPKCBpWz+Bm0vCYKMuu2c2KUwD45apSF/9LIgyJRM2pHH1P8tQZa2Twf3D4VJvtOzFTHVFw6s7kOJ6GBzXia+ivN8pbKptEI484eEgbLbVaeiHe9S7GXvKNcBsibKI7bZXWDN088zEg4jazMRklTJYIckhk9LmSQI8o2jmgx05KFUc53H8b6XTinpgNgu7pSFmJJ6iH7DXtoPwr05j53HzmPnsfPYeezNz6v9vNrPq/282s+r/bzaz6u9/VXk9ve5FsZGf5+rqv19rujvc/n7XN68/Ukm+/ed/PtO/n2n6QZv1eDZsH/fyb/v9L+2H7wpg2WAPAAA"
    }
  }
}"##;

#[cfg(test)]
mod tests {
    use travertine_graph::arguments::{Arguments, Detail};
    use travertine_graph::document::{Document, Image, Input, Node};
    use travertine_graph::graph::Graph;
    use travertine_graph::lowering::lower;
    use travertine_noise::Interval;
    use travertine_program::{Bound, Program};

    /// 4 x 2 x 3 texels: 10 x + 40 y + 80 z, with y as `row` turns it.
    fn texels(row: impl Fn(u8) -> u8) -> impl Iterator<Item = u8> {
        (0..24).map(move |index| 10 * (index % 4) + 40 * row(index / 4 % 2) + 80 * (index / 8))
    }

    /// The texels as a DF3, whose rows run upward.
    fn gray() -> Vec<u8> {
        [0, 4, 0, 2, 0, 3].into_iter().chain(texels(|y| 1 - y)).collect()
    }

    /// The same texels as an NRRD, which are twice as high and thrice as deep as they are wide.
    fn stretched() -> Vec<u8> {
        let header = "NRRD0001\ntype: uint8\ndimension: 3\nsizes: 4 2 3\nspacings: 1 2 3\nencoding: raw\n\n";
        header.bytes().chain(texels(|y| y)).collect()
    }

    fn program(file: &[u8], inputs: &[(&str, Input)], spacing: Option<f32>) -> (Program, Bound) {
        let node = Node::new("input/volume").input("volume", "it");
        let node = inputs.iter().fold(node, |node, (name, input)| node.input(*name, input.clone()));
        let document = Document::default()
            .node("node", node)
            .output("value", Input::wire("node"))
            .image("it", Image::embedded(file));
        let graph =
            Graph::new(&document, crate::checks::evaluate::registry()).unwrap_or_else(|found| panic!("{found}"));
        let mut arguments = Arguments::new(&graph);
        arguments.set_detail(Detail { spacing, faintest: None });
        let program = lower(&graph, &[0], &arguments).unwrap();
        let bound = arguments.bind(&program);
        (program, bound)
    }

    /// The byte at a position.
    fn at(file: &[u8], inputs: &[(&str, Input)], [x, y, z]: [f32; 3]) -> f32 {
        let (program, bound) = program(file, inputs, None);
        program.sample(&bound, [x, y, z, 0.7])[0] * 255.0
    }

    fn assert_close(found: f32, expected: f32) {
        assert!((found - expected).abs() < 1e-3, "{found} instead of {expected}");
    }

    #[test]
    fn texels_are_cubes_unless_the_file_says_otherwise() {
        // 4 x 2 x 3 texels, of half a unit, and of 1/4 x 1/2 x 3/4 of a unit.
        for (file, sides) in [(gray(), [0.5; 3]), (stretched(), [0.25, 0.5, 0.75])] {
            for index in 0..24 {
                let texel = [index % 4, index / 4 % 2, index / 8];
                let expected = (10 * texel[0] + 40 * texel[1] + 80 * texel[2]) as f32;
                let place = [0, 1, 2].map(|axis: usize| (texel[axis] as f32 + 0.5) * sides[axis]);
                for interpolation in ["nearest", "linear", "cubic"] {
                    let inputs = [("interpolation", Input::from(interpolation))];
                    assert_close(at(&file, &inputs, place), expected);
                    let around = [place[0] - 4.0 * sides[0], place[1] + 4.0 * sides[1], place[2] - 6.0 * sides[2]];
                    assert_close(at(&file, &inputs, around), expected);
                    let twice = [("interpolation", Input::from(interpolation)), ("size", Input::from(2.0))];
                    assert_close(at(&file, &twice, place.map(|along| 2.0 * along)), expected);
                }
            }
        }
        assert_close(at(&gray(), &[], [0.5, 0.5, 0.5]), 5.0 + 20.0 + 40.0);
    }

    #[test]
    fn edges_continue_it() {
        let edge = |edge: &str, place| at(&gray(), &[("edge", edge.into())], place);
        assert_close(edge("repeat", [2.25, 0.25, 0.25]), 0.0);
        assert_close(edge("mirror", [2.25, 0.25, 0.25]), 30.0);
        assert_close(edge("clamp", [9.0, 0.75, 1.25]), 230.0);
        assert_close(edge("zero", [2.0, 0.75, 1.25]), 115.0);
        assert_close(edge("zero", [2.25, 0.75, 1.25]), 0.0);
    }

    #[test]
    fn its_range_is_that_of_the_texels() {
        let range = |inputs: &[(&str, Input)]| {
            let (program, _) = program(&gray(), inputs, None);
            program.intervals(&[], [Interval::EVERYTHING; 4])[program.outputs()[0].values[0].index()]
        };
        assert_eq!(range(&[]), Interval::new(0.0, 230.0 / 255.0));
        let cubic = range(&[("interpolation", "cubic".into())]);
        assert!(cubic.min < -0.42 && cubic.max > 1.3 && cubic.max < 1.34, "{cubic:?}");
    }

    #[test]
    fn where_samples_are_far_apart_it_is_the_mean() {
        let size = [("size", Input::from(0.01))];
        let [sharp, blurred] = [None, Some(1.0)].map(|spacing| {
            let (program, bound) = program(&stretched(), &size, spacing);
            program.sample(&bound, [0.0012, 0.0031, 0.0, 0.0])[0]
        });
        assert_close(blurred * 255.0, 115.0);
        assert!((sharp - blurred).abs() > 0.02);
    }

    #[test]
    fn without_a_volume_it_is_0() {
        let document = Document::default()
            .node("node", Node::new("input/volume"))
            .output("value", Input::wire("node"))
            .image("unused", Image::embedded(&gray()[..20]));
        let error = Graph::new(&document, crate::checks::evaluate::registry()).unwrap_err().to_string();
        assert!(
            error.contains("the image `unused` is not a PNG, JPEG, OpenEXR, TIFF, WebP, Radiance, NRRD or DF3 file"),
            "{error}"
        );
        let document = Document { images: Default::default(), ..document };
        let graph = Graph::new(&document, crate::checks::evaluate::registry()).unwrap();
        let arguments = Arguments::new(&graph);
        let program = lower(&graph, &[0], &arguments).unwrap();
        assert_eq!(program.sample(&arguments.bind(&program), [0.3; 4]), [0.0]);
    }
}
