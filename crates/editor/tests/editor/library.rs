//! The library panel: groups are found, added, updated and saved.

use std::fs;
use std::path::Path;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use travertine_editing::files::Folders;
use travertine_graph::document::{Document, Input, Node};

use crate::support::Editor;

fn planks(scale: f64) -> Document {
    Document::named("Oak boards")
        .node("grain", Node::new("noise/perlin").input("scale", scale).input("min", 0))
        .output("height", Input::wire("grain"))
}

fn save(folder: &Path, scale: f64) {
    fs::create_dir_all(folder.join("library")).unwrap();
    fs::write(folder.join("library/boards.json"), planks(scale).to_json()).unwrap();
}

/// Groups of the library and of the documents around are in the menu for adding a node, inside a group too.
#[test]
fn groups_from_elsewhere_are_in_the_menu() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = grouped(folder.path());
    let add = |editor: &mut Editor, words: &str| {
        editor.press(Modifiers::NONE, Key::Escape);
        editor.harness.hover_at(editor.harness.state().canvas.area.center());
        editor.harness.run_steps(2);
        editor.press(Modifiers::NONE, Key::Space);
        editor.harness.get_by_label("Search nodes").type_text(words);
        editor.harness.run_steps(2);
        editor.press(Modifiers::NONE, Key::Enter);
        editor.settle();
    };
    add(&mut editor, "oak boards");
    assert_eq!(editor.document().nodes["boards"].node_type, "group/boards");
    let graph = editor.document().to_json();
    editor.harness.state_mut().canvas.selection.nodes = ["group".to_owned()].into();
    editor.harness.run_steps(2);
    editor.command("Enter group");
    editor.settle();
    assert_eq!(editor.harness.state().project.history().path(), ["group"]);
    let shown = |editor: &Editor| Document::clone(editor.harness.state().project.outline().document());
    add(&mut editor, "oak boards");
    assert!(shown(&editor).groups["boards"].source.is_some(), "the group around it was copied");
    assert!(shown(&editor).nodes.contains_key("boards"));
    add(&mut editor, "bark");
    assert_eq!(shown(&editor).nodes["bark"].node_type, "group/bark");
    editor.undo();
    editor.undo();
    assert_eq!(editor.document().to_json(), graph);
}

/// An editor of a graph with a library next to it.
fn editor(folder: &Path) -> Editor {
    save(folder, 4.0);
    let graph = Document::named("Floor").node("n", Node::new("noise/perlin")).output("value", Input::wire("n"));
    let path = folder.join("graph.json");
    fs::write(&path, graph.to_json()).unwrap();
    let mut editor = Editor::keeping(&Folders::at(folder.join("data")), Some(&path));
    editor.settle();
    editor.harness.hover_at(editor.harness.state().canvas.area.center());
    editor.press(Modifiers::NONE, Key::B);
    editor.settle();
    editor
}

fn search(editor: &mut Editor, text: &str) {
    editor.harness.get_by_label("Search the library").click();
    editor.harness.run_steps(2);
    editor.type_text(text);
    editor.settle();
}

#[test]
fn a_group_is_added_updated_and_undone() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(folder.path());
    let before = editor.document().to_json();
    search(&mut editor, "oak");
    editor.harness.get_by_label("add Oak boards").click();
    editor.harness.run_steps(3);
    let source = |editor: &Editor| editor.document().groups["boards"].source.clone().unwrap();
    assert_eq!(source(&editor).sha256, planks(4.0).digest());
    assert_eq!(editor.document().nodes["boards"].node_type, "group/boards");
    editor.harness.hover_at(editor.harness.state().canvas.area.center());
    editor.press(Modifiers::NONE, Key::Escape);
    editor.undo();
    assert_eq!(editor.document().to_json(), before, "the group and its instance are one step");
    editor.press(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);

    save(folder.path(), 9.0);
    editor.harness.get_by_label("Read the library again").click();
    editor.settle();
    editor.harness.state_mut().canvas.selection.nodes = ["boards".to_owned()].into();
    editor.harness.run_steps(3);
    editor.harness.get_by_label("Update…").click();
    editor.settle();
    editor.paint("update.png");
    editor.harness.get_by_label("Update").click();
    editor.settle();
    assert_eq!(source(&editor).sha256, planks(9.0).digest());
    editor.undo();
    assert_eq!(source(&editor).sha256, planks(4.0).digest());
}

#[test]
fn a_group_is_dragged_onto_the_canvas() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(folder.path());
    search(&mut editor, "boards");
    let (from, to) = (editor.center_of("add Oak boards"), editor.harness.state().canvas.area.center());
    let to = to + egui::vec2(60.0, 90.0);
    let expected = editor.harness.state().canvas.to_document(to);
    editor.drag(from, to);
    let [x, y] = editor.document().layout["boards"];
    assert!((x as f32 - expected.x).abs() < 2.0 && (y as f32 - expected.y).abs() < 2.0, "{x} {y} {expected:?}");
}

#[test]
fn favorites_come_first_and_stay() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = editor(folder.path());
    editor.harness.get_by_label("favorite Oak boards").click();
    editor.harness.run_steps(3);
    assert!(editor.harness.query_by_label("favorites").is_some());
    // The end of the editor waits for the file.
    drop(editor);
    let text = fs::read_to_string(folder.path().join("data/preferences.json")).unwrap();
    assert!(text.contains(r#""favorite_groups": ["boards.json"]"#), "{text}");
}

#[test]
fn a_group_of_ones_own_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = grouped(folder.path());
    editor.harness.get_by_label("Save to library").click();
    editor.settle();
    let file = folder.path().join("data/library/group.json");
    let saved = Document::parse(&fs::read(file).unwrap()).unwrap();
    let group = &editor.document().groups["group"];
    assert_eq!((&saved, &group.source.as_ref().unwrap().sha256), (&*group.document, &saved.digest()));
}

/// An editor whose only node is in a group, which is selected.
fn grouped(folder: &Path) -> Editor {
    let mut editor = editor(folder);
    editor.harness.state_mut().canvas.selection.nodes = ["n".to_owned()].into();
    editor.harness.run_steps(2);
    editor.press(Modifiers::COMMAND.plus(Modifiers::ALT), Key::G);
    editor.settle();
    editor
}

#[test]
fn a_group_inside_a_group_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = grouped(folder.path());
    editor.command("Enter group");
    editor.settle();
    editor.harness.state_mut().canvas.selection.nodes = ["n".to_owned()].into();
    editor.harness.run_steps(2);
    editor.press(Modifiers::COMMAND.plus(Modifiers::ALT), Key::G);
    editor.harness.get_by_label("Save to library").click();
    editor.harness.run_steps(1);
    editor.command("Leave group");
    editor.settle();
    let inner = editor.document().groups["group"].document.groups["group"].clone();
    assert_eq!(inner.source.unwrap().sha256, inner.document.digest());
    assert!(editor.harness.state().project.history().path().is_empty(), "the user stays outside");
}

#[test]
fn a_group_that_cannot_be_saved_is_told_in_a_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = grouped(folder.path());
    fs::write(folder.path().join("data/library"), "no folder").unwrap();
    editor.harness.get_by_label("Save to library").click();
    editor.settle();
    assert!(editor.harness.query_by_label_contains("group was not saved to the library").is_some());
    assert!(editor.document().groups["group"].source.is_none());
}

#[test]
fn the_panel_is_seen() {
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        let folder = tempfile::tempdir().unwrap();
        let mut editor = editor(folder.path());
        editor.harness.ctx.set_theme(theme);
        editor.settle();
        editor.paint(&format!("library-small-{theme:?}.png"));
        editor.harness.set_size(egui::vec2(2560.0, 1440.0));
        editor.settle();
        editor.paint(&format!("library-large-{theme:?}.png"));
    }
}
