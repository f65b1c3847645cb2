//! Schemas of values: constants, wires and references to parameters.

use std::ops::RangeInclusive;

use travertine::stages::graph::definition::ValueType;
use travertine::stages::graph::formula::Formula;
use travertine::stages::graph::graph::MAX_POINTS;
use travertine::stages::graph::json::{Value, object, texts};
use travertine::stages::graph::ramp::RampSpace;
use travertine::stages::lettering::MAX_LENGTH;
use travertine::stages::program::CurveInterpolation;

use super::keywords::{any_of, bounded, number, numbers, refer, text};

/// The notations of constants for an input of the given kind. `range` bounds their numbers.
pub fn constants(value_type: &ValueType, range: Option<&RangeInclusive<f32>>) -> Vec<Value> {
    match value_type {
        // A color converts to its luminance. The range bounds the luminance, not the components.
        ValueType::Float => vec![number(range), numbers(4, 4, None), refer("hex")],
        ValueType::Vector => vec![number(range), numbers(3, 3, range)],
        ValueType::Color | ValueType::Any if range.is_none() => vec![refer("color")],
        ValueType::Color | ValueType::Any => vec![number(range), numbers(3, 4, range), refer("hex")],
        ValueType::Integer => vec![bounded("integer", range)],
        ValueType::Number => vec![number(range)],
        ValueType::Seed => vec![object([
            ("type", Value::from("integer")),
            ("minimum", Value::from(0)),
            ("maximum", Value::from(i64::from(u32::MAX))),
        ])],
        ValueType::Boolean => vec![object([("type", Value::from("boolean"))])],
        ValueType::Text | ValueType::Image | ValueType::Volume => {
            vec![object([("type", Value::from("string"))])]
        }
        ValueType::Lettering => vec![object([
            ("type", Value::from("string")),
            ("minLength", Value::from(1)),
            ("maxLength", Value::from(MAX_LENGTH as i64)),
        ])],
        ValueType::Formula => vec![object([
            ("type", Value::from("string")),
            ("minLength", Value::from(1)),
            ("maxLength", Value::from(Formula::MAX_LENGTH as i64)),
        ])],
        // The document gives the choices of a parameter.
        ValueType::Choice(names) if names.is_empty() => vec![object([("type", Value::from("string"))])],
        ValueType::Choice(_) => vec![object([("enum", texts(value_type.choices()))])],
        ValueType::Ramp => vec![refer("ramp")],
        ValueType::Curve => vec![refer("curve")],
    }
}

/// A wire.
pub fn wire() -> Value {
    object([
        ("description", Value::from("A wire from an output of a node.")),
        ("type", Value::from("object")),
        ("required", texts(["node"])),
        (
            "properties",
            object([
                ("node", text("The id of the node.")),
                ("output", text("The name of the output [default: the node's first output].")),
            ]),
        ),
        ("additionalProperties", Value::from(false)),
    ])
}

/// A reference to a parameter.
pub fn reference() -> Value {
    object([
        ("description", Value::from("A reference to a parameter of the graph.")),
        ("type", Value::from("object")),
        ("required", texts(["parameter"])),
        ("properties", object([("parameter", text("The name of the parameter."))])),
        ("additionalProperties", Value::from(false)),
    ])
}

/// A color in hexadecimal.
pub fn hex() -> Value {
    object([
        ("description", Value::from("A color in sRGB: \"#rrggbb\" or \"#rrggbbaa\".")),
        ("type", Value::from("string")),
        ("pattern", Value::from("^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$")),
    ])
}

/// A color in any notation; inputs of kind `any` take the same.
pub fn color() -> Value {
    any_of(vec![refer("hex"), numbers(3, 4, None), number(None)])
}

/// A ramp.
pub fn ramp() -> Value {
    let stop = object([
        ("type", Value::from("object")),
        ("required", texts(["position", "color"])),
        ("properties", object([("position", number(Some(&(0.0..=1.0)))), ("color", refer("color"))])),
        ("additionalProperties", Value::from(false)),
    ]);
    object([
        ("description", Value::from("Colors at positions from 0 to 1 that never decrease.")),
        ("type", Value::from("object")),
        ("required", texts(["stops"])),
        (
            "properties",
            object([
                ("stops", some(stop)),
                ("interpolation", interpolation()),
                ("space", one_of(RampSpace::ALL.map(RampSpace::name), RampSpace::Linear.name())),
            ]),
        ),
        ("additionalProperties", Value::from(false)),
    ])
}

/// A curve.
pub fn curve() -> Value {
    object([
        ("description", Value::from("A function through points [x, y] whose x never decreases.")),
        ("type", Value::from("object")),
        ("required", texts(["points"])),
        ("properties", object([("points", some(numbers(2, 2, None))), ("interpolation", interpolation())])),
        ("additionalProperties", Value::from(false)),
    ])
}

fn interpolation() -> Value {
    let names = CurveInterpolation::ALL.map(CurveInterpolation::name);
    one_of(names, CurveInterpolation::Linear.name())
}

fn one_of<const N: usize>(names: [&str; N], default: &str) -> Value {
    object([("enum", texts(names)), ("default", Value::from(default))])
}

/// A list with 1 to the maximum number of stops or points.
fn some(item: Value) -> Value {
    object([
        ("type", Value::from("array")),
        ("items", item),
        ("minItems", Value::from(1)),
        ("maxItems", Value::from(MAX_POINTS as i64)),
    ])
}
