//! The export window: a picture of an output, flat or as a solid, in any size, written in the background.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Button, Color32, Grid, ProgressBar, RichText, TextEdit, Ui, Window};
use travertine::{MAX_SIDE, Slice};
use travertine_editing::render::{Export, Exporting, Snapshot, Subject, Viewport};
use travertine_shape::{Scene, Size};

use crate::preview::Preview;
use crate::theme::Palette;
use crate::widgets::choice::choice;
use crate::widgets::color::from_screen;
use crate::widgets::number::{NumberSpec, number};

const WIDTH: f32 = 300.0;

/// Choices of rays per pixel for a solid.
const SAMPLES: [u32; 4] = [1, 4, 16, 64];

/// The window with its settings.
pub struct ExportWindow {
    is_solid: bool,
    output: Option<String>,
    width: u32,
    height: u32,
    /// The left and the upper edge of the region of the plane.
    corner: [f64; 2],
    /// The length of its shorter side, in units.
    units: f64,
    depth: f32,
    time: f32,
    sixteen: bool,
    samples: u32,
    /// The background of a solid in sRGB, unless it is transparent.
    background: [u8; 3],
    is_transparent: bool,
    path: String,
    running: Option<Exporting>,
    said: Option<Result<String, String>>,
}

impl ExportWindow {
    /// Settings that reproduce the preview, and a file beside the graph's file.
    pub fn new(graph: Option<&Path>, preview: &Preview) -> ExportWindow {
        let path = graph.map_or_else(|| PathBuf::from("picture.png"), |graph| graph.with_extension("png"));
        let path = path.display().to_string();
        let slice = preview.slice().unwrap_or_else(|| Slice::new(1, 1));
        ExportWindow {
            is_solid: preview.is_solid(),
            output: preview.output().map(str::to_owned),
            width: 1024,
            height: 1024,
            corner: [0.0, 0.0],
            units: 1.0,
            depth: slice.depth,
            time: slice.time,
            sixteen: false,
            samples: 16,
            background: [0xf2, 0xf2, 0xf0],
            is_transparent: false,
            path,
            running: None,
            said: None,
        }
    }

    /// Whether an export is in progress.
    pub fn is_writing(&self) -> bool {
        self.running.is_some()
    }

    /// Shows the window; returns whether it stays open. `graph` is the file for the command line.
    pub fn show(
        &mut self,
        ui: &Ui,
        snapshot: Option<&Arc<Snapshot>>,
        graph: Option<&Path>,
        preview: &Preview,
    ) -> bool {
        let mut open = true;
        Window::new("Export a picture")
            .id(egui::Id::new("export"))
            .open(&mut open)
            .default_pos([72.0, 56.0])
            .resizable(false)
            .collapsible(false)
            .show(ui.ctx(), |ui| {
                let Some(snapshot) = snapshot else {
                    ui.weak("The graph is being looked at.");
                    return;
                };
                self.what(ui, snapshot, preview);
                ui.add_space(6.0);
                let export = self.export(preview);
                match &mut self.running {
                    Some(running) => {
                        ui.horizontal(|ui| {
                            ui.add(
                                ProgressBar::new(running.progress()).show_percentage().desired_width(WIDTH),
                            );
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
                match (graph, export) {
                    (Some(graph), Some(export)) => command(ui, export.command(graph)),
                    (None, _) => {
                        ui.separator();
                        ui.weak("Once the graph is saved, the same can be had from a command line.");
                    }
                    (Some(_), None) => {}
                }
            });
        open
    }

    fn what(&mut self, ui: &mut Ui, snapshot: &Snapshot, preview: &Preview) {
        let names: Vec<String> =
            snapshot.outline().document().outputs.iter().map(|(name, _)| name.clone()).collect();
        if self.output.as_ref().is_none_or(|output| !names.contains(output)) {
            self.output = names.first().cloned();
        }
        if names.is_empty() {
            ui.weak("The graph has no output yet. Wire a node to the outputs.");
        }
        let side = NumberSpec { whole: true, ..NumberSpec::between(1.0..=f64::from(MAX_SIDE)) };
        let side = NumberSpec { soft: Some(16.0..=8192.0), ..side };
        Grid::new("export").num_columns(2).show(ui, |ui| {
            ui.weak("picture");
            let (_, is_solid) = choice(ui, "Picture", WIDTH, &self.is_solid, [false, true], |is_solid| {
                if *is_solid { "the solid, as the preview shows it".to_owned() } else { "flat".to_owned() }
            });
            self.is_solid = is_solid.unwrap_or(self.is_solid);
            ui.end_row();
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
            if self.is_solid {
                self.solid(ui);
            } else {
                self.plane(ui, preview);
            }
            ui.weak("file");
            let field = ui.add(TextEdit::singleline(&mut self.path).desired_width(WIDTH));
            ui.ctx().accesskit_node_builder(field.id, |node| node.set_label("File"));
            field.on_hover_text("The extension selects the format: .png, or .exr for floats.");
            ui.end_row();
        });
    }

    fn plane(&mut self, ui: &mut Ui, preview: &Preview) {
        let coordinate = NumberSpec { soft: None, ..NumberSpec::between(-1e6..=1e6) };
        let units = NumberSpec { soft: None, ..NumberSpec::between(1e-5..=1e6) };
        let [left, upper] = &mut self.corner;
        for (name, spec, value) in [
            ("left edge", &coordinate, left),
            ("upper edge", &coordinate, upper),
            ("units", &units, &mut self.units),
        ] {
            ui.weak(name);
            let (field, new) = number(ui, name, spec, *value, WIDTH);
            *value = new.unwrap_or(*value);
            if name == "units" {
                field.on_hover_text("Length of the shorter side in units.");
            }
            ui.end_row();
        }
        for (name, value) in [("z", &mut self.depth), ("time", &mut self.time)] {
            ui.weak(name);
            if let (_, Some(new)) =
                number(ui, &format!("{name} of the picture"), &coordinate, f64::from(*value), WIDTH)
            {
                *value = new as f32;
            }
            ui.end_row();
        }
        ui.weak("");
        if ui.button("As in the preview").on_hover_text("Use the visible part of the preview.").clicked()
            && let Some(slice) = preview.slice()
        {
            self.take(&slice);
        }
        ui.end_row();
        ui.weak("bits");
        let (_, sixteen) = choice(ui, "Bits", WIDTH, &self.sixteen, [false, true], |sixteen| {
            if *sixteen { "16 (PNG)".to_owned() } else { "8 (PNG)".to_owned() }
        });
        self.sixteen = sixteen.unwrap_or(self.sixteen);
        ui.end_row();
    }

    fn solid(&mut self, ui: &mut Ui) {
        ui.weak("background");
        ui.horizontal(|ui| {
            let half = (WIDTH - ui.spacing().item_spacing.x) / 2.0;
            let transparent = self.is_transparent;
            let (_, new) = choice(ui, "Background", half, &transparent, [false, true], |transparent| {
                if *transparent { "transparent".to_owned() } else { "color".to_owned() }
            });
            self.is_transparent = new.unwrap_or(transparent);
            if !self.is_transparent {
                ui.spacing_mut().interact_size.x = half;
                let response = ui.color_edit_button_srgb(&mut self.background);
                ui.ctx()
                    .accesskit_node_builder(response.id, |node| node.set_label("Color of the background"));
            }
        });
        ui.end_row();
        ui.weak("rays");
        let shown = |samples: &u32| match samples {
            1 => "1 per pixel".to_owned(),
            samples => format!("{samples} per pixel"),
        };
        let (field, samples) = choice(ui, "Rays", WIDTH, &self.samples, SAMPLES, shown);
        self.samples = samples.unwrap_or(self.samples);
        field.on_hover_text("More rays are smoother and take longer.");
        ui.end_row();
    }

    /// Adopts the region and the proportions of a slice.
    fn take(&mut self, slice: &Slice) {
        let [left, top, right, bottom] = slice.region;
        self.corner = [left, top];
        self.units = (right - left).min(bottom - top);
        let height = f64::from(self.width) * f64::from(slice.height) / f64::from(slice.width.max(1));
        self.height = (height.round() as u32).clamp(1, MAX_SIDE);
        (self.depth, self.time) = (slice.depth, slice.time);
    }

    /// The export that the settings describe; `None` without an output.
    fn export(&self, preview: &Preview) -> Option<Export> {
        let viewport = if self.is_solid {
            let [red, green, blue] = self.background;
            let [red, green, blue, _] = from_screen(Color32::from_rgb(red, green, blue));
            let background = (!self.is_transparent).then_some([red, green, blue]);
            let size = Size { width: self.width, height: self.height, samples: self.samples };
            Viewport::Solid { scene: Scene { background, ..preview.scene() }, size }
        } else {
            let slice = Slice::new(self.width, self.height);
            let ([left, top], [_, _, right, bottom]) =
                (self.corner, slice.region.map(|side| side * self.units));
            let region = [left, top, left + right, top + bottom];
            Viewport::Plane(Slice { region, depth: self.depth, time: self.time, ..slice })
        };
        let sixteen = self.sixteen && !self.is_solid;
        Some(Export {
            subject: Subject::Output(self.output.clone()?),
            viewport,
            sixteen,
            path: PathBuf::from(&self.path),
        })
    }

    fn start(&mut self, ui: &mut Ui, snapshot: &Arc<Snapshot>, export: Option<Export>) {
        let clicked = ui.horizontal(|ui| {
            let button = ui.add_enabled(export.is_some(), Button::new(RichText::new("Export").strong()));
            if Path::new(&self.path).exists() {
                ui.weak("The file exists and will be replaced.");
            }
            button.clicked()
        });
        let Some(export) = export.filter(|_| clicked.inner) else { return };
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
                Ok(format!("Wrote {}; {clipped} pixels were out of range and were clipped", self.path))
            }
            Err(refusal) => Err(refusal.to_string()),
        });
    }
}

/// Shows the equivalent command line, if there is one.
fn command(ui: &mut Ui, command: Option<String>) {
    let Some(command) = command else { return };
    ui.separator();
    ui.weak("Command line:");
    ui.horizontal(|ui| {
        ui.add(egui::Label::new(RichText::new(&command).monospace()).truncate()).on_hover_text(&command);
    });
    if ui.button("Copy the command").clicked() {
        ui.ctx().copy_text(command);
    }
}
