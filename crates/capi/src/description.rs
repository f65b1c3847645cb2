//! Descriptions as JSON: of textures, of the ranges of outputs, of diagnostics.

use travertine::document::Value;
use travertine::{Diagnostic, Diagnostics, Error, Interval, Parameter, Preset, Texture};

/// The texture: name, parameters, presets and outputs.
pub fn texture(texture: &Texture) -> String {
    let graph = texture.graph();
    let outputs = graph.outputs.iter().map(|output| {
        object([
            ("name", Value::from(output.name.as_str())),
            ("type", Value::from(output.value_type.name())),
            // At most 4.
            ("channels", Value::from(output.value_type.width() as u32)),
        ])
    });
    object([
        ("name", Value::from(graph.name.as_deref().unwrap_or_default())),
        ("description", Value::from(graph.description.as_deref().unwrap_or_default())),
        ("parameters", Value::List(texture.parameters().map(|known| parameter(&known)).collect())),
        ("presets", Value::List(texture.presets().map(|known| preset(&known)).collect())),
        ("outputs", Value::List(outputs.collect())),
    ])
    .to_string()
}

fn preset(preset: &Preset) -> Value {
    object([
        ("name", Value::from(preset.name)),
        ("description", Value::from(preset.description)),
        ("values", object(preset.values.iter().map(|(name, value)| (*name, Value::from(*value))))),
    ])
}

fn parameter(parameter: &Parameter) -> Value {
    let range = parameter.range.as_ref();
    let choices = parameter.choices.iter().map(|choice| Value::from(choice.as_str()));
    object([
        ("name", Value::from(parameter.name)),
        ("type", Value::from(parameter.value_type.to_string())),
        ("description", Value::from(parameter.description)),
        ("unit", Value::from(parameter.unit)),
        // An infinite end becomes null.
        ("range", range.map_or(Value::Null, |range| Value::from([*range.start(), *range.end()]))),
        ("choices", Value::List(choices.collect())),
        ("default", Value::from(parameter.default)),
        ("value", Value::from(parameter.value)),
    ])
}

/// The proven ranges of the outputs.
///
/// # Errors
///
/// If the graph unfolds into too many operations.
pub fn ranges(texture: &Texture) -> Result<String, Error> {
    let end = |end: f32| if end.abs() == f32::MAX { Value::Null } else { Value::from(end) };
    let range = |range: &Interval| Value::List(vec![end(range.min), end(range.max)]);
    let ranges = texture.ranges()?;
    let outputs = texture.outputs().zip(&ranges).map(|(name, ranges)| {
        object([("name", Value::from(name)), ("ranges", Value::List(ranges.iter().map(range).collect()))])
    });
    Ok(Value::List(outputs.collect()).to_string())
}

/// Diagnostics as a list.
pub fn diagnostics(diagnostics: &Diagnostics) -> String {
    Value::List(diagnostics.iter().map(diagnostic).collect()).to_string()
}

fn diagnostic(diagnostic: &Diagnostic) -> Value {
    let place = diagnostic.location.into_iter();
    let place = place.flat_map(|place| [("line", place.line), ("column", place.column)]);
    let texts = [("expected", &diagnostic.expected), ("help", &diagnostic.help)];
    let texts = texts.into_iter().filter_map(|(key, text)| Some((key, Value::from(text.as_deref()?))));
    let members = [
        ("severity", Value::from(diagnostic.severity.to_string())),
        ("pointer", Value::from(diagnostic.pointer.as_str())),
        ("message", Value::from(diagnostic.message.as_str())),
    ];
    object(members.into_iter().chain(place.map(|(key, number)| (key, Value::from(number)))).chain(texts))
}

fn object<'k>(members: impl IntoIterator<Item = (&'k str, Value)>) -> Value {
    Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}
