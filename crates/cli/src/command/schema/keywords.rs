//! Builders for the keywords of JSON Schema.

use std::ops::RangeInclusive;

use travertine::stages::graph::definition::LEAST_ABOVE_0;
use travertine::stages::graph::document::MAX_NAME;
use travertine::stages::graph::json::{self, Value, object, texts};

/// A reference to a definition of the schema.
pub fn refer(definition: &str) -> Value {
    object([("$ref", Value::from(format!("#/$defs/{definition}").as_str()))])
}

/// A number within a range.
pub fn number(range: Option<&RangeInclusive<f32>>) -> Value {
    bounded("number", range)
}

/// A list of `least` to `most` numbers within a range.
pub fn numbers(least: i64, most: i64, range: Option<&RangeInclusive<f32>>) -> Value {
    object([
        ("type", Value::from("array")),
        ("items", number(range)),
        ("minItems", Value::from(least)),
        ("maxItems", Value::from(most)),
    ])
}

/// A `number` or `integer` within a range.
pub fn bounded(type_name: &str, range: Option<&RangeInclusive<f32>>) -> Value {
    let mut members = vec![("type".to_owned(), Value::from(type_name))];
    let mut bound = |key: &str, value: f32| members.push((key.to_owned(), json::number(value)));
    if let Some(range) = range {
        let (start, end) = (*range.start(), *range.end());
        // The least and the greatest float mean that there is no bound.
        if start == LEAST_ABOVE_0 {
            bound("exclusiveMinimum", 0.0);
        } else if start > f32::MIN {
            bound("minimum", start);
        }
        if end < f32::MAX {
            bound("maximum", end);
        }
    }
    Value::Object(members)
}

/// A string with a description.
pub fn text(description: &str) -> Value {
    object([("description", Value::from(description)), ("type", Value::from("string"))])
}

/// A schema that accepts whatever one of the alternatives accepts.
pub fn any_of(mut alternatives: Vec<Value>) -> Value {
    match alternatives.len() {
        1 => alternatives.remove(0),
        _ => object([("anyOf", Value::List(alternatives))]),
    }
}

/// Adds a description to a schema.
pub fn described(schema: Value, description: &str) -> Value {
    with(schema, "description", Value::from(description))
}

/// Adds a member to a schema.
pub fn with(schema: Value, key: &str, value: Value) -> Value {
    match schema {
        Value::Object(mut members) => {
            members.push((key.to_owned(), value));
            Value::Object(members)
        }
        other => other,
    }
}

/// Applies the schema `then` where the member `type` exists and satisfies `node_type`.
pub fn if_type(node_type: Value, then: Value) -> Value {
    let condition = object([("properties", object([("type", node_type)])), ("required", texts(["type"]))]);
    object([("if", condition), ("then", then)])
}

/// The name of a node, a parameter, a preset, an output, a frame or a target.
pub fn name() -> Value {
    object([
        ("minLength", Value::from(1)),
        ("maxLength", Value::from(MAX_NAME as i64)),
        // Control characters by their codes: not every validator knows classes of Unicode.
        ("pattern", Value::from(r"^[^\u0000-\u001f\u007f-\u009f]*$")),
    ])
}
