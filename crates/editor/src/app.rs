//! The application: the open document and the parts of the window.

mod carrying_out;
mod commands;
mod device;
mod exports;
mod files;
mod frame;
mod groups;
mod previewing;
mod ramp_file;
mod saved_group;
mod steps;
mod taken_colors;
mod windows;

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{Context, Ui};
use travertine::registry;
use travertine_editing::Socket;
use travertine_editing::files::{
    Autosave, Folders, INTERVAL, Look, Preferences, Recovery, Workspace, recoveries,
};
use travertine_editing::render::{Snapshot, Subject, Worker};
use travertine_export::{Kept, Queue};
use travertine_files::explain;
use travertine_graph::definition::Definition;
use travertine_graph::document::Document;

use crate::canvas::Canvas;
use crate::commands::command_palette::CommandPalette;
use crate::device::Compute;
use crate::dialogs::file_dialog::FileDialog;
use crate::dialogs::{Dialog, Goal};
use crate::export::ExportWindow;
use crate::icons;
use crate::input::focus;
use crate::input::sequence;
use crate::library::add_menu::AddMenu;
use crate::library::gallery::Gallery;
use crate::library::shelf::Shelf;
use crate::panels::curve_values::CurveValues;
use crate::panels::inspector::Inspector;
use crate::panels::status::Message;
use crate::pictures::of_nodes::NodePictures;
use crate::pictures::of_types::TypePictures;
use crate::preview::Preview;
use crate::project::Project;
use crate::theme;

/// The state of the editor.
pub struct App {
    /// The open document.
    pub project: Project,
    /// The view of nodes and wires.
    pub canvas: Canvas,
    /// The groups that lead to what the canvas shows.
    level: Vec<String>,
    /// The canvases and previewed nodes of other levels.
    levels: HashMap<Vec<String>, (Canvas, Option<Subject>)>,
    pictures: NodePictures,
    message: Message,
    preview: Preview,
    inspector: Inspector,
    curve_values: CurveValues,
    worker: Worker,
    thumbnails: Vec<Socket>,
    add_menu: Option<AddMenu>,
    palette: Option<CommandPalette>,
    dialog: Option<Dialog>,
    file_dialog: Option<FileDialog>,
    /// Colors that are being taken from a file.
    taken_colors: Option<taken_colors::TakenColors>,
    /// The last checked document.
    snapshot: Option<Arc<Snapshot>>,
    export: Option<ExportWindow>,
    exports: Queue,
    /// The last settings of exports.
    kept: Kept,
    /// The device that computes pictures.
    compute: Compute,
    preferences: Preferences,
    /// How the solid is shown.
    look: Look,
    /// The node type whose reference is open.
    reference: Option<Arc<Definition>>,
    /// Whether the window with mouse and keys is open.
    shows_gestures: bool,
    gallery: Option<Gallery>,
    /// Whether the platform's file dialogs are used; otherwise the user types paths.
    pub native_dialogs: bool,
    shelf: Shelf,
    type_pictures: TypePictures,
    /// Whether the library is shown.
    shows_shelf: bool,
    /// The folder of the user's own library.
    library_folder: Option<PathBuf>,
    /// The groups that are being written to a library.
    saving: Vec<saved_group::SavedGroup>,
    /// Documents whose editors ended without saving.
    left: Vec<Recovery>,
    /// The time at which the file was last compared, in seconds.
    looked: f64,
    /// Whether the open file no longer existed then.
    is_gone: bool,
    /// The action to perform once the document is saved.
    then: Option<Goal>,
    /// Whether the user has agreed to discard unsaved changes.
    may_close: bool,
    title: String,
}

impl App {
    /// An editor with an empty document. Without folders there is no autosave, and preferences hold until the end.
    ///
    /// # Errors
    ///
    /// If the system does not start the rendering threads.
    pub fn new(context: &Context, folders: Option<&Folders>) -> io::Result<App> {
        theme::install(context);
        icons::install(context);
        focus::install(context);
        sequence::install(context);
        let left = folders.and_then(|folders| recoveries(&folders.recovery()).ok()).unwrap_or_default();
        let autosave = folders.map(|folders| Autosave::new(&folders.recovery(), INTERVAL)).transpose();
        let mut message = Message::default();
        let autosave = autosave.unwrap_or_else(|error| {
            message.error(format!(
                "Save often: unsaved changes cannot be recovered after a crash: {}",
                explain(&error)
            ));
            None
        });
        let preferences = Preferences::new(folders);
        let mut app = App {
            project: Project::new(Workspace::new(Document::default(), autosave)),
            canvas: Canvas::default(),
            level: Vec::new(),
            levels: HashMap::new(),
            pictures: NodePictures::default(),
            message,
            preview: Preview::default(),
            inspector: Inspector::default(),
            curve_values: CurveValues::default(),
            worker: worker(context)?,
            thumbnails: Vec::new(),
            add_menu: None,
            palette: None,
            dialog: None,
            file_dialog: None,
            taken_colors: None,
            snapshot: None,
            export: None,
            exports: export_queue(context),
            kept: Kept::new(folders.map(Folders::exports)),
            compute: Compute::default(),
            look: preferences.look(None),
            reference: None,
            shows_gestures: false,
            gallery: Some(Gallery::new(&preferences, false)),
            native_dialogs: true,
            shelf: Shelf::new(context),
            type_pictures: TypePictures::default(),
            shows_shelf: false,
            library_folder: folders.map(|folders| folders.data().join("library")),
            saving: Vec::new(),
            left,
            looked: 0.0,
            is_gone: false,
            then: None,
            may_close: false,
            title: String::new(),
            preferences,
        };
        app.preview.set_look(app.look.clone());
        #[cfg(feature = "gpu")]
        app.set_devices(Arc::new(crate::device::gpus::Gpus), context);
        app.offer_recovery(context);
        Ok(app)
    }

    /// Whether a dialog, the palette or the menu of nodes is open.
    fn asks(&self) -> bool {
        self.dialog.is_some() || self.palette.is_some() || self.add_menu.is_some()
    }

    /// Whether all pictures are complete.
    pub fn is_idle(&self) -> bool {
        let offered = match &self.dialog {
            Some(Dialog::Recover(offer)) => offer.is_idle(),
            _ => true,
        };
        offered
            && self.saving.is_empty()
            && !self.taken_colors.as_ref().is_some_and(taken_colors::TakenColors::is_reading)
            && self.worker.is_idle()
            && !self.preview.is_reading()
            && !self.compute.is_opening()
            && (!self.shows_shelf || self.shelf.is_idle())
    }
}

fn export_queue(context: &Context) -> Queue {
    let context = context.clone();
    Queue::new(move || context.request_repaint())
}

fn worker(context: &Context) -> io::Result<Worker> {
    let context = context.clone();
    Worker::new(registry(), move || context.request_repaint())
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.ui(ui);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        let empty = Project::new(Workspace::new(Document::default(), None));
        std::mem::replace(&mut self.project, empty).finish();
    }
}
