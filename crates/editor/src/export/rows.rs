//! The settings of an export: rows of the fields that come first, and all others.

use egui::{CollapsingHeader, Grid, Label, RichText, Ui};
use travertine::{MAX_SIDE, Slice};
use travertine_export::{Kind, Settings};
use travertine_jobs::Field;

use super::exported::{Exported, WIDTH, Wish};
use super::field::{label, line, show};
use crate::dialogs::file_dialog::Purpose;
use crate::theme::Palette;
use crate::widgets::choice::choice;
use crate::widgets::number::{NumberSpec, number};

/// The width of the fields, in points.
const FIELD: f32 = 300.0;
/// The width of names beside fields.
const NAME: f32 = 84.0;
/// The width of a button beside a field, in points.
const BESIDE: f32 = 34.0;

/// The rows.
pub struct Rows<'a, 'e> {
    pub settings: &'a mut Settings,
    pub exported: &'a Exported<'e>,
}

impl Rows<'_, '_> {
    /// Shows the rows of the present kind.
    pub fn show(&mut self, ui: &mut Ui) -> Wish {
        let kind = self.settings.kind;
        let outputs: Vec<String> = self.exported.outputs().map(str::to_owned).collect();
        if outputs.is_empty() {
            ui.weak("The graph has no output yet. Wire a node to the outputs.");
        }
        if kind.has_output() && !outputs.iter().any(|output| output == self.settings.text("output")) {
            self.settings.set("output", outputs.first().cloned().unwrap_or_default());
        }
        let mut others = self.settings.fields();
        let mut wish = Wish::Stay;
        Grid::new(("export", kind.name())).num_columns(2).min_col_width(NAME).show(ui, |ui| {
            if kind == Kind::Mesh {
                let hint = "a .glb, .gltf, .obj, .ply or .stl file";
                wish = self.path(ui, "mesh", "mesh", hint, ("Choose the mesh", Purpose::Mesh)).unwrap_or(wish);
            }
            for names in kind.rows() {
                let is_in_row = |field: &mut Field| names.contains(&field.name.as_str());
                let mut fields: Vec<Field> = others.extract_if(.., is_in_row).collect();
                fields.sort_by_key(|field| names.iter().position(|name| *name == field.name));
                self.fields(ui, &fields);
            }
            let bits = others.iter().position(|field| field.name == "bits" && !kind.formats().is_empty());
            self.format(ui, bits.map(|bits| others.remove(bits)));
            wish = self.target(ui).unwrap_or(wish);
            if let Some(overwrite) = others.iter().position(|field| field.name == "overwrite") {
                self.fields(ui, &[others.remove(overwrite)]);
            }
        });
        self.says_files(ui);
        // Those of no section come first.
        others.sort_by_key(|field| !field.section.is_empty());
        CollapsingHeader::new("More options").id_salt(("options", kind.name())).show(ui, |ui| {
            Grid::new(("options", kind.name())).num_columns(2).min_col_width(NAME).show(ui, |ui| {
                let mut section = "";
                for field in &others {
                    if field.section != section {
                        section = &field.section;
                        ui.strong(section);
                        ui.end_row();
                    }
                    self.fields(ui, std::slice::from_ref(field));
                }
            });
        });
        wish
    }

    /// Fields beside each other.
    fn fields(&mut self, ui: &mut Ui, fields: &[Field]) {
        let names: Vec<String> = fields.iter().filter_map(label).collect();
        let gap = ui.spacing().item_spacing.x;
        let width = (FIELD + gap) / fields.len().max(1) as f32 - gap;
        row(ui, &names.join(", "), |ui| {
            for field in fields {
                match field.name.as_str() {
                    "output" if self.settings.kind.has_output() => {
                        let outputs = self.exported.outputs().map(str::to_owned);
                        self.choice(ui, "Output", "output", outputs, width);
                    }
                    "region" if self.settings.kind.rows().contains(&&["region"][..]) => self.region(ui),
                    "sweep" => self.sweep(ui),
                    name => {
                        if let Some(new) = show(ui, field, self.settings.text(name), width) {
                            self.settings.set(name, new);
                        }
                    }
                }
            }
        });
    }

    fn choice(&mut self, ui: &mut Ui, label: &str, name: &str, all: impl Iterator<Item = String>, width: f32) {
        let present = self.settings.text(name).to_owned();
        if let (_, Some(new)) = choice(ui, label, width, &present, all, String::clone) {
            self.settings.set(name, new);
        }
    }

    /// The part of the plane: its corner, and the length of its shorter side. Pixels are square.
    fn region(&mut self, ui: &mut Ui) {
        let numbers = |text: &str, separator| -> Vec<f64> {
            text.split(separator).filter_map(|part| part.trim().parse().ok()).collect()
        };
        let size = numbers(self.settings.text("size"), 'x');
        let (width, height) = (size.first().copied().unwrap_or(512.0), size.last().copied().unwrap_or(512.0));
        let whole = Slice::new(width as u32, height as u32).region;
        let old: [f64; 4] = numbers(self.settings.text("region"), ',').try_into().unwrap_or(whole);
        let [mut left, mut top, right, bottom] = old;
        let mut units = (right - left).min(bottom - top);
        let third = (FIELD - 2.0 * ui.spacing().item_spacing.x - 120.0) / 3.0;
        let place = NumberSpec { soft: None, ..NumberSpec::between(-1e6..=1e6) };
        let length = NumberSpec { soft: None, ..NumberSpec::between(1e-5..=1e6) };
        for (name, spec, value, help) in [
            ("left edge", &place, &mut left, "Left edge of the region of the plane, in units."),
            ("upper edge", &place, &mut top, "Upper edge of the region of the plane, in units."),
            ("units", &length, &mut units, "Length of the shorter side, in units."),
        ] {
            let (response, new) = number(ui, name, spec, *value, third);
            *value = new.unwrap_or(*value);
            response.on_hover_text(help);
        }
        if ui.button("As in the preview").on_hover_text("Use the visible part of the preview.").clicked()
            && let Some(slice) = self.exported.preview.slice()
        {
            [left, top, units] = [slice.region[0], slice.region[1], slice.region[2] - slice.region[0]];
            units = units.min(slice.region[3] - top);
            self.settings.set_place(&slice);
            let height = (width * f64::from(slice.height) / f64::from(slice.width.max(1))).round() as u32;
            self.settings.set("size", format!("{width}x{}", height.clamp(1, MAX_SIDE)));
        }
        let [_, _, right, bottom] = whole.map(|side| side * units);
        let new = [left, top, left + right, top + bottom];
        // Sums are rounded, so an unchanged region stays as it is.
        if new.iter().zip(old).any(|(new, old)| (new - old).abs() > units * 1e-9) {
            let texts = new.map(|side| side.to_string()).join(",");
            self.settings.set("region", if new == whole { String::new() } else { texts });
        }
    }

    /// The parameter that varies, and its values.
    fn sweep(&mut self, ui: &mut Ui) {
        let parameters = &self.exported.document.parameters;
        let numbers = parameters.iter().filter(|(_, each)| matches!(&*each.parameter_type, "float" | "integer"));
        let names = numbers.map(|(name, _)| name.clone()).chain([String::new()]);
        let text = self.settings.text("sweep").to_owned();
        let (name, values) = text.split_once('=').unwrap_or_default();
        let half = (FIELD - ui.spacing().item_spacing.x) / 2.0;
        let shown = |name: &String| if name.is_empty() { "none".to_owned() } else { name.clone() };
        let (_, new) = choice(ui, "Parameter", half, &name.to_owned(), names, shown);
        if let Some(new) = new {
            let found = parameters.iter().find(|(name, _)| *name == new);
            let ends = found.map(|(_, found)| {
                let [min, max] = [&found.min, &found.max].map(|end| end.as_ref()?.as_f32());
                format!("{new}={}:{}:4", min.unwrap_or(0.0), max.unwrap_or(1.0))
            });
            self.settings.set("sweep", ends.unwrap_or_default());
        } else if !name.is_empty()
            && let Some(new) = line(ui, "Values", "FIRST:LAST:COUNT", values, half)
        {
            self.settings.set("sweep", format!("{name}={new}"));
        }
    }

    /// The format of the files, and their bits.
    fn format(&mut self, ui: &mut Ui, bits: Option<Field>) {
        let formats = self.settings.kind.formats();
        let half = (FIELD - ui.spacing().item_spacing.x) / 2.0;
        if formats.is_empty() {
            return;
        }
        row(ui, if bits.is_some() { "format, bits" } else { "format" }, |ui| {
            let present = self.settings.format();
            let shown = |index: &Option<usize>| {
                index.and_then(|index| formats.get(index)).map_or("?".to_owned(), |(_, name)| (*name).to_owned())
            };
            let width = if bits.is_some() { half } else { FIELD };
            let choices = (0..formats.len()).map(Some);
            if let (_, Some(Some(index))) = choice(ui, "Format", width, &present, choices, shown) {
                self.settings.set_format(index);
            }
            if let Some(bits) = bits
                && let Some(new) = show(ui, &bits, self.settings.text("bits"), half)
            {
                self.settings.set("bits", new);
            }
        });
    }

    /// The file or folder.
    fn target(&mut self, ui: &mut Ui) -> Option<Wish> {
        let is_template = matches!(self.settings.kind, Kind::Maps | Kind::Outputs);
        let is_folder = self.settings.ending().is_empty();
        let name = match (is_template, is_folder) {
            (true, _) => "files",
            (_, true) => "folder",
            _ => "file",
        };
        let purpose = if is_template || is_folder { Purpose::Folder } else { Purpose::Target };
        self.path(ui, name, "to", "", ("Choose where", purpose))
    }

    /// A path, and a button that opens a file dialog.
    fn path(
        &mut self,
        ui: &mut Ui,
        label: &str,
        name: &str,
        hint: &str,
        (title, purpose): (&str, Purpose),
    ) -> Option<Wish> {
        let mut wish = None;
        row(ui, label, |ui| {
            let has_dialogs = self.exported.has_dialogs;
            let width = if has_dialogs { FIELD - BESIDE } else { FIELD };
            if let Some(new) = line(ui, label, hint, self.settings.text(name), width) {
                self.settings.set(name, new);
            }
            if has_dialogs {
                let button = ui.button("…").on_hover_text(title);
                ui.ctx().accesskit_node_builder(button.id, |node| node.set_label(title));
                wish = button.clicked().then_some(Wish::Choose(purpose));
            }
        });
        wish
    }

    /// The names of the maps, and of those that are left out.
    fn says_files(&self, ui: &mut Ui) {
        if self.settings.kind != Kind::Maps {
            return;
        }
        let (made, left_out) = self.settings.maps_of(self.exported.outputs());
        let weak = Palette::of(ui).weak;
        let line = |ui: &mut Ui, text: String| {
            ui.set_max_width(WIDTH);
            ui.add(Label::new(RichText::new(text).small().color(weak)).wrap());
        };
        match made.is_empty() {
            true => line(
                ui,
                "No output has a name that the set uses: color, occlusion, roughness, metallic, emission, height or normal."
                    .to_owned(),
            ),
            false => line(ui, format!("Makes {}.", made.join(", "))),
        }
        if !left_out.is_empty() {
            line(ui, format!("Skips {}: outputs are missing.", left_out.join(", ")));
        }
    }
}

/// A row with its name.
fn row(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    ui.weak(name);
    ui.horizontal(content);
    ui.end_row();
}
