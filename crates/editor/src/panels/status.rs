//! The status line at the bottom of the window.

use std::time::{Duration, Instant};

use egui::{Align, Label, Layout, RichText, Spinner, Ui};

use crate::durations::duration;
use crate::project::problems::Problems;
use crate::theme::Palette;

/// The last message to the user.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message {
    text: String,
    is_error: bool,
}

impl Message {
    /// Shows information.
    pub fn info(&mut self, text: impl Into<String>) {
        *self = Message { text: text.into(), is_error: false };
    }

    /// Shows an error.
    pub fn error(&mut self, text: impl Into<String>) {
        *self = Message { text: text.into(), is_error: true };
    }

    /// Removes the message.
    pub fn clear(&mut self) {
        *self = Message::default();
    }

    /// The text; empty without a message.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The content of the status line.
pub struct Status<'a> {
    /// The last message.
    pub message: &'a Message,
    /// The zoom of the canvas; 1 is actual size.
    pub zoom: f32,
    /// The number of nodes.
    pub nodes: usize,
    /// The errors and warnings of the document.
    pub problems: &'a Problems,
    /// The job in progress and its start.
    pub work: Option<(String, Instant)>,
    /// The time for the last picture.
    pub took: Option<Duration>,
    /// The time that was measured for nodes, if heat is shown, and what it is.
    pub heat: Option<(Duration, &'static str)>,
    /// The last failure of the autosave.
    pub autosave_problem: Option<String>,
}

/// Shows the line; returns whether the user wants to see the problems.
pub fn show(ui: &mut Ui, status: Status) -> bool {
    let palette = Palette::of(ui);
    let mut is_asked = false;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.weak(format!("{:.0}%", status.zoom * 100.0));
            ui.weak(format!("{} {}", status.nodes, if status.nodes == 1 { "node" } else { "nodes" }));
            let problems = status.problems;
            if problems.count() > 0 {
                let color = if problems.has_errors() { palette.error } else { palette.warning };
                let noun = if problems.count() == 1 { "problem" } else { "problems" };
                let text = RichText::new(format!("{} {noun}", problems.count())).color(color);
                is_asked = ui.link(text).on_hover_text("List the problems").clicked();
            }
            if let Some((work, since)) = status.work {
                ui.weak(format!("{work}, {:.1} s", since.elapsed().as_secs_f32()));
                ui.add(Spinner::new().size(12.0));
            } else if let Some(took) = status.took {
                ui.weak(format!("rendered in {}", duration(took)));
            }
            if let Some((time, explanation)) = status.heat {
                ui.weak(format!("time by node: {}", duration(time))).on_hover_text(explanation);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if let Some(problem) = status.autosave_problem {
                    let text = "No crash recovery";
                    ui.label(RichText::new(text).color(palette.warning)).on_hover_text(problem);
                }
                let color = if status.message.is_error { palette.error } else { palette.weak };
                ui.add(Label::new(RichText::new(status.message.text()).color(color)).truncate());
            });
        });
    });
    is_asked
}
