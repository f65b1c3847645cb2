//! The controls of the preview: subject, channel, range, depth, time and shape.

use egui::{Button, RichText, Ui, Vec2};
use travertine_editing::Socket;
use travertine_editing::render::{Channel, DisplayRange, Subject};
use travertine_shape::{Environment, Shape};

use super::held::Held;
use super::pane::{Kind, Layout};
use super::studio::{Ground, Light};
use super::{Preview, Surroundings};
use crate::icons;
use crate::requests::{Request, Requests};
use crate::widgets::buttons;
use crate::widgets::choice::{List, Row, choice};
use crate::widgets::number::{NumberSpec, number};
use crate::widgets::toggle::toggle;

/// The width of a button that chooses panes, in points.
const WIDE: f32 = 32.0;

impl Preview {
    /// Shows the list of subjects, and the buttons for panes.
    pub fn show_subject(&mut self, ui: &mut Ui, around: &Surroundings) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            let width = ui.available_width() - 4.0 * (WIDE + 3.0);
            self.subjects(ui, around, width);
            ui.spacing_mut().button_padding.x = 2.0;
            for (layout, text, explanation) in [
                (Layout::Plane, "2D", "A plane through the texture."),
                (Layout::Solid, "3D", "A solid carved from the texture."),
                (Layout::Both, "2D 3D", "The plane next to the solid."),
            ] {
                let text = RichText::new(text).size(if layout == Layout::Both { 9.5 } else { 12.0 });
                let button = Button::selectable(self.layout == layout, text);
                if ui.add_sized(Vec2::new(WIDE, 20.0), button).on_hover_text(explanation).clicked() {
                    self.set_layout(layout);
                }
            }
            let holds = self.held.is_some();
            let compare = ui.add_sized(Vec2::new(WIDE, 20.0), Button::selectable(holds, "A|B"));
            let compare = compare.on_hover_text(
                "Compare with the graph as it is now: A stays as it is, B follows your changes. Both follow the view.",
            );
            if compare.clicked() {
                let present = around.snapshot.zip(around.subject).filter(|_| !holds);
                self.held = present.map(|(snapshot, subject)| Held::new(snapshot, subject));
            }
        });
    }

    /// Chooses the subject.
    fn subjects(&mut self, ui: &mut Ui, Surroundings { outline, subject, .. }: &Surroundings, width: f32) {
        let shown = subject.map_or("nothing".to_owned(), name);
        let mut subjects: Vec<Subject> =
            outline.document().outputs.iter().map(|(name, _)| Subject::Output(name.clone())).collect();
        if let Some(Subject::Node(socket)) = subject {
            let outputs = outline.definition(&socket.node).map(|definition| definition.outputs.as_slice());
            let outputs = outputs.unwrap_or_default().iter();
            subjects.extend(outputs.map(|output| Subject::Node(Socket::new(&socket.node, &*output.name))));
        }
        let row = |subject: &Subject| match subject {
            Subject::Output(output) => Row::from(output.clone()),
            Subject::Node(_) => Row::from(name(subject)),
        };
        let present = subjects.iter().position(|known| Some(known) == *subject);
        let rows = subjects.iter().map(row).collect();
        let list = List { name: "Subject of the preview", width, shown: &shown, present, rows, hint: "no outputs" };
        let (field, chosen) = list.show(ui);
        if let Some(chosen) = chosen {
            self.chosen = Some(subjects.swap_remove(chosen));
        }
        field.on_hover_text("The subject: an output of the graph, or a node after a double-click on it.");
    }

    /// Shows the controls of the panes.
    pub fn show_controls(&mut self, ui: &mut Ui, value: Option<&str>, requests: &mut Requests) {
        compare(ui, self);
        if self.layout.has(Kind::Plane) {
            plane(ui, self);
        }
        if self.layout.has(Kind::Solid) {
            solid(ui, self, requests);
        }
        self.switches(ui);
        time(ui, self);
        if self.probe.is_some() {
            point(ui, self, value);
        } else if self.layout.has(Kind::Plane) {
            self.ranges(ui);
        } else {
            note(ui, "drag: turn · right drag: move the light · click: values");
        }
    }

    /// Minimum and maximum of each component.
    fn ranges(&self, ui: &mut Ui) {
        let Some(shown) = &self.pane(Kind::Plane).shown else { return };
        let ranges = shown.picture.observed.iter().take(4).map(|[low, high]| {
            let short = |value: f32| format!("{}", egui::emath::round_to_decimals(f64::from(value), 3));
            format!("{} … {}", short(*low), short(*high))
        });
        let text = ranges.collect::<Vec<_>>().join("   ");
        note(ui, &text).on_hover_text("Minimum and maximum of each component in the picture.");
    }

    fn switches(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            if self.layout.has(Kind::Plane) {
                let is_number = self.shows_numbers();
                let display = &mut self.display;
                ui.add_enabled_ui(is_number, |ui| {
                    // It has no effect on colors, so it does not light up.
                    let mut is_on = display.false_color && is_number;
                    let response = toggle(ui, &mut is_on, "false color");
                    response.on_hover_text("Numbers in color, from violet to yellow.").on_disabled_hover_text(
                        "The picture has several components, which are colors already. Choose one channel to see it \
                         in false color.",
                    );
                    if is_number {
                        display.false_color = is_on;
                    }
                });
                toggle(ui, &mut display.mark_outside, "clipping")
                    .on_hover_text("Mark values that the range cuts off: blue below, red above.");
                toggle(ui, &mut self.tiles, "3 × 3")
                    .on_hover_text("Repeat the unit square 3 × 3 times to show its seams.");
            }
            toggle(ui, &mut self.shows_axes, "axes").on_hover_text("Mark the origin and the axes.");
        });
    }
}

fn name(subject: &Subject) -> String {
    match subject {
        Subject::Output(name) => format!("output {name}"),
        Subject::Node(socket) => format!("{} · {}", socket.node, socket.name),
    }
}

/// The controls of a plane.
fn plane(ui: &mut Ui, preview: &mut Preview) {
    row(ui, "show", |ui, width| {
        let half = (width - ui.spacing().item_spacing.x) / 2.0;
        let display = &mut preview.display;
        let shown = |channel: &Channel| channel_name(*channel).to_owned();
        let (_, channel) = choice(ui, "Channel", half, &display.channel, CHANNELS, shown);
        display.channel = channel.unwrap_or(display.channel);
        let shown = |span: &DisplayRange| match span {
            DisplayRange::Unit => "0 to 1".to_owned(),
            DisplayRange::Fit => "fit range".to_owned(),
            DisplayRange::Between(low, high) => format!("{low} to {high}"),
        };
        let spans = [DisplayRange::Unit, DisplayRange::Fit, DisplayRange::Between(-1.0, 1.0)];
        let (_, span) = choice(ui, "Range", half, &display.span, spans, shown);
        display.span = span.unwrap_or(display.span);
    });
    row(ui, "z", |ui, width| {
        let spec = NumberSpec { soft: Some(-1.0..=1.0), ..NumberSpec::between(-1e6..=1e6) };
        if let (_, Some(depth)) = number(ui, "z", &spec, f64::from(preview.depth), width) {
            preview.depth = depth as f32;
        }
    });
}

/// The controls of a solid.
fn solid(ui: &mut Ui, preview: &mut Preview, requests: &mut Requests) {
    row(ui, "shape", |ui, width| shape(ui, preview, width, requests));
    row(ui, "light", |ui, width| {
        let half = (width - ui.spacing().item_spacing.x) / 2.0;
        let around = &mut preview.solid.scene.environment;
        let shown = |environment: &Environment| environment.name().to_owned();
        let (field, chosen) = choice(ui, "Environment", half, around, Environment::ALL, shown);
        field.on_hover_text("The light around the solid.");
        *around = chosen.unwrap_or(*around);
        let light = preview.solid.light();
        let shown = |light: &Option<Light>| light.map_or("as dragged", Light::name).to_owned();
        let (field, chosen) = choice(ui, "Light", half, &light, Light::ALL.map(Some), shown);
        field.on_hover_text("Where the light comes from. Drag with the right button to move it.");
        if let Some(Some(light)) = chosen {
            preview.solid.set_light(light);
        }
    });
    row(ui, "ground", |ui, width| {
        let ground = preview.solid.ground;
        let (_, new) = choice(ui, "Ground", width, &ground, Ground::ALL, |ground| ground.name().to_owned());
        preview.solid.ground = new.unwrap_or(ground);
    });
    row(ui, "scale", |ui, width| {
        let spec = NumberSpec { soft: Some(0.1..=4.0), ..NumberSpec::between(1e-4..=1e6) };
        let scale = &mut preview.solid.scene.placement.scale;
        if let (_, Some(new)) = number(ui, "scale", &spec, f64::from(*scale), width) {
            *scale = new as f32;
        }
    });
    row(ui, "relief", |ui, width| {
        let spec = NumberSpec { soft: Some(0.0..=0.1), ..NumberSpec::between(-1.0..=1.0) };
        let relief = &mut preview.solid.scene.relief;
        let (field, new) = number(ui, "relief", &spec, f64::from(*relief), width);
        field.on_hover_text("The height of the relief from the output `height` or `bump`, if there is one.");
        *relief = new.map_or(*relief, |new| new as f32);
    });
}

/// Chooses a shape, or the mesh of a file.
fn shape(ui: &mut Ui, preview: &mut Preview, width: f32, requests: &mut Requests) {
    #[derive(Clone, PartialEq)]
    enum Choice {
        Shape(Shape),
        Mesh(String),
        File,
    }
    let mesh = preview.mesh.as_ref().map(|mesh| Choice::Mesh(mesh.name()));
    let present = mesh.clone().unwrap_or(Choice::Shape(preview.solid.scene.shape));
    let shapes = Shape::ALL.into_iter().map(Choice::Shape);
    let choices = shapes.chain(mesh).chain([Choice::File]);
    let shown = |choice: &Choice| match choice {
        Choice::Shape(shape) => shape.name().replace('-', " "),
        Choice::Mesh(name) => name.clone(),
        Choice::File => "mesh of a file …".to_owned(),
    };
    let (field, chosen) = choice(ui, "Shape", width, &present, choices, shown);
    let path = preview.mesh.as_ref().map(|mesh| mesh.path().display().to_string());
    field.on_hover_text(path.unwrap_or_else(|| "A shape, or a mesh that is dropped here.".to_owned()));
    match chosen {
        Some(Choice::Shape(shape)) => preview.set_shape(shape),
        Some(Choice::File) => requests.push(Request::ChooseMesh),
        Some(Choice::Mesh(_)) | None => {}
    }
}

/// The position of the probe and the value there.
fn point(ui: &mut Ui, preview: &Preview, value: Option<&str>) {
    let Some([x, y, z, _]) = preview.probed() else { return };
    let [x, y, z] = [x, y, z].map(|side| egui::emath::round_to_decimals(f64::from(side), 3));
    let value = value.map(|value| format!(": {}", value.replace(' ', ", "))).unwrap_or_default();
    note(ui, &format!("at {x}, {y}, {z}{value}"))
        .on_hover_text("Every node shows its value at this point. Right-click the picture to remove it.");
}

fn note(ui: &mut Ui, text: &str) -> egui::Response {
    ui.add(egui::Label::new(RichText::new(text).small().weak()).truncate())
}

fn compare(ui: &mut Ui, preview: &mut Preview) {
    if let Some(held) = &mut preview.held {
        row(ui, "A to B", |ui, width| {
            let spec = NumberSpec::between(0.0..=1.0);
            if let (_, Some(wipe)) = number(ui, "compare", &spec, f64::from(held.wipe), width - 30.0) {
                held.wipe = wipe as f32;
            }
            let flip = buttons::icon(ui, icons::SWAP, "Show the other", false);
            if flip.on_hover_text("Show all of A, or all of B.").clicked() {
                held.wipe = if held.wipe < 1.0 { 1.0 } else { 0.0 };
            }
        });
    }
}

fn time(ui: &mut Ui, preview: &mut Preview) {
    row(ui, "time", |ui, width| {
        let spec = NumberSpec { soft: Some(0.0..=10.0), ..NumberSpec::between(-1e6..=1e6) };
        if let (_, Some(time)) = number(ui, "time", &spec, f64::from(preview.time), width - 30.0) {
            preview.time = time as f32;
        }
        let (icon, name) = if preview.plays { (icons::PAUSE, "Pause") } else { (icons::PLAY, "Play") };
        if buttons::icon(ui, icon, name, preview.plays).on_hover_text(name).clicked() {
            preview.plays = !preview.plays;
        }
    });
}

const CHANNELS: [Channel; 6] = [
    Channel::All,
    Channel::Component(0),
    Channel::Component(1),
    Channel::Component(2),
    Channel::Component(3),
    Channel::Luminance,
];

fn channel_name(channel: Channel) -> &'static str {
    match channel {
        Channel::All => "all channels",
        Channel::Component(0) => "red or x",
        Channel::Component(1) => "green or y",
        Channel::Component(2) => "blue or z",
        Channel::Component(_) => "alpha",
        Channel::Luminance => "luminance",
    }
}

fn row(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui, f32)) {
    const NAME: f32 = 52.0;
    let width = ui.available_width() - NAME - ui.spacing().item_spacing.x;
    ui.horizontal(|ui| {
        let size = Vec2::new(NAME, ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_size(size);
            ui.weak(name);
        });
        content(ui, width);
    });
}
