//! The schema of nodes: the inputs of each type.

use travertine::Registry;
use travertine::stages::graph::definition::{DefaultValue, Definition, InputDefinition};
use travertine::stages::graph::json::{Value, object, texts};

use super::keywords::{any_of, if_type, refer, with};
use super::{groups, values};

/// A node. Its type decides which inputs it has.
pub fn node(registry: &Registry) -> Value {
    let muted = "Whether the node only passes on the wires into it.";
    let cases = registry.iter().map(|definition| case(definition)).chain([groups::iterations()]);
    object([
        ("type", Value::from("object")),
        ("required", texts(["type"])),
        (
            "properties",
            object([
                ("type", types(registry)),
                (
                    "muted",
                    object([
                        ("description", Value::from(muted)),
                        ("type", Value::from("boolean")),
                        ("default", Value::from(false)),
                    ]),
                ),
                (
                    "inputs",
                    object([
                        ("description", Value::from("Constants, wires and parameters, by input name.")),
                        ("type", Value::from("object")),
                    ]),
                ),
            ]),
        ),
        ("additionalProperties", Value::from(false)),
        ("allOf", Value::List(cases.collect())),
    ])
}

/// The names of all types. Text editors offer the constants; the pattern also allows `@1`.
fn types(registry: &Registry) -> Value {
    let name = |definition: &Definition| {
        object([
            ("const", Value::from(definition.type_name().as_str())),
            ("title", Value::from(&definition.label)),
            ("description", Value::from(&definition.description)),
        ])
    };
    let first: Vec<&str> = registry.iter().filter(|each| each.version == 1).map(|each| each.id.as_str()).collect();
    let pattern = format!("^({})@1$", first.join("|"));
    let with_version = object([("type", Value::from("string")), ("pattern", Value::from(pattern.as_str()))]);
    let names = registry.iter().map(|definition| name(definition)).chain([with_version, groups::types()]);
    object([("anyOf", Value::List(names.collect()))])
}

/// The inputs of a node of a type.
fn case(definition: &Definition) -> Value {
    let Definition { id, version, inputs, .. } = definition;
    // Version 1 may be omitted.
    let pattern = if *version == 1 { format!("^{id}(@1)?$") } else { format!("^{id}@{version}$") };
    let node_type = object([("pattern", Value::from(pattern.as_str()))]);

    let properties = inputs.iter().map(|each| (each.name.to_string(), input(each))).collect();
    let allowed = object([("properties", Value::Object(properties)), ("additionalProperties", Value::from(false))]);
    let is_required = |input: &&InputDefinition| input.default == DefaultValue::Required;
    let required: Vec<&str> = inputs.iter().filter(is_required).map(|input| &*input.name).collect();
    let then = if required.is_empty() {
        object([("properties", object([("inputs", allowed)]))])
    } else {
        let allowed = with(allowed, "required", texts(required));
        object([("properties", object([("inputs", allowed)])), ("required", texts(["inputs"]))])
    };
    if_type(node_type, then)
}

fn input(input: &InputDefinition) -> Value {
    let mut alternatives = values::constants(&input.value_type, input.hard.as_ref());
    if !input.value_type.is_setting() {
        alternatives.push(refer("wire"));
    }
    alternatives.push(refer("reference"));
    let unit = if input.unit.is_empty() { String::new() } else { format!(" Unit: {}.", input.unit) };
    let description = format!("{}{unit}", input.description);
    let schema = with(any_of(alternatives), "description", Value::from(description.as_str()));
    match &input.default {
        DefaultValue::Constant(constant) => with(schema, "default", Value::from(constant)),
        DefaultValue::Position | DefaultValue::Noise | DefaultValue::Required => schema,
    }
}
