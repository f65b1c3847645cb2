//! The queue of exports, with the progress and the result of each.

use std::time::Duration;

use egui::{Align, Button, Label, Layout, ProgressBar, RichText, Ui};
use travertine_export::{Entry, Queue, Report, Status};

use super::folder;
use crate::theme::Palette;

/// The interval at which progress is drawn.
const TICK: Duration = Duration::from_millis(50);
/// The width of a bar, in points.
const BAR: f32 = 150.0;

/// Shows what is above the queue.
pub fn head(ui: &mut Ui, queue: &mut Queue) {
    ui.horizontal(|ui| {
        ui.weak(if queue.is_busy() { "Exporting; you can go on with the graph." } else { "All exports are finished." });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let has_ended = queue.entries().iter().any(|entry| !entry.is_busy());
            if ui.add_enabled(has_ended, Button::new("Clear the list").small()).clicked() {
                queue.clear();
            }
        });
    });
}

/// Shows the queue, the last export first.
pub fn show(ui: &mut Ui, queue: &Queue) {
    if queue.is_busy() {
        ui.ctx().request_repaint_after(TICK);
    }
    for (index, entry) in queue.entries().iter().enumerate().rev() {
        ui.push_id(index, |ui| row(ui, entry));
    }
}

fn row(ui: &mut Ui, entry: &Entry) {
    let palette = Palette::of(ui);
    let status = entry.status();
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            match &status {
                Status::Waiting | Status::Running(_) => {
                    if ui.button("Cancel").clicked() {
                        entry.cancel();
                    }
                    match status {
                        Status::Running(done) => {
                            ui.add(ProgressBar::new(done).show_percentage().desired_width(BAR));
                        }
                        _ => drop(ui.weak("waiting")),
                    }
                }
                Status::Done(report) => {
                    if let Some(file) = report.files.first()
                        && ui.button("Open folder").clicked()
                    {
                        folder::open(file);
                    }
                }
                Status::Failed(_) => drop(ui.label(RichText::new("failed").color(palette.error))),
                Status::Cancelled => drop(ui.weak("canceled")),
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(&entry.title).truncate());
            });
        });
    });
    match &status {
        Status::Done(report) => {
            let names: Vec<String> = report.files.iter().map(|file| file.display().to_string()).collect();
            ui.add(Label::new(RichText::new(wrote(report)).small().color(palette.weak)).truncate())
                .on_hover_text(names.join("\n"));
            for note in &report.notes {
                ui.label(RichText::new(note).small().color(palette.warning));
            }
        }
        Status::Failed(reason) => drop(ui.label(RichText::new(reason).small().color(palette.error))),
        _ => {}
    }
}

/// The files of an export, in a few words.
pub fn wrote(report: &Report) -> String {
    match report.files.as_slice() {
        [file] => format!("Wrote {}", file.display()),
        files => {
            let names = files.iter().filter_map(|file| file.file_name());
            let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
            format!("Wrote {} files: {}", files.len(), names.join(", "))
        }
    }
}
