//! The controls of the preview: subject, channel, range, depth, time and shape.

use egui::{Button, ComboBox, RichText, Ui, Vec2};
use travertine_editing::Outline;
use travertine_editing::render::{Channel, DisplayRange, Subject};
use travertine_shape::Shape;

use super::{HeldPicture, Preview};
use crate::widgets::choice::choice;
use crate::widgets::number::{NumberSpec, number};

/// Chooses the subject.
pub fn subject(ui: &mut Ui, preview: &mut Preview, outline: &Outline, subject: Option<&Subject>) {
    ui.horizontal(|ui| {
        let width = ui.available_width() - 112.0;
        let shown = subject.map_or("nothing".to_owned(), name);
        let combo = ComboBox::from_id_salt("subject").width(width).truncate().selected_text(shown).show_ui(
            ui,
            |ui| {
                for (name, _) in &outline.document().outputs {
                    let output = Subject::Output(name.clone());
                    if ui.selectable_label(subject == Some(&output), name).clicked() {
                        preview.chosen = Some(output);
                    }
                }
                if let Some(Subject::Node(socket)) = subject {
                    ui.separator();
                    let outputs =
                        outline.definition(&socket.node).map(|definition| definition.outputs.as_slice());
                    for output in outputs.unwrap_or_default() {
                        let other =
                            Subject::Node(travertine_editing::Socket::new(&socket.node, &*output.name));
                        if ui.selectable_label(subject == Some(&other), name(&other)).clicked() {
                            preview.chosen = Some(other);
                        }
                    }
                }
            },
        );
        ui.ctx().accesskit_node_builder(combo.response.id, |node| node.set_label("Subject of the preview"));
        combo
            .response
            .on_hover_text("The subject: an output of the graph, or a node after a double-click on it.");
        let solid = ui.add_sized(Vec2::new(34.0, 20.0), Button::selectable(preview.is_solid, "3D"));
        if solid.on_hover_text("Switch between a solid and a plane.").clicked() {
            preview.toggle_solid();
        }
        let kept = preview.kept.is_some();
        let hold = ui.add_sized(Vec2::new(34.0, 20.0), Button::selectable(kept, "A|B"));
        if hold.on_hover_text("Hold this picture to compare it with later ones.").clicked() {
            preview.kept = match (&preview.kept, &preview.shown) {
                (None, Some(shown)) => Some(HeldPicture {
                    texture: shown.texture.clone(),
                    viewport: shown.viewport.clone(),
                    wipe: 0.5,
                }),
                _ => None,
            };
        }
        let fit = ui.add_sized(Vec2::new(24.0, 20.0), Button::new("⛶"));
        if fit.on_hover_text("Fit the view. Double-clicking the picture does the same.").clicked() {
            if preview.is_solid {
                preview.solid.fit();
            } else {
                preview.plane.fit();
            }
        }
    });
}

fn name(subject: &Subject) -> String {
    match subject {
        Subject::Output(name) => format!("output {name}"),
        Subject::Node(socket) => format!("{} · {}", socket.node, socket.name),
    }
}

/// The controls of a plane; `value` is the probed value.
pub fn plane(ui: &mut Ui, preview: &mut Preview, value: Option<&str>) {
    compare(ui, preview);
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
    row(ui, "", |ui, _| {
        let display = &mut preview.display;
        toggle(ui, &mut display.false_color, "false color", "Numbers in color, from violet to yellow.");
        toggle(
            ui,
            &mut display.mark_outside,
            "mark out of range",
            "Values below the range are blue, values above it red.",
        );
        toggle(ui, &mut preview.tiles, "3 × 3", "Repeat the unit square 3 × 3 times to show its seams.");
    });
    row(ui, "z", |ui, width| {
        let spec = NumberSpec { soft: Some(-1.0..=1.0), ..NumberSpec::between(-1e6..=1e6) };
        if let (_, Some(depth)) = number(ui, "z", &spec, f64::from(preview.depth), width) {
            preview.depth = depth as f32;
        }
    });
    time(ui, preview);
    if preview.probe.is_some() {
        point(ui, preview, value);
    } else if let Some(shown) = &preview.shown {
        let ranges = shown.picture.observed.iter().take(4).map(|[low, high]| {
            let short = |value: f32| format!("{}", egui::emath::round_to_decimals(f64::from(value), 3));
            format!("{} … {}", short(*low), short(*high))
        });
        let text = ranges.collect::<Vec<_>>().join("   ");
        note(ui, &text).on_hover_text("Minimum and maximum of each component in the picture.");
    }
}

/// The controls of a solid; `value` is the probed value.
pub fn solid(ui: &mut Ui, preview: &mut Preview, value: Option<&str>) {
    compare(ui, preview);
    row(ui, "shape", |ui, width| {
        let shape = preview.solid.scene.shape;
        if let (_, Some(shape)) =
            choice(ui, "Shape", width, &shape, Shape::ALL, |shape| shape.name().to_owned())
        {
            preview.solid.set_shape(shape);
            preview.probe = None;
        }
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
    time(ui, preview);
    if preview.probe.is_some() {
        point(ui, preview, value);
    } else {
        note(ui, "drag: turn · right drag: move the light · click: values");
    }
}

/// The position of the probe and the value there.
fn point(ui: &mut Ui, preview: &Preview, value: Option<&str>) {
    let Some([x, y, z, _]) = preview.probed() else { return };
    let [x, y, z] = [x, y, z].map(|side| egui::emath::round_to_decimals(f64::from(side), 3));
    let value = value.map(|value| format!(" it is {value}")).unwrap_or_default();
    note(ui, &format!("at {x}, {y}, {z}{value}"))
        .on_hover_text("Every node shows its value at this point. Right-click the picture to remove it.");
}

fn note(ui: &mut Ui, text: &str) -> egui::Response {
    ui.add(egui::Label::new(RichText::new(text).small().weak()).truncate())
}

fn compare(ui: &mut Ui, preview: &mut Preview) {
    if let Some(kept) = &mut preview.kept {
        row(ui, "compare", |ui, width| {
            let spec = NumberSpec::between(0.0..=1.0);
            if let (_, Some(wipe)) = number(ui, "compare", &spec, f64::from(kept.wipe), width - 30.0) {
                kept.wipe = wipe as f32;
            }
            let flip = ui.add_sized(Vec2::new(24.0, 20.0), Button::new("↔"));
            if flip.on_hover_text("Show one picture completely, or the other.").clicked() {
                kept.wipe = if kept.wipe < 1.0 { 1.0 } else { 0.0 };
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
        let text = if preview.plays { "⏸" } else { "▶" };
        let play = ui.add_sized(Vec2::new(24.0, 20.0), Button::selectable(preview.plays, text));
        if play.on_hover_text("Play.").clicked() {
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

fn toggle(ui: &mut Ui, value: &mut bool, name: &str, explanation: &str) {
    if ui.add(Button::selectable(*value, name)).on_hover_text(explanation).clicked() {
        *value = !*value;
    }
}
