//! Options that reduce detail: footprints and faint octaves, both off by default.

use travertine_graph::arguments::{Arguments, Detail};
use travertine_graph::lowering::lower;
use travertine_noise::Level;
use travertine_program::{Bound, Program};
use travertine_render::{Context, Image, Rectangle, Render, Slice, Tile};
use travertine_tests::graph;

/// A sum of octaves, many of them too fine for small pictures.
const SUM: &str = r#"{"type": "noise/perlin", "inputs": {"scale": 6, "octaves": 7, "persistence": 0.75, "seed": 3}}"#;

/// A document whose output is the node `out`.
fn document(nodes: &str) -> String {
    format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}}, "outputs": {{"value": {{"node": "out"}}}}}}"#
    )
}

fn program(text: &str, detail: Detail) -> Program {
    let graph = graph(text);
    let mut arguments = Arguments::new(&graph);
    arguments.set_detail(detail);
    lower(&graph, &[0], &arguments).unwrap_or_else(|error| panic!("{error}"))
}

fn footprint(slice: &Slice) -> Detail {
    Detail { spacing: Some(slice.spacing()), faintest: None }
}

fn image(program: &Program, slice: Slice, crop: Option<Rectangle>, context: &Context) -> Image {
    let image = Render::new(program, &Bound::default(), slice, crop, context).and_then(|render| render.image());
    image.unwrap_or_else(|error| panic!("{error}"))
}

fn picture(text: &str, size: u32, detail: impl Fn(&Slice) -> Detail) -> Image {
    let slice = Slice::new(size, size);
    image(&program(text, detail(&slice)), slice, None, &Context::default())
}

/// Noises and sums of octaves, at positions transformed by constants and by fields.
fn documents() -> Vec<(&'static str, String)> {
    let value = SUM.replace("perlin", "value");
    let fractal = r#"
        "noise": {"type": "noise/simplex", "inputs": {"scale": 6}},
        "out": {"type": "fractal/fbm", "inputs": {"value": {"node": "noise"}, "octaves": 7, "persistence": 0.75}}"#;
    let transform = r#""out": {"type": "domain/transform", "inputs": {
        "value": {"node": "sum"}, "scale": 0.5, "rotate": [20, 0, 40]
    }}"#;
    let warp = r#""out": {"type": "domain/warp", "inputs": {
        "value": {"node": "sum"}, "offset": {"node": "sum"}, "strength": 0.02
    }}"#;
    let twice = r#"
        "place": {"type": "input/position"},
        "twice": {"type": "math/multiply", "inputs": {"a": {"node": "place", "output": "position"}, "b": 2}}"#;
    let wired = SUM.replace(r#""seed""#, r#""position": {"node": "twice"}, "seed""#);
    vec![
        ("perlin", document(&format!(r#""out": {SUM}"#))),
        ("value", document(&format!(r#""out": {value}"#))),
        ("fbm", document(fractal)),
        ("transform", document(&format!(r#""sum": {SUM}, {transform}"#))),
        ("warp", document(&format!(r#""sum": {SUM}, {warp}"#))),
        ("position", document(&format!(r#"{twice}, "out": {wired}"#))),
    ]
}

/// The mean difference between a preview and a picture 8 times as large that is scaled down.
fn apart(text: &str, detail: impl Fn(&Slice) -> Detail + Copy) -> f64 {
    const SIZE: u32 = 64;
    const TIMES: u32 = 8;
    let (preview, large) = (picture(text, SIZE, detail), picture(text, SIZE * TIMES, detail));
    let mut sum = 0.0;
    for pixel in 0..SIZE * SIZE {
        let (column, row) = (pixel % SIZE, pixel / SIZE);
        let within = (0..TIMES * TIMES).map(|i| large.pixel(column * TIMES + i % TIMES, row * TIMES + i / TIMES)[0]);
        let mean = within.map(f64::from).sum::<f64>() / f64::from(TIMES * TIMES);
        sum += (f64::from(preview.pixel(column, row)[0]) - mean).abs();
    }
    sum / f64::from(SIZE * SIZE)
}

#[test]
fn with_footprints_a_preview_looks_like_the_large_picture() {
    for (name, text) in documents() {
        let (with, without) = (apart(&text, footprint), apart(&text, |_| Detail::default()));
        println!("{name}: {with:.4} with footprints, {without:.4} without");
        assert!(with < 0.02 && with < 0.6 * without, "{name}: {with} with footprints, {without} without");
    }
}

#[test]
fn samples_close_together_see_all_detail() {
    for (name, text) in documents() {
        let all = picture(&text, 32, |_| Detail::default());
        let close = picture(&text, 32, |_| Detail { spacing: Some(1e-9), faintest: None });
        assert!(all.data.iter().zip(&close.data).all(|(a, b)| (a - b).abs() < 1e-5), "{name}");
    }
}

#[test]
fn octaves_that_are_too_fine_are_left_out() {
    for noise in ["perlin", "value", "simplex", "curl"] {
        let text =
            document(&format!(r#""out": {{"type": "noise/{noise}", "inputs": {{"scale": 5000, "octaves": 4}}}}"#));
        let slice = Slice::new(64, 64);
        let program = program(&text, footprint(&slice));
        assert_eq!(program.operations().len(), 1, "{noise}");
        assert!(image(&program, slice, None, &Context::default()).data.iter().all(|value| *value == 0.0));
    }
    // Far away, where a field makes the noise fine.
    let text = document(
        r#""place": {"type": "input/position"},
           "far": {"type": "math/power", "inputs": {"a": {"node": "place", "output": "position"}, "b": 12}},
           "out": {"type": "noise/perlin", "inputs": {"position": {"node": "far"}, "octaves": 3}}"#,
    );
    let slice = Slice { region: [4.0, 4.0, 5.0, 5.0], ..Slice::new(64, 64) };
    let far = image(&program(&text, footprint(&slice)), slice, None, &Context::default());
    assert!(far.data.iter().all(|value| *value == 0.0));
}

/// The footprint depends on the slice, not on the part that is rendered.
#[test]
fn footprints_do_not_depend_on_crops_tiles_or_threads() {
    let slice = Slice::new(61, 47);
    let crop = Rectangle { x: 20, y: 11, width: 33, height: 30 };
    for (name, text) in documents() {
        let program = program(&text, footprint(&slice));
        let whole = image(&program, slice, None, &Context::default());
        for level in Level::available() {
            for (threads, tile) in [(1, Tile::Whole), (3, Tile::Square(7))] {
                let context = Context::default().level(level).threads(threads).tile(tile);
                let part = image(&program, slice, Some(crop), &context);
                for (row, column) in (0..crop.height).flat_map(|row| (0..crop.width).map(move |column| (row, column))) {
                    assert_eq!(part.pixel(column, row), whole.pixel(crop.x + column, crop.y + row), "{name}, {level}");
                }
            }
        }
    }
}

#[test]
fn leaving_out_faint_octaves_changes_values_by_one_step_at_most() {
    let text = |octaves: u32, persistence: &str| {
        format!(
            r#"{{
              "format": "travertine", "version": 1,
              "parameters": {{"p": {{"type": "float", "default": 0.4}}}},
              "nodes": {{"out": {{"type": "noise/perlin", "inputs": {{
                "scale": 3, "octaves": {octaves}, "persistence": {persistence}, "min": 0, "max": 1
              }}}}}},
              "outputs": {{"value": {{"node": "out"}}}}
            }}"#
        )
    };
    let faint = Detail { spacing: None, faintest: Some(0.5 / 255.0) };
    let text_of_all = text(16, "0.4");
    let (all, fewer) = (program(&text_of_all, Detail::default()), program(&text_of_all, faint));
    assert!(fewer.operations().len() * 2 < all.operations().len());
    let [all, fewer] = [&all, &fewer].map(|program| image(program, Slice::new(128, 128), None, &Context::default()));
    let step = |value: &f32| (value * 255.0).round() as i32;
    assert!(all.data.iter().zip(&fewer.data).all(|(a, b)| step(a).abs_diff(step(b)) <= 1));
    assert_ne!(all.data, fewer.data);
    // A parameter may increase without a new program.
    let text = text(16, r#"{"parameter": "p"}"#);
    assert_eq!(program(&text, faint), program(&text, Detail::default()));
}
