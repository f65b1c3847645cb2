//! Opening, saving, recovering and reloading files.

use std::convert::Infallible;
use std::path::Path;
use std::time::Duration;

use egui::Context;
use travertine_editing::files::{Disk, FileProblem, Workspace};
use travertine_graph::document::Document;

use super::App;
use super::state::Levels;
use crate::dialogs::file_dialog::{Fate, FileDialog, Purpose};
use crate::dialogs::{Dialog, Goal, RecoveryOffer, with_ending};
use crate::library::gallery::Choice;
use crate::panels::inspector::Inspector;

/// Interval at which the open file is compared with the one on disk.
const LOOK: Duration = Duration::from_secs(1);

impl App {
    /// Opens a file in place of the document.
    pub fn open(&mut self, path: &Path) {
        match self.project.replace(|workspace| workspace.open(path)) {
            Ok(()) => {
                self.begin();
                self.preferences.add_recent_file(path);
            }
            Err(problem) => {
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                self.failed(format!("{name} was not opened"), &problem);
            }
        }
    }

    /// Reads the file again; the view stays.
    pub(super) fn reload(&mut self) {
        match self.project.replace(Workspace::reload) {
            Ok(()) => {
                self.message.info("The file has changed on disk and was reloaded. Undo brings back what was here.")
            }
            Err(problem) => self.message.error(problem.to_string()),
        }
    }

    /// Reports a failure in a dialog.
    pub(super) fn failed(&mut self, title: String, problem: &FileProblem) {
        self.file.after_save = None;
        match self.windows.dialog {
            // The offer to recover must not be lost either.
            Some(Dialog::Recover(_)) => self.message.error(format!("{title}: {problem}")),
            _ => self.windows.dialog = Some(Dialog::failed(title, problem)),
        }
    }

    /// Resets the editor for another document.
    pub(super) fn begin(&mut self) {
        self.canvas.reset();
        self.levels = Levels::default();
        self.library.forget_document();
        self.rendering.forget_nodes();
        self.preview.reset(self.project.outline().document());
        self.look = self.preferences.look(self.project.workspace().path());
        self.preview.set_look(self.look.clone());
        self.inspector = Inspector::default();
        self.rendering.snapshot = None;
        self.exports.window = None;
        self.windows.gallery = None;
        self.message.clear();
    }

    fn replace(&mut self, document: Document) {
        let replaced = self.project.replace::<Infallible>(|workspace| {
            workspace.replace(document);
            Ok(())
        });
        match replaced {
            Ok(()) => self.begin(),
        }
    }

    /// Offers the most recent unsaved document.
    pub(super) fn offer_recovery(&mut self, context: &Context) {
        let open = self.project.outline().document();
        self.windows.dialog = self
            .file
            .recoveries
            .split_last()
            .map(|(left, others)| Dialog::Recover(Box::new(RecoveryOffer::new(context, left, open, others.len()))));
    }

    /// Leaves the document for something else; asks first if changes are unsaved.
    pub(super) fn leave(&mut self, goal: Goal, context: &Context) {
        if self.project.workspace().is_changed() {
            self.windows.dialog = Some(Dialog::unsaved(self.project.workspace().title(), goal));
        } else {
            self.go(goal, context);
        }
    }

    pub(super) fn go(&mut self, goal: Goal, context: &Context) {
        match goal {
            Goal::Quit if self.exports.queue.is_busy() => self.windows.dialog = Some(Dialog::Exporting),
            Goal::Quit => self.quit(context),
            Goal::New => self.replace(Document::default()),
            Goal::Open(path) => self.open(&path),
            Goal::Bundled(document) => self.replace(*document),
            Goal::Recover(left) => {
                let recovered = self.project.replace::<Infallible>(|workspace| {
                    workspace.recover(*left);
                    Ok(())
                });
                match recovered {
                    Ok(()) => self.begin(),
                }
                self.message.info("This is the recovered graph. It is not saved yet.");
            }
        }
    }

    pub(super) fn quit(&mut self, context: &Context) {
        self.file.may_close = true;
        context.send_viewport_cmd(egui::ViewportCommand::Close);
    }

    pub(super) fn set_title(&mut self, context: &Context) {
        let mark = if self.project.workspace().is_changed() { "● " } else { "" };
        let title = format!("{mark}{} – Travertine", self.project.workspace().title());
        if title != self.file.title {
            context.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.file.title = title;
        }
    }

    pub(super) fn new_graph(&mut self, context: &Context) {
        self.leave(Goal::New, context);
    }

    pub(super) fn ask_to_open(&mut self, context: &Context) {
        self.ask_for_file(Purpose::Open, context);
    }

    pub(super) fn ask_to_save(&mut self, context: &Context) {
        self.ask_for_file(Purpose::Save, context);
    }

    pub(super) fn ask_for_file(&mut self, purpose: Purpose, context: &Context) {
        if !self.native_dialogs {
            return self.ask_for_path(purpose);
        }
        let context = context.clone();
        let suggested = self.project.workspace().path().map(Path::to_owned);
        self.windows.file_dialog = Some(FileDialog::open(purpose, suggested, move || context.request_repaint()));
    }

    /// Asks the user to type the path of a file.
    fn ask_for_path(&mut self, purpose: Purpose) {
        self.windows.dialog = Some(match purpose {
            Purpose::Open => Dialog::open(),
            Purpose::Save => Dialog::save(self.project.workspace().path()),
            Purpose::Colors => Dialog::colors(),
            Purpose::Model => Dialog::mesh(),
            Purpose::Mesh | Purpose::Folder | Purpose::Target => {
                return self.message.info("This system shows no file dialog. Type the path.");
            }
        });
    }

    /// Checks for answers of file dialogs, and for changes of the open file.
    pub(super) fn watch_files(&mut self, context: &Context) {
        if let Some((purpose, fate)) =
            self.windows.file_dialog.as_ref().and_then(|open| Some((open.purpose, open.fate()?)))
        {
            self.windows.file_dialog = None;
            match (purpose, fate) {
                (Purpose::Open, Fate::Chosen(path)) => self.leave(Goal::Open(path), context),
                (Purpose::Save, Fate::Chosen(path)) => self.save_to(&with_ending(path), context),
                (Purpose::Colors, Fate::Chosen(path)) => self.read_colors(path, context),
                (Purpose::Model, Fate::Chosen(path)) => self.show_mesh(path),
                (purpose, Fate::Chosen(path)) => {
                    if let Some(window) = &mut self.exports.window {
                        window.take(purpose, &path);
                    }
                }
                (_, Fate::Cancelled) => self.file.after_save = None,
                (purpose, Fate::Missing) => self.ask_for_path(purpose),
            }
        }
        if self.project.workspace().path().is_some() {
            // Frames are drawn only after events, but another program may save the file without one.
            context.request_repaint_after(LOOK);
        }
        let now = context.input(|input| input.time);
        if now - self.file.last_check >= LOOK.as_secs_f64() && self.windows.dialog.is_none() {
            self.file.last_check = now;
            let disk = self.project.change(Workspace::disk);
            let was_gone = std::mem::replace(&mut self.file.is_gone, disk == Disk::Gone);
            match disk {
                Disk::Gone if !was_gone => {
                    self.project.change(Workspace::lose_file);
                    self.windows.dialog = Some(Dialog::gone(self.project.workspace().title()));
                }
                Disk::Changed if self.project.workspace().is_changed() => {
                    self.windows.dialog = Some(Dialog::changed(self.project.workspace().title()));
                }
                Disk::Changed => self.reload(),
                Disk::Gone | Disk::Same => {}
            }
        }
    }

    pub(super) fn save(&mut self, context: &Context) {
        if self.project.workspace().path().is_some() {
            self.save_as_it_is(false, context);
        } else {
            self.ask_to_save(context);
        }
    }

    pub(super) fn save_as_it_is(&mut self, over: bool, context: &Context) {
        match self.project.change(|workspace| workspace.save(over)) {
            Ok(()) => self.saved(context),
            Err(FileProblem::Changed(_)) => {
                self.windows.dialog = Some(Dialog::over(self.project.workspace().title()));
            }
            Err(problem) => self.failed("The graph was not saved".to_owned(), &problem),
        }
    }

    pub(super) fn save_to(&mut self, path: &Path, context: &Context) {
        match self.project.change(|workspace| workspace.save_as(path)) {
            Ok(()) => self.saved(context),
            Err(problem) => self.failed("The graph was not saved".to_owned(), &problem),
        }
    }

    fn saved(&mut self, context: &Context) {
        if let Some(path) = self.project.workspace().path().map(Path::to_owned) {
            self.preferences.add_recent_file(&path);
            self.message.info(format!("Saved {}", path.display()));
            self.preferences.keep_look(Some(&path), &self.look);
        }
        if let Some(goal) = self.file.after_save.take() {
            self.go(goal, context);
        }
    }

    pub(super) fn begin_with(&mut self, choice: Choice, context: &Context) {
        self.windows.gallery = None;
        match choice {
            Choice::Empty => self.leave(Goal::New, context),
            Choice::Bundled(document) => self.leave(Goal::Bundled(document), context),
            Choice::Recent(path) => self.leave(Goal::Open(path), context),
            Choice::Open => self.ask_to_open(context),
            Choice::Back => {}
        }
    }
}
