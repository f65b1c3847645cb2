//! The bundled graphs, as the editor shows them.

use egui::{Key, Modifiers, Rect};
use travertine_tests::sample;

use crate::support::{Editor, bundled};

fn names() -> Vec<String> {
    let folder = bundled("marble").parent().unwrap().to_owned();
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> =
        files.filter_map(|file| file.to_str()?.strip_suffix(".json").map(str::to_owned)).collect();
    names.sort();
    names
}

/// Neither nodes nor frames hide a node; `BLESS=1` arranges graphs in which one does, and saves them.
#[test]
fn no_node_is_hidden() {
    let mut editor = Editor::new(1280.0, 720.0, None);
    let bless = std::env::var_os("BLESS").is_some();
    for name in sample(names(), if bless { 1 } else { 4 }) {
        editor.harness.state_mut().open(&bundled(&name));
        editor.harness.run_steps(4);
        if let Some(hidden) = hidden(&editor) {
            assert!(bless, "{name}: {hidden}; BLESS=1 arranges it");
            editor.harness.key_press(Key::L);
            editor.harness.run_steps(4);
            assert_eq!(self::hidden(&editor), None, "{name}");
            editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
            editor.harness.run_steps(3);
        }
    }
}

/// Two nodes that overlap, or a node that the edge of a frame cuts.
fn hidden(editor: &Editor) -> Option<String> {
    let rects = editor.harness.state().canvas.rects(&editor.harness.ctx);
    assert_eq!(rects.len(), editor.document().nodes.len() + 1);
    for (index, (name, rect)) in rects.iter().enumerate() {
        for (other, covered) in &rects[..index] {
            if rect.intersects(covered.shrink(1.0)) {
                return Some(format!("{name} and {other} overlap"));
            }
        }
    }
    for (id, frame) in &editor.document().annotations.frames {
        let [position, size] = [frame.position, frame.size].map(|parts| parts.map(|part| part as f32));
        let frame = Rect::from_min_size(position.into(), size.into());
        let is_cut = |rect: &Rect| frame.intersects(rect.shrink(1.0)) && !frame.contains_rect(*rect);
        if let Some((name, _)) = rects.iter().find(|(_, rect)| is_cut(rect)) {
            return Some(format!("{id} cuts {name}"));
        }
    }
    None
}
