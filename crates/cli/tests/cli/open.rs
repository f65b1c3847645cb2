//! Tests of `travertine open`.

use crate::support::{Folder, Ran};

fn open(folder: &Folder, editor: &str, graph: &str) -> Ran {
    let mut command = folder.command();
    Ran::of(command.args(["open", graph]).env("TRAVERTINE_EDITOR", editor))
}

#[test]
#[cfg(unix)]
fn the_editor_is_started_with_the_graph() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.write("editor", "#!/bin/sh\necho \"$@\" > \"$0.tmp\" && mv \"$0.tmp\" opened\n");
    let editor = folder.path("editor");
    std::fs::set_permissions(&editor, std::fs::Permissions::from_mode(0o755)).unwrap();
    let ran = open(&folder, editor.to_str().unwrap(), "graph.json");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    // The command does not wait for the editor.
    while !folder.path("opened").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(folder.read("opened"), b"graph.json\n");
}

#[test]
fn a_missing_graph_or_editor_is_an_error() {
    let folder = Folder::new();
    let ran = open(&folder, "true", "grahp.json");
    assert_eq!((ran.code, ran.stderr.contains("did you mean graph.json?")), (5, true), "{ran:?}");
    let ran = open(&folder, "no-such-editor", "graph.json");
    assert_eq!((ran.code, ran.stderr.contains("error: cannot find no-such-editor")), (5, true), "{ran:?}");
}
