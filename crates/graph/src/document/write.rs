//! Document to JSON, in canonical form.

use super::{Document, FORMAT, Input, Node, Parameter, VERSION};
use crate::json::{Number, Value, Writer};

impl Document {
    /// The document as it is saved.
    ///
    /// The order is fixed: format, version, name, description, parameters and outputs as the user has
    /// them, nodes, inputs and layout by name, unknown fields last. Each input, each parameter, each
    /// output and each position has its own line, so that a change to one changes one line. Equal
    /// documents give equal bytes, and [`Document::parse`] gives the document back.
    pub fn to_json(&self) -> String {
        let mut writer = Writer::new();
        writer.open();
        member(&mut writer, "format", &Value::from(FORMAT));
        member(&mut writer, "version", &Value::from(VERSION));
        text(&mut writer, "name", self.name.as_deref());
        text(&mut writer, "description", self.description.as_deref());
        if !self.parameters.is_empty() {
            writer.key("parameters");
            writer.open();
            for (name, parameter) in &self.parameters {
                member(&mut writer, name, &parameter.to_value());
            }
            writer.close();
        }
        writer.key("nodes");
        writer.open();
        for (id, node) in &self.nodes {
            writer.key(id);
            node.write(&mut writer);
        }
        writer.close();
        writer.key("outputs");
        writer.open();
        for (name, source) in &self.outputs {
            member(&mut writer, name, &source.to_value());
        }
        writer.close();
        if !self.layout.is_empty() {
            writer.key("layout");
            writer.open();
            for (id, position) in &self.layout {
                // A place that is no number is none: the editor puts the node where it likes.
                if let [Some(x), Some(y)] = position.map(Number::from_f64) {
                    member(&mut writer, id, &Value::List(vec![Value::Number(x), Value::Number(y)]));
                }
            }
            writer.close();
        }
        for (key, value) in &self.extra {
            member(&mut writer, key, value);
        }
        writer.close();
        writer.finish()
    }
}

impl Node {
    fn write(&self, writer: &mut Writer) {
        writer.open();
        if !self.node_type.is_empty() {
            member(writer, "type", &Value::from(self.node_type.as_str()));
        }
        if !self.inputs.is_empty() {
            writer.key("inputs");
            writer.open();
            for (name, input) in &self.inputs {
                match input {
                    Input::Constant(value) => member(writer, name, value),
                    _ => member(writer, name, &input.to_value()),
                }
            }
            writer.close();
        }
        for (key, value) in &self.extra {
            member(writer, key, value);
        }
        writer.close();
    }
}

impl Input {
    /// The input as the file says it; the inverse of [`Input::from_value`].
    pub fn to_value(&self) -> Value {
        let object = |members: Vec<(&str, &str)>| {
            Value::Object(
                members.into_iter().map(|(key, value)| (key.to_owned(), Value::from(value))).collect(),
            )
        };
        match self {
            Input::Constant(value) => value.clone(),
            Input::Node { node, output: None } => object(vec![("node", node)]),
            Input::Node { node, output: Some(output) } => object(vec![("node", node), ("output", output)]),
            Input::Parameter(name) => object(vec![("parameter", name)]),
        }
    }
}

impl Parameter {
    fn to_value(&self) -> Value {
        let text = |text: &String| Value::from(text.as_str());
        let type_name = (!self.parameter_type.is_empty()).then(|| text(&self.parameter_type));
        let choices =
            (!self.choices.is_empty()).then(|| Value::List(self.choices.iter().map(text).collect()));
        let known = [
            ("type", type_name),
            ("default", self.default.clone()),
            ("min", self.min.clone().map(Value::Number)),
            ("max", self.max.clone().map(Value::Number)),
            ("choices", choices),
            ("unit", self.unit.as_ref().map(text)),
            ("description", self.description.as_ref().map(text)),
        ];
        let known = known.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        Value::Object(known.chain(self.extra.iter().cloned()).collect())
    }
}

fn member(writer: &mut Writer, key: &str, value: &Value) {
    writer.key(key);
    writer.value(value);
}

fn text(writer: &mut Writer, key: &str, value: Option<&str>) {
    if let Some(value) = value {
        member(writer, key, &Value::from(value));
    }
}
