//! Grids of nodes: grids that are too large are refused, and a render that makes grids can be cancelled.

use std::thread;
use std::time::Duration;

use serde_json::json;
use travertine_graph::arguments::Arguments;
use travertine_graph::lowering::lower;
use travertine_render::{Cancel, Context, Render, RenderError, Slice};
use travertine_tests::{graph, program};

fn rain(resolution: u32, rounds: u32) -> String {
    json!({ "format": "travertine", "version": 1, "nodes": { "noise": {"type": "noise/perlin"}, "rain": { "type": "terrain/hydraulic", "inputs": {"height": {"node": "noise"}, "resolution": resolution, "rounds": rounds}, }, }, "outputs": {"height": {"node": "rain", "output": "height"}}, }) .to_string()
}

#[test]
fn grids_over_the_memory_limit_are_refused() {
    let graph = graph(&rain(2048, 1));
    let (program, bound) = program(&graph, 0);
    let context = Context::default().memory(100 << 20);
    let refused = Render::new(&program, &bound, Slice::new(8, 8), None, &context).err();
    assert!(matches!(refused, Some(RenderError::Grids(over)) if over.needed > over.budget && over.budget == 100 << 20));
}

#[test]
fn rounds_of_erosion_are_work() {
    let graph = graph(&rain(2048, 2000));
    let (program, bound) = program(&graph, 0);
    let of = |work| {
        let context = Context::default().work(work).memory(u64::MAX);
        Render::new(&program, &bound, Slice::new(8, 8), None, &context).map(|render| render.estimate().work)
    };
    let needed = of(Context::default().work_limit()).unwrap_or_else(|error| panic!("{error}"));
    // One drop for each 8 x 8 samples, with up to 64 steps.
    assert!(needed > 2048 * 2048 * 2000 * 100, "{needed}");
    assert_eq!(of(needed).ok(), Some(needed));
    assert!(matches!(of(needed - 1), Err(RenderError::Work { .. })));
}

#[test]
fn passes_can_be_cancelled() {
    let graph = graph(&rain(512, 2000));
    let (program, bound) = program(&graph, 0);
    let cancel = Cancel::new();
    let context = Context::default().cancel(&cancel);
    let render =
        Render::new(&program, &bound, Slice::new(8, 8), None, &context).unwrap_or_else(|error| panic!("{error}"));
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            cancel.cancel();
        });
        assert!(matches!(render.image(), Err(RenderError::Cancelled)));
    });
    assert!(bound.rasters().is_none());
}

#[test]
fn inputs_of_passes_can_be_cancelled() {
    let graph = graph(&rain(512, 1));
    let (program, bound) = program(&graph, 0);
    let cancel = Cancel::new();
    let context = Context::default().cancel(&cancel);
    let render =
        Render::new(&program, &bound, Slice::new(8, 8), None, &context).unwrap_or_else(|error| panic!("{error}"));
    cancel.cancel();
    assert!(matches!(render.image(), Err(RenderError::Cancelled)));
}

#[test]
fn many_grids_in_a_row_are_refused_before_they_are_made() {
    let mut nodes = json!({"n0": {"type": "noise/perlin"}});
    for index in 1..400 {
        let height = json!({"node": format!("n{}", index - 1)});
        nodes[format!("n{index}")] = json!({"type": "terrain/smooth", "inputs": {"height": height}});
    }
    let outputs = json!({"height": {"node": "n399"}});
    let text = json!({"format": "travertine", "version": 1, "nodes": nodes, "outputs": outputs}).to_string();
    let graph = graph(&text);
    let refused = lower(&graph, &[0], &Arguments::new(&graph)).err().map(|error| error.to_string());
    assert!(refused.is_some_and(|message| message.contains("256 rasters")));
}
