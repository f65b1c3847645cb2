//! The catalogue for programs.

use std::ops::RangeInclusive;
use std::sync::Arc;

use travertine::graph::definition::{
    DefaultValue, Definition, InputDefinition, Kind, OutputDefinition, OutputKind,
};
use travertine::graph::json::{Number, Value, Writer};

/// A list of the definitions.
pub fn all(definitions: &[&Arc<Definition>]) -> String {
    let mut writer = Writer::new();
    writer.value(&list(definitions.iter().map(|definition| one(definition))));
    writer.finish()
}

fn one(definition: &Definition) -> Value {
    object([
        ("type", Value::from(definition.type_name().as_str())),
        ("version", Value::from(i64::from(definition.version))),
        ("label", Value::from(definition.label)),
        ("category", Value::from(definition.category())),
        ("description", Value::from(definition.description)),
        ("search", list(definition.search.iter().map(|word| Value::from(*word)))),
        ("inputs", list(definition.inputs.iter().map(input))),
        ("outputs", list(definition.outputs.iter().map(output))),
    ])
}

fn input(input: &InputDefinition) -> Value {
    let choices = match input.kind {
        Kind::Choice(names) => list(names.iter().map(|name| Value::from(*name))),
        _ => Value::Null,
    };
    let default = match &input.default {
        DefaultValue::Constant(constant) => Value::from(constant),
        DefaultValue::Position | DefaultValue::Required => Value::Null,
    };
    object([
        ("name", Value::from(input.name)),
        ("type", Value::from(input.kind.name())),
        ("setting", Value::from(input.kind.is_setting())),
        ("choices", choices),
        ("required", Value::from(input.default == DefaultValue::Required)),
        ("default", default),
        ("range", range(input.hard.as_ref())),
        ("usual_range", range(input.soft.as_ref())),
        ("step", input.step.map_or(Value::Null, number)),
        ("unit", Value::from(input.unit)),
        ("description", Value::from(input.description)),
    ])
}

fn output(output: &OutputDefinition) -> Value {
    let (kind, like) = match output.kind {
        OutputKind::Fixed(kind) => (Value::from(kind.name()), Value::Null),
        OutputKind::Like(names) => (Value::Null, list(names.iter().map(|name| Value::from(*name)))),
    };
    object([
        ("name", Value::from(output.name)),
        ("type", kind),
        ("like", like),
        ("description", Value::from(output.description)),
    ])
}

/// The ends of a range; an end that is none is null.
fn range(range: Option<&RangeInclusive<f32>>) -> Value {
    match range {
        Some(range) => list([*range.start(), *range.end()].into_iter().map(number)),
        None => Value::Null,
    }
}

fn number(value: f32) -> Value {
    Number::from_f32(value).map_or(Value::Null, Value::Number)
}

fn list(values: impl Iterator<Item = Value>) -> Value {
    Value::List(values.collect())
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(members.map(|(key, value)| (key.to_owned(), value)).into())
}
