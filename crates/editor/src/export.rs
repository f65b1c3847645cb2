//! Exporting: a picture of an output, in any size, written to a file while the editing goes on.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Button, Grid, ProgressBar, RichText, TextEdit, Ui, Window};
use travertine::{MAX_SIDE, Slice};
use travertine_editing::render::{Export, Exporting, Snapshot, Subject};

use crate::theme::Palette;
use crate::widgets::choice::choice;
use crate::widgets::number::{NumberSpec, number};

const WIDTH: f32 = 300.0;

/// The window with all that says what is written.
pub struct ExportWindow {
    output: Option<String>,
    width: u32,
    height: u32,
    region: [f64; 2],
    sixteen: bool,
    path: String,
    running: Option<Exporting>,
    said: Option<Result<String, String>>,
}

impl ExportWindow {
    /// A picture beside the graph's file, if it has one.
    pub fn new(graph: Option<&Path>) -> ExportWindow {
        let path = graph.map_or_else(|| PathBuf::from("picture.png"), |graph| graph.with_extension("png"));
        let path = path.display().to_string();
        ExportWindow {
            output: None,
            width: 1024,
            height: 1024,
            region: [0.0, 0.0],
            sixteen: false,
            path,
            running: None,
            said: None,
        }
    }

    /// Shows the window; gives whether it stays open. `graph` is the file that the command names.
    pub fn show(&mut self, ui: &Ui, snapshot: Option<&Arc<Snapshot>>, graph: Option<&Path>) -> bool {
        let mut open = true;
        Window::new("Export a picture")
            .id(egui::Id::new("export"))
            .open(&mut open)
            .resizable(false)
            .collapsible(false)
            .show(ui.ctx(), |ui| {
                let Some(snapshot) = snapshot else {
                    ui.weak("The graph is being looked at.");
                    return;
                };
                self.what(ui, snapshot);
                ui.add_space(6.0);
                let export = self.export();
                match &mut self.running {
                    Some(running) => {
                        ui.horizontal(|ui| {
                            ui.add(ProgressBar::new(running.progress()).desired_width(WIDTH));
                            if ui.button("Cancel").clicked() {
                                running.cancel();
                            }
                        });
                        ui.ctx().request_repaint();
                    }
                    None => self.start(ui, snapshot, export.clone()),
                }
                self.finish();
                let palette = Palette::of(ui);
                match &self.said {
                    Some(Ok(text)) => drop(ui.label(text)),
                    Some(Err(text)) => drop(ui.label(RichText::new(text).color(palette.error))),
                    None => {}
                }
                if let Some(command) = export.and_then(|export| export.command(graph?)) {
                    ui.separator();
                    ui.weak("The same from a command line:");
                    ui.horizontal(|ui| {
                        ui.add(egui::Label::new(RichText::new(&command).monospace()).truncate());
                    });
                    if ui.button("Copy the command").clicked() {
                        ui.ctx().copy_text(command);
                    }
                }
            });
        open
    }

    fn what(&mut self, ui: &mut Ui, snapshot: &Snapshot) {
        let names: Vec<String> =
            snapshot.outline().document().outputs.iter().map(|(name, _)| name.clone()).collect();
        if self.output.as_ref().is_none_or(|output| !names.contains(output)) {
            self.output = names.first().cloned();
        }
        let side = NumberSpec { whole: true, ..NumberSpec::between(1.0..=f64::from(MAX_SIDE)) };
        let side = NumberSpec { soft: Some(16.0..=8192.0), ..side };
        let place = NumberSpec { soft: None, ..NumberSpec::between(-1e6..=1e6) };
        Grid::new("export").num_columns(2).show(ui, |ui| {
            ui.weak("output");
            let shown = self.output.clone().unwrap_or_default();
            let (_, chosen) = choice(ui, "Output", WIDTH, &shown, names, String::clone);
            self.output = chosen.or(self.output.take());
            ui.end_row();
            for (name, value) in [("width", &mut self.width), ("height", &mut self.height)] {
                ui.weak(name);
                if let (_, Some(new)) = number(ui, name, &side, f64::from(*value), WIDTH) {
                    *value = new as u32;
                }
                ui.end_row();
            }
            for (name, value) in ["left edge", "upper edge"].into_iter().zip(&mut self.region) {
                ui.weak(name);
                if let (_, Some(new)) = number(ui, name, &place, *value, WIDTH) {
                    *value = new;
                }
                ui.end_row();
            }
            ui.weak("bits");
            let (_, sixteen) = choice(ui, "Bits", WIDTH, &self.sixteen, [false, true], |sixteen| {
                if *sixteen { "16 of a PNG".to_owned() } else { "8 of a PNG".to_owned() }
            });
            self.sixteen = sixteen.unwrap_or(self.sixteen);
            ui.end_row();
            ui.weak("file");
            let field = ui.add(TextEdit::singleline(&mut self.path).desired_width(WIDTH));
            ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("File"));
            field.on_hover_text("Its ending decides: .png, or .exr for floats.");
            ui.end_row();
        });
    }

    /// What the fields say; nothing if there is no output.
    fn export(&self) -> Option<Export> {
        let slice = Slice::new(self.width, self.height);
        let [left, top] = self.region;
        let [_, _, right, bottom] = slice.region;
        let slice = Slice { region: [left, top, left + right, top + bottom], ..slice };
        let subject = Subject::Output(self.output.clone()?);
        Some(Export { subject, slice, sixteen: self.sixteen, path: PathBuf::from(&self.path) })
    }

    fn start(&mut self, ui: &mut Ui, snapshot: &Arc<Snapshot>, export: Option<Export>) {
        let button = ui.add_enabled(export.is_some(), Button::new(RichText::new("Export").strong()));
        let Some(export) = export.filter(|_| button.clicked()) else { return };
        let context = ui.ctx().clone();
        match export.start(Arc::clone(snapshot), move || context.request_repaint()) {
            Ok(running) => (self.running, self.said) = (Some(running), None),
            Err(refusal) => self.said = Some(Err(refusal.to_string())),
        }
    }

    fn finish(&mut self) {
        let Some(result) = self.running.as_mut().and_then(Exporting::finished) else { return };
        self.running = None;
        self.said = Some(match result {
            Ok(0) => Ok(format!("Wrote {}", self.path)),
            Ok(clipped) => {
                Ok(format!("Wrote {}; {clipped} pixels were out of range, and clipped", self.path))
            }
            Err(refusal) => Err(refusal.to_string()),
        });
    }
}
