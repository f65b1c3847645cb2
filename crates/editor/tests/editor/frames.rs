//! How long a frame takes, without what the worker and the graphics card do.

use std::time::Instant;

use egui::{Key, Pos2};

use crate::support::Editor;

/// Five hundred nodes, wired each to the one before, in rows of 25.
fn many(path: &std::path::Path) {
    let mut nodes = String::new();
    let mut layout = String::new();
    for index in 0..500 {
        let kind = ["noise/perlin", "math/add", "color/ramp", "math/cosine"][index % 4];
        let input = if kind == "math/add" { "a" } else if kind == "noise/perlin" { "position" } else { "value" };
        let wire = match index {
            0 => String::new(),
            _ => format!(r#""{input}": {{"node": "n{}"}}"#, index - 1),
        };
        nodes += &format!(r#"{}"n{index}": {{"type": "{kind}", "inputs": {{{wire}}}}}"#, if index == 0 { "" } else { "," });
        let (x, y) = (index % 25 * 260, index / 25 * 480);
        layout += &format!(r#"{}"n{index}": [{x}, {y}]"#, if index == 0 { "" } else { "," });
    }
    let text = format!(
        r#"{{"format": "travertine", "version": 1, "nodes": {{{nodes}}},
            "outputs": {{"value": {{"node": "n1"}}}}, "layout": {{{layout}}}}}"#
    );
    std::fs::write(path, text).unwrap();
}

#[test]
#[ignore = "measures time"]
fn five_hundred_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.json");
    many(&path);
    let mut editor = Editor::new(1280.0, 720.0, Some(&path));
    let mut measure = |what: &str, editor: &mut Editor| {
        let mut times = Vec::new();
        for frame in 0..60 {
            editor.harness.hover_at(Pos2::new(200.0 + frame as f32, 300.0));
            let start = Instant::now();
            editor.harness.step();
            times.push(start.elapsed());
            let start = Instant::now();
            let shapes = editor.harness.output().shapes.clone();
            drop(editor.harness.ctx.tessellate(shapes, 1.0));
            *times.last_mut().unwrap() += start.elapsed();
        }
        times.sort();
        println!("{what}: {:.1} ms, at worst {:.1} ms", ms(times[30]), ms(times[59]));
    };
    measure("all 500 nodes in view", &mut editor);
    editor.harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::Num0);
    editor.harness.run_steps(3);
    measure("at 100 %", &mut editor);
}

fn ms(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
