//! The mesh of a file in the preview, the light around it, and the ground.

use std::path::{Path, PathBuf};

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use travertine_editing::files::Folders;

use crate::painter::Picture;
use crate::support::Editor;

const GRAPH: &str = r#"{"format": "travertine", "version": 1,
    "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": 5, "min": 0, "max": 1}},
              "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}}},
    "outputs": {"color": {"node": "ramp"}, "height": {"node": "noise"}},
    "layout": {"noise": [0, 0], "ramp": [300, 0]}}"#;

fn vase() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/meshes/vase.obj")
}

fn graph(folder: &Path) -> PathBuf {
    let path = folder.join("graph.json");
    std::fs::write(&path, GRAPH).unwrap();
    path
}

fn seen(editor: &Editor) -> Picture {
    let room = editor.harness.get_by_label("Preview").rect();
    editor.painter.paint(&editor.harness).part(room)
}

fn choose(editor: &mut Editor, list: &str, choice: &str) {
    editor.harness.get_by_label(list).click();
    editor.harness.run_steps(3);
    editor.harness.get_by_label(choice).click();
    editor.settle();
}

/// Chooses the mesh of a file by its path.
fn show(editor: &mut Editor, path: &Path) {
    choose(editor, "Shape", "mesh of a file …");
    editor.type_text(&path.display().to_string());
    editor.press(Modifiers::NONE, Key::Enter);
    editor.settle();
}

fn solid(folder: &Path) -> Editor {
    let mut editor = Editor::keeping(&Folders::at(folder.join("data")), Some(&graph(folder)));
    editor.settle();
    editor.press(Modifiers::NONE, Key::Num3);
    editor.settle();
    editor
}

#[test]
fn the_mesh_of_a_file_takes_the_place_of_the_shape_until_a_shape_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = solid(folder.path());
    let ball = seen(&editor);
    show(&mut editor, &vase());
    editor.paint("mesh.png");
    let mesh = seen(&editor);
    assert!(mesh.pixels != ball.pixels);
    let room = editor.harness.get_by_label("Preview").rect();
    editor.drag(room.center(), room.center() + egui::vec2(60.0, 0.0));
    editor.settle();
    assert!(seen(&editor).pixels != mesh.pixels, "it turns");
    editor.click(room.center(), egui::PointerButton::Primary);
    editor.settle();
    assert!(editor.shows_values(), "a click shows the values there");
    choose(&mut editor, "Shape", "sphere");
    editor.harness.hover_at(egui::pos2(400.0, 600.0));
    editor.settle();
    assert!(seen(&editor).pixels == ball.pixels, "the ball is back");
    assert!(editor.harness.query_by_label("vase.obj").is_none());
}

#[test]
fn a_mesh_is_dropped_onto_the_window_and_stays_with_its_graph() {
    let folder = tempfile::tempdir().unwrap();
    let folders = Folders::at(folder.path().join("data"));
    let path = graph(folder.path());
    let mut editor = Editor::keeping(&folders, Some(&path));
    editor.settle();
    editor.drop_file(vase());
    editor.settle();
    let shown = seen(&editor);
    assert!(editor.document().nodes.contains_key("ramp"), "the graph stays");
    drop(editor);
    let mut again = Editor::keeping(&folders, Some(&path));
    again.settle();
    again.press(Modifiers::NONE, Key::Num3);
    again.settle();
    assert!(seen(&again).pixels == shown.pixels, "it is kept");
    let other = folder.path().join("other.json");
    std::fs::write(&other, GRAPH).unwrap();
    let mut other = Editor::keeping(&folders, Some(&other));
    other.settle();
    other.press(Modifiers::NONE, Key::Num3);
    other.settle();
    assert!(seen(&other).pixels != shown.pixels, "another graph has no mesh");
}

#[test]
fn a_file_that_is_no_mesh_leaves_the_shape_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = solid(folder.path());
    let ball = seen(&editor);
    let broken = folder.path().join("broken.obj");
    std::fs::write(&broken, "v 0 0\nf 1 2 3\n").unwrap();
    for (path, says) in [(broken, "broken.obj"), (folder.path().join("no.glb"), "no.glb")] {
        show(&mut editor, &path);
        editor.harness.hover_at(egui::pos2(400.0, 600.0));
        editor.harness.run_steps(2);
        assert!(seen(&editor).pixels == ball.pixels, "{says}");
        let told = editor.harness.query_all_by_label_contains(says).count();
        assert_eq!(told, 1, "the status line names {says}");
        choose(&mut editor, "Shape", "sphere");
    }
}

#[test]
fn environments_and_grounds_are_chosen_and_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = solid(folder.path());
    let mut pictures = vec![seen(&editor).pixels];
    for (list, choice) in [("Environment", "overcast"), ("Environment", "evening"), ("Ground", "white")] {
        choose(&mut editor, list, choice);
        editor.harness.hover_at(egui::pos2(400.0, 600.0));
        editor.settle();
        editor.paint(&format!("solid-{choice}.png"));
        let picture = seen(&editor).pixels;
        assert!(!pictures.contains(&picture), "{choice}");
        pictures.push(picture);
    }
    let last = seen(&editor);
    drop(editor);
    let again = solid(folder.path());
    assert!(seen(&again).pixels == last.pixels, "they are kept");
}
