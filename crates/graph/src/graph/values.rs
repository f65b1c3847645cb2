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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::{DefaultValue, Kind};
    use crate::diagnostic::Diagnostics;
    use crate::graph::{constants, testing};

    #[test]
    fn constants_read_back() {
        let registry = testing::registry();
        let mut inputs: Vec<_> = registry.iter().flat_map(|definition| definition.inputs.clone()).collect();
        for (kind, text) in [
            (
                Kind::Ramp,
                r##"{"stops": [{"position": 0.25, "color": [0.1, 0.2, 0.3, 0.4]}], "space": "srgb"}"##,
            ),
            (Kind::Curve, r#"{"points": [[-1, 0.1], [2, 3]], "interpolation": "smooth"}"#),
        ] {
            let value = crate::document::value_from_argument(text, 64).unwrap();
            let constant =
                constants::constant(&kind, &[], None, &value, "", &mut Diagnostics::new()).unwrap();
            inputs.push(crate::definition::InputDefinition::new("x", kind, constant));
        }
        for input in inputs {
            let DefaultValue::Constant(constant) = input.default else { continue };
            let choices = match input.kind {
                Kind::Choice(choices) => choices,
                _ => &[],
            };
            let value = Value::from(&constant);
            let read = constants::constant(&input.kind, choices, None, &value, "", &mut Diagnostics::new());
            assert_eq!(read, Some(constant));
        }
    }
}
