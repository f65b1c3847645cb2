//! Invariant 1 for random graphs: at every SIMD level, with any number of threads and any tile size, each sample has
//! the bits that evaluating one operation after the other gives, is finite, and lies in its guaranteed range.

use travertine_nodes::registry;
use travertine_noise::{Interval, Level};
use travertine_program::{Axis, Bound, Program, Variable};
use travertine_render::{Context, Plane, Render, Slice, Tile};
use travertine_tests::random_graph::{Random, document};
use travertine_tests::{graph, is_night, program};

#[test]
fn random_graphs_are_exact_finite_and_in_range() {
    let registry = registry();
    let mut tested = 0;
    for seed in 0.. {
        if tested == if is_night() { 5000 } else { 100 } {
            break;
        }
        let text = document(seed, &registry);
        let graph = graph(&text);
        let (program, bound) = program(&graph, 0);
        // Nested octaves make large programs, which are slow and test nothing new.
        if program.operations().len() > 5000 {
            continue;
        }
        tested += 1;
        check(&program, &bound, seed, &text);
    }
}

#[test]
fn gradients_of_gradients_are_exact_finite_and_in_range() {
    let registry = registry();
    let mut tested = 0;
    for seed in 0.. {
        if tested == if is_night() { 2000 } else { 40 } {
            break;
        }
        let text = document(seed, &registry);
        let graph = graph(&text);
        let (program, bound) = program(&graph, 0);
        // Each derivative is some times as large as the program.
        if program.operations().len() > 120 {
            continue;
        }
        tested += 1;
        let by = [("dx", Axis::X), ("dy", Axis::Y)].map(|(name, axis)| (name.to_owned(), Variable::Coordinate(axis)));
        let derived = program.with_derivatives(&by[..1]).and_then(|first| first.with_derivatives(&by));
        check(&derived.unwrap(), &bound, seed, &text);
    }
}

/// Checks a program over a random slice, with a random context.
fn check(program: &Program, bound: &Bound, seed: u64, text: &str) {
    let levels = Level::available();
    let mut random = Random::new(seed ^ 0xabcdef);
    let slice = slice(&mut random);
    let context = Context::default().level(*random.pick(&levels)).threads(1 + random.below(3)).tile(*random.pick(&[
        Tile::Square(1),
        Tile::Square(5),
        Tile::Square(16),
        Tile::Whole,
    ]));
    let described = format!("seed {seed}, {context:?}, {slice:?}\n{text}");
    let images = Render::new(program, bound, slice, None, &context)
        .and_then(|render| render.images())
        .unwrap_or_else(|error| panic!("{error}: {described}"));

    let everywhere = [Interval::EVERYTHING; 4];
    let slots: Vec<Interval> = bound.values().iter().map(|value| Interval::point(*value)).collect();
    let intervals = program.intervals(&slots, everywhere);
    // The intervals over the region of the slice, which are narrower.
    let [across, down, through] = slice.plane.axes();
    let (first, last) = (slice.position(0, 0), slice.position(slice.width - 1, slice.height - 1));
    let mut covered = [Interval::point(slice.time); 4];
    covered[across as usize] = Interval::new(first[across as usize], last[across as usize]);
    covered[down as usize] = Interval::new(first[down as usize], last[down as usize]);
    covered[through as usize] = Interval::point(slice.depth);
    let local = program.intervals(&slots, covered);
    let mut results = Vec::new();
    for row in 0..slice.height {
        for column in 0..slice.width {
            let position = slice.position(column, row);
            program.evaluate(bound, position, &mut results);
            for (index, result) in results.iter().enumerate() {
                let operation = program.operations()[index];
                assert!(result.is_finite(), "{operation:?} at {position:?} gives {result}: {described}");
                for interval in [intervals[index], local[index]] {
                    assert!(
                        interval.contains(*result),
                        "{operation:?} at {position:?} gives {result}, outside {interval:?}: {described}"
                    );
                }
            }
            let outputs = program.outputs().iter().zip(&images);
            let values = outputs.flat_map(|(output, image)| output.values.iter().zip(image.pixel(column, row)));
            for (value, pixel) in values {
                let expected = results[value.index()];
                assert_eq!(
                    expected.to_bits(),
                    pixel.to_bits(),
                    "at ({column}, {row}): {expected} and {pixel}: {described}"
                );
            }
        }
    }
}

/// A small slice of any plane, near, far or tiny.
fn slice(random: &mut Random) -> Slice {
    let size = *random.pick(&[1e-3, 1.0, 40.0, 1e7]);
    let origin = *random.pick(&[0.0, -0.5, 1000.25, -1e8]);
    let left = origin + random.unit();
    let top = -origin + random.unit();
    Slice {
        plane: *random.pick(&[Plane::Xy, Plane::Xz, Plane::Yz]),
        depth: *random.pick(&[0.0, 0.37, -5.0, 1e9]),
        time: *random.pick(&[0.0, 2.5]),
        region: [left, top, left + size, top + size],
        width: 1 + random.below(48) as u32,
        height: 1 + random.below(24) as u32,
        samples_per_side: 1,
    }
}
