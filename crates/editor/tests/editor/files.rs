//! Files: opening, saving, dropping, changes by others, recovery.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable as _;
use tempfile::TempDir;
use travertine::Document;
use travertine_editing::History;
use travertine_editing::files::{Autosave, Folders, recoveries};

use crate::support::{Editor, bundled, small_marble};

/// A folder with a copy of the marble, and folders for an editor's own files.
fn marble() -> (TempDir, PathBuf, Folders) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("marble.json");
    std::fs::copy(small_marble(), &path).unwrap();
    let folders = Folders::at(folder.path().join("data"));
    (folder, path, folders)
}

fn named(path: &Path, name: &str) -> Document {
    let document = Document::parse(&std::fs::read(path).unwrap()).unwrap();
    Document { name: Some(name.to_owned()), ..document }
}

/// Leaves files as an editor does that ends without saving.
fn leave(folders: &Folders, document: Document, path: &Path) {
    let autosave = Autosave::new(&folders.recovery(), Duration::ZERO).unwrap();
    autosave.note(&History::new(document), Some(path));
}

fn edit(editor: &mut Editor) {
    let slider = editor.harness.get_by_role_and_label(Role::SpinButton, "turbulence").rect();
    editor.drag(slider.center(), slider.center() + egui::vec2(30.0, 0.0));
    assert!(editor.harness.state().project.workspace().is_changed());
}

/// Writes as another program would, with another modification time.
fn write(path: &Path, document: &Document) {
    std::fs::write(path, document.to_json()).unwrap();
    let later = SystemTime::now() + Duration::from_secs(5);
    std::fs::File::options().write(true).open(path).unwrap().set_modified(later).unwrap();
}

/// Lets more than a second pass for the editor.
fn wait(editor: &mut Editor) {
    editor.harness.run_steps(30);
}

fn click(editor: &mut Editor, label: &str) {
    editor.harness.get_by_label(label).click();
    editor.harness.run_steps(3);
}

fn has(editor: &Editor, label: &str) -> bool {
    editor.harness.query_by_label(label).is_some()
}

fn name(editor: &Editor) -> Option<&str> {
    editor.document().name.as_deref()
}

#[test]
fn an_unsaved_document_is_shown_before_it_is_recovered() {
    let (_folder, path, folders) = marble();
    let before = std::fs::read(&path).unwrap();
    leave(&folders, named(&bundled("agate"), "Left"), &path);
    let mut editor = Editor::keeping(&folders, None);
    editor.settle();
    editor.paint("recovery.png");
    assert!(editor.document().nodes.is_empty(), "nothing is replaced before it is seen");
    let point = |editor: &Editor, label| editor.harness.get_by_role_and_label(Role::Image, label).rect();
    let (left, file) = (point(&editor, "Not saved"), point(&editor, "The file now"));
    assert!(left.right() < file.left() && left.top() == file.top(), "one beside the other");
    let picture = editor.painter.paint(&editor.harness);
    assert!(picture.part(left).difference(&picture.part(file)) > 5.0, "agate is not marble");

    click(&mut editor, "Recover");
    assert_eq!(name(&editor), Some("Left"));
    let workspace = editor.harness.state().project.workspace();
    assert!(workspace.is_changed() && workspace.path() == Some(path.as_path()));
    assert_eq!(std::fs::read(&path).unwrap(), before, "no file changes before it is saved");
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    editor.harness.run_steps(3);
    assert_eq!(named(&path, "x").nodes, named(&bundled("agate"), "x").nodes);
}

#[test]
fn an_unsaved_document_waits_or_is_discarded() {
    let (_folder, path, folders) = marble();
    leave(&folders, named(&path, "Left"), &path);
    let mut editor = Editor::keeping(&folders, None);
    click(&mut editor, "Later");
    assert!(!has(&editor, "Discard") && editor.document().nodes.is_empty());
    drop(editor);
    let mut editor = Editor::keeping(&folders, None);
    click(&mut editor, "Discard");
    assert!(!has(&editor, "Discard"));
    drop(editor);
    assert_eq!(recoveries(&folders.recovery()).unwrap().len(), 0);
    assert!(!has(&Editor::keeping(&folders, None), "Discard"));
}

#[test]
fn an_unsaved_document_is_offered_even_if_a_file_cannot_be_opened() {
    let (folder, path, folders) = marble();
    leave(&folders, named(&path, "Left"), &path);
    let mut editor = Editor::keeping(&folders, Some(&folder.path().join("missing.json")));
    assert!(has(&editor, "Recover"));
    let text = editor.harness.query_by_label_contains("missing.json was not opened");
    assert!(text.is_some(), "nor is the other thing hidden");
    click(&mut editor, "Recover");
    assert_eq!(name(&editor), Some("Left"));
}

#[test]
fn a_file_changed_by_others_is_reloaded() {
    let (_folder, path, _) = marble();
    let mut editor = Editor::new(1280.0, 720.0, Some(&path));
    editor.settle();
    let node = editor.harness.get_by_label("node presence").rect();
    editor.click(node.center(), PointerButton::Primary);
    let point = editor.harness.get_by_label("node presence").rect();
    write(&path, &named(&path, "Theirs"));
    wait(&mut editor);
    assert_eq!(name(&editor), Some("Theirs"));
    assert!(!editor.harness.state().project.workspace().is_changed());
    assert_eq!(editor.harness.get_by_label("node presence").rect(), point, "what is in view stays");
    assert_eq!(editor.harness.state().canvas.selection.nodes.len(), 1);
    let before = name(&editor).map(str::to_owned);
    editor.undo();
    assert_ne!(name(&editor), before.as_deref(), "it is a step");
}

#[test]
fn a_file_deleted_by_others_is_noticed_and_saved_again() {
    let (_folder, path, _) = marble();
    let mut editor = Editor::new(800.0, 600.0, Some(&path));
    editor.settle();
    std::fs::remove_file(&path).unwrap();
    wait(&mut editor);
    assert!(has(&editor, "marble.json is no longer on disk"));
    editor.paint("gone.png");
    assert!(editor.harness.state().project.workspace().is_changed());
    click(&mut editor, "Not now");
    wait(&mut editor);
    assert!(!has(&editor, "Save again"), "it is said once");
    editor.press(Modifiers::COMMAND, Key::S);
    assert!(path.exists());
    wait(&mut editor);
    std::fs::remove_file(&path).unwrap();
    wait(&mut editor);
    click(&mut editor, "Save again");
    assert!(path.exists() && !editor.harness.state().project.workspace().is_changed());
}

#[test]
fn unsaved_edits_and_a_changed_file_leave_a_choice() {
    let (_folder, path, _) = marble();
    let mut editor = Editor::new(1280.0, 720.0, Some(&path));
    edit(&mut editor);
    let mine = editor.document().clone();
    write(&path, &named(&path, "Theirs"));
    wait(&mut editor);
    editor.paint("changed.png");
    click(&mut editor, "Keep mine");
    assert_eq!(*editor.document(), mine);
    wait(&mut editor);
    assert!(!has(&editor, "Keep mine"), "asked once is enough");

    let mut document = named(&path, "Theirs again");
    document.description = None;
    write(&path, &document);
    std::fs::File::options().write(true).open(&path).unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap();
    wait(&mut editor);
    click(&mut editor, "Reload");
    assert_eq!(name(&editor), Some("Theirs again"));
}

#[test]
fn closing_asks_about_unsaved_changes() {
    let (_folder, path, _) = marble();
    let close = |editor: &mut Editor| {
        let viewports = &mut editor.harness.input_mut().viewports;
        viewports.entry(ViewportId::ROOT).or_default().events.push(ViewportEvent::Close);
        editor.harness.step();
        viewports_settle(editor);
        editor.asked()
    };
    let mut editor = Editor::new(1280.0, 720.0, Some(&path));
    assert!(!close(&mut editor).contains(&ViewportCommand::CancelClose), "nothing would be lost");
    edit(&mut editor);
    assert!(close(&mut editor).contains(&ViewportCommand::CancelClose));
    editor.harness.run_steps(2);
    click(&mut editor, "Cancel");
    assert!(!has(&editor, "Don't save"));
    close(&mut editor);
    editor.harness.run_steps(2);
    editor.harness.get_by_label("Save").click();
    let mut closes = false;
    for _ in 0..4 {
        editor.harness.step();
        closes |= editor.asked().contains(&ViewportCommand::Close);
    }
    assert!(closes, "saved, and closed");
    let saved = Document::parse(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(saved, *editor.document());
}

#[test]
fn the_title_shows_the_file_and_unsaved_changes() {
    let (_folder, path, _) = marble();
    let mut editor = Editor::new(1280.0, 720.0, Some(&path));
    edit(&mut editor);
    let mut titles = Vec::new();
    for step in [History::undo, History::redo] {
        let project = &mut editor.harness.state_mut().project;
        assert!(project.change(|workspace| step(workspace.history_mut()).is_some()));
        editor.harness.step();
        titles.extend(editor.asked().into_iter().filter_map(|command| match command {
            ViewportCommand::Title(title) => Some(title),
            _ => None,
        }));
    }
    assert_eq!(titles, ["marble.json – Travertine", "● marble.json – Travertine"]);
}

/// A request of the last frame is gone.
fn viewports_settle(editor: &mut Editor) {
    let viewports = &mut editor.harness.input_mut().viewports;
    viewports.entry(ViewportId::ROOT).or_default().events.clear();
}

#[test]
fn a_path_is_typed_without_a_platform_dialog() {
    let (folder, path, _) = marble();
    let mut editor = Editor::new(1280.0, 720.0, Some(&path));
    let save_as = |editor: &mut Editor, name: &str| {
        editor.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
        editor.harness.run_steps(3);
        let field = editor.harness.get_by_label("Path of the file");
        assert!(field.is_focused());
        editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        editor.harness.run_steps(1);
        editor.harness.get_by_label("Path of the file").type_text(&folder.path().join(name).display().to_string());
        editor.harness.run_steps(2);
    };
    save_as(&mut editor, "copy");
    editor.paint("save-as.png");
    editor.harness.key_press(Key::Enter);
    editor.harness.run_steps(3);
    assert_eq!(std::fs::read(folder.path().join("copy.json")).unwrap(), std::fs::read(&path).unwrap());
    assert_eq!(editor.harness.state().project.workspace().title(), "copy.json");
    save_as(&mut editor, "marble.json");
    assert!(has(&editor, "Replace") && has(&editor, "The file exists and will be replaced."));
    editor.harness.key_press(Key::Escape);
    editor.harness.run_steps(3);
    assert_eq!(editor.harness.state().project.workspace().title(), "copy.json");

    save_as(&mut editor, "no/such/folder.json");
    editor.harness.key_press(Key::Enter);
    editor.harness.run_steps(3);
    assert!(has(&editor, "The graph was not saved"));
    click(&mut editor, "Close");
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::O);
    editor.harness.run_steps(3);
    editor.harness.get_by_label("Path of the file").type_text(&bundled("agate").display().to_string());
    editor.harness.run_steps(2);
    editor.harness.key_press(Key::Enter);
    editor.harness.run_steps(3);
    assert_eq!(name(&editor), Some("Agate"));
}

#[test]
fn a_dropped_file_is_opened() {
    let mut editor = Editor::new(1280.0, 720.0, None);
    let held = egui::HoveredFile { path: Some(small_marble()), ..egui::HoveredFile::default() };
    editor.harness.input_mut().hovered_files.push(held);
    editor.harness.run_steps(1);
    editor.paint("drop.png");
    editor.harness.input_mut().hovered_files.clear();
    editor.drop_file(small_marble());
    assert_eq!(name(&editor), Some("Marble"));
    edit(&mut editor);
    editor.drop_file(bundled("agate"));
    assert_eq!(name(&editor), Some("Marble"));
    click(&mut editor, "Don't save");
    assert_eq!(name(&editor), Some("Agate"));
}

#[test]
fn recent_files_are_listed() {
    let (folder, path, folders) = marble();
    drop(Editor::keeping(&folders, Some(&path)));
    let mut editor = Editor::keeping(&folders, None);
    editor.paint("recent.png");
    click(&mut editor, "marble.json");
    assert_eq!(name(&editor), Some("Marble"));
    click(&mut editor, "File");
    editor.harness.get_by_label_contains("Open recent").click();
    editor.harness.run_steps(3);
    assert!(has(&editor, "marble.json"));
    drop(editor);
    std::fs::rename(&path, folder.path().join("moved.json")).unwrap();
    assert!(!has(&Editor::keeping(&folders, None), "marble.json"), "it is not there any more");
}

#[test]
fn a_file_that_is_not_a_graph_is_refused() {
    let (folder, path, _) = marble();
    let broken = folder.path().join("broken.json");
    std::fs::write(&broken, "{\"format\": \"travertine\", \"version\": 1, \"nodes\": {").unwrap();
    let mut editor = Editor::new(1280.0, 720.0, Some(&path));
    editor.harness.state_mut().open(&broken);
    editor.harness.run_steps(3);
    editor.paint("broken.png");
    assert!(has(&editor, "broken.json was not opened"));
    click(&mut editor, "Close");
    assert_eq!(name(&editor), Some("Marble"));
}

#[test]
fn nodes_of_other_versions_are_preserved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("later.json");
    let text = r#"{
  "format": "travertine",
  "version": 1,
  "nodes": {
    "later": {
      "type": "future/node@9",
      "inputs": {
        "b": {"c": [1, null]}
      },
      "hue": "red"
    },
    "noise": {
      "type": "noise/perlin"
    }
  },
  "outputs": {
    "value": {"node": "noise"}
  },
  "layout": {
    "later": [0, 0],
    "noise": [300, 0]
  },
  "later": true
}
"#;
    std::fs::write(&path, text).unwrap();
    let mut editor = Editor::new(1280.0, 720.0, Some(&path));
    editor.settle();
    let node = editor.harness.get_by_label("node later").rect();
    editor.click(node.center(), PointerButton::Primary);
    editor.paint("unknown.png");
    assert!(has(&editor, "This version of Travertine does not know this type. The node is kept as it is."));
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    editor.harness.run_steps(3);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}
