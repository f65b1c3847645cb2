//! Pilots: times of renders that a few tiles show.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use travertine_render::{Cancel, Context, Profile, Render, Slice, Volume, VolumeRender};
use travertine_tests::{graph, program};

/// Noise, and a raster of it.
const GRAPH: &str = r#"{
  "format": "travertine", "version": 1,
  "nodes": {
    "noise": {"type": "noise/perlin", "inputs": {"octaves": 4}},
    "smooth": {"type": "terrain/smooth", "inputs": {"height": {"node": "noise"}}}
  },
  "outputs": {"height": {"node": "smooth", "output": "height"}}
}"#;

#[test]
fn a_pilot_changes_nothing_and_reports_no_progress() {
    let graph = graph(GRAPH);
    let done = AtomicU64::new(0);
    let advance = |samples| {
        done.fetch_add(samples, Ordering::Relaxed);
    };
    for (width, height) in [(300, 200), (1, 1), (3, 700)] {
        let expected = {
            let (program, bound) = program(&graph, 0);
            Render::new(&program, &bound, Slice::new(width, height), None, &Context::default())
                .unwrap()
                .image()
                .unwrap()
        };
        let (program, bound) = program(&graph, 0);
        let profile = Arc::new(Profile::new());
        let context = Context::default().progress(&advance).profile(&profile);
        let render = Render::new(&program, &bound, Slice::new(width, height), None, &context).unwrap();
        assert!(render.seconds().is_some_and(|seconds| seconds.is_finite() && seconds > 0.0));
        assert_eq!(done.load(Ordering::Relaxed), 0);
        assert_eq!(render.image().unwrap(), expected);
        assert_eq!(done.swap(0, Ordering::Relaxed), u64::from(width) * u64::from(height));
    }
}

#[test]
fn a_volume_has_a_time() {
    let graph = graph(GRAPH);
    let (program, bound) = program(&graph, 0);
    for (size, brick) in [([64, 40, 20], [64, 8, 8]), ([1, 1, 1], [1, 1, 1]), ([33, 1, 70], [16, 1, 16])] {
        let [width, height, depth] = size;
        let volume = Volume::new(width, height, depth);
        let render = VolumeRender::new(&program, &bound, volume, brick, &Context::default()).unwrap();
        assert!(render.seconds().is_some_and(|seconds| seconds.is_finite() && seconds > 0.0), "{size:?}");
    }
}

#[test]
fn a_cancelled_pilot_has_no_time() {
    let graph = graph(GRAPH);
    let (program, bound) = program(&graph, 0);
    let cancel = Cancel::new();
    let context = Context::default().cancel(&cancel);
    let render = Render::new(&program, &bound, Slice::new(64, 64), None, &context).unwrap();
    cancel.cancel();
    assert_eq!(render.seconds(), None);
}
