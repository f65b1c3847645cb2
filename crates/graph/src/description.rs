//! Definitions as JSON.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::definition::{DefaultValue, Definition, InputDefinition, OutputDefinition, OutputType, Text, ValueType};
use crate::json::{Value, Writer, number, object, texts};

/// A JSON list of definitions: types, inputs and outputs with all that describes them.
pub fn definitions_as_json(definitions: &[&Arc<Definition>]) -> String {
    let mut writer = Writer::new();
    writer.value(&Value::List(definitions.iter().map(|definition| one(definition)).collect()));
    writer.finish()
}

fn one(definition: &Definition) -> Value {
    object([
        ("type", Value::from(definition.type_name().as_str())),
        ("version", Value::from(i64::from(definition.version))),
        ("label", Value::from(&definition.label)),
        ("category", Value::from(definition.category())),
        ("description", Value::from(&definition.description)),
        ("search", texts(definition.search.iter().map(Text::as_ref))),
        ("inputs", Value::List(definition.inputs.iter().map(input).collect())),
        ("outputs", Value::List(definition.outputs.iter().map(output).collect())),
    ])
}

fn input(input: &InputDefinition) -> Value {
    let choices = match &input.value_type {
        kind @ ValueType::Choice(_) => texts(kind.choices()),
        _ => Value::Null,
    };
    let enabled_at = match input.enabled_at {
        [] => Value::Null,
        choices => texts(choices.iter().copied()),
    };
    let default = match &input.default {
        DefaultValue::Constant(constant) => Value::from(constant),
        DefaultValue::Position | DefaultValue::Noise | DefaultValue::Required => Value::Null,
    };
    object([
        ("name", Value::from(&input.name)),
        ("type", Value::from(input.value_type.name())),
        ("setting", Value::from(input.value_type.is_setting())),
        ("choices", choices),
        ("required", Value::from(input.default == DefaultValue::Required)),
        ("default", default),
        ("range", range(input.hard.as_ref())),
        ("usual_range", range(input.soft.as_ref())),
        ("step", input.step.map_or(Value::Null, number)),
        ("unit", Value::from(&input.unit)),
        ("enabled_by", input.enabled_by.as_ref().map_or(Value::Null, Value::from)),
        ("enabled_at", enabled_at),
        ("secondary", Value::from(input.secondary)),
        ("description", Value::from(&input.description)),
    ])
}

fn output(output: &OutputDefinition) -> Value {
    let (value_type, like) = match &output.value_type {
        OutputType::Fixed(value_type) => (Value::from(value_type.name()), Value::Null),
        OutputType::Like(names) => (Value::Null, texts(names.iter().map(Text::as_ref))),
    };
    object([
        ("name", Value::from(&output.name)),
        ("type", value_type),
        ("like", like),
        ("description", Value::from(&output.description)),
    ])
}

/// The ends of a range, null for an open end; null if there is no range.
fn range(range: Option<&RangeInclusive<f32>>) -> Value {
    match range {
        Some(range) => Value::List(vec![number(*range.start()), number(*range.end())]),
        None => Value::Null,
    }
}
