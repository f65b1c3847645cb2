//! Slices of various shapes and positions: crops, single pixels, long strips, far from the origin, samples.

use travertine_noise::Level;
use travertine_render::{Cancel, Context, Image, Plane, Rectangle, Render, RenderError, Slice, sample};
use travertine_tests::{graph, program};

/// A sum of noise, which is computed directly into the picture.
const NOISE: &str = r#"{
    "format": "travertine", "version": 1,
    "nodes": {"noise": {"type": "noise/perlin", "inputs": {"octaves": 4}}},
    "outputs": {"noise": {"node": "noise"}}
}"#;

const GRAPH: &str = r#"{
  "format": "travertine", "version": 1,
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"octaves": 4, "seed": 7}},
    "warped": {"type": "noise/value", "inputs": {"position": {"node": "noise"}, "scale": 3}},
    "place": {"type": "input/position"},
    "color": {"type": "color/combine", "inputs": {
      "red": {"node": "noise"}, "green": {"node": "warped"}, "blue": {"node": "place", "output": "x"}}}
  },
  "outputs": {"color": {"node": "color"}}
}"#;

fn image(slice: Slice, crop: Option<Rectangle>) -> Result<Image, RenderError> {
    let graph = graph(GRAPH);
    let (program, bound) = program(&graph, 0);
    Render::new(&program, &bound, slice, crop, &Context::default())?.image()
}

#[test]
fn a_crop_is_the_crop_of_the_whole() {
    let slice = Slice { depth: 0.3, ..Slice::new(211, 97) };
    let whole = image(slice, None).unwrap();
    for (x, y, width, height) in [(0, 0, 211, 97), (0, 0, 1, 1), (210, 96, 1, 1), (13, 40, 100, 31), (200, 0, 11, 97)] {
        let crop = image(slice, Some(Rectangle { x, y, width, height })).unwrap();
        assert_eq!((crop.format.width, crop.format.height), (width, height));
        for row in 0..height {
            for column in 0..width {
                assert_eq!(crop.pixel(column, row), whole.pixel(x + column, y + row));
            }
        }
    }
}

#[test]
fn samples_are_the_pixels() {
    let graph = graph(GRAPH);
    let (program, bound) = program(&graph, 0);
    let slices = [
        Slice::new(37, 53),
        Slice { plane: Plane::Xz, depth: -2.5, time: 1.0, ..Slice::new(16, 9) },
        Slice { region: [1e6, -1e6, 1e6 + 3.0, -1e6 + 3.0], ..Slice::new(40, 40) },
        Slice { plane: Plane::Yz, region: [-1e9, 1e9, -1e9 + 1e4, 1e9 + 1e4], ..Slice::new(33, 31) },
        Slice::new(1, 1),
        Slice::new(1, 5000),
        Slice::new(5000, 1),
    ];
    for slice in slices {
        let image = image(slice, None).unwrap();
        let pixels = (0..slice.height).flat_map(|row| (0..slice.width).map(move |column| (column, row)));
        let points: Vec<[f32; 4]> = pixels.map(|(column, row)| slice.position(column, row)).collect();
        for level in Level::available() {
            let samples = sample(&program, &bound, &points, &Context::default().level(level)).unwrap();
            // The picture omits an alpha that is 1 everywhere.
            let samples: Vec<f32> = samples.chunks(4).flat_map(|color| color[..3].to_vec()).collect();
            assert_eq!(samples, image.data, "{slice:?} with {level}");
        }
    }
}

#[test]
fn invalid_slices_and_positions_are_refused() {
    let refused = |slice, crop| image(slice, crop).unwrap_err().to_string();
    assert!(refused(Slice { width: 0, ..Slice::new(4, 4) }, None).contains("0 x 4"));
    assert!(refused(Slice::new(4_000_000, 1), None).contains("too large"));
    assert!(refused(Slice { region: [0.0, 0.0, f64::NAN, 1.0], ..Slice::new(4, 4) }, None).contains("region"));
    assert!(refused(Slice { region: [1.0, 0.0, 0.0, 1.0], ..Slice::new(4, 4) }, None).contains("region"));
    let outside = Rectangle { x: 3, y: 0, width: 2, height: 1 };
    assert!(refused(Slice::new(4, 4), Some(outside)).contains("crop"));
    let overflowing = Rectangle { x: u32::MAX, y: 0, width: 2, height: 1 };
    assert!(refused(Slice::new(4, 4), Some(overflowing)).contains("crop"));

    let graph = graph(GRAPH);
    let (program, bound) = program(&graph, 0);
    let error = sample(&program, &bound, &[[0.0; 4], [0.0, f32::NAN, 0.0, 0.0]], &Context::default()).unwrap_err();
    assert!(matches!(error, RenderError::Position { index: 1 }));
}

#[test]
fn a_small_budget_is_refused_before_any_work() {
    let graph = graph(GRAPH);
    let (program, bound) = program(&graph, 0);
    let context = Context::default().memory(10_000);
    let refusal = Render::new(&program, &bound, Slice::new(4096, 4096), None, &context);
    assert!(matches!(refusal, Err(RenderError::Memory(_))));
}

#[test]
fn an_image_in_memory_counts_against_the_budget() {
    let graph = graph(GRAPH);
    let (program, bound) = program(&graph, 0);
    let slice = Slice::new(1 << 20, 1 << 20);
    let context = Context::default().work(u64::MAX);
    let render = Render::new(&program, &bound, slice, None, &context).unwrap();
    assert!(matches!(render.image(), Err(RenderError::Memory(_))));
}

#[test]
fn a_cancelled_render_says_so() {
    for text in [GRAPH, NOISE] {
        let (program, bound) = program(&graph(text), 0);
        for threads in [1, 2] {
            let cancel = Cancel::new();
            let context = Context::default().threads(threads).cancel(&cancel);
            let render = Render::new(&program, &bound, Slice::new(4000, 4000), None, &context).unwrap();
            cancel.cancel();
            assert!(matches!(render.image(), Err(RenderError::Cancelled)));
        }
    }
}

/// So many values that vary along rows that their buffers are reused.
#[test]
fn noises_at_many_scales_are_the_samples() {
    let noise = |i: usize| {
        let scale = 1.5 + 0.37 * i as f32;
        let least = if i == 0 { "0".to_owned() } else { format!(r#"{{"node": "most{}"}}"#, i - 1) };
        format!(
            r#""noise{i}": {{"type": "noise/perlin", "inputs": {{"scale": {scale}, "octaves": 1, "seed": {i}}}}},
            "most{i}": {{"type": "math/maximum", "inputs": {{"a": {least}, "b": {{"node": "noise{i}"}}}}}}"#
        )
    };
    let nodes: Vec<String> = (0..200).map(noise).collect();
    let text = format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{{}}}, "outputs": {{"a": {{"node": "most199"}}}}}}"#,
        nodes.join(",")
    );
    let (program, bound) = program(&graph(&text), 0);
    let slice = Slice::new(16, 16);
    let points: Vec<[f32; 4]> =
        (0..16).flat_map(|row| (0..16).map(move |column| slice.position(column, row))).collect();
    for level in Level::available() {
        let context = Context::default().level(level);
        let render = Render::new(&program, &bound, slice, None, &context).unwrap();
        let samples = sample(&program, &bound, &points, &Context::default().level(level)).unwrap();
        assert_eq!(render.image().unwrap().data, samples, "{level}");
    }
}
