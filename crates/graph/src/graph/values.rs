//! Constants back to JSON, as an editor writes them into a document.

use crate::constant::Constant;
use crate::json::{Number, Value};

impl From<&Constant> for Value {
    /// The value that reads back as this constant; floats that are not finite become 0.
    fn from(constant: &Constant) -> Value {
        match constant {
            Constant::Float(value) => float(*value),
            Constant::Vector(values) => floats(values),
            Constant::Color(values) => color(values),
            Constant::Integer(value) => Value::from(*value),
            Constant::Seed(value) => Value::from(i64::from(*value)),
            Constant::Boolean(value) => Value::from(*value),
            Constant::Choice(text) | Constant::Text(text) => Value::from(text.as_str()),
            Constant::Ramp(ramp) => {
                let stops = ramp
                    .stops
                    .iter()
                    .map(|stop| object([("position", float(stop.position)), ("color", color(&stop.color))]));
                object([
                    ("stops", Value::List(stops.collect())),
                    ("interpolation", Value::from(ramp.interpolation.name())),
                    ("space", Value::from(ramp.space.name())),
                ])
            }
            Constant::Curve(curve) => {
                let points = curve.points.iter().map(|point| floats(point));
                object([
                    ("points", Value::List(points.collect())),
                    ("interpolation", Value::from(curve.interpolation.name())),
                ])
            }
        }
    }
}

fn float(value: f32) -> Value {
    Number::from_f32(value).map_or(Value::from(0), Value::Number)
}

fn floats(values: &[f32]) -> Value {
    Value::List(values.iter().map(|value| float(*value)).collect())
}

fn color(values: &[f32; 4]) -> Value {
    let shown = if values[3] == 1.0 { &values[..3] } else { &values[..] };
    floats(shown)
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(members.map(|(key, value)| (key.to_owned(), value)).into())
}
