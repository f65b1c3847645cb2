//! An editor without a window.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use travertine_editing::files::Folders;
use travertine_editor::App;

use crate::painter::Painter;

/// An editor and its painter.
pub struct Editor {
    pub harness: Harness<'static, App>,
    pub painter: Painter,
    /// The folder of the open file, unless it is a bundled graph.
    folder: Option<tempfile::TempDir>,
}

/// A file that is dropped onto the window.
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

/// The path of a bundled graph.
pub fn bundled(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../graphs").join(format!("{name}.json"))
}

/// The path of a marble of twenty nodes. The bundled one may change.
pub fn small_marble() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/graphs/marble.json")
}

impl Editor {
    /// An editor with a size in points, and a graph.
    pub fn new(width: f32, height: f32, graph: Option<&Path>) -> Editor {
        Editor::build(width, height, 1.0, None, graph)
    }

    /// An editor with folders for its own files.
    pub fn keeping(folders: &Folders, graph: Option<&Path>) -> Editor {
        Editor::build(1280.0, 720.0, 1.0, Some(folders), graph)
    }

    /// An editor on a screen with a pixel density.
    pub fn build(width: f32, height: f32, density: f32, folders: Option<&Folders>, graph: Option<&Path>) -> Editor {
        let painter = Painter::default();
        let (folders, graph) = (folders.cloned(), graph.map(Path::to_owned));
        let mut harness = Harness::builder()
            .with_size([width, height])
            .with_pixels_per_point(density)
            .with_max_steps(64)
            .renderer(painter.clone())
            .build_eframe(move |creation| {
                let mut app = App::new(&creation.egui_ctx, folders.as_ref()).unwrap();
                // Tests must not open dialogs of the platform.
                app.native_dialogs = false;
                if let Some(graph) = graph {
                    app.open(&graph);
                }
                app
            });
        harness.run_steps(4);
        Editor { harness, painter, folder: None }
    }

    /// An editor with a document of these members, at actual size.
    pub fn of(members: &str) -> Editor {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("graph.json");
        std::fs::write(&path, format!(r#"{{"format": "travertine", "version": 1, {members}}}"#)).unwrap();
        let mut editor = Editor::new(1280.0, 720.0, Some(&path));
        editor.folder = Some(folder);
        editor.settle();
        editor
    }

    /// The requests to the platform in the last frame.
    pub fn asked(&self) -> Vec<egui::ViewportCommand> {
        let window = self.harness.output().viewport_output.get(&egui::ViewportId::ROOT);
        window.map(|window| window.commands.clone()).unwrap_or_default()
    }

    /// Paints the window for a person to look at, into the folder named by `EDITOR_PICTURES`.
    pub fn paint(&self, name: &str) {
        if let Some(folder) = std::env::var_os("EDITOR_PICTURES") {
            self.painter.paint(&self.harness).save(&PathBuf::from(folder).join(name));
        }
    }
}

impl Editor {
    /// The open document.
    pub fn document(&self) -> &travertine::Document {
        self.harness.state().project.history().document()
    }

    /// Waits until all pictures are complete.
    pub fn settle(&mut self) {
        let start = std::time::Instant::now();
        self.harness.run_steps(2);
        while !self.harness.state().is_idle() {
            assert!(start.elapsed().as_secs() < 120, "the pictures do not come");
            std::thread::sleep(std::time::Duration::from_millis(5));
            self.harness.run_steps(1);
        }
        self.harness.run_steps(2);
    }

    /// Presses keys.
    pub fn press(&mut self, modifiers: egui::Modifiers, key: egui::Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_steps(3);
    }

    /// Gives the editor all these events within one frame, as a slow computer does.
    pub fn at_once(&mut self, events: impl IntoIterator<Item = egui::Event>) {
        self.harness.input_mut().events.extend(events);
        self.harness.run_steps(8);
    }

    /// Undoes the last step.
    pub fn undo(&mut self) {
        self.press(egui::Modifiers::COMMAND, egui::Key::Z);
    }

    /// Drops a file onto the window.
    pub fn drop_file(&mut self, path: PathBuf) {
        self.harness.input_mut().dropped_files.push(Arc::new(Dropped(path)));
        self.harness.step();
        self.harness.input_mut().dropped_files.clear();
        self.harness.run_steps(3);
    }

    /// Types into the focused field.
    pub fn type_text(&mut self, text: &str) {
        self.harness.event(egui::Event::Text(text.to_owned()));
        self.harness.run_steps(2);
    }

    /// Runs a command by its name, from the palette.
    pub fn command(&mut self, name: &str) {
        self.press(egui::Modifiers::COMMAND, egui::Key::P);
        self.harness.get_by_label("Search commands").type_text(name);
        self.harness.run_steps(2);
        self.press(egui::Modifiers::NONE, egui::Key::Enter);
    }

    /// Whether the preview shows the values at a probed point.
    pub fn shows_values(&self) -> bool {
        let notes = self.harness.query_all_by_label_contains("at ");
        notes.filter_map(|note| note.accesskit_node().value()).any(|note| note.starts_with("at "))
    }

    /// The center of the widget with a label.
    pub fn center_of(&self, label: &str) -> egui::Pos2 {
        self.harness.get_by_label(label).rect().center()
    }

    /// Presses the primary button, moves, and releases it.
    pub fn drag(&mut self, from: egui::Pos2, to: egui::Pos2) {
        self.drag_with(egui::PointerButton::Primary, from, to);
    }

    /// Presses a button, moves, and releases it.
    pub fn drag_with(&mut self, button: egui::PointerButton, from: egui::Pos2, to: egui::Pos2) {
        self.hold(button, from, to);
        let modifiers = egui::Modifiers::NONE;
        self.harness.event(egui::Event::PointerButton { pos: to, button, pressed: false, modifiers });
        self.harness.run_steps(2);
    }

    /// Presses a button and moves, without releasing it.
    pub fn hold(&mut self, button: egui::PointerButton, from: egui::Pos2, to: egui::Pos2) {
        let modifiers = egui::Modifiers::NONE;
        self.harness.hover_at(from);
        self.harness.run_steps(1);
        self.harness.event(egui::Event::PointerButton { pos: from, button, pressed: true, modifiers });
        self.harness.run_steps(1);
        for step in 1..=5 {
            self.harness.hover_at(from + (to - from) * (step as f32 / 5.0));
            self.harness.run_steps(1);
        }
    }

    /// Double-clicks.
    pub fn double_click(&mut self, pos: egui::Pos2) {
        // A frame of a test takes a quarter of a second, so that earlier clicks do not count.
        let delay = |editor: &Editor, seconds| {
            editor.harness.ctx.options_mut(|options| options.input_options.max_double_click_delay = seconds);
        };
        delay(self, 2.0);
        self.harness.hover_at(pos);
        self.harness.run_steps(20);
        for _ in 0..2 {
            for pressed in [true, false] {
                let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
                self.harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
                self.harness.run_steps(1);
            }
            self.harness.run_steps(1);
        }
        delay(self, 0.3);
        self.harness.run_steps(2);
    }

    /// Clicks with a button.
    pub fn click(&mut self, point: egui::Pos2, button: egui::PointerButton) {
        self.harness.hover_at(point);
        self.harness.run_steps(1);
        for pressed in [true, false] {
            let modifiers = egui::Modifiers::NONE;
            self.harness.event(egui::Event::PointerButton { pos: point, button, pressed, modifiers });
            self.harness.run_steps(1);
        }
        self.harness.run_steps(1);
    }
}
