//! A number field: drag it like a slider, or click and type arithmetic.

use std::ops::RangeInclusive;

use egui::{CursorIcon, DragValue, Rect, Response, Shape, Ui, Vec2};
use travertine_editing::arithmetic;
use travertine_editing::slider::Slider;
use travertine_graph::definition::{InputDefinition, Text, ValueType};

use crate::theme::Palette;

/// The limits of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberSpec {
    /// The accepted range.
    pub hard: RangeInclusive<f64>,
    /// The range of the slider; without one, dragging has no end.
    pub soft: Option<RangeInclusive<f64>>,
    /// The step to which dragging rounds.
    pub step: Option<f64>,
    /// The unit.
    pub unit: Text,
    /// Whether only whole numbers are accepted.
    pub whole: bool,
}

impl NumberSpec {
    /// The limits of the numbers of an input.
    pub fn of(input: &InputDefinition) -> NumberSpec {
        if input.value_type == ValueType::Seed {
            return NumberSpec::seeds();
        }
        let wide = |range: &RangeInclusive<f32>| f64::from(*range.start())..=f64::from(*range.end());
        let whole = input.value_type == ValueType::Integer;
        let unbounded = if whole { -1e15..=1e15 } else { f64::from(f32::MIN)..=f64::from(f32::MAX) };
        let hard = input.hard.as_ref().map(wide);
        // Without a range for the slider, the accepted range serves if it is short.
        let short = |range: &RangeInclusive<f64>| range.end() - range.start() <= 1e4;
        NumberSpec {
            soft: input.soft.as_ref().map(wide).or_else(|| hard.clone().filter(short)),
            hard: hard.unwrap_or(unbounded),
            step: input.step.map(f64::from),
            unit: input.unit.clone(),
            whole,
        }
    }

    /// A number in a range that the slider covers.
    pub fn between(range: RangeInclusive<f64>) -> NumberSpec {
        NumberSpec { hard: range.clone(), soft: Some(range), step: None, unit: "".into(), whole: false }
    }

    /// Seeds.
    pub fn seeds() -> NumberSpec {
        let hard = 0.0..=f64::from(u32::MAX);
        NumberSpec { hard, soft: None, step: Some(1.0), unit: "".into(), whole: true }
    }

    /// The change per point of dragging, in a field of this width.
    fn speed(&self, width: f32, value: f64) -> f64 {
        match &self.soft {
            Some(soft) => (soft.end() - soft.start()) / f64::from(width.max(1.0)),
            None if self.whole => 0.1,
            None => (value.abs() * 0.01).max(0.01),
        }
    }

    fn rounded(&self, value: f64) -> f64 {
        let step = if self.whole { Some(self.step.unwrap_or(1.0).max(1.0)) } else { self.step };
        match step {
            Some(step) if step > 0.0 => (value / step).round() * step,
            _ => value,
        }
    }
}

/// A field of a width in points. Returns the new value if the user changed it: by dragging, within the slider's range
/// and on its steps; by typing, within the accepted range.
pub fn number(ui: &mut Ui, name: &str, spec: &NumberSpec, value: f64, width: f32) -> (Response, Option<f64>) {
    let palette = Palette::of(ui);
    let background = ui.painter().add(Shape::Noop);
    let mut changed = None;
    let held = std::cell::Cell::new(value);
    let slider = spec.soft.clone().map(|soft| Slider::new(soft, spec.whole));
    let by_factors = slider.as_ref().filter(|slider| slider.is_logarithmic);
    let (response, dragged, typing) = ui
        .scope(|ui| {
            // The id of the field, which is known only in this scope.
            let id = ui.next_auto_id();
            let dragged = ui.ctx().is_being_dragged(id);
            let typing = ui.memory_mut(|memory| {
                // The field would request the focus only after its text is set.
                memory.interested_in_focus(id, ui.layer_id());
                memory.has_focus(id)
            });
            // A click selects the text, which the user types over.
            let is_exact = typing || ui.ctx().read_response(id).is_some_and(|field| field.clicked());
            // A typed value beyond the slider's range can be dragged, too.
            let range = match (&spec.soft, dragged) {
                (Some(soft), true) => {
                    soft.start().min(value).max(*spec.hard.start())..=soft.end().max(value).min(*spec.hard.end())
                }
                _ => spec.hard.clone(),
            };
            ui.spacing_mut().interact_size.x = width;
            // The text of a narrow field has the whole width: wider text would push the fields next to it.
            ui.spacing_mut().button_padding.x = 1.0;
            let widgets = &mut ui.visuals_mut().widgets;
            for state in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active] {
                state.weak_bg_fill = egui::Color32::TRANSPARENT;
            }
            let field = DragValue::from_get_set(|new| {
                // Where equal ways are equal factors, a drag is followed below.
                if let Some(new) = new.filter(|_| !dragged || by_factors.is_none()) {
                    let new = if dragged || spec.whole { spec.rounded(new) } else { new };
                    // An unedited text gives the same number.
                    if exact(new) != exact(held.get()) {
                        held.set(new);
                        changed = Some(new);
                    }
                }
                held.get()
            })
            .range(range)
            .clamp_existing_to_range(false)
            .speed(spec.speed(width, value))
            .update_while_editing(false)
            .custom_formatter(|value, _| if is_exact { exact(value) } else { shown(value) })
            .custom_parser(|text| arithmetic::evaluate(text).ok());
            (ui.add(field), dragged, typing)
        })
        .inner;
    if let (Some(slider), true) = (by_factors, dragged) {
        let new = spec.rounded(drag_by_factors(ui, &response, slider, value, width));
        if exact(new) != exact(value) {
            held.set(new);
            changed = Some(new);
        }
    }
    if !typing {
        let rect = response.rect;
        let fill = if response.hovered() || dragged { palette.field_hovered } else { palette.field };
        let mut shapes = vec![Shape::rect_filled(rect, 4.0, fill)];
        if let Some(slider) = &slider {
            let [from, to] = slider.filled(held.get()).map(|part| egui::lerp(rect.x_range(), part as f32));
            if to - from >= 1.0 {
                let turned = Rect::from_x_y_ranges(from..=to, rect.y_range());
                shapes.push(Shape::rect_filled(turned, 4.0, palette.fill));
            }
        }
        ui.painter().set(background, Shape::Vec(shapes));
    }
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
    let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
    (response, changed)
}

/// The number after a drag along a slider on which equal ways are equal factors: the roundest one near the pointer.
fn drag_by_factors(ui: &Ui, response: &Response, slider: &Slider, value: f64, width: f32) -> f64 {
    let memory = response.id.with("dragged to");
    let (is_slow, aim) = ui.input(|input| (input.modifiers.shift_only(), f64::from(input.aim_radius())));
    let way = |points: f64| points / f64::from(width.max(1.0)) * if is_slow { 0.1 } else { 1.0 };
    let delta = response.drag_delta();
    if delta == Vec2::ZERO {
        return value;
    }
    let before = ui.data(|data| data.get_temp::<f64>(memory)).filter(|_| !response.drag_started()).unwrap_or(value);
    let precise = slider.moved(before, way(f64::from(delta.x - delta.y)));
    ui.data_mut(|data| data.insert_temp(memory, precise));
    let near = |points: f64| slider.moved(precise, way(points));
    let rounded = egui::emath::smart_aim::best_in_range_f64(near(-aim), near(aim));
    // A typed value beyond the slider's range can be dragged, too.
    rounded.clamp(slider.range().start().min(value), slider.range().end().max(value))
}

/// A number with few enough digits for a field.
pub fn shown(value: f64) -> String {
    let exact = exact(value);
    if exact.len() <= 7 {
        return exact;
    }
    let rounded = egui::emath::round_to_decimals(value, 4);
    let text = (rounded as f32).to_string();
    // Small numbers keep their first digits.
    if text.len() <= 9 && (rounded - value).abs() <= 1e-3 * value.abs() { text } else { format!("{value:.2e}") }
}

/// A number with all its digits.
fn exact(value: f64) -> String {
    let single = value as f32;
    let (plain, scientific) = match f64::from(single) == value {
        true => (single.to_string(), format!("{single:e}")),
        false => (value.to_string(), format!("{value:e}")),
    };
    if plain.len() <= 12 { plain } else { scientific }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dragging_rounds_to_steps_and_typing_stays_in_range() {
        let octaves = NumberSpec::of(&InputDefinition::integer("octaves", 1).hard(1.0..=32.0).soft(1.0..=8.0));
        assert_eq!((octaves.hard.clone(), octaves.soft.clone()), (1.0..=32.0, Some(1.0..=8.0)));
        assert_eq!(octaves.rounded(3.4), 3.0);
        let angle = NumberSpec::of(&InputDefinition::float("angle", 0.0).step(15.0));
        assert_eq!(angle.rounded(50.0), 45.0);
        assert_eq!(angle.soft, None);
    }

    #[test]
    fn numbers_are_shown_with_few_digits() {
        assert_eq!(shown(0.1), "0.1");
        assert_eq!(shown(f64::from(1.0f32 / 3.0)), "0.3333");
        assert_eq!(shown(2.0), "2");
        assert_eq!(shown(123456.0), "123456");
        assert_eq!(shown(1e-9), "1.00e-9");
        assert_eq!(shown(f64::from(u32::MAX)), "4.29e9");
        assert_eq!(shown(f64::from(f32::MIN)), "-3.40e38");
        assert_eq!(shown(-123.456789), "-123.4568");
        assert_eq!(shown(0.000125), "1.25e-4");
    }

    #[test]
    fn a_selected_number_has_all_its_digits() {
        for number in [1.0 / 3.0, 1e-9, -1e-30, f32::MAX, 123.456_79, 0.1, 0.0] {
            let text = exact(f64::from(number));
            assert_eq!(arithmetic::evaluate(&text).unwrap() as f32, number, "{text}");
        }
        for number in [f64::from(u32::MAX), 16_777_217.0, 0.1, 1e15] {
            assert_eq!(arithmetic::evaluate(&exact(number)).unwrap(), number);
        }
    }
}
