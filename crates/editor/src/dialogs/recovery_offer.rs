//! The offer to recover an unsaved document, with pictures to compare.

use std::path::Path;
use std::time::SystemTime;

use egui::{Context, Ui};
use travertine::Document;
use travertine_editing::files::{Recovery, read};

use super::answer::Answer;
use crate::pictures::of_document::{DocumentPicture, SIDE};
use crate::widgets::buttons::buttons;

/// An unsaved document and the present one.
pub struct RecoveryOffer {
    title: String,
    /// Number of further unsaved documents.
    others: usize,
    left: Side,
    present: Option<Side>,
    file_is_newer: bool,
}

/// One of the two documents.
struct Side {
    name: &'static str,
    facts: String,
    picture: DocumentPicture,
}

impl RecoveryOffer {
    /// Offers an unsaved document, next to its present file; without a file, next to the open document.
    pub fn new(context: &Context, left: &Recovery, open: &Document, others: usize) -> RecoveryOffer {
        let file = left.path.as_deref().and_then(Path::file_name);
        let title = file.map(|name| name.to_string_lossy().into_owned()).or_else(|| left.document.name.clone());
        let side = |name, document: Document, when: Option<SystemTime>| {
            let facts = format!("{}{}", count(&document), when.map(ago).unwrap_or_default());
            Side { name, facts, picture: DocumentPicture::new(context, document) }
        };
        let on_disk = left.path.as_deref().and_then(|path| {
            let changed = std::fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
            Some(side("The file now", read(path).ok()?, changed))
        });
        let is_open = !open.nodes.is_empty();
        let present = on_disk.or_else(|| is_open.then(|| side("Open now", open.clone(), None)));
        RecoveryOffer {
            title: title.unwrap_or_else(|| "an untitled graph".to_owned()),
            others,
            left: side("Not saved", left.document.clone(), left.kept),
            present,
            file_is_newer: left.file_is_newer,
        }
    }

    /// Whether the pictures are complete.
    pub fn is_idle(&self) -> bool {
        self.left.picture.is_idle() && self.present.iter().all(|side| side.picture.is_idle())
    }

    pub(super) fn show(&mut self, ui: &mut Ui) -> Option<Answer> {
        ui.heading(format!("Recover {}?", self.title));
        ui.label("The editor closed before this was saved.");
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            for side in std::iter::once(&mut self.left).chain(&mut self.present) {
                ui.vertical(|ui| {
                    ui.set_width(SIDE);
                    side.picture.show(ui, side.name);
                    ui.label(side.name);
                    ui.weak(&side.facts);
                });
            }
        });
        ui.add_space(6.0);
        if self.file_is_newer {
            ui.label("The file was saved later.");
        }
        ui.weak("Your files do not change until you save.");
        if self.others > 0 {
            ui.weak(format!("{} more will be offered at the next start.", self.others));
        }
        ui.add_space(8.0);
        match buttons(ui, &["Recover", "Discard", "Later"])? {
            0 => Some(Answer::Recover),
            1 => Some(Answer::ForgetLeft),
            _ => Some(Answer::Cancel),
        }
    }
}

fn count(document: &Document) -> String {
    match document.nodes.len() {
        1 => "1 node".to_owned(),
        nodes => format!("{nodes} nodes"),
    }
}

/// The age of a document, as words that follow a comma.
fn ago(when: SystemTime) -> String {
    let minutes = when.elapsed().unwrap_or_default().as_secs() / 60;
    match minutes {
        0 => ", a moment ago".to_owned(),
        1 => ", a minute ago".to_owned(),
        2..120 => format!(", {minutes} minutes ago"),
        120..2880 => format!(", {} hours ago", minutes / 60),
        _ => format!(", {} days ago", minutes / 1440),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn ages_are_given_in_words() {
        let before = |minutes: u64| ago(SystemTime::now() - Duration::from_secs(minutes * 60 + 5));
        let told = [0, 1, 119, 120, 2879, 2880].map(before);
        let expected = [
            ", a moment ago",
            ", a minute ago",
            ", 119 minutes ago",
            ", 2 hours ago",
            ", 47 hours ago",
            ", 2 days ago",
        ];
        assert_eq!(told, expected);
        assert_eq!(ago(SystemTime::now() + Duration::from_secs(60)), ", a moment ago", "clocks are set");
    }
}
