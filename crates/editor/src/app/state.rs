//! What belongs together in the state of the application.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use egui::Context;
use travertine::registry;
use travertine_editing::Socket;
use travertine_editing::files::{Folders, Recovery, Writing, recoveries};
use travertine_editing::render::{Snapshot, Subject, Worker};
use travertine_export::Queue;
use travertine_graph::definition::Definition;
use travertine_graph::document::GroupSource;

use crate::canvas::Canvas;
use crate::commands::command_palette::CommandPalette;
use crate::dialogs::file_dialog::FileDialog;
use crate::dialogs::{Dialog, Goal};
use crate::export::ExportWindow;
use crate::library::add_menu::AddMenu;
use crate::library::gallery::Gallery;
use crate::library::shelf::Shelf;
use crate::pictures::of_nodes::{NodePictures, THUMBNAIL};
use crate::pictures::of_types::TypePictures;

/// The level that is shown, and the others: the whole graph, and the groups inside.
#[derive(Default)]
pub(super) struct Levels {
    /// The groups that lead to what the canvas shows.
    pub(super) path: Vec<String>,
    /// The canvases and previewed nodes of other levels.
    pub(super) others: HashMap<Vec<String>, (Canvas, Option<Subject>)>,
}

/// The worker, and what it has made of the open document.
pub(super) struct Rendering {
    pub(super) worker: Worker,
    /// Pictures and values of the nodes.
    pub(super) pictures: NodePictures,
    /// The outputs whose pictures the worker makes for the canvas.
    pub(super) thumbnails: Vec<Socket>,
    /// The last checked document.
    pub(super) snapshot: Option<Arc<Snapshot>>,
}

impl Rendering {
    /// A worker without a document.
    ///
    /// # Errors
    ///
    /// If the system does not start its threads.
    pub(super) fn new(context: &Context) -> io::Result<Rendering> {
        let context = context.clone();
        let worker = Worker::new(registry(), move || context.request_repaint())?;
        Ok(Rendering { worker, pictures: NodePictures::default(), thumbnails: Vec::new(), snapshot: None })
    }

    /// Makes other pictures for the canvas from now on.
    pub(super) fn set_thumbnails(&mut self, sockets: Vec<Socket>) {
        if sockets != self.thumbnails {
            self.worker.set_thumbnails(sockets.clone(), THUMBNAIL);
            self.thumbnails = sockets;
        }
    }

    /// Forgets the pictures of nodes, because nodes of another graph may have the same ids.
    pub(super) fn forget_nodes(&mut self) {
        self.pictures = NodePictures::default();
        self.set_thumbnails(Vec::new());
    }
}

/// The windows above the graph. `None` is closed.
#[derive(Default)]
pub(super) struct Windows {
    /// What takes the place of the canvas until the user has chosen a graph.
    pub(super) gallery: Option<Gallery>,
    pub(super) add_menu: Option<AddMenu>,
    pub(super) command_palette: Option<CommandPalette>,
    /// The node type whose reference is open.
    pub(super) reference: Option<Arc<Definition>>,
    /// Whether the window with mouse and keys is open.
    pub(super) shows_gestures: bool,
    pub(super) dialog: Option<Dialog>,
    pub(super) file_dialog: Option<FileDialog>,
    /// The pictures of node types, for the menu and the reference.
    pub(super) type_pictures: TypePictures,
}

/// The window of exports, and what it leaves.
pub(super) struct Exports {
    pub(super) window: Option<ExportWindow>,
    pub(super) queue: Queue,
}

impl Exports {
    /// No exports.
    pub(super) fn new(context: &Context) -> Exports {
        let context = context.clone();
        let queue = Queue::new(move || context.request_repaint());
        Exports { window: None, queue }
    }
}

/// The libraries of the open document.
pub(super) struct OpenLibrary {
    pub(super) shelf: Shelf,
    /// Whether the panel is shown.
    pub(super) is_shown: bool,
    /// The folder of the user's own library.
    pub(super) folder: Option<PathBuf>,
    /// The groups that are being written to a library.
    pub(super) saving: Vec<SavedGroup>,
}

impl OpenLibrary {
    /// The libraries of a document without a path.
    pub(super) fn new(context: &Context, folders: Option<&Folders>) -> OpenLibrary {
        let folder = folders.map(|folders| folders.data().join("library"));
        OpenLibrary { shelf: Shelf::new(context), is_shown: false, folder, saving: Vec::new() }
    }

    /// Whether nothing is written, nor read or rendered for the panel.
    pub(super) fn is_idle(&self) -> bool {
        self.saving.is_empty() && (!self.is_shown || self.shelf.is_idle())
    }

    /// Forgets the document, which another one replaces. Its groups are written to the end.
    pub(super) fn forget_document(&mut self) {
        self.saving.iter_mut().for_each(|saved| saved.path = None);
    }
}

/// A group that is written to the library.
pub(super) struct SavedGroup {
    pub(super) writing: Writing,
    /// The groups that lead to the graph that has it; `None` once another document is open.
    pub(super) path: Option<Vec<String>>,
    pub(super) name: String,
    pub(super) source: GroupSource,
}

/// What is known of the open file, and what follows once it is saved.
#[derive(Default)]
pub(super) struct OpenFile {
    /// Documents whose editors ended without saving.
    pub(super) recoveries: Vec<Recovery>,
    /// The time at which the file was last compared, in seconds.
    pub(super) last_check: f64,
    /// Whether it no longer existed then.
    pub(super) is_gone: bool,
    /// The action to perform once the document is saved.
    pub(super) after_save: Option<Goal>,
    /// Whether the user has agreed to discard unsaved changes.
    pub(super) may_close: bool,
    /// The title of the window.
    pub(super) title: String,
}

impl OpenFile {
    /// No file, and the documents to recover from the user's folders.
    pub(super) fn new(folders: Option<&Folders>) -> OpenFile {
        let recoveries = folders.and_then(|folders| recoveries(&folders.recovery()).ok()).unwrap_or_default();
        OpenFile { recoveries, ..OpenFile::default() }
    }
}
