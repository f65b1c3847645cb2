//! How long a frame takes, without what the worker and the graphics card do.

use egui::{Key, Pos2};

use crate::support::Editor;

/// Five hundred nodes in rows of 25, four each wired one to the next.
fn many(path: &std::path::Path) {
    let mut nodes = String::new();
    let mut layout = String::new();
    for index in 0..500 {
        let kind = ["noise/perlin", "math/add", "color/ramp", "math/cosine"][index % 4];
        let input = if kind == "math/add" {
            "a"
        } else if kind == "noise/perlin" {
            "position"
        } else {
            "value"
        };
        let wire = match index {
            _ if index % 4 == 0 => String::new(),
            _ => format!(r#""{input}": {{"node": "n{}"}}"#, index - 1),
        };
        nodes += &format!(
            r#"{}"n{index}": {{"type": "{kind}", "inputs": {{{wire}}}}}"#,
            if index == 0 { "" } else { "," }
        );
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
    editor.settle();
    let measure = |what: &str, editor: &mut Editor| {
        let mut times = Vec::new();
        for frame in 0..60 {
            editor.harness.hover_at(Pos2::new(200.0 + frame as f32, 300.0));
            let start = processor_time();
            editor.harness.step();
            let shapes = editor.harness.output().shapes.clone();
            drop(editor.harness.ctx.tessellate(shapes, 1.0));
            times.push(processor_time() - start);
        }
        times.sort_by(f64::total_cmp);
        println!("{what}: {:.1} ms, at worst {:.1} ms", times[30], times[59]);
    };
    measure("all 500 nodes in view", &mut editor);
    editor.harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::Num0);
    editor.settle();
    measure("at 100 %", &mut editor);
}

/// What this thread has taken of a processor, in milliseconds: other programs do not count.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")
        .expect("Linux tells how long a thread has run");
    text.split(' ').next().and_then(|time| time.parse::<f64>().ok()).expect("a number of nanoseconds") / 1e6
}
