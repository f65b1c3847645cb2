//! Widgets for the fields of jobs, by what their values are.

use std::ops::RangeInclusive;

use egui::{TextEdit, Ui};
use travertine::MAX_SIDE;
use travertine_export::BETWEEN;
use travertine_jobs::flags::value::Background;
use travertine_jobs::{Field, Shape, Values};
use travertine_noise::math::linear_to_srgb;

use crate::widgets::choice::{Row, rows};
use crate::widgets::color::color;
use crate::widgets::number::{NumberSpec, number};
use crate::widgets::toggle::toggle;

/// The width of the choice of square sizes, in points.
const SQUARE: f32 = 104.0;
/// Choices of the side of a square picture.
const SIDES: [u32; 6] = [256, 512, 1024, 2048, 4096, 8192];
/// The width of what stands beside a switch, in points.
const BESIDE: f32 = 84.0;

/// The name beside a field; a switch has its own.
pub fn label(field: &Field) -> Option<String> {
    (!has_switch(field)).then(|| name(field))
}

fn has_switch(field: &Field) -> bool {
    matches!(field.shape, Shape::Switch | Shape::Optional)
}

fn name(field: &Field) -> String {
    field.name.replace('-', " ")
}

/// Shows a field with its text; returns the new one if the user changed it. That of the default is empty.
pub fn show(ui: &mut Ui, field: &Field, text: &str, width: f32) -> Option<String> {
    let default = field.default.as_deref().unwrap_or_default();
    let present = if text.is_empty() { default } else { text };
    let new = ui.scope(|ui| widget(ui, field, present, width));
    let new = if has_switch(field) || !field.choices.is_empty() {
        new.inner
    } else {
        new.response.on_hover_text(&field.help);
        new.inner
    };
    new.map(|new| if new == default { String::new() } else { new })
}

fn widget(ui: &mut Ui, field: &Field, text: &str, width: f32) -> Option<String> {
    let name = name(field);
    let with_default = field.default.is_some();
    if has_switch(field) {
        return switch(ui, field, &name, text);
    }
    if !field.choices.is_empty() && field.shape == Shape::Single {
        let unset = (!with_default).then(|| (String::new(), String::new()));
        let choices = unset.into_iter().chain(field.choices.iter().cloned());
        let value = field.choices.iter().find(|(choice, _)| choice == text).cloned().unwrap_or_default();
        let shown = |(choice, help): &(String, String)| Row {
            text: if choice.is_empty() { usual(field).unwrap_or("not set".to_owned()) } else { choice.clone() },
            description: Some(help.clone()).filter(|help| !help.is_empty()),
        };
        let (response, new) = rows(ui, &name, width, &value, choices, shown);
        response.on_hover_text(&field.help);
        return new.map(|(choice, _)| choice);
    }
    match field.values {
        Values::Size => size(ui, text, width),
        Values::VolumeSize => {
            let names = ["along x", "along y", "along z"];
            wholes(ui, &names, text, 'x', 1..=MAX_SIDE, 16..=1024, width)
        }
        Values::Range if text.contains("..") => {
            let names = [format!("first of {name}"), format!("last of {name}")];
            let names = names.each_ref().map(String::as_str);
            wholes(ui, &names, &text.replace("..", "."), '.', 0..=u32::MAX, 0..=480, width)
                .map(|new| new.replace('.', ".."))
        }
        Values::Background => background(ui, &name, text, width),
        Values::Number | Values::Whole if with_default && field.shape == Shape::Single => {
            let whole = field.values == Values::Whole;
            let hard = if whole { 0.0..=f64::from(u32::MAX) } else { -1e6..=1e6 };
            let spec = NumberSpec { soft: None, whole, ..NumberSpec::between(hard) };
            let (_, new) = number(ui, &name, &spec, text.parse().unwrap_or_default(), width);
            // Numbers of fields have single precision.
            new.map(|new| if whole { (new as u32).to_string() } else { (new as f32).to_string() })
        }
        _ => line(ui, &name, &hint(field), text, width),
    }
}

/// A switch, and beside it a value that it may have.
fn switch(ui: &mut Ui, field: &Field, name: &str, text: &str) -> Option<String> {
    let mut is_on = !text.is_empty();
    let was_on = is_on;
    toggle(ui, &mut is_on, name).on_hover_text(&field.help);
    if is_on != was_on {
        return Some(if is_on { "true".to_owned() } else { String::new() });
    }
    if !is_on || field.shape == Shape::Switch {
        return None;
    }
    let given = if text == "true" { "" } else { text };
    let new = line(ui, &format!("value of {name}"), &field.notation.to_lowercase(), given, BESIDE)?;
    Some(if new.is_empty() { "true".to_owned() } else { new })
}

/// A line of text.
pub fn line(ui: &mut Ui, name: &str, hint: &str, text: &str, width: f32) -> Option<String> {
    let mut new = text.to_owned();
    let field = ui.add(TextEdit::singleline(&mut new).hint_text(hint).desired_width(width));
    ui.ctx().accesskit_node_builder(field.id, |node| node.set_label(name));
    (new != text).then_some(new)
}

/// What an empty field shows.
fn hint(field: &Field) -> String {
    let notation = &field.notation;
    usual(field).unwrap_or_else(|| match field.shape {
        Shape::List | Shape::Named => format!("{notation}{BETWEEN} …"),
        _ => notation.clone(),
    })
}

/// The default of a field as its help gives it, if that is short.
fn usual(field: &Field) -> Option<String> {
    let of_help = || Some(field.help.rsplit_once("[default: ")?.1.split_once(']')?.0);
    let default = field.default.as_deref().or_else(of_help).filter(|default| default.len() < 16);
    default.map(|default| format!("default: {default}"))
}

/// Whole numbers with something between them.
fn wholes(
    ui: &mut Ui,
    names: &[&str],
    text: &str,
    between: char,
    hard: RangeInclusive<u32>,
    soft: RangeInclusive<u32>,
    width: f32,
) -> Option<String> {
    let gaps = (names.len() - 1) as f32 * ui.spacing().item_spacing.x;
    let width = (width - gaps) / names.len() as f32;
    let wide = |range: RangeInclusive<u32>| f64::from(*range.start())..=f64::from(*range.end());
    let spec = NumberSpec { whole: true, soft: Some(wide(soft)), ..NumberSpec::between(wide(hard)) };
    let mut values: Vec<u32> = text.split(between).filter_map(|part| part.trim().parse().ok()).collect();
    // One number stands for all.
    values.resize(names.len(), values.first().copied().unwrap_or(1));
    let mut is_new = false;
    ui.horizontal(|ui| {
        for (name, value) in names.iter().zip(&mut values) {
            if let (_, Some(new)) = number(ui, name, &spec, f64::from(*value), width) {
                (*value, is_new) = (new as u32, true);
            }
        }
    });
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    is_new.then(|| texts.join(&between.to_string()))
}

/// Width and height.
fn size(ui: &mut Ui, text: &str, width: f32) -> Option<String> {
    let sides = width - SQUARE - ui.spacing().item_spacing.x;
    let new = wholes(ui, &["width", "height"], text, 'x', 1..=MAX_SIDE, 16..=8192, sides);
    let square = SIDES.into_iter().find(|side| text == format!("{side}x{side}") || text == side.to_string());
    let shown = |side: &u32| if *side == 0 { "custom".to_owned() } else { format!("{side} × {side}") };
    let row = |side: &u32| Row::from(shown(side));
    let (_, side) = rows(ui, "Square", SQUARE, &square.unwrap_or(0), SIDES, row);
    side.map(|side| format!("{side}x{side}")).or(new)
}

/// A color, or none.
fn background(ui: &mut Ui, name: &str, text: &str, width: f32) -> Option<String> {
    let half = (width - ui.spacing().item_spacing.x) / 2.0;
    let present = text.parse().map_or(None, |Background(color)| color);
    let row = |is_color: &bool| Row::from(if *is_color { "color" } else { "transparent" }.to_owned());
    let (_, new) = rows(ui, name, half, &present.is_some(), [true, false], row);
    match (new, present) {
        (Some(true), _) => Some("#808080".to_owned()),
        (Some(false), _) => Some("none".to_owned()),
        (None, Some([red, green, blue])) => {
            let [red, green, blue, _] = color(ui, "Color of the background", [red, green, blue, 1.0], half, false)?;
            let byte = |linear: f32| (linear_to_srgb(linear.clamp(0.0, 1.0)) * 255.0).round() as u8;
            Some(format!("#{:02x}{:02x}{:02x}", byte(red), byte(green), byte(blue)))
        }
        (None, None) => None,
    }
}
