//! Inputs: constants, wires and parameters checked against a node's definition.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::check::{Check, Draft, Use, unknown_parameter};
use super::constants::constant;
use super::expected::expected;
use super::group_names::{GROUP, ITERATE};
use super::{Input, Source};
use crate::constant::Constant;
use crate::definition::{DefaultValue, Definition, InputDefinition, ValueType};
use crate::diagnostic::{Diagnostic, Diagnostics, one_of, quote};
use crate::document::{self, Shared};
use crate::json::{Value, pointer};
use crate::suggest::nearest;

impl<'a> Check<'a> {
    /// Checks the inputs of every node and fills in defaults.
    pub(super) fn nodes(&mut self) -> Vec<Draft<'a>> {
        let document = self.document;
        let mut drafts = Vec::with_capacity(document.nodes.len());
        for (index, (id, node)) in document.nodes.iter().enumerate() {
            let definition = self.definitions[index].clone();
            let inputs = match &definition {
                Some(definition) => self.inputs(id, node, definition),
                None => Vec::new(),
            };
            drafts.push(Draft { id, definition, inputs, muted: node.muted });
        }
        drafts
    }

    fn inputs(&mut self, id: &'a str, node: &'a document::Node, definition: &Arc<Definition>) -> Vec<Input> {
        for name in node.inputs.keys().filter(|name| definition.input_index(name).is_none()) {
            self.diagnostics.error(|| {
                let known = || definition.inputs.iter().map(|input| &*input.name);
                let message = format!("{} has no input {}", quote(&definition.type_name()), quote(name));
                Diagnostic::error(pointer::pointer(&["nodes", id, "inputs", name]), message)
                    .did_you_mean(nearest(name, known()))
                    .expected(one_of(known()))
                    .at_key()
            });
        }
        let mut inputs = Vec::with_capacity(definition.inputs.len());
        for (index, input) in definition.inputs.iter().enumerate() {
            let checked = match node.inputs.get(&*input.name) {
                Some(given) => {
                    let path = pointer::pointer(&["nodes", id, "inputs", &input.name]);
                    let checked = self.input(input, given, &path);
                    if let Some(Input::Parameter(parameter)) = checked {
                        let definition = definition.clone();
                        self.uses.push(Use { parameter, node: id, definition, input: index });
                    }
                    checked
                }
                None => self.default(id, node, definition, input),
            };
            // The error is reported and there will be no graph, so any value will do.
            inputs.push(checked.unwrap_or(Input::Constant(Constant::Float(0.0))));
        }
        inputs
    }

    fn default(
        &mut self,
        id: &str,
        node: &document::Node,
        definition: &Definition,
        input: &InputDefinition,
    ) -> Option<Input> {
        match &input.default {
            DefaultValue::Position => Some(Input::Position),
            DefaultValue::Constant(constant) => Some(Input::Constant(constant.clone())),
            DefaultValue::Noise if definition.has_own_noise(|name| node.inputs.contains_key(name)) => {
                Some(Input::Noise)
            }
            DefaultValue::Required | DefaultValue::Noise => {
                let path = pointer::pointer(&["nodes", id, "inputs", &input.name]);
                let help = if input.value_type.is_setting() { "give it a value" } else { "wire something into it" };
                let diagnostic = Diagnostic::error(path, format!("the input {} is missing", quote(&input.name)))
                    .help(help)
                    .expected(expected(&input.value_type, &[], input.hard.as_ref()));
                self.diagnostics.push(diagnostic.at_key());
                None
            }
        }
    }

    fn input(&mut self, input: &InputDefinition, given: &document::Input, path: &str) -> Option<Input> {
        match given {
            document::Input::Constant(value) if is_reference(value) => {
                malformed_reference(value, path, &mut self.diagnostics);
                None
            }
            document::Input::Constant(Value::Text(text))
                if !input.value_type.is_setting() && self.indices.contains_key(text.as_str()) =>
            {
                self.diagnostics.push(meant_as_wire(text, path).expected(expected(
                    &input.value_type,
                    &[],
                    input.hard.as_ref(),
                )));
                None
            }
            document::Input::Constant(value) => {
                let choices = input.value_type.choices();
                constant(&input.value_type, &choices, input.hard.as_ref(), value, path, &mut self.diagnostics)
                    .and_then(|constant| self.with_content(constant, &input.value_type, path))
            }
            document::Input::Node { node, output } => {
                if input.value_type.is_setting() {
                    let message = format!("{} is a setting and takes no wire", quote(&input.name));
                    let mut expected = expected(&input.value_type, &[], input.hard.as_ref());
                    if input.value_type != ValueType::Formula && !input.value_type.is_image() {
                        expected += ", or a parameter";
                    }
                    self.diagnostics.push(Diagnostic::error(path, message).expected(expected));
                    return None;
                }
                self.source(node, output.as_deref(), path).map(Input::Wire)
            }
            document::Input::Parameter(name) => self.parameter(input, name, path),
        }
    }

    fn parameter(&mut self, input: &InputDefinition, name: &str, path: &str) -> Option<Input> {
        let Some(&index) = self.parameters.get(name) else {
            let (document, scope) = (self.document, self.scope);
            let path = || pointer::child(path, "parameter");
            self.diagnostics.error(|| unknown_parameter(document, scope, path(), name));
            return None;
        };
        // A parameter of an unknown type has been reported already.
        let fits = self.value_types[index].as_ref().is_none_or(|value_type| value_type.fits(&input.value_type));
        if !fits {
            let found = self.value_types[index].as_ref().map_or("", ValueType::name);
            let message = format!(
                "the parameter {} is of type `{found}`, which {} does not take",
                quote(name),
                quote(&input.name)
            );
            let expected = match &input.value_type {
                ValueType::Number => "a parameter of type `float` or `integer`".to_owned(),
                ValueType::Formula => "a constant; no parameter holds a formula".to_owned(),
                ValueType::Image | ValueType::Volume => "the name of an image; no parameter holds an image".to_owned(),
                value_type if value_type.is_setting() => {
                    format!("a parameter of type `{}`", value_type.name())
                }
                _ => "a parameter of type `float`, `vector`, `color` or `integer`".to_owned(),
            };
            self.diagnostics.push(Diagnostic::error(pointer::child(path, "parameter"), message).expected(expected));
        }
        Some(Input::Parameter(index))
    }

    /// The output that a wire comes from, with the node's index in the document's order.
    pub(super) fn source(&mut self, node: &str, output: Option<&str>, path: &str) -> Option<Source> {
        let Some(&index) = self.indices.get(node) else {
            let (nodes, scope) = (&self.document.nodes, self.scope);
            self.diagnostics.error(|| {
                let error = Diagnostic::error(pointer::child(path, "node"), format!("unknown node {}", quote(node)))
                    .expected(format!("the id of a node of this {}", scope.what()));
                match instance_around(node, nodes) {
                    Some(instance) => error.help(format!("only the outputs of {} can be wired", quote(instance))),
                    None => error.did_you_mean(nearest(node, nodes.keys().map(String::as_str))),
                }
            });
            return None;
        };
        let definition = self.definitions[index].as_ref()?;
        let known = || definition.outputs.iter().map(|output| &*output.name);
        let found = match output {
            Some(output) => definition.output_index(output).ok_or_else(|| {
                let message = format!("the node {} has no output {}", quote(node), quote(output));
                Diagnostic::error(pointer::child(path, "output"), message).did_you_mean(nearest(output, known()))
            }),
            // The first output.
            None => Ok(0),
        };
        match found {
            Ok(output) => Some(Source { node: index, output }),
            Err(diagnostic) => {
                let expected = one_of(known());
                self.diagnostics.push(diagnostic.expected(expected));
                None
            }
        }
    }
}

impl ValueType {
    /// Whether an input of type `input` takes a parameter of this type: fields are converted, settings must match.
    pub fn fits(&self, input: &ValueType) -> bool {
        match input {
            ValueType::Float | ValueType::Vector | ValueType::Color | ValueType::Any => {
                matches!(self, ValueType::Float | ValueType::Vector | ValueType::Color | ValueType::Integer)
            }
            ValueType::Number => matches!(self, ValueType::Float | ValueType::Integer),
            ValueType::Lettering => matches!(self, ValueType::Text | ValueType::Lettering),
            _ => std::mem::discriminant(self) == std::mem::discriminant(input),
        }
    }
}

/// The instance of a group that a node with this id would be inside.
fn instance_around<'n>(id: &'n str, nodes: &BTreeMap<String, Shared<document::Node>>) -> Option<&'n str> {
    let mut starts = id.match_indices('/').map(|(end, _)| &id[..end]);
    starts.find(|start| {
        let category = nodes.get(*start).and_then(|node| node.node_type.split('/').next());
        matches!(category, Some(GROUP | ITERATE))
    })
}

/// An error: the id of a node alone is not a wire.
pub(super) fn meant_as_wire(node: &str, path: &str) -> Diagnostic {
    Diagnostic::error(path, format!("the string {} does not fit here", quote(node)))
        .help(format!("to wire in the node, write {{\"node\": {}}}", Value::from(node)))
}

/// Whether a value was meant to be a wire or a parameter.
pub(super) fn is_reference(value: &Value) -> bool {
    ["node", "output", "parameter"].iter().any(|key| value.get(key).is_some())
}

/// Reports the problems of an object that was meant to be a wire or a parameter.
pub(super) fn malformed_reference(value: &Value, path: &str, diagnostics: &mut Diagnostics) {
    let Value::Object(members) = value else {
        return;
    };
    let (what, known): (&str, &[&str]) = match (value.get("node"), value.get("parameter")) {
        (Some(_), Some(_)) => {
            let diagnostic = Diagnostic::error(path, "this is a wire and a parameter at once")
                .expected("either {\"node\": ..., \"output\": ...} or {\"parameter\": ...}");
            diagnostics.push(diagnostic);
            return;
        }
        (None, Some(_)) => ("a parameter", &["parameter"]),
        (node, None) => {
            if node.is_none() {
                let diagnostic =
                    Diagnostic::error(path, "a wire has no `node`").expected("{\"node\": ..., \"output\": ...}");
                diagnostics.push(diagnostic);
            }
            ("a wire", &["node", "output"])
        }
    };
    for (key, value) in members {
        let path = pointer::child(path, key);
        if !known.contains(&key.as_str()) {
            let diagnostic = Diagnostic::error(path, format!("unknown field {} of {what}", quote(key)))
                .did_you_mean(nearest(key, known.iter().copied()))
                .expected(one_of(known.iter().copied()));
            diagnostics.push(diagnostic.at_key());
        } else if value.as_text().is_none() {
            let diagnostic = Diagnostic::error(path, format!("{} is {}", quote(key), value.describe()))
                .expected("a name in double quotes");
            diagnostics.push(diagnostic);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::graph::Input;
    use crate::graph::testing::{errors, graph};

    fn input(node_type: &str, input: &str) -> Vec<String> {
        errors(&format!(r#""a": {{"type": "{node_type}", "inputs": {{{input}}}}}, "r": {{"type": "color/ramp"}}"#), "")
            .into_iter()
            .filter(|error| !error.starts_with("the input"))
            .collect()
    }

    #[test]
    fn wires_lead_from_an_output_to_a_field() {
        assert_eq!(input("noise/perlin", r#""seed": {"node": "r"}"#), ["`seed` is a setting and takes no wire"]);
        assert_eq!(
            input("noise/perlin", r#""scale": {"node": "r", "output": "colr"}"#),
            ["the node `r` has no output `colr`; did you mean `color`?"]
        );
        assert!(input("noise/perlin", r#""scale": {"node": "r", "output": "color"}"#).is_empty());
        assert_eq!(
            input("noise/perlin", r#""sharpness": {"node": "r", "output": "alpha"}"#),
            ["`sharpness` is a setting and takes no wire"]
        );
    }

    #[test]
    fn a_wire_that_names_no_output_means_the_first() {
        let graph = graph(
            r##""a": {"type": "math/add", "inputs": {"a": {"node": "r"}, "b": {"node": "r", "output": "alpha"}}},
               "r": {
                 "type": "color/ramp",
                 "inputs": {"factor": 0, "ramp": {"stops": [{"position": 0, "color": "#ffffff"}]}}
               }"##,
            "",
        );
        let outputs: Vec<usize> = graph.nodes[1]
            .inputs
            .iter()
            .map(|input| if let Input::Wire(source) = input { source.output } else { 9 })
            .collect();
        assert_eq!(outputs, [0, 1]);
    }

    #[test]
    fn a_malformed_wire_is_reported_as_a_wire() {
        let found = |object: &str| input("math/add", &format!(r#""a": {object}"#));
        assert_eq!(found(r#"{"node": 3}"#), ["`node` is a number"]);
        assert_eq!(
            found(r#"{"node": "r", "outptu": "color"}"#),
            ["unknown field `outptu` of a wire; did you mean `output`?"]
        );
        assert_eq!(found(r#"{"output": "color"}"#), ["a wire has no `node`"]);
        assert_eq!(found(r#"{"node": "r", "parameter": "p"}"#), ["this is a wire and a parameter at once"]);
        assert_eq!(found(r#"{"parameter": null}"#), ["`parameter` is null"]);
    }

    #[test]
    fn a_node_id_alone_is_not_a_wire() {
        assert_eq!(
            input("math/add", r#""a": "r""#),
            [r#"the string `r` does not fit here; to wire in the node, write {"node": "r"}"#]
        );
    }

    #[test]
    fn missing_parts_are_reported() {
        assert_eq!(errors(r#""a": {"type": "math/curve"}"#, ""), ["the input `curve` is missing; give it a value"]);
    }
}
