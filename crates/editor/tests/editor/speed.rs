//! The work for a frame with many nodes in view. `many_nodes` measures its time.

use std::fmt::Write as _;
use std::time::Duration;

use egui::epaint::{ClippedPrimitive, Primitive};
use egui::{Context, Pos2, RawInput, Rect, vec2};
use travertine_editor::App;

/// A graph of 300 nodes in rows of 20, half of them noises, each wired to the one on its right.
fn graph() -> String {
    let (mut nodes, mut layout) = (String::new(), String::new());
    for index in 0..300 {
        let (column, row) = (index % 20, index / 20);
        let comma = if index == 0 { "" } else { ", " };
        let (kind, input) =
            [("noise/perlin", "scale"), ("math/add", "a"), ("noise/cellular", "scale"), ("blend/mix", "a")][index % 4];
        let inputs = match column {
            0 => String::new(),
            _ => format!(r#", "inputs": {{"{input}": {{"node": "n{}"}}}}"#, index - 1),
        };
        write!(nodes, r#"{comma}"n{index}": {{"type": "{kind}"{inputs}}}"#).unwrap();
        write!(layout, r#"{comma}"n{index}": [{}, {}]"#, column * 240, row * 250).unwrap();
    }
    format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}},
            "outputs": {{"value": {{"node": "n299"}}}}, "layout": {{{layout}}},
            "annotations": {{"outputs": [5000, 0]}}}}"#
    )
}

/// The number of corners of all triangles at a zoom, and of calls that draw them, once the pictures of all nodes are
/// complete.
fn work(app: &mut App, context: &Context, zoom: f32) -> (usize, usize) {
    let (mut corners, mut calls) = (0, 0);
    for _ in 0..3 {
        app.canvas.zoom_to(zoom);
        while {
            let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, vec2(3840.0, 2160.0)));
            let mut output = context.run_ui(RawInput { screen_rect, ..RawInput::default() }, |ui| app.ui(ui));
            let count = |drawn: &ClippedPrimitive| match &drawn.primitive {
                Primitive::Mesh(mesh) => mesh.vertices.len(),
                Primitive::Callback(_) => 0,
            };
            let shapes = std::mem::take(&mut output.shapes);
            let drawn = context.tessellate(shapes, 1.0);
            (corners, calls) = (drawn.iter().map(count).sum(), drawn.len());
            // The textures would go to the graphics card.
            output.textures_delta.clear();
            !app.is_idle()
        } {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    (corners, calls)
}

#[test]
fn nodes_are_simpler_from_afar() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.json");
    std::fs::write(&path, graph()).unwrap();
    let context = Context::default();
    let mut app = App::new(&context, None).unwrap();
    app.native_dialogs = false;
    app.open(&path);
    // All nodes are drawn once, so that their sizes are known.
    work(&mut app, &context, 0.3);
    let (near, _) = work(&mut app, &context, 0.51);
    assert!(app.canvas.visible.len() >= 250);
    for (zoom, share) in [(0.49, 3), (0.35, 5)] {
        let (far, _) = work(&mut app, &context, zoom);
        assert!(app.canvas.visible.len() >= 250);
        assert!(far * share < near, "{far} at {zoom}, {near} near");
    }
    // From very far, nodes are drawn with a few calls together.
    let (_, calls) = work(&mut app, &context, 0.2);
    assert!(app.canvas.visible.len() >= 250);
    assert!(calls < 50, "{calls} calls");
}
