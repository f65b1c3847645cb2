//! The settings of an export, one row for each.

use egui::{Grid, Label, RichText, TextEdit, Ui};
use travertine::{MAX_SIDE, Up};
use travertine_export::{Kind, Settings};
use travertine_jobs::set::Engine;

use super::exported::{Exported, WIDTH, Wish};
use crate::dialogs::file_dialog::Purpose;
use crate::theme::Palette;
use crate::widgets::choice::choice;
use crate::widgets::color::color;
use crate::widgets::number::{NumberSpec, number};
use crate::widgets::toggle::toggle;

/// The width of the fields, in points.
pub const FIELD: f32 = 300.0;
/// The width of names beside fields.
pub const NAME: f32 = 84.0;
/// The width of a button beside a field, in points.
const BESIDE: f32 = 34.0;
/// The width of the choice of square sizes, in points.
const SQUARE: f32 = 104.0;
/// Choices of rays per pixel for a solid.
const RAYS: [u32; 4] = [1, 4, 16, 64];
/// Choices of the side of a square picture.
const SIDES: [u32; 6] = [256, 512, 1024, 2048, 4096, 8192];

/// The rows.
pub struct Rows<'a, 'e> {
    pub settings: &'a mut Settings,
    pub exported: &'a Exported<'e>,
}

impl Rows<'_, '_> {
    /// Shows the rows of the present kind.
    pub fn show(&mut self, ui: &mut Ui) -> Wish {
        let mut wish = Wish::Stay;
        let outputs: Vec<String> = self.exported.outputs().map(str::to_owned).collect();
        if outputs.is_empty() {
            ui.weak("The graph has no output yet. Wire a node to the outputs.");
        }
        if !outputs.contains(&self.settings.output) {
            self.settings.output = outputs.first().cloned().unwrap_or_default();
        }
        let kind = self.settings.kind;
        Grid::new(("export", kind.name())).num_columns(2).min_col_width(NAME).show(ui, |ui| {
            match kind {
                Kind::Maps => self.maps(ui),
                Kind::Mesh => wish = self.mesh_file(ui),
                _ => {}
            }
            if kind.has_output() {
                row(ui, "output", |ui| {
                    let (_, new) = choice(ui, "Output", FIELD, &self.settings.output, outputs, String::clone);
                    self.settings.output = new.unwrap_or(std::mem::take(&mut self.settings.output));
                });
            }
            match kind {
                Kind::Volume => self.volume(ui),
                Kind::Variations => self.variations(ui),
                _ => self.size(ui),
            }
            match kind {
                Kind::Mesh => self.mesh(ui),
                Kind::Solid => self.solid(ui),
                Kind::Animation => self.animation(ui),
                _ => {}
            }
            if kind.has_area() {
                self.area(ui);
            }
            self.format(ui);
            if let Some(chosen) = self.target(ui) {
                wish = chosen;
            }
        });
        self.says_files(ui);
        wish
    }

    /// Width and height.
    fn size(&mut self, ui: &mut Ui) {
        let width = (FIELD - SQUARE) / 2.0 - ui.spacing().item_spacing.x;
        row(ui, "size", |ui| {
            for (name, side) in ["width", "height"].into_iter().zip(&mut self.settings.size) {
                whole(ui, name, 1..=MAX_SIDE, 16..=8192, side, width);
            }
            let [width, height] = self.settings.size;
            let square = if width == height { width } else { 0 };
            let shown =
                |side: &u32| if *side == 0 { "custom".to_owned() } else { format!("{side} × {side}") };
            let (_, side) = choice(ui, "Square", SQUARE, &square, SIDES, shown);
            self.settings.size = side.map_or(self.settings.size, |side| [side; 2]);
        });
    }

    /// The part of the plane.
    fn area(&mut self, ui: &mut Ui) {
        let is_timeless = self.settings.kind == Kind::Animation;
        let half = half(ui);
        let area = &mut self.settings.area;
        row(ui, "corner", |ui| {
            for (name, value) in [("left edge", &mut area.left), ("upper edge", &mut area.top)] {
                decimal(ui, name, &coordinate(), value, half, "of the region of the plane, in units");
            }
        });
        row(ui, "units", |ui| {
            let spec = NumberSpec { soft: None, ..NumberSpec::between(1e-5..=1e6) };
            decimal(ui, "units", &spec, &mut area.units, half, "Length of the shorter side in units.");
            if ui.button("As in the preview").on_hover_text("Use the visible part of the preview.").clicked()
                && let Some(slice) = self.exported.preview.slice()
            {
                let [left, top, right, bottom] = slice.region;
                (area.left, area.top, area.units) = (left, top, (right - left).min(bottom - top));
                (area.depth, area.time) = (slice.depth, slice.time);
                let shape = f64::from(slice.height) / f64::from(slice.width.max(1));
                let height = (f64::from(self.settings.size[0]) * shape).round() as u32;
                self.settings.size[1] = height.clamp(1, MAX_SIDE);
            }
        });
        row(ui, if is_timeless { "z" } else { "z, time" }, |ui| {
            single(ui, "z of the picture", &coordinate(), &mut area.depth, half);
            if !is_timeless {
                single(ui, "time of the picture", &coordinate(), &mut area.time, half);
            }
        });
    }

    fn maps(&mut self, ui: &mut Ui) {
        let maps = &mut self.settings.maps;
        row(ui, "program", |ui| {
            let engines = Engine::ALL.into_iter().map(Some).chain([None]);
            let shown = |engine: &Option<Engine>| match engine {
                Some(engine) => engine.title().to_owned(),
                None => "none, only packed maps".to_owned(),
            };
            let (field, new) = choice(ui, "Program", FIELD, &maps.engine, engines, shown);
            maps.engine = new.unwrap_or(maps.engine);
            field.on_hover_text(
                "Names, packed channels and the green of normals as the program expects them.",
            );
        });
        row(ui, "packed", |ui| {
            let hint = "orm=occlusion,roughness,metallic";
            text(ui, "Packed", hint, &mut maps.packs, FIELD).on_hover_text(
                "Further maps with outputs in their channels, separated by spaces: NAME=R,G,B or NAME=R,G,B,A. A channel \
                 is an output, 1-OUTPUT, or a number.",
            );
        });
    }

    fn mesh_file(&mut self, ui: &mut Ui) -> Wish {
        let mut wish = Wish::Stay;
        row(ui, "mesh", |ui| {
            let hint = "a .glb, .gltf, .obj, .ply or .stl file";
            let width = self.beside(FIELD);
            text(ui, "Mesh", hint, &mut self.settings.mesh.mesh, width);
            wish = self.browse(ui, "Choose the mesh", Purpose::Mesh).unwrap_or(wish);
        });
        wish
    }

    fn mesh(&mut self, ui: &mut Ui) {
        let half = half(ui);
        let mesh = &mut self.settings.mesh;
        row(ui, "samples", |ui| {
            let shown = |side: &u32| format!("{} per texel", side * side);
            let (_, samples) = choice(ui, "Samples", half, &mesh.samples, [1, 2, 4], shown);
            mesh.samples = samples.unwrap_or(mesh.samples);
            toggle(ui, &mut mesh.occlusion, "ambient occlusion").on_hover_text(
                "Rays from each texel to the other surfaces. It often takes longer than all else.",
            );
        });
        row(ui, "UVs", |ui| {
            toggle(ui, &mut mesh.unwrap, "unwrap")
                .on_hover_text("Make new UVs, for a mesh that has none, or whose triangles overlap.");
        });
        row(ui, "up, scale", |ui| {
            let (field, up) = choice(ui, "Up", half, &mesh.up, Up::ALL, |up| up.name().to_owned());
            mesh.up = up.unwrap_or(mesh.up);
            field.on_hover_text("The direction that points up in the mesh: y in glTF, z in some OBJ files.");
            let spec = NumberSpec { soft: None, ..NumberSpec::between(1e-5..=1e6) };
            single(ui, "scale of the mesh", &spec, &mut mesh.scale, half)
                .on_hover_text("Units of the graph per unit of the mesh.");
        });
    }

    fn solid(&mut self, ui: &mut Ui) {
        let half = half(ui);
        let solid = &mut self.settings.solid;
        row(ui, "background", |ui| {
            let transparent = solid.is_transparent;
            let (_, new) = choice(ui, "Background", half, &transparent, [false, true], |transparent| {
                if *transparent { "transparent".to_owned() } else { "color".to_owned() }
            });
            solid.is_transparent = new.unwrap_or(transparent);
            if !solid.is_transparent {
                let [red, green, blue] = solid.background;
                let new = color(ui, "Color of the background", [red, green, blue, 1.0], half, false);
                if let Some([red, green, blue, _]) = new {
                    solid.background = [red, green, blue];
                }
            }
        });
        row(ui, "rays", |ui| {
            let shown = |rays: &u32| format!("{rays} per pixel");
            let (field, rays) = choice(ui, "Rays", FIELD, &solid.rays, RAYS, shown);
            solid.rays = rays.unwrap_or(solid.rays);
            field.on_hover_text("More rays are smoother and take longer.");
        });
    }

    fn volume(&mut self, ui: &mut Ui) {
        let third = (FIELD - 2.0 * ui.spacing().item_spacing.x) / 3.0;
        let volume = &mut self.settings.volume;
        row(ui, "samples", |ui| {
            for (axis, side) in ["along x", "along y", "along z"].into_iter().zip(&mut volume.size) {
                whole(ui, axis, 1..=MAX_SIDE, 16..=1024, side, third);
            }
        });
        row(ui, "bits", |ui| {
            let shown = |bits: &u32| match bits {
                0 => "as usual for the format".to_owned(),
                bits => format!("{bits} per value"),
            };
            let (_, bits) = choice(ui, "Bits per value", FIELD, &volume.bits, [0, 8, 16, 32], shown);
            volume.bits = bits.unwrap_or(volume.bits);
        });
    }

    fn animation(&mut self, ui: &mut Ui) {
        let third = (FIELD - 2.0 * ui.spacing().item_spacing.x) / 3.0;
        let animation = &mut self.settings.animation;
        row(ui, "frames, rate", |ui| {
            whole(ui, "frames", 1..=1 << 16, 1..=480, &mut animation.frames, third);
            let rate = NumberSpec { soft: Some(1.0..=60.0), ..NumberSpec::between(0.01..=1000.0) };
            decimal(ui, "frames per second", &rate, &mut animation.fps, third, "Frames per second.");
            toggle(ui, &mut animation.is_loop, "loop")
                .on_hover_text("Set periods of nodes so that the frame after the last equals the first.");
        });
    }

    fn variations(&mut self, ui: &mut Ui) {
        let third = (FIELD - 2.0 * ui.spacing().item_spacing.x) / 3.0;
        let sheet = &mut self.settings.sheet;
        row(ui, "seeds, side", |ui| {
            whole(ui, "seeds", 1..=10_000, 1..=64, &mut sheet.seeds, third)
                .on_hover_text("Number of seeds; each varies all seeds of the graph together.");
            whole(ui, "side of a picture", 1..=MAX_SIDE, 16..=512, &mut sheet.side, third)
                .on_hover_text("Pixels along each side of a picture.");
        });
        let parameters = &self.exported.document.parameters;
        let is_number = |kind: &str| matches!(kind, "float" | "integer");
        let numbers = parameters.iter().filter(|(_, each)| is_number(&each.parameter_type));
        let names: Vec<String> = numbers.map(|(name, _)| name.clone()).chain([String::new()]).collect();
        if !names.contains(&sheet.parameter) {
            sheet.parameter.clear();
        }
        row(ui, "parameter", |ui| {
            let shown = |name: &String| if name.is_empty() { "none".to_owned() } else { name.clone() };
            let (_, new) = choice(ui, "Parameter", FIELD, &sheet.parameter, names, shown);
            let Some(new) = new else { return };
            let range = parameters.iter().find(|(name, _)| *name == new);
            if let Some((_, parameter)) = range {
                let [first, last] = [&parameter.min, &parameter.max].map(|end| end.as_ref()?.as_f32());
                (sheet.first, sheet.last) = (first.unwrap_or(0.0), last.unwrap_or(1.0));
            }
            sheet.parameter = new;
        });
        if !sheet.parameter.is_empty() {
            row(ui, "from, to, values", |ui| {
                single(ui, "first value", &coordinate(), &mut sheet.first, third);
                single(ui, "last value", &coordinate(), &mut sheet.last, third);
                whole(ui, "values", 1..=1000, 1..=32, &mut sheet.count, third);
            });
        }
    }

    /// The format of the files, and their bits.
    fn format(&mut self, ui: &mut Ui) {
        let formats = self.settings.kind.formats();
        if formats.is_empty() {
            return;
        }
        let has_bits = self.settings.has_bits();
        let half = half(ui);
        row(ui, "format", |ui| {
            let present = self.settings.format();
            let shown = |index: &Option<usize>| {
                index
                    .and_then(|index| formats.get(index))
                    .map_or("?".to_owned(), |(_, name)| (*name).to_owned())
            };
            let choices = (0..formats.len()).map(Some);
            let width = if has_bits { half } else { FIELD };
            if let (_, Some(Some(index))) = choice(ui, "Format", width, &present, choices, shown) {
                self.settings.set_format(index);
            }
            if has_bits {
                let shown =
                    |sixteen: &bool| if *sixteen { "16 bits".to_owned() } else { "8 bits".to_owned() };
                let (field, new) = choice(ui, "Bits", half, &self.settings.sixteen, [false, true], shown);
                self.settings.sixteen = new.unwrap_or(self.settings.sixteen);
                field.on_hover_text("Bits per channel. Heights of a set have 16 in any case.");
            }
        });
    }

    /// The file or folder.
    fn target(&mut self, ui: &mut Ui) -> Option<Wish> {
        let kind = self.settings.kind;
        let is_template = matches!(kind, Kind::Maps | Kind::Outputs);
        let is_folder = self.settings.ending().is_empty();
        let (name, label, help) = match (is_template, is_folder) {
            (true, _) => {
                ("files", "Files", "{graph} and {output} stand for the names of the graph and of each map.")
            }
            (_, true) => ("folder", "Folder", "The folder is made, and receives the files."),
            _ => ("file", "File", "The end of the name chooses the format."),
        };
        let mut wish = None;
        row(ui, name, |ui| {
            let width = self.beside(FIELD);
            text(ui, label, "", self.settings.target_mut(), width).on_hover_text(help);
            let purpose = if is_template || is_folder { Purpose::Folder } else { Purpose::Target };
            wish = self.browse(ui, "Choose where", purpose);
        });
        if self.settings.has_overwrite() {
            row(ui, "", |ui| {
                toggle(ui, &mut self.settings.overwrite, "replace files that are not from Travertine");
            });
        }
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

    /// The width of a text field with a button beside it.
    fn beside(&self, width: f32) -> f32 {
        if self.exported.has_dialogs { width - BESIDE } else { width }
    }

    /// A button that opens a file dialog.
    fn browse(&self, ui: &mut Ui, name: &str, purpose: Purpose) -> Option<Wish> {
        if !self.exported.has_dialogs {
            return None;
        }
        let button = ui.button("…").on_hover_text(name);
        ui.ctx().accesskit_node_builder(button.id, |node| node.set_label(name));
        button.clicked().then_some(Wish::Choose(purpose))
    }
}

/// A row with its name.
pub fn row(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    ui.weak(name);
    ui.horizontal(content);
    ui.end_row();
}

/// The width of one of two fields.
fn half(ui: &Ui) -> f32 {
    (FIELD - ui.spacing().item_spacing.x) / 2.0
}

fn coordinate() -> NumberSpec {
    NumberSpec { soft: None, ..NumberSpec::between(-1e6..=1e6) }
}

pub fn text(ui: &mut Ui, name: &str, hint: &str, text: &mut String, width: f32) -> egui::Response {
    let field = ui.add(TextEdit::singleline(text).hint_text(hint).desired_width(width));
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label(name));
    field
}

/// A field for a whole number.
fn whole(
    ui: &mut Ui,
    name: &str,
    hard: std::ops::RangeInclusive<u32>,
    soft: std::ops::RangeInclusive<u32>,
    value: &mut u32,
    width: f32,
) -> egui::Response {
    let wide = |range: std::ops::RangeInclusive<u32>| f64::from(*range.start())..=f64::from(*range.end());
    let spec = NumberSpec { whole: true, soft: Some(wide(soft)), ..NumberSpec::between(wide(hard)) };
    let (field, new) = number(ui, name, &spec, f64::from(*value), width);
    *value = new.map_or(*value, |new| new as u32);
    field
}

/// A field for a number in double precision.
fn decimal(ui: &mut Ui, name: &str, spec: &NumberSpec, value: &mut f64, width: f32, help: &str) {
    let (field, new) = number(ui, name, spec, *value, width);
    *value = new.unwrap_or(*value);
    field.on_hover_text(help);
}

/// A field for a number in single precision.
fn single(ui: &mut Ui, name: &str, spec: &NumberSpec, value: &mut f32, width: f32) -> egui::Response {
    let (field, new) = number(ui, name, spec, f64::from(*value), width);
    *value = new.map_or(*value, |new| new as f32);
    field
}
