//! The application: the open document and the parts of the window.

mod carrying_out;
mod commands;
mod device;
mod events;
mod exports;
mod files;
mod frame;
mod groups;
mod layout;
mod library;
mod previewing;
mod ramp_file;
mod rendering;
mod state;
mod steps;
mod taken_colors;
mod windows;

use std::io;

use egui::{Context, Ui};
use travertine_editing::files::{Autosave, Folders, INTERVAL, Look, Preferences, Workspace};
use travertine_files::explain;
use travertine_graph::document::Document;

use self::state::{Exports, Levels, OpenFile, OpenLibrary, Rendering, Windows};
use self::taken_colors::TakenColors;
use crate::canvas::Canvas;
use crate::device::DeviceChoice;
use crate::dialogs::Dialog;
use crate::icons;
use crate::input::{focus, sequence};
use crate::library::gallery::Gallery;
use crate::panels::curve_values::CurveValues;
use crate::panels::inspector::Inspector;
use crate::panels::status::Message;
use crate::preview::Preview;
use crate::project::Project;
use crate::theme;

/// The state of the editor.
pub struct App {
    /// The open document.
    pub project: Project,
    /// The view of nodes and wires.
    pub canvas: Canvas,
    levels: Levels,
    rendering: Rendering,
    preview: Preview,
    /// How the solid is shown.
    look: Look,
    curve_values: CurveValues,
    inspector: Inspector,
    windows: Windows,
    message: Message,
    exports: Exports,
    library: OpenLibrary,
    device: DeviceChoice,
    preferences: Preferences,
    file: OpenFile,
    /// Colors that are being taken from a file.
    taken_colors: Option<TakenColors>,
    /// Whether the platform's file dialogs are used; otherwise the user types paths.
    pub native_dialogs: bool,
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
        let autosave = folders.map(|folders| Autosave::new(&folders.recovery(), INTERVAL)).transpose();
        let mut message = Message::default();
        let autosave = autosave.unwrap_or_else(|error| {
            message
                .error(format!("Save often: unsaved changes cannot be recovered after a crash: {}", explain(&error)));
            None
        });
        let preferences = Preferences::new(folders);
        let mut app = App {
            project: Project::new(Workspace::new(Document::default(), autosave)),
            canvas: Canvas::default(),
            levels: Levels::default(),
            rendering: Rendering::new(context)?,
            preview: Preview::default(),
            look: preferences.look(None),
            curve_values: CurveValues::default(),
            inspector: Inspector::default(),
            windows: Windows::default(),
            message,
            exports: Exports::new(context),
            library: OpenLibrary::new(context, folders),
            device: DeviceChoice::default(),
            preferences,
            file: OpenFile::new(folders),
            taken_colors: None,
            native_dialogs: true,
        };
        app.windows.gallery = Some(Gallery::new(&app.preferences, false));
        app.preview.set_look(app.look.clone());
        #[cfg(feature = "gpu")]
        app.set_devices(std::sync::Arc::new(crate::device::gpus::Gpus), context);
        app.offer_recovery(context);
        Ok(app)
    }

    /// Whether all pictures are complete.
    pub fn is_idle(&self) -> bool {
        let offered = match &self.windows.dialog {
            Some(Dialog::Recover(offer)) => offer.is_idle(),
            _ => true,
        };
        offered
            && self.library.is_idle()
            && !self.taken_colors.as_ref().is_some_and(TakenColors::is_reading)
            && self.rendering.worker.is_idle()
            && !self.preview.is_reading()
            && !self.device.is_opening()
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.ui(ui);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        let empty = Project::new(Workspace::new(Document::default(), None));
        std::mem::replace(&mut self.project, empty).finish();
        self.preferences.flush();
    }
}
