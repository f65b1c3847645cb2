//! Files: what is opened, saved, recovered and left.

use std::convert::Infallible;
use std::path::{Path, PathBuf};

use egui::Context;
use travertine_editing::files::{Disk, FileProblem, Workspace};
use travertine_graph::document::Document;

use super::App;
use crate::dialogs::{Answer, Dialog, Goal};
use crate::file_dialog::{Fate, FileDialog, Purpose};
use crate::gallery::Choice;
use crate::pictures::{Pictures, THUMBNAIL};

impl App {
    /// Opens a file, in place of what is open.
    pub fn open(&mut self, path: &Path) {
        match self.project.replace(|workspace| workspace.open(path)) {
            Ok(()) => {
                self.begin();
                self.note_recent(path);
            }
            Err(problem) => self.message.error(problem.to_string()),
        }
    }

    /// Another document is open now.
    pub(super) fn begin(&mut self) {
        self.canvas.reset();
        self.pictures = Pictures::default();
        self.preview.reset();
        self.thumbnails.clear();
        self.worker.set_thumbnails(Vec::new(), THUMBNAIL);
        self.gallery = None;
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

    fn note_recent(&mut self, path: &Path) {
        // A list of files that cannot be kept is no reason to disturb anybody.
        let _ = self.recent.as_ref().map(|recent| recent.add(path));
    }

    pub(super) fn offer_recovery(&mut self) {
        self.dialog = self.left.last().map(Dialog::recover);
    }

    /// Leaves what is open for something else; asks first if something would be lost.
    pub(super) fn leave(&mut self, goal: Goal, context: &Context) {
        if self.project.workspace().is_changed() {
            self.dialog = Some(Dialog::unsaved(self.project.workspace().title(), goal));
        } else {
            self.go(goal, context);
        }
    }

    pub(super) fn go(&mut self, goal: Goal, context: &Context) {
        match goal {
            Goal::Quit => {
                self.may_close = true;
                context.send_viewport_cmd(egui::ViewportCommand::Close);
            }
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
                self.message.info("This is what was there. It is not saved yet.");
            }
        }
    }

    pub(super) fn set_title(&mut self, context: &Context) {
        let mark = if self.project.workspace().is_changed() { "● " } else { "" };
        let title = format!("{mark}{} – Travertine", self.project.workspace().title());
        if title != self.title {
            context.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    pub(crate) fn new_graph(&mut self, context: &Context) {
        self.leave(Goal::New, context);
    }

    pub(crate) fn ask_to_open(&mut self, context: &Context) {
        self.ask_for_file(Purpose::Open, context);
    }

    pub(crate) fn ask_to_save(&mut self, context: &Context) {
        self.ask_for_file(Purpose::Save, context);
    }

    fn ask_for_file(&mut self, purpose: Purpose, context: &Context) {
        let context = context.clone();
        let suggested = self.project.workspace().path().map(Path::to_owned);
        self.file_dialog = Some(FileDialog::open(purpose, suggested, move || context.request_repaint()));
    }

    /// Looks what became of dialogs for files, and of the file that is open.
    pub(super) fn watch_files(&mut self, context: &Context) {
        if let Some((purpose, fate)) =
            self.file_dialog.as_ref().and_then(|open| Some((open.purpose, open.fate()?)))
        {
            self.file_dialog = None;
            match (purpose, fate) {
                (Purpose::Open, Fate::Chosen(path)) => self.leave(Goal::Open(path), context),
                (Purpose::Save, Fate::Chosen(path)) => self.save_to(&with_ending(path), context),
                (_, Fate::Cancelled) => self.then = None,
                (Purpose::Open, Fate::Missing) => self.dialog = Some(Dialog::open()),
                (Purpose::Save, Fate::Missing) => {
                    self.dialog = Some(Dialog::save(self.project.workspace().path()));
                }
            }
        }
        let now = context.input(|input| input.time);
        if now - self.looked >= 1.0 && self.dialog.is_none() {
            self.looked = now;
            if self.project.change(Workspace::disk) == Disk::Changed {
                if self.project.workspace().is_changed() {
                    self.dialog = Some(Dialog::changed(self.project.workspace().title()));
                } else {
                    self.answer(Answer::Reload, context);
                    self.message.info("The file has changed on the disk, and was loaded again.");
                }
            }
        }
    }

    pub(crate) fn save(&mut self, context: &Context) {
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
                self.dialog = Some(Dialog::over(self.project.workspace().title()));
            }
            Err(problem) => self.message.error(problem.to_string()),
        }
    }

    pub(super) fn save_to(&mut self, path: &Path, context: &Context) {
        match self.project.change(|workspace| workspace.save_as(path)) {
            Ok(()) => self.saved(context),
            Err(problem) => self.message.error(problem.to_string()),
        }
    }

    fn saved(&mut self, context: &Context) {
        if let Some(path) = self.project.workspace().path().map(Path::to_owned) {
            self.note_recent(&path);
            self.message.info(format!("Saved {}", path.display()));
        }
        if let Some(goal) = self.then.take() {
            self.go(goal, context);
        }
    }

    pub(super) fn begin_with(&mut self, choice: Choice, context: &Context) {
        self.gallery = None;
        match choice {
            Choice::Empty => self.leave(Goal::New, context),
            Choice::Bundled(document) => self.leave(Goal::Bundled(document), context),
            Choice::Recent(path) => self.leave(Goal::Open(path), context),
            Choice::Open => self.ask_to_open(context),
        }
    }
}

/// Files of graphs end in `.json`.
fn with_ending(path: PathBuf) -> PathBuf {
    if path.extension().is_some() { path } else { path.with_extension("json") }
}
