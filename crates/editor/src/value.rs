//! Constants as documents write them.

use egui::Color32;
use travertine_graph::constant::Constant;
use travertine_graph::curve::{Curve, CurveInterpolation};
use travertine_graph::json::{Number, Value};
use travertine_graph::ramp::{Ramp, RampSpace};

use crate::widgets::color::{from_screen, to_screen};

/// The value that a document holds for a constant; what a document would leave out is left out.
pub fn value_of(constant: &Constant) -> Value {
    match constant {
        Constant::Float(value) => number(*value),
        Constant::Vector(values) => numbers(values),
        Constant::Color(color) => color_value(*color),
        Constant::Integer(value) => Value::from(*value),
        Constant::Seed(value) => Value::from(i64::from(*value)),
        Constant::Boolean(value) => Value::from(*value),
        Constant::Choice(text) | Constant::Text(text) => Value::from(text.as_str()),
        Constant::Ramp(ramp) => ramp_value(ramp),
        Constant::Curve(curve) => curve_value(curve),
    }
}

fn number(value: f32) -> Value {
    // Every constant is finite.
    Value::Number(Number::from_f32(value).unwrap_or(Number::from(0)))
}

fn numbers(values: &[f32]) -> Value {
    Value::List(values.iter().map(|value| number(*value)).collect())
}

/// As text where text says the same, for that is what a reader understands.
fn color_value(color: [f32; 4]) -> Value {
    let shown: Color32 = to_screen(color);
    if color[3] == 1.0 && from_screen(shown) == color {
        return Value::from(format!("#{:02x}{:02x}{:02x}", shown.r(), shown.g(), shown.b()).as_str());
    }
    numbers(if color[3] == 1.0 { &color[..3] } else { &color })
}

fn ramp_value(ramp: &Ramp) -> Value {
    let stop = |stop: &travertine_graph::ramp::Stop| {
        object([("position", number(stop.position)), ("color", color_value(stop.color))])
    };
    let mut members = vec![("stops", Value::List(ramp.stops.iter().map(stop).collect()))];
    members.extend(interpolation(ramp.interpolation));
    if ramp.space != RampSpace::Linear {
        members.push(("space", Value::from(ramp.space.name())));
    }
    object(members)
}

fn curve_value(curve: &Curve) -> Value {
    let mut members =
        vec![("points", Value::List(curve.points.iter().map(|point| numbers(point)).collect()))];
    members.extend(interpolation(curve.interpolation));
    object(members)
}

fn interpolation(interpolation: CurveInterpolation) -> Option<(&'static str, Value)> {
    let said = interpolation != CurveInterpolation::Linear;
    said.then(|| ("interpolation", Value::from(interpolation.name())))
}

fn object<'a>(members: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

#[cfg(test)]
mod tests {
    use travertine::registry;
    use travertine_graph::definition::DefaultValue;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for definition in registry().iter() {
            for input in &definition.inputs {
                if let DefaultValue::Constant(default) = &input.default {
                    let written = value_of(default);
                    assert_eq!(input.constant(&written).as_ref(), Ok(default), "{} {}", definition.id, input.name);
                }
            }
        }
    }

    #[test]
    fn colours_are_text_where_text_says_the_same() {
        let orange = from_screen(Color32::from_rgb(0xff, 0x80, 0x00));
        assert_eq!(value_of(&Constant::Color(orange)).to_string(), "\"#ff8000\"");
        assert_eq!(value_of(&Constant::Color([2.0, 0.5, 0.25, 1.0])).to_string(), "[2, 0.5, 0.25]");
        assert_eq!(value_of(&Constant::Color([0.5, 0.5, 0.5, 0.25])).to_string(), "[0.5, 0.5, 0.5, 0.25]");
    }
}
