//! Pictures of the editor.

use std::path::PathBuf;

use egui::{Key, PointerButton};
use egui_kittest::kittest::Queryable as _;

use crate::support::{Editor, bundled};

fn save(editor: &Editor, name: &str) {
    let folder = PathBuf::from(std::env::var_os("EDITOR_PICTURES").unwrap_or_else(|| "/tmp/editor-shots".into()));
    std::fs::create_dir_all(&folder).unwrap();
    editor.painter.paint(&editor.harness).save(&folder.join(name));
}

#[test]
fn marble() {
    let mut editor = Editor::new(1280.0, 720.0, Some(&bundled("marble")));
    editor.settle();
    editor.harness.key_press(Key::L);
    editor.harness.run_steps(4);
    editor.settle();
    save(&editor, "marble.png");
    let node = editor.harness.get_by_label("node noise").rect();
    editor.click(node.center(), PointerButton::Primary);
    editor.harness.key_press(Key::F);
    editor.harness.run_steps(3);
    editor.settle();
    save(&editor, "node.png");
    editor.harness.key_press(Key::Space);
    editor.harness.run_steps(2);
    editor.harness.get_by_label("Search nodes").type_text("no");
    editor.harness.run_steps(3);
    save(&editor, "add.png");
}

#[test]
fn gallery() {
    let mut editor = Editor::new(1280.0, 720.0, None);
    editor.settle();
    save(&editor, "gallery.png");
}
