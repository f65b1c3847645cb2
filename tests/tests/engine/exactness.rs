//! Invariant 1 for every node example, every bundled graph and the documents that test groups: at every SIMD level,
//! with any number of threads and any tile size, pictures have the same bits as the evaluation of one operation after
//! the other, one sample at a time.

use travertine_graph::arguments::Arguments;
use travertine_graph::graph::Graph;
use travertine_graph::lowering::lower;
use travertine_noise::Level;
use travertine_program::{Bound, Program};
use travertine_render::{Context, Image, Rectangle, Render, Slice, Tile};
use travertine_tests::bundled::{bundled_graphs, group_documents, node_examples};
use travertine_tests::{graph, is_night, program, sample};

/// The programs of all outputs of a graph. The first render makes the rasters, and later renders reuse them.
fn programs(graph: &Graph) -> Vec<(Program, Bound)> {
    (0..graph.outputs.len()).map(|output| program(graph, output)).collect()
}

fn images(
    programs: &[(Program, Bound)],
    [width, height]: [u32; 2],
    crop: Option<Rectangle>,
    context: &Context,
) -> Vec<Image> {
    let image = |(program, bound): &(Program, Bound)| {
        Render::new(program, bound, Slice::new(width, height), crop, context)
            .and_then(|render| render.image())
            .unwrap_or_else(|error| panic!("{error}"))
    };
    programs.iter().map(image).collect()
}

/// The pictures by the definition of programs in full: operation by operation, sample by sample.
fn definition(graph: &Graph, [width, height]: [u32; 2]) -> Vec<Vec<f32>> {
    let slice = Slice::new(width, height);
    let positions = (0..height).flat_map(|row| (0..width).map(move |column| slice.position(column, row)));
    let sampled = |(program, bound): (Program, Bound)| {
        positions.clone().flat_map(|position| program.in_full().sample(&bound, position)).collect()
    };
    programs(graph).into_iter().map(sampled).collect()
}

fn assert_exact(name: &str, text: &str) {
    // Wider than the largest tile, higher than the others, and a multiple of none.
    const SIZE: [u32; 2] = [72, 24];
    /// Tiles of one sample take by far the longest, so they fill only a part of the picture.
    const PART: Rectangle = Rectangle { x: 43, y: 9, width: 16, height: 12 };
    let context = |level, threads, tile| Context::default().level(level).threads(threads).tile(tile);
    let graph = graph(text);
    let known = programs(&graph);
    let reference = images(&known, SIZE, None, &context(Level::Scalar, 1, Some(Tile::Whole)));
    for (image, definition) in reference.iter().zip(definition(&graph, SIZE)) {
        // A picture omits an alpha that is 1 everywhere.
        let width = image.format.value_type.width();
        let pixels = image.data.chunks(image.format.channels()).zip(definition.chunks(width));
        let different = pixels
            .clone()
            .position(|(pixel, defined)| pixel.iter().zip(defined).any(|(a, b)| a.to_bits() != b.to_bits()));
        assert_eq!((pixels.len(), different), ((SIZE[0] * SIZE[1]) as usize, None), "{name} and its definition");
    }
    for (turn, level) in Level::available().into_iter().enumerate() {
        // Rasters take longer than all pictures, so only those of the first output are made again, on several threads.
        let mut programs = known.clone();
        if turn == 0 || is_night() {
            programs[0] = program(&graph, 0);
        }
        let ways = [
            (7, Tile::Square(7), None),
            (2, Tile::Square(64), None),
            (1, Tile::Whole, None),
            (2, Tile::Square(1), Some(PART)),
        ];
        // By day each level goes one of the ways, and each name begins with another.
        for (threads, tile, crop) in sample(ways.into_iter().cycle().skip(turn + name.len()).take(4), 4) {
            let images = images(&programs, SIZE, crop, &context(level, threads, Some(tile)));
            for (image, reference) in images.iter().zip(&reference) {
                let channels = image.format.channels();
                let area = crop.unwrap_or(Rectangle { x: 0, y: 0, width: SIZE[0], height: SIZE[1] });
                let rows = image.data.chunks(area.width as usize * channels);
                assert_eq!(rows.len(), area.height as usize);
                for (row, found) in rows.enumerate() {
                    let start = ((area.y as usize + row) * SIZE[0] as usize + area.x as usize) * channels;
                    let different =
                        found.iter().zip(&reference.data[start..]).position(|(a, b)| a.to_bits() != b.to_bits());
                    assert_eq!(different, None, "row {row} of {name} with {level}, {threads} threads, {tile:?}");
                }
            }
        }
    }
    let chosen = images(&known, SIZE, None, &Context::default());
    assert_eq!(chosen, reference, "{name} as rendered by default");
}

#[test]
fn nodes() {
    for (name, text) in node_examples() {
        assert_exact(&name, &text);
    }
}

#[test]
fn bundled() {
    for (name, text) in sample(bundled_graphs(), 4) {
        assert_exact(&name, &text);
    }
}

/// Sums and products that exceed the range of floats, or would become infinite without the clamping of results.
#[test]
fn arithmetic_beyond_all_floats() {
    const TEXT: &str = r#"{
        "format": "travertine", "version": 1,
        "parameters": {"most": {"type": "float", "default": 3e38}},
        "nodes": {
            "place": {"type": "input/position"},
            "noise": {"type": "noise/perlin", "inputs": {"scale": 5, "octaves": 2}},
            "great": {"type": "math/multiply", "inputs": {"a": {"node": "noise"}, "b": {"parameter": "most"}}},
            "greater": {"type": "math/multiply", "inputs": {"a": {"node": "great"}, "b": 8}},
            "moved": {"type": "math/subtract", "inputs": {"a": {"node": "greater"}, "b": {"parameter": "most"}}},
            "back": {"type": "math/divide", "inputs": {"a": {"node": "moved"}, "b": 1.7014118e38}},
            "mirrored": {"type": "math/subtract", "inputs": {"a": 1, "b": {"node": "back"}}},
            "across": {"type": "math/add", "inputs": {"a": {"node": "noise"}, "b": {"node": "place", "output": "x"}}},
            "nothing": {"type": "math/multiply", "inputs": {"a": {"node": "across"}, "b": 0}},
            "less": {"type": "math/subtract", "inputs": {"a": -0.0, "b": {"node": "nothing"}}}
        },
        "outputs": {"mirrored": {"node": "mirrored"}, "less": {"node": "less"}}
    }"#;
    assert_exact("arithmetic beyond all floats", TEXT);
}

/// Outputs share common values, and some are computed directly into their pictures.
#[test]
fn outputs_are_the_same_together_and_alone() {
    const TEXT: &str = r##"{
        "format": "travertine", "version": 1,
        "nodes": {
            "octaves": {"type": "noise/perlin", "inputs": {"scale": 5, "octaves": 4}},
            "single": {"type": "noise/value", "inputs": {"scale": 9}},
            "twice": {"type": "math/multiply", "inputs": {"a": {"node": "octaves"}, "b": 2}},
            "both": {"type": "math/add", "inputs": {"a": {"node": "single"}, "b": {"node": "octaves"}}},
            "color": {"type": "color/combine", "inputs": {
                "red": {"node": "octaves"}, "green": {"node": "both"}, "blue": {"node": "other"}
            }},
            "other": {"type": "noise/perlin", "inputs": {"scale": 3, "seed": 8}},
            "warm": {"type": "color/ramp", "inputs": {"value": {"node": "both"}, "ramp": {"stops": [
                {"position": 0, "color": "#220000"}, {"position": 0.1, "color": "#ff8020"},
                {"position": 0.9, "color": "#ffffe0"}
            ]}}},
            "glass": {"type": "color/ramp", "inputs": {"value": {"node": "both"}, "ramp": {"stops": [
                {"position": 0, "color": "#20408000"}, {"position": 1, "color": "#c0e0ffff"}
            ]}}},
            "red": {"type": "color/separate", "inputs": {"color": {"node": "warm", "output": "color"}}},
            "parts": {"type": "color/separate", "inputs": {"color": {"node": "glass", "output": "color"}}},
            "turned": {"type": "color/combine", "inputs": {
                "red": {"node": "parts", "output": "red"}, "green": {"node": "parts", "output": "blue"},
                "blue": {"node": "parts", "output": "green"}
            }},
            "solid": {"type": "color/combine", "inputs": {
                "red": {"node": "parts", "output": "red"}, "green": {"node": "parts", "output": "green"},
                "blue": {"node": "parts", "output": "blue"}
            }}
        },
        "outputs": {
            "octaves": {"node": "octaves"}, "again": {"node": "octaves"}, "single": {"node": "single"},
            "twice": {"node": "twice"}, "both": {"node": "both"}, "color": {"node": "color"},
            "other": {"node": "other"}, "warm": {"node": "warm", "output": "color"},
            "glass": {"node": "glass", "output": "color"}, "red": {"node": "red", "output": "red"},
            "alpha": {"node": "parts", "output": "alpha"}, "turned": {"node": "turned"}, "solid": {"node": "solid"}
        }
    }"##;
    assert_exact("each output", TEXT);
    let graph = graph(TEXT);
    // Wider than a tile, and as high as some tiles.
    let slice = Slice::new(1040, 90);
    let alone = (0..graph.outputs.len()).map(|output| {
        let (program, bound) = program(&graph, output);
        let context = Context::default().level(Level::Scalar).tile(Tile::Whole);
        Render::new(&program, &bound, slice, None, &context).unwrap().image().unwrap()
    });
    let alone: Vec<Image> = alone.collect();
    for outputs in [
        &[0_usize, 1, 2, 3, 4, 5, 6][..],
        &[0, 1],
        &[2, 0],
        &[6, 5, 2],
        &[4, 2],
        &[3, 0],
        &[7],
        &[8, 7],
        &[7, 9],
        &[4, 8],
    ] {
        let arguments = Arguments::new(&graph);
        let program = lower(&graph, outputs, &arguments).unwrap();
        let bound = arguments.bind(&program);
        for level in Level::available() {
            for (threads, tile) in [(1, None), (2, None), (7, Some(Tile::Square(64)))] {
                let context = Context::default().level(level).threads(threads).tile(tile);
                let together = Render::new(&program, &bound, slice, None, &context).unwrap();
                let together = together.images().unwrap();
                for (image, output) in together.iter().zip(outputs) {
                    let same = alone[*output].data.iter().map(|value| value.to_bits());
                    assert!(
                        image.data.iter().map(|value| value.to_bits()).eq(same),
                        "output {output} of {outputs:?} with {level}, {threads} threads, {tile:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn groups() {
    for (name, text) in group_documents() {
        assert_exact(&name, &text);
    }
}
