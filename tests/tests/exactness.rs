//! Promise 1, over every node's example and every bundled graph: the same bits on every level, with any number of
//! threads, in tiles of any size.

use travertine_noise::Level;
use travertine_render::{Cancel, Image, Options, Render, Slice, Tile};
use travertine_tests::kept::{bundled_graphs, node_examples};
use travertine_tests::{graph, program};

fn images(text: &str, size: u32, options: &Options) -> Vec<Image> {
    let graph = graph(text);
    (0..graph.outputs.len())
        .map(|output| {
            let (program, bound) = program(&graph, output);
            Render::new(&program, &bound, Slice::new(size, size), None, options.clone())
                .and_then(|render| render.image(&Cancel::new()))
                .unwrap_or_else(|error| panic!("{error}"))
        })
        .collect()
}

fn assert_exact(name: &str, text: &str) {
    const SIZE: u32 = 128;
    let options =
        |level, threads, tile| Options { level, threads: Some(threads), tile, ..Options::default() };
    let reference = images(text, SIZE, &options(Level::Scalar, 1, Some(Tile::Whole)));
    for level in Level::available() {
        for threads in [1, 2, 7] {
            for tile in [Tile::Square(1), Tile::Square(7), Tile::Square(64), Tile::Whole] {
                let images = images(text, SIZE, &options(level, threads, Some(tile)));
                for (image, reference) in images.iter().zip(&reference) {
                    let different =
                        image.data.iter().zip(&reference.data).position(|(a, b)| a.to_bits() != b.to_bits());
                    assert_eq!(different, None, "{name} with {level}, {threads} threads, {tile:?}");
                }
            }
        }
    }
    let chosen = images(text, SIZE, &Options::default());
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
