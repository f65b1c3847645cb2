//! The line at the bottom: what was said last, what is wrong, and how large things are.

use egui::{Align, Label, Layout, RichText, Spinner, Ui};

use crate::app::App;
use crate::theme::Palette;

/// What was said last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message {
    text: String,
    is_error: bool,
}

impl Message {
    /// Tells something.
    pub fn info(&mut self, text: impl Into<String>) {
        *self = Message { text: text.into(), is_error: false };
    }

    /// Tells what went wrong.
    pub fn error(&mut self, text: impl Into<String>) {
        *self = Message { text: text.into(), is_error: true };
    }

    /// There is nothing to tell.
    pub fn clear(&mut self) {
        *self = Message::default();
    }

    /// What was said.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Shows the line.
pub fn show(ui: &mut Ui, app: &App) {
    let palette = Palette::of(ui);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.weak(format!("{:.0} %", app.canvas.zoom() * 100.0));
            let nodes = app.project.outline().document().nodes.len();
            ui.weak(format!("{nodes} {}", if nodes == 1 { "node" } else { "nodes" }));
            let problems = app.project.problems();
            if problems.count() > 0 {
                let color = if problems.has_errors() { palette.error } else { palette.warning };
                let noun = if problems.count() == 1 { "problem" } else { "problems" };
                ui.label(RichText::new(format!("{} {noun}", problems.count())).color(color));
            }
            if let Some((what, since)) = app.worker.busy() {
                ui.weak(format!("{what}, {:.1} s", since.elapsed().as_secs_f32()));
                ui.add(Spinner::new().size(12.0));
            } else if let Some(took) = app.preview.took() {
                ui.weak(format!("rendered in {:.1} ms", took.as_secs_f64() * 1000.0));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if let Some(problem) = app.project.workspace().autosave_problem() {
                    let text = "Not kept for after a crash";
                    ui.label(RichText::new(text).color(palette.warning)).on_hover_text(problem);
                }
                let color = if app.message.is_error { palette.error } else { palette.weak };
                ui.add(Label::new(RichText::new(app.message.text()).color(color)).truncate());
            });
        });
    });
}
