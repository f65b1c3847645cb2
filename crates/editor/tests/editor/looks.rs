//! Pictures of the editor.

use std::path::PathBuf;

use crate::support::{Editor, bundled};

fn save(editor: &Editor, name: &str) {
    let folder = PathBuf::from(std::env::var_os("EDITOR_PICTURES").unwrap_or_else(|| "/tmp/editor-shots".into()));
    std::fs::create_dir_all(&folder).unwrap();
    editor.painter.paint(&editor.harness).save(&folder.join(name));
}

#[test]
fn marble() {
    let editor = Editor::new(1280.0, 720.0, Some(&bundled("marble")));
    save(&editor, "marble.png");
}
