//! Questions that must be answered before anything else.

use std::path::{Path, PathBuf};

use egui::{Key, Modal, RichText, TextEdit, Ui};
use travertine_editing::files::Recovery;
use travertine_graph::document::Document;

/// What is to be done once what is open is left.
#[derive(Debug)]
pub enum Goal {
    /// Close the window.
    Quit,
    /// Begin a new graph.
    New,
    /// Open this file.
    Open(PathBuf),
    /// Begin with a copy of a bundled graph.
    Bundled(Box<Document>),
    /// Go on with what was left.
    Recover(Box<Recovery>),
}

/// A question.
#[derive(Debug)]
pub enum Dialog {
    /// Something is not saved.
    Unsaved {
        /// What it is called.
        title: String,
        /// What is to be done then; none once it is answered.
        goal: Option<Goal>,
    },
    /// What was left by an editor that ended without saving.
    Recover {
        /// What it is called.
        title: String,
        /// What is known of it.
        facts: String,
    },
    /// Somebody else has changed the file that is open, and so has the user.
    Changed {
        /// What it is called.
        title: String,
        /// Whether it is being saved.
        saves: bool,
    },
    /// What a node shall be called.
    Rename {
        /// What it is called.
        from: String,
        /// What was typed.
        to: String,
    },
    /// Which file to open or to save to.
    File {
        /// Whether to save.
        saves: bool,
        /// What was typed.
        path: String,
    },
}

/// An answer.
#[derive(Debug)]
pub enum Answer {
    /// Let it be.
    Cancel,
    /// Save first.
    Save(Goal),
    /// Lose what is not saved.
    Discard(Goal),
    /// Give a node another id.
    Rename {
        /// What it is called.
        from: String,
        /// What it shall be called.
        to: String,
    },
    /// Open this file.
    OpenPath(PathBuf),
    /// Save to this file.
    SavePath(PathBuf),
    /// Save, whatever is in the file.
    SaveOver,
    /// Read the file again.
    Reload,
    /// Go on with what is here.
    KeepMine,
    /// Go on with what was left.
    Recover,
    /// Remove what was left.
    ForgetLeft,
}

impl Dialog {
    /// Asks what becomes of what is not saved.
    pub fn unsaved(title: String, goal: Goal) -> Dialog {
        Dialog::Unsaved { title, goal: Some(goal) }
    }

    /// Asks what becomes of what was left.
    pub fn recover(left: &Recovery) -> Dialog {
        let file =
            left.path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        let title =
            file.or_else(|| left.document.name.clone()).unwrap_or_else(|| "an untitled graph".to_owned());
        let ago = left.kept.and_then(|kept| kept.elapsed().ok()).map(|ago| ago.as_secs() / 60);
        let when = match ago {
            None => String::new(),
            Some(0) => " from a minute ago".to_owned(),
            Some(minutes) if minutes < 120 => format!(" from {minutes} minutes ago"),
            Some(minutes) => format!(" from {} hours ago", minutes / 60),
        };
        let nodes = left.document.nodes.len();
        let newer = if left.file_is_newer { " The file itself has been saved since then." } else { "" };
        Dialog::Recover { title, facts: format!("{nodes} nodes{when}.{newer}") }
    }

    /// Asks what becomes of a file that has changed on the disk.
    pub fn changed(title: String) -> Dialog {
        Dialog::Changed { title, saves: false }
    }

    /// Asks whether to save over a file that has changed on the disk.
    pub fn over(title: String) -> Dialog {
        Dialog::Changed { title, saves: true }
    }

    /// Asks what a node shall be called.
    pub fn rename(id: &str) -> Dialog {
        Dialog::Rename { from: id.to_owned(), to: id.to_owned() }
    }

    /// Asks which file to open.
    pub fn open() -> Dialog {
        Dialog::File { saves: false, path: String::new() }
    }

    /// Asks which file to save to.
    pub fn save(path: Option<&Path>) -> Dialog {
        let path = path.map_or_else(|| "untitled.json".to_owned(), |path| path.display().to_string());
        Dialog::File { saves: true, path }
    }

    /// Shows the question; gives the answer once there is one.
    pub fn show(&mut self, ui: &Ui) -> Option<Answer> {
        let mut answer = None;
        let modal = Modal::new(egui::Id::new("dialog")).show(ui.ctx(), |ui| {
            ui.set_width(380.0);
            answer = match self {
                Dialog::Unsaved { title, goal } => unsaved(ui, title, goal),
                Dialog::Recover { title, facts } => recover(ui, title, facts),
                Dialog::Changed { title, saves } => changed(ui, title, *saves),
                Dialog::Rename { from, to } => {
                    let to_do = text(ui, &format!("Rename {from}"), "Name", "Rename", to);
                    to_do.map(|to| to.map_or(Answer::Cancel, |to| Answer::Rename { from: from.clone(), to }))
                }
                Dialog::File { saves, path } => {
                    let (title, verb) = if *saves { ("Save as", "Save") } else { ("Open", "Open") };
                    text(ui, title, "Path of the file", verb, path).map(|path| {
                        match path.map(PathBuf::from) {
                            None => Answer::Cancel,
                            Some(path) if *saves => Answer::SavePath(path),
                            Some(path) => Answer::OpenPath(path),
                        }
                    })
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
    ui.label("What you changed since the last time will be lost otherwise.");
    ui.add_space(8.0);
    match buttons(ui, &["Save", "Don't save", "Cancel"])? {
        0 => goal.take().map(Answer::Save),
        1 => goal.take().map(Answer::Discard),
        _ => Some(Answer::Cancel),
    }
}

fn recover(ui: &mut Ui, title: &str, facts: &str) -> Option<Answer> {
    ui.heading(format!("Go on with {title}?"));
    ui.label("The editor ended before this was saved:");
    ui.label(facts);
    ui.label("It is shown first; no file changes before you save.");
    ui.add_space(8.0);
    match buttons(ui, &["Show it", "Remove it", "Later"])? {
        0 => Some(Answer::Recover),
        1 => Some(Answer::ForgetLeft),
        _ => Some(Answer::Cancel),
    }
}

fn changed(ui: &mut Ui, title: &str, saves: bool) -> Option<Answer> {
    ui.heading(format!("{title} has changed on the disk"));
    ui.label("Somebody else has saved it since you opened it, and you have changed it here.");
    ui.add_space(8.0);
    let keep = if saves { "Save mine over it" } else { "Keep mine" };
    match buttons(ui, &[keep, "Load theirs", "Cancel"])? {
        0 if saves => Some(Answer::SaveOver),
        0 => Some(Answer::KeepMine),
        1 => Some(Answer::Reload),
        _ if saves => Some(Answer::Cancel),
        // Asked once is enough.
        _ => Some(Answer::KeepMine),
    }
}

/// Buttons in a row, the first the one that is meant mostly; gives the number of the one that was pressed.
fn buttons(ui: &mut Ui, names: &[&str]) -> Option<usize> {
    let mut pressed = None;
    ui.horizontal(|ui| {
        for (index, name) in names.iter().enumerate() {
            let text = if index == 0 { RichText::new(*name).strong() } else { RichText::new(*name) };
            if ui.button(text).clicked() {
                pressed = Some(index);
            }
        }
    });
    pressed
}

/// A field for a text; gives what was typed, or nothing in place of it.
fn text(ui: &mut Ui, title: &str, hint: &str, verb: &str, text: &mut String) -> Option<Option<String>> {
    ui.heading(title);
    let field = ui.add(TextEdit::singleline(text).hint_text(hint).desired_width(f32::INFINITY));
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label(hint));
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if !entered {
        field.request_focus();
    }
    ui.add_space(8.0);
    let pressed = buttons(ui, &[verb, "Cancel"]);
    if pressed == Some(1) {
        return Some(None);
    }
    ((entered || pressed == Some(0)) && !text.is_empty()).then(|| Some(text.clone()))
}
