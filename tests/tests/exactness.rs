//! Invariant 1, over every node's example and every bundled graph: the same bits on every level, with any number of
//! threads, in tiles of any size: those of evaluating one operation after the other, one sample at a time.

use travertine_graph::graph::Graph;
use travertine_graph::program::{Bound, Program};
use travertine_noise::Level;
use travertine_render::{Cancel, Image, Options, Render, Slice, Tile};
use travertine_tests::kept::{bundled_graphs, node_examples};
use travertine_tests::{graph, program};

/// Every output of a graph, ready to run. Rasters are made by its first render, and kept.
fn programs(graph: &Graph) -> Vec<(Program, Bound)> {
    (0..graph.outputs.len()).map(|output| program(graph, output)).collect()
}

fn images(programs: &[(Program, Bound)], size: u32, options: &Options) -> Vec<Image> {
    let image = |(program, bound): &(Program, Bound)| {
        Render::new(program, bound, Slice::new(size, size), None, options.clone())
            .and_then(|render| render.image(&Cancel::new()))
            .unwrap_or_else(|error| panic!("{error}"))
    };
    programs.iter().map(image).collect()
}

/// The same by the definition of what a program means.
fn definition(graph: &Graph, size: u32) -> Vec<Vec<f32>> {
    let slice = Slice::new(size, size);
    let positions = (0..size).flat_map(|row| (0..size).map(move |column| slice.position(column, row)));
    let sampled = |(program, bound): (Program, Bound)| {
        positions.clone().flat_map(|position| program.sample(&bound, position)).collect()
    };
    programs(graph).into_iter().map(sampled).collect()
}

fn assert_exact(name: &str, text: &str) {
    // More than the largest tile, and no multiple of it.
    const SIZE: u32 = 72;
    let options =
        |level, threads, tile| Options { level, threads: Some(threads), tile, ..Options::default() };
    let graph = graph(text);
    let known = programs(&graph);
    let reference = images(&known, SIZE, &options(Level::Scalar, 1, Some(Tile::Whole)));
    for (image, definition) in reference.iter().zip(definition(&graph, SIZE)) {
        // A picture leaves out an alpha that is 1 everywhere.
        let width = image.format.kind.width();
        let pixels = image.data.chunks(image.format.channels()).zip(definition.chunks(width));
        let different = pixels
            .clone()
            .position(|(pixel, defined)| pixel.iter().zip(defined).any(|(a, b)| a.to_bits() != b.to_bits()));
        assert_eq!((pixels.len(), different), ((SIZE * SIZE) as usize, None), "{name} and its definition");
    }
    for level in Level::available() {
        // Rasters take longer than all pictures: anew, and on many threads, only the first output's are made.
        let mut programs = known.clone();
        programs[0] = program(&graph, 0);
        for threads in [7, 2, 1] {
            for tile in [Tile::Square(1), Tile::Square(7), Tile::Square(64), Tile::Whole] {
                let images = images(&programs, SIZE, &options(level, threads, Some(tile)));
                for (image, reference) in images.iter().zip(&reference) {
                    let different =
                        image.data.iter().zip(&reference.data).position(|(a, b)| a.to_bits() != b.to_bits());
                    assert_eq!(different, None, "{name} with {level}, {threads} threads, {tile:?}");
                }
            }
        }
    }
    let chosen = images(&known, SIZE, &Options::default());
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
    for (name, text) in bundled_graphs() {
        assert_exact(&name, &text);
    }
}
