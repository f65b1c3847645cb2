//! Files: opened, saved, dropped, changed by others, lost and found again.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, ViewportCommand, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable as _;
use tempfile::TempDir;
use travertine::Document;
use travertine_editing::History;
use travertine_editing::files::{Autosave, Folders, recoveries};

use crate::support::{Editor, bundled};

/// A folder with a copy of the marble, and folders for an editor's own files.
fn marble() -> (TempDir, PathBuf, Folders) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("marble.json");
    std::fs::copy(bundled("marble"), &path).unwrap();
    let folders = Folders::at(folder.path().join("data"));
    (folder, path, folders)
}

fn named(path: &Path, name: &str) -> Document {
    let document = Document::parse(&std::fs::read(path).unwrap()).unwrap();
    Document { name: Some(name.to_owned()), ..document }
}

/// As if an editor had ended without saving.
fn leave(folders: &Folders, document: Document, path: &Path) {
    let autosave = Autosave::new(&folders.recovery(), Duration::ZERO).unwrap();
    autosave.note(Arc::new(document), Some(path.to_owned()));
}

fn edit(editor: &mut Editor) {
    let slider = editor.harness.get_by_role_and_label(Role::SpinButton, "turbulence").rect();
    editor.drag(slider.center(), slider.center() + egui::vec2(30.0, 0.0));
    assert!(editor.harness.state().project.workspace().is_changed());
}

/// As another program would: in another second than before.
fn write(path: &Path, document: &Document) {
    std::fs::write(path, document.to_json()).unwrap();
    let later = SystemTime::now() + Duration::from_secs(5);
    std::fs::File::options().write(true).open(path).unwrap().set_modified(later).unwrap();
}

/// Lets more than a second pass, as the editor sees it.
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
fn what_was_left_is_shown_before_it_is_taken() {
    let (_folder, path, folders) = marble();
    let before = std::fs::read(&path).unwrap();
    leave(&folders, named(&bundled("agate"), "Left"), &path);
    let mut editor = Editor::keeping(&folders, None);
    editor.settle();
    editor.paint("recovery.png");
    assert!(editor.document().nodes.is_empty(), "nothing is replaced before it is seen");
    let place = |editor: &Editor, label| editor.harness.get_by_role_and_label(Role::Image, label).rect();
    let (left, file) = (place(&editor, "Not saved"), place(&editor, "The file now"));
    assert!(left.right() < file.left() && left.top() == file.top(), "one beside the other");
    let picture = editor.painter.paint(&editor.harness);
    assert!(picture.part(left).difference(&picture.part(file)) > 5.0, "agate is not marble");

    click(&mut editor, "Go on with it");
    assert_eq!(name(&editor), Some("Left"));
    let workspace = editor.harness.state().project.workspace();
    assert!(workspace.is_changed() && workspace.path() == Some(path.as_path()));
    assert_eq!(std::fs::read(&path).unwrap(), before, "no file changes before it is saved");
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    editor.harness.run_steps(3);
    assert_eq!(named(&path, "x").nodes, named(&bundled("agate"), "x").nodes);
}

#[test]
fn what_was_left_waits_or_is_removed() {
    let (_folder, path, folders) = marble();
    leave(&folders, named(&path, "Left"), &path);
    let mut editor = Editor::keeping(&folders, None);
    click(&mut editor, "Later");
    assert!(!has(&editor, "Remove it") && editor.document().nodes.is_empty());
    drop(editor);
    let mut editor = Editor::keeping(&folders, None);
    click(&mut editor, "Remove it");
    assert!(!has(&editor, "Remove it"));
    drop(editor);
    assert_eq!(recoveries(&folders.recovery()).unwrap().len(), 0);
    assert!(!has(&Editor::keeping(&folders, None), "Remove it"));
}

#[test]
fn what_was_left_is_offered_even_if_a_file_cannot_be_opened() {
    let (folder, path, folders) = marble();
    leave(&folders, named(&path, "Left"), &path);
    let mut editor = Editor::keeping(&folders, Some(&folder.path().join("missing.json")));
    assert!(has(&editor, "Go on with it"));
    let text = editor.harness.query_by_label_contains("missing.json was not opened");
    assert!(text.is_some(), "nor is the other thing hidden");
    click(&mut editor, "Go on with it");
    assert_eq!(name(&editor), Some("Left"));
}

#[test]
fn a_file_that_others_change_is_loaded_again() {
    let (_folder, path, _) = marble();
    let mut editor = Editor::new(1280.0, 720.0, Some(&path));
    editor.settle();
    let node = editor.harness.get_by_label("node presence").rect();
    editor.click(node.center(), PointerButton::Primary);
    let place = editor.harness.get_by_label("node presence").rect();
    write(&path, &named(&path, "Theirs"));
    wait(&mut editor);
    assert_eq!(name(&editor), Some("Theirs"));
    assert!(!editor.harness.state().project.workspace().is_changed());
    assert_eq!(editor.harness.get_by_label("node presence").rect(), place, "what is in view stays");
    assert_eq!(editor.harness.state().canvas.selection.len(), 1);
}

#[test]
fn who_has_edits_of_their_own_has_a_choice() {
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
    click(&mut editor, "Load theirs");
    assert_eq!(name(&editor), Some("Theirs again"));
}

#[test]
fn closing_asks_about_what_is_not_saved() {
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
fn the_title_says_what_is_open_and_whether_it_is_saved() {
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

/// The request is over with the frame that it came in.
fn viewports_settle(editor: &mut Editor) {
    let viewports = &mut editor.harness.input_mut().viewports;
    viewports.entry(ViewportId::ROOT).or_default().events.clear();
}

#[test]
fn a_path_is_typed_where_there_is_no_dialog() {
    let (folder, path, _) = marble();
    let mut editor = Editor::new(1280.0, 720.0, Some(&path));
    let save_as = |editor: &mut Editor, name: &str| {
        editor.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
        editor.harness.run_steps(3);
        let field = editor.harness.get_by_label("Path of the file");
        assert!(field.is_focused());
        editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        editor.harness.run_steps(1);
        editor
            .harness
            .get_by_label("Path of the file")
            .type_text(&folder.path().join(name).display().to_string());
        editor.harness.run_steps(2);
    };
    save_as(&mut editor, "copy");
    editor.paint("save-as.png");
    editor.harness.key_press(Key::Enter);
    editor.harness.run_steps(3);
    assert_eq!(std::fs::read(folder.path().join("copy.json")).unwrap(), std::fs::read(&path).unwrap());
    assert_eq!(editor.harness.state().project.workspace().title(), "copy.json");
    save_as(&mut editor, "marble.json");
    assert!(has(&editor, "Replace") && has(&editor, "There is a file of that name. It will be replaced."));
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

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn a_file_is_dropped() {
    let mut editor = Editor::new(1280.0, 720.0, None);
    let held = egui::HoveredFile { path: Some(bundled("marble")), ..egui::HoveredFile::default() };
    editor.harness.input_mut().hovered_files.push(held);
    editor.harness.run_steps(1);
    editor.paint("drop.png");
    editor.harness.input_mut().hovered_files.clear();
    let drop = |editor: &mut Editor, path: PathBuf| {
        editor.harness.input_mut().dropped_files.push(Arc::new(Dropped(path)));
        editor.harness.step();
        editor.harness.input_mut().dropped_files.clear();
        editor.harness.run_steps(3);
    };
    drop(&mut editor, bundled("marble"));
    assert_eq!(name(&editor), Some("Marble"));
    edit(&mut editor);
    drop(&mut editor, bundled("agate"));
    assert_eq!(name(&editor), Some("Marble"));
    click(&mut editor, "Don't save");
    assert_eq!(name(&editor), Some("Agate"));
}

#[test]
fn what_was_open_is_found_again() {
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
fn what_is_no_graph_is_not_opened() {
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
fn nodes_of_another_version_are_kept_as_they_are() {
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
    assert!(has(&editor, "This version has no node type `future/node@9`. It is kept as it is."));
    editor.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    editor.harness.run_steps(3);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}
