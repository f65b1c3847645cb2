//! The libraries of the open document, and its groups on their way there.

use std::path::PathBuf;

use egui::Context;
use travertine_editing::actions;
use travertine_editing::files::Writing;
use travertine_editing::{Action, Edit, Refusal};
use travertine_graph::document::{Document, Group, GroupSource};
use travertine_library::Origin;

use super::App;
use super::state::SavedGroup;
use crate::dialogs::Dialog;
use crate::requests::Embed;

impl App {
    /// Adds a group of a library and an instance of it.
    pub(super) fn embed(&mut self, embed: &Embed) {
        let area = self.canvas.area;
        let at = match embed.at {
            Some(at) if !area.contains(at) => return,
            at => self.canvas.to_document(at.unwrap_or(area.center())),
        };
        let entry = &embed.entry;
        let at = [at.x, at.y].map(|side| f64::from(side.round()));
        let action = actions::insert_group(self.project.outline(), &entry.name, entry.group(), at, None);
        self.act(action, None);
    }

    /// Shows a group next to the library's version of it, and asks which one to have.
    pub(super) fn ask_to_update(&mut self, name: &str, context: &Context) {
        let group = self.project.outline().document().groups.get(name);
        if let Some((group, entry)) = group.and_then(|group| Some((group, self.library.shelf.library.newer(group)?))) {
            self.windows.dialog = Some(Dialog::update(context, name, &group.document, entry.group()));
        }
    }

    /// Starts to write a group to the library.
    pub(super) fn save_group(&mut self, name: &str, context: &Context) {
        let context = context.clone();
        match self.file_of(name) {
            Ok((file, source, document)) => match Writing::start(document, file, move || context.request_repaint()) {
                Ok(writing) => {
                    let path = Some(self.project.history().path().to_vec());
                    self.library.saving.push(SavedGroup { writing, path, name: name.to_owned(), source });
                }
                Err(problem) => self.failed(format!("{name} was not saved to the library"), &problem),
            },
            Err(refusal) => self.message.error(refusal.to_string()),
        }
    }

    /// Makes the groups that have been written copies of their files.
    pub(super) fn take_saved_groups(&mut self, context: &Context) {
        let mut index = 0;
        while let Some(saving) = self.library.saving.get_mut(index) {
            let Some(result) = saving.writing.finished() else {
                index += 1;
                continue;
            };
            let saved = self.library.saving.remove(index);
            let name = saved.name.clone();
            match result {
                Ok(()) => {
                    self.message.info(format!("Saved {name} to the library."));
                    self.note_source(saved);
                    self.library.shelf.start(context);
                }
                Err(problem) => self.failed(format!("{name} was not saved to the library"), &problem),
            }
        }
    }

    /// Notes the file of a group that has been written, unless the document is another by now, or the group is gone.
    fn note_source(&mut self, SavedGroup { path, name, source, .. }: SavedGroup) {
        let Some(path) = path else { return };
        let around = self.project.history().document_inside(&path);
        let Some(group) = around.and_then(|document| document.groups.get(&name)) else { return };
        let noted = Group { source: Some(source), ..group.clone() };
        let label = format!("Save {name} to the library");
        let action = Action::new(label, Edit::Group(name, Some(Box::new(noted))));
        let noted = self.project.change(|workspace| workspace.history_mut().apply_inside(&path, action));
        if let Err(refusal) = noted {
            self.message.error(refusal.to_string());
        }
    }

    /// The file of a library for a group, the source to note once it is written, and its content.
    fn file_of(&self, name: &str) -> Result<(PathBuf, GroupSource, Document), Refusal> {
        let group = self.project.outline().document().groups.get(name);
        let group = group.ok_or_else(|| Refusal::new(format!("there is no group `{name}`")))?;
        let stem = name.split('@').next().unwrap_or(name);
        let path = group.source.as_ref().map_or_else(|| format!("{stem}.json"), |source| source.path.clone());
        let known = self.library.shelf.library.entries().iter().find(|entry| entry.path == path);
        match (known, &group.source) {
            (Some(_), None) => {
                let reason = format!("the library has a group {path} already; rename this one first");
                return Err(Refusal::new(reason));
            }
            (Some(entry), Some(source)) if entry.digest != source.sha256 => {
                let reason = format!("{path} has changed in the library; update the group, or keep it here");
                return Err(Refusal::new(reason));
            }
            _ => {}
        }
        let folder = match known.map(|entry| &entry.origin) {
            Some(Origin::Document(folder) | Origin::User(folder)) => Some(folder),
            Some(Origin::Bundled) | None => self.library.folder.as_ref(),
        };
        let file = folder.ok_or_else(|| Refusal::new("there is no folder for a library"))?.join(&path);
        let source = GroupSource { path, sha256: group.document.digest(), extra: Vec::new() };
        Ok((file, source, Document::clone(&group.document)))
    }
}
