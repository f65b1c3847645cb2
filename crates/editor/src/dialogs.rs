//! Questions that must be answered before anything else.

use std::path::{Path, PathBuf};

use egui::{Key, Modal, RichText, TextEdit, Ui};

/// What is to be done once what is open is left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Close the window.
    Quit,
    /// Begin a new graph.
    New,
    /// Open this file.
    Open(PathBuf),
}

/// A question.
#[derive(Clone, Debug)]
pub enum Dialog {
    /// Something is not saved.
    Unsaved {
        /// What it is called.
        title: String,
        /// What is to be done then.
        goal: Goal,
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
#[derive(Clone, PartialEq, Eq, Debug)]
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
}

impl Dialog {
    /// Asks what becomes of what is not saved.
    pub fn unsaved(title: String, goal: Goal) -> Dialog {
        Dialog::Unsaved { title, goal }
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
                Dialog::Rename { from, to } => {
                    let to_do = text(ui, &format!("Rename {from}"), "Name", "Rename", to);
                    to_do.map(|to| Answer::Rename { from: from.clone(), to })
                }
                Dialog::File { saves, path } => {
                    let (title, verb) = if *saves { ("Save as", "Save") } else { ("Open", "Open") };
                    let path = text(ui, title, "Path of the file", verb, path).map(PathBuf::from);
                    path.map(|path| if *saves { Answer::SavePath(path) } else { Answer::OpenPath(path) })
                }
            };
            if answer.is_none() && ui.input(|input| input.key_pressed(Key::Escape)) {
                answer = Some(Answer::Cancel);
            }
            ui.horizontal(|ui| {
                if ui.button("Cancel").clicked() {
                    answer = Some(Answer::Cancel);
                }
            });
        });
        if answer.is_none() && modal.should_close() {
            answer = Some(Answer::Cancel);
        }
        answer
    }
}

fn unsaved(ui: &mut Ui, title: &str, goal: &Goal) -> Option<Answer> {
    ui.heading(format!("Save {title}?"));
    ui.label("What you changed since the last time will be lost otherwise.");
    ui.add_space(8.0);
    let mut answer = None;
    ui.horizontal(|ui| {
        if ui.button(RichText::new("Save").strong()).clicked() {
            answer = Some(Answer::Save(goal.clone()));
        }
        if ui.button("Don't save").clicked() {
            answer = Some(Answer::Discard(goal.clone()));
        }
    });
    answer
}

fn text(ui: &mut Ui, title: &str, hint: &str, verb: &str, text: &mut String) -> Option<String> {
    ui.heading(title);
    let field = ui.add(TextEdit::singleline(text).hint_text(hint).desired_width(f32::INFINITY));
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label(hint));
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if !entered {
        field.request_focus();
    }
    ui.add_space(8.0);
    let pressed = ui.add_enabled(!text.is_empty(), egui::Button::new(RichText::new(verb).strong())).clicked();
    ((entered || pressed) && !text.is_empty()).then(|| text.clone())
}
