//! The application: what is open, and what shows it.

mod commands;
mod drawing;
mod files;
mod steps;
mod windows;

use std::io;
use std::sync::Arc;

use egui::{Context, Ui};
use travertine::registry;
use travertine_editing::Socket;
use travertine_editing::files::{Autosave, Folders, INTERVAL, Recent, Recovery, Workspace, recoveries};
use travertine_editing::render::{Snapshot, Worker};
use travertine_files::explain;
use travertine_graph::definition::Definition;
use travertine_graph::document::Document;

use crate::add_menu::AddMenu;
use crate::canvas::Canvas;
use crate::dialogs::{Dialog, Goal};
use crate::export::ExportWindow;
use crate::file_dialog::FileDialog;
use crate::gallery::Gallery;
use crate::palette::CommandPalette;
use crate::pictures::Pictures;
use crate::preview::Preview;
use crate::project::Project;
use crate::status::Message;
use crate::{focus, theme};

/// The whole editor.
pub struct App {
    /// The document that is open.
    pub project: Project,
    /// Nodes and wires.
    pub canvas: Canvas,
    pictures: Pictures,
    message: Message,
    preview: Preview,
    worker: Worker,
    thumbnails: Vec<Socket>,
    add_menu: Option<AddMenu>,
    palette: Option<CommandPalette>,
    dialog: Option<Dialog>,
    file_dialog: Option<FileDialog>,
    export: Option<ExportWindow>,
    /// The document as it was checked last.
    snapshot: Option<Arc<Snapshot>>,
    /// The node type whose reference is open.
    reference: Option<Arc<Definition>>,
    gallery: Option<Gallery>,
    /// Whether the platform's dialogs ask for files; else their paths are typed.
    pub native_dialogs: bool,
    recent: Option<Recent>,
    /// What editors have left that ended without saving.
    left: Vec<Recovery>,
    /// When the file was looked at last.
    looked: f64,
    /// What is to be done once what is open is saved.
    then: Option<Goal>,
    /// The user has agreed to lose what is not saved.
    may_close: bool,
    title: String,
}

impl App {
    /// An editor with nothing open. Without folders, nothing is kept but what the user saves.
    ///
    /// # Errors
    ///
    /// If the system does not start the threads that make pictures.
    pub fn new(context: &Context, folders: Option<&Folders>) -> io::Result<App> {
        theme::install(context);
        focus::install(context);
        let left = folders.and_then(|folders| recoveries(&folders.recovery()).ok()).unwrap_or_default();
        let autosave = folders.map(|folders| Autosave::new(&folders.recovery(), INTERVAL)).transpose();
        let recent = folders.map(|folders| Recent::new(folders.recent()));
        let mut message = Message::default();
        let autosave = autosave.unwrap_or_else(|error| {
            message.error(format!(
                "Save often: what you edit cannot be kept for after a crash: {}",
                explain(&error)
            ));
            None
        });
        let mut app = App {
            project: Project::new(Workspace::new(Document::default(), autosave)),
            canvas: Canvas::default(),
            pictures: Pictures::default(),
            message,
            preview: Preview::default(),
            worker: worker(context)?,
            thumbnails: Vec::new(),
            add_menu: None,
            palette: None,
            dialog: None,
            file_dialog: None,
            export: None,
            snapshot: None,
            reference: None,
            gallery: Some(Gallery::new(recent.as_ref(), false)),
            native_dialogs: true,
            recent,
            left,
            looked: 0.0,
            then: None,
            may_close: false,
            title: String::new(),
        };
        app.offer_recovery(context);
        Ok(app)
    }

    /// Whether something over the graph waits for an answer.
    fn asks(&self) -> bool {
        self.dialog.is_some() || self.palette.is_some() || self.add_menu.is_some()
    }

    /// Whether every picture is as it should be.
    pub fn is_idle(&self) -> bool {
        let offered = match &self.dialog {
            Some(Dialog::Recover(offer)) => offer.is_idle(),
            _ => true,
        };
        offered && self.worker.is_idle()
    }
}

fn worker(context: &Context) -> io::Result<Worker> {
    let context = context.clone();
    Worker::new(registry(), move || context.request_repaint())
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.ui(ui);
    }

    /// Over the canvas, the tabulator adds a node; elsewhere it goes from field to field.
    fn raw_input_hook(&mut self, context: &Context, input: &mut egui::RawInput) {
        let over = context.pointer_hover_pos().is_some_and(|pointer| self.canvas.area.contains(pointer));
        if !over || self.asks() || self.gallery.is_some() || context.egui_wants_keyboard_input() {
            return;
        }
        let is_tab = |event: &egui::Event| matches!(event, egui::Event::Key { key: egui::Key::Tab, pressed: true, modifiers, .. } if modifiers.is_none());
        if input.events.iter().any(is_tab) {
            input.events.retain(|event| !is_tab(event));
            self.open_add_menu();
        }
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        let empty = Project::new(Workspace::new(Document::default(), None));
        std::mem::replace(&mut self.project, empty).finish();
    }
}
