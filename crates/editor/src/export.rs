//! The export window: what to make of the graph, and the queue of exports.

mod exported;
mod field;
mod folder;
mod list;
mod rows;

use std::path::Path;
use std::sync::Arc;

use egui::{Button, Key, Label, Modifiers, RichText, ScrollArea, Ui, Vec2, Window};
use travertine_editing::files::Preferences;
use travertine_export::{Kind, Order, Queue, Settings, capitalized, keep, kept};

use self::exported::WIDTH;
pub use self::exported::{Exported, Wish};
pub use self::list::wrote;
use self::rows::Rows;
use crate::dialogs::file_dialog::Purpose;
use crate::preview::Preview;
use crate::theme::Palette;

/// The width of the list of kinds, in points.
const KINDS: f32 = 132.0;
/// The greatest height of the settings and of the queue, in points; the window fits one of 600.
const SETTINGS: f32 = 300.0;
/// The least height of the settings with their buttons, in points.
const LEAST: f32 = 288.0;
/// The gap between kinds and settings, in points.
const GAP: f32 = 10.0;
const QUEUE: f32 = 104.0;

/// The window with its settings.
pub struct ExportWindow {
    settings: Settings,
    problem: Option<String>,
}

impl ExportWindow {
    /// The last settings of the graph; at first, those that reproduce the preview in a file next to the graph.
    pub fn new(graph: Option<&Path>, preview: &Preview, preferences: &Preferences) -> ExportWindow {
        let mut settings = kept(preferences, graph);
        if settings == Settings::new(graph) {
            settings.kind = if preview.is_solid() { Kind::Solid } else { Kind::Picture };
            if let Some(slice) = preview.slice().filter(|_| settings.kind == Kind::Picture) {
                settings.set_place(&slice);
            }
        }
        if let Some(output) = preview.output().filter(|_| settings.kind.has_output()) {
            settings.set("output", output);
        }
        ExportWindow { settings, problem: None }
    }

    /// Takes a file that the user has chosen.
    pub fn take(&mut self, purpose: Purpose, path: &Path) {
        match purpose {
            Purpose::Mesh => self.settings.set("mesh", path.display().to_string()),
            Purpose::Folder => {
                // The names of the files in the folder stay.
                let name = Path::new(self.settings.text("to")).file_name().unwrap_or_default();
                self.settings.set("to", path.join(name).display().to_string());
            }
            Purpose::Target => self.settings.set("to", path.display().to_string()),
            Purpose::Open | Purpose::Save | Purpose::Colors | Purpose::Model => {}
        }
    }

    /// Shows the window.
    pub fn show(&mut self, ui: &Ui, exported: &Exported, queue: &mut Queue, preferences: &mut Preferences) -> Wish {
        let (mut open, mut wish) = (true, Wish::Stay);
        Window::new("Exports")
            .id(egui::Id::new("export"))
            .open(&mut open)
            .default_pos([72.0, 40.0])
            .resizable(false)
            .collapsible(false)
            .show(ui.ctx(), |ui| {
                ui.horizontal_top(|ui| {
                    ui.vertical(|ui| self.kinds(ui));
                    ui.add_space(GAP);
                    ui.vertical(|ui| {
                        ui.set_width(WIDTH);
                        // The window keeps its size from kind to kind.
                        ui.set_min_height(LEAST);
                        ScrollArea::vertical().min_scrolled_height(SETTINGS).max_height(SETTINGS).show(ui, |ui| {
                            wish = Rows { settings: &mut self.settings, exported }.show(ui);
                        });
                        ui.add_space(4.0);
                        self.start(ui, exported, queue, preferences);
                    });
                });
                if !queue.entries().is_empty() {
                    ui.separator();
                    list::head(ui, queue);
                    ScrollArea::vertical()
                        .min_scrolled_height(QUEUE)
                        .max_height(QUEUE)
                        .show(ui, |ui| list::show(ui, queue));
                }
            });
        if !open {
            wish = Wish::Close;
        }
        wish
    }

    /// Keeps the settings for the next time.
    pub fn keep(&self, graph: Option<&Path>, preferences: &mut Preferences) {
        keep(preferences, graph, &self.settings);
    }

    fn kinds(&mut self, ui: &mut Ui) {
        ui.set_width(KINDS);
        for kind in Kind::ALL {
            let name = capitalized(kind.name());
            let size = Vec2::new(KINDS, ui.spacing().interact_size.y);
            let button = Button::selectable(self.settings.kind == kind, name).truncate().min_size(size);
            if ui.add(button).on_hover_text(kind.description()).clicked() {
                self.settings.choose(kind);
                self.problem = None;
            }
        }
    }

    /// The button that starts the export, and what it would do.
    fn start(&mut self, ui: &mut Ui, exported: &Exported, queue: &mut Queue, preferences: &mut Preferences) {
        let has_output = exported.outputs().next().is_some();
        let files = self.settings.files(exported.graph, exported.outputs());
        let existing = files.iter().filter(|file| file.is_file()).count();
        let lacks_mesh = self.settings.kind == Kind::Mesh && self.settings.text("mesh").is_empty();
        let is_reading = self.settings.kind == Kind::Solid && exported.preview.is_reading();
        let graph = exported.graph.filter(|_| !lacks_mesh && !is_reading);
        let command = graph.map(|graph| self.settings.command(graph, &exported.preview.scene()));
        let (command, problem) = match command.transpose() {
            Ok(command) => (command, None),
            Err(problem) => (None, Some(problem.to_string())),
        };
        ui.horizontal(|ui| {
            let button = Button::new(RichText::new("Export").strong()).fill(ui.visuals().selection.bg_fill);
            let is_ready = has_output && !is_reading;
            let button = ui.add_enabled(is_ready, button).on_hover_text("Ctrl+Enter");
            let is_pressed = ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
            if button.clicked() || (is_ready && is_pressed) {
                self.order(exported, queue, preferences);
            }
            let copy = ui.add_enabled(command.is_some(), Button::new("Copy the command"));
            let advice = match (lacks_mesh, is_reading, &problem) {
                (true, ..) => "Choose the mesh first.",
                (_, true, _) => "The mesh of the preview is being read.",
                (.., Some(problem)) => problem,
                _ => "Save the graph first; the command reads its file.",
            };
            let copy = copy.on_disabled_hover_text(advice);
            if let (true, Some(command)) = (copy.clicked(), &command) {
                ui.ctx().copy_text(command.clone());
            }
            match existing {
                0 => {}
                1 if files.len() == 1 => drop(ui.weak("The file exists and will be replaced.")),
                1 => drop(ui.weak("1 of the files exists and will be replaced.")),
                count => drop(ui.weak(format!("{count} of the files exist and will be replaced."))),
            }
        });
        if let Some(problem) = problem.as_ref().or(self.problem.as_ref()) {
            ui.label(RichText::new(problem).color(Palette::of(ui).error));
        }
        if let Some(command) = command {
            let text = RichText::new(&command).monospace().small().color(Palette::of(ui).weak);
            let hover = match exported.is_changed {
                true => {
                    format!("{command}\n\nThe command reads the saved file, which lacks your last changes.")
                }
                false => command,
            };
            ui.add(Label::new(text).truncate()).on_hover_text(hover);
        }
    }

    fn order(&mut self, exported: &Exported, queue: &mut Queue, preferences: &mut Preferences) {
        self.keep(exported.graph, preferences);
        let order = Order {
            settings: self.settings.clone(),
            document: Arc::clone(exported.document),
            graph: exported.graph.map(Path::to_owned),
            scene: exported.preview.scene(),
            rasters: Arc::clone(exported.rasters),
        };
        self.problem = queue.push(self.settings.title(), order).err().map(|error| error.to_string());
    }
}
