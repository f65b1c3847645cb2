//! Dialogs: questions and messages that must be answered first.

mod answer;
pub mod file_dialog;
mod recovery_offer;

use std::path::{Path, PathBuf};

use egui::{Context, Frame, Key, Modal, ScrollArea, TextEdit, Ui};
use travertine_graph::document::{Document, Group};

use crate::pictures::of_document::DocumentPicture;
use crate::widgets::buttons::buttons;

pub use answer::{Answer, Goal};
pub use recovery_offer::RecoveryOffer;

/// A dialog.
pub enum Dialog {
    /// There are unsaved changes.
    Unsaved {
        /// The title of the document.
        title: String,
        /// The action afterwards; none once it is answered.
        goal: Option<Goal>,
    },
    /// An unsaved document can be recovered.
    Recover(Box<RecoveryOffer>),
    /// Something failed.
    Failed {
        /// The summary.
        title: String,
        /// The reason.
        reason: String,
    },
    /// Another program has changed the file of a document with unsaved changes.
    Changed {
        /// The title of the document.
        title: String,
        /// Whether the user was saving.
        saves: bool,
    },
    /// The file of the document no longer exists.
    Gone {
        /// The title of the document.
        title: String,
    },
    /// Exports are not done, and the user quits.
    Exporting,
    /// The new name of a node.
    Rename {
        /// The present name.
        from: String,
        /// The typed name.
        to: String,
    },
    /// The library has another version of a group.
    Update {
        /// The name of the group.
        name: String,
        /// Pictures of the group here, and of the library's.
        pictures: Box<[DocumentPicture; 2]>,
        /// The library's version.
        group: Box<Group>,
    },
    /// The path of a file to open or save to.
    File {
        /// Whether to save.
        saves: bool,
        /// The typed path.
        path: String,
    },
    /// The path of a palette or a picture.
    Colors {
        /// The typed path.
        path: String,
    },
    /// The path of a mesh for the preview.
    Mesh {
        /// The typed path.
        path: String,
    },
}

impl Dialog {
    /// Asks whether to save or discard unsaved changes.
    pub fn unsaved(title: String, goal: Goal) -> Dialog {
        Dialog::Unsaved { title, goal: Some(goal) }
    }

    /// Reports a failure.
    pub fn failed(title: impl Into<String>, reason: impl ToString) -> Dialog {
        Dialog::Failed { title: title.into(), reason: reason.to_string() }
    }

    /// Asks what to do about a file that has changed on disk.
    pub fn changed(title: String) -> Dialog {
        Dialog::Changed { title, saves: false }
    }

    /// Asks whether to overwrite a file that has changed on disk.
    pub fn over(title: String) -> Dialog {
        Dialog::Changed { title, saves: true }
    }

    /// Asks whether to save a document again whose file no longer exists.
    pub fn gone(title: String) -> Dialog {
        Dialog::Gone { title }
    }

    /// Asks for a new name of a node.
    pub fn rename(id: &str) -> Dialog {
        Dialog::Rename { from: id.to_owned(), to: id.to_owned() }
    }

    /// Asks whether to replace a group by the library's version.
    pub fn update(context: &Context, name: &str, here: &Document, group: Group) -> Dialog {
        let picture = |document: &Document| DocumentPicture::new(context, document.clone());
        let pictures = Box::new([picture(here), picture(&group.document)]);
        Dialog::Update { name: name.to_owned(), pictures, group: Box::new(group) }
    }

    /// Asks for a file to open.
    pub fn open() -> Dialog {
        Dialog::File { saves: false, path: String::new() }
    }

    /// Asks for a palette or a picture.
    pub fn colors() -> Dialog {
        Dialog::Colors { path: String::new() }
    }

    /// Asks for a mesh.
    pub fn mesh() -> Dialog {
        Dialog::Mesh { path: String::new() }
    }

    /// Asks for a file to save to.
    pub fn save(path: Option<&Path>) -> Dialog {
        let path = path.map_or_else(|| "untitled.json".to_owned(), |path| path.display().to_string());
        Dialog::File { saves: true, path }
    }

    /// Shows the dialog; returns the answer, if there is one.
    pub fn show(&mut self, ui: &Ui) -> Option<Answer> {
        let mut answer = None;
        let frame = Frame::popup(ui.style()).inner_margin(16);
        let modal = Modal::new(egui::Id::new("dialog")).frame(frame).show(ui.ctx(), |ui| {
            ui.set_width(380.0);
            answer = match self {
                Dialog::Unsaved { title, goal } => unsaved(ui, title, goal),
                Dialog::Recover(offer) => offer.show(ui),
                Dialog::Failed { title, reason } => failed(ui, title, reason),
                Dialog::Changed { title, saves } => changed(ui, title, *saves),
                Dialog::Gone { title } => gone(ui, title),
                Dialog::Exporting => exporting(ui),
                Dialog::Update { name, pictures, group } => update(ui, name, pictures, group),
                Dialog::Rename { from, to } => {
                    let to_do = text(ui, &format!("Rename {from}"), "Name", "Rename", to, None);
                    to_do.map(|to| to.map_or(Answer::Cancel, |to| Answer::Rename { from: from.clone(), to }))
                }
                Dialog::File { saves, path } => {
                    let is_there = *saves && with_ending(PathBuf::from(&path)).exists();
                    let (title, verb) = match (*saves, is_there) {
                        (true, true) => ("Save as", "Replace"),
                        (true, false) => ("Save as", "Save"),
                        (false, _) => ("Open", "Open"),
                    };
                    let warning = is_there.then_some("The file exists and will be replaced.");
                    text(ui, title, "Path of the file", verb, path, warning).map(|path| match path.map(PathBuf::from) {
                        None => Answer::Cancel,
                        Some(path) if *saves => Answer::SavePath(with_ending(path)),
                        Some(path) => Answer::OpenPath(path),
                    })
                }
                Dialog::Colors { path } => {
                    let path = text(ui, "Colors from a file", "Path of a palette or picture", "Take", path, None);
                    path.map(|path| path.map_or(Answer::Cancel, |path| Answer::ColorsPath(path.into())))
                }
                Dialog::Mesh { path } => {
                    let path = text(ui, "Mesh in the preview", "Path of a mesh", "Show", path, None);
                    path.map(|path| path.map_or(Answer::Cancel, |path| Answer::MeshPath(path.into())))
                }
            };
            if answer.is_none() && ui.input(|input| input.key_pressed(Key::Escape)) {
                answer = Some(Answer::Cancel);
            }
        });
        if answer.is_none() && modal.should_close() {
            answer = Some(Answer::Cancel);
        }
        answer
    }
}

fn unsaved(ui: &mut Ui, title: &str, goal: &mut Option<Goal>) -> Option<Answer> {
    ui.heading(format!("Save {title}?"));
    ui.label("Otherwise your changes since the last save will be lost.");
    ui.add_space(8.0);
    match buttons(ui, &["Save", "Don't save", "Cancel"])? {
        0 => goal.take().map(Answer::Save),
        1 => goal.take().map(Answer::Discard),
        _ => Some(Answer::Cancel),
    }
}

fn update(ui: &mut Ui, name: &str, pictures: &mut [DocumentPicture; 2], group: &Group) -> Option<Answer> {
    ui.heading(format!("Update {name}?"));
    ui.label(
        "The library has a different version. Nodes that use this group keep the values of inputs with the same name.",
    );
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        for (picture, title) in pictures.iter_mut().zip(["Here", "In the library"]) {
            ui.vertical(|ui| {
                ui.label(title);
                picture.show(ui, title);
            });
        }
    });
    ui.add_space(8.0);
    match buttons(ui, &["Update", "Cancel"])? {
        0 => Some(Answer::UpdateGroup { name: name.to_owned(), group: Box::new(group.clone()) }),
        _ => Some(Answer::Cancel),
    }
}

fn failed(ui: &mut Ui, title: &str, reason: &str) -> Option<Answer> {
    ui.heading(title);
    ScrollArea::vertical().max_height(240.0).show(ui, |ui| ui.label(reason));
    ui.add_space(8.0);
    buttons(ui, &["Close"]).map(|_| Answer::Cancel)
}

fn changed(ui: &mut Ui, title: &str, saves: bool) -> Option<Answer> {
    ui.heading(format!("{title} has changed on disk"));
    ui.label("Another program has saved it since you opened it, and you have unsaved changes.");
    ui.add_space(8.0);
    let keep = if saves { "Overwrite" } else { "Keep mine" };
    match buttons(ui, &[keep, "Reload", "Cancel"])? {
        0 if saves => Some(Answer::SaveOver),
        0 => Some(Answer::KeepMine),
        1 => Some(Answer::Reload),
        _ if saves => Some(Answer::Cancel),
        // The user is not asked twice.
        _ => Some(Answer::KeepMine),
    }
}

fn gone(ui: &mut Ui, title: &str) -> Option<Answer> {
    ui.heading(format!("{title} is no longer on disk"));
    ui.label("Another program has deleted, moved or renamed it. The graph is still open here, and nothing is lost.");
    ui.add_space(8.0);
    match buttons(ui, &["Save again", "Not now"])? {
        0 => Some(Answer::SaveOver),
        _ => Some(Answer::Cancel),
    }
}

fn exporting(ui: &mut Ui) -> Option<Answer> {
    ui.heading("Exports are not done");
    ui.label("If you quit now, they are canceled. Files that exist stay as they are.");
    ui.add_space(8.0);
    match buttons(ui, &["Go on exporting", "Quit"])? {
        0 => Some(Answer::Cancel),
        _ => Some(Answer::CancelExports),
    }
}

/// A text field with an optional warning below it; returns the trimmed text, or `None` if it is empty.
fn text(
    ui: &mut Ui,
    title: &str,
    hint: &str,
    verb: &str,
    text: &mut String,
    warning: Option<&str>,
) -> Option<Option<String>> {
    ui.heading(title);
    let field = ui.add(TextEdit::singleline(text).hint_text(hint).desired_width(f32::INFINITY));
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label(hint));
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if !entered {
        field.request_focus();
    }
    if let Some(warning) = warning {
        ui.weak(warning);
    }
    ui.add_space(8.0);
    let pressed = buttons(ui, &[verb, "Cancel"]);
    if pressed == Some(1) {
        return Some(None);
    }
    ((entered || pressed == Some(0)) && !text.is_empty()).then(|| Some(text.clone()))
}

/// The path with the extension `.json`.
pub fn with_ending(path: PathBuf) -> PathBuf {
    if path.extension().is_some() { path } else { path.with_extension("json") }
}
