//! Constants as JSON, as an editor writes them into a document.

use travertine_noise::math::{linear_to_srgb, srgb_to_linear};
use travertine_program::CurveInterpolation;

use crate::constant::Constant;
use crate::json::{Number, Value};
use crate::ramp::RampSpace;

impl From<&Constant> for Value {
    /// The JSON value that reads back as this constant. Floats that are not finite become 0.
    fn from(constant: &Constant) -> Value {
        match constant {
            Constant::Float(value) => float(*value),
            Constant::Vector(values) => floats(values),
            Constant::Color(values) => color(values),
            Constant::Integer(value) => Value::from(*value),
            Constant::Seed(value) => Value::from(i64::from(*value)),
            Constant::Boolean(value) => Value::from(*value),
            Constant::Choice(text) | Constant::Text(text) => Value::from(text.as_str()),
            Constant::Image(image) => Value::from(image.name.as_str()),
            Constant::Formula(formula) => Value::from(formula.text()),
            Constant::Ramp(ramp) => {
                let stops = ramp
                    .stops
                    .iter()
                    .map(|stop| object([("position", float(stop.position)), ("color", color(&stop.color))]));
                let space = (ramp.space != RampSpace::Linear).then(|| ("space", Value::from(ramp.space.name())));
                let stops = ("stops", Value::List(stops.collect()));
                object([stops].into_iter().chain(interpolation(ramp.interpolation)).chain(space))
            }
            Constant::Curve(curve) => {
                let points = curve.points.iter().map(|point| floats(point));
                let points = ("points", Value::List(points.collect()));
                object([points].into_iter().chain(interpolation(curve.interpolation)))
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

/// Hexadecimal text if it is exact, because readers understand it best.
fn color(values: &[f32; 4]) -> Value {
    let [red, green, blue, alpha] = *values;
    let byte = |linear: f32| (linear_to_srgb(linear.clamp(0.0, 1.0)) * 255.0).round() as u8;
    let bytes = [red, green, blue].map(byte);
    let is_same = |(byte, linear): (&u8, f32)| srgb_to_linear(f32::from(*byte) / 255.0) == linear;
    if alpha == 1.0 && bytes.iter().zip([red, green, blue]).all(is_same) {
        let [red, green, blue] = bytes;
        return Value::from(format!("#{red:02x}{green:02x}{blue:02x}").as_str());
    }
    floats(if alpha == 1.0 { &values[..3] } else { values })
}

/// The interpolation, unless it is the default.
fn interpolation(interpolation: CurveInterpolation) -> Option<(&'static str, Value)> {
    let is_said = interpolation != CurveInterpolation::Linear;
    is_said.then(|| ("interpolation", Value::from(interpolation.name())))
}

fn object<'a>(members: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::{DefaultValue, ValueType};
    use crate::diagnostic::Diagnostics;
    use crate::graph::{constants, testing};

    #[test]
    fn colors_are_text_where_text_says_the_same() {
        let written = |color| Value::from(&Constant::Color(color)).to_string();
        assert_eq!(written([1.0, srgb_to_linear(128.0 / 255.0), 0.0, 1.0]), "\"#ff8000\"");
        assert_eq!(written([2.0, 0.5, 0.25, 1.0]), "[2, 0.5, 0.25]");
        assert_eq!(written([0.5, 0.5, 0.5, 0.25]), "[0.5, 0.5, 0.5, 0.25]");
    }

    #[test]
    fn constants_read_back() {
        let registry = testing::registry();
        let mut inputs: Vec<_> = registry.iter().flat_map(|definition| definition.inputs.clone()).collect();
        for (value_type, text) in [
            (ValueType::Ramp, r##"{"stops": [{"position": 0.25, "color": [0.1, 0.2, 0.3, 0.4]}], "space": "srgb"}"##),
            (ValueType::Curve, r#"{"points": [[-1, 0.1], [2, 3]], "interpolation": "smooth"}"#),
            (ValueType::Formula, r#"" fract(x*8)+a ""#),
        ] {
            let value = crate::document::value_from_argument(text, 64).unwrap();
            let constant = constants::constant(&value_type, &[], None, &value, "", &mut Diagnostics::new()).unwrap();
            inputs.push(crate::definition::InputDefinition::new("x", value_type, constant));
        }
        for input in inputs {
            let DefaultValue::Constant(constant) = input.default else { continue };
            let choices = input.value_type.choices();
            let value = Value::from(&constant);
            let read = constants::constant(&input.value_type, &choices, None, &value, "", &mut Diagnostics::new());
            assert_eq!(read, Some(constant));
        }
    }
}
