//! Writes documents as JSON, in canonical form.

mod annotations;

use annotations::list;

use super::{Document, FORMAT, GroupSource, Image, Input, Node, Parameter, Preset, VERSION};
use crate::json::{Value, Writer};

impl Document {
    /// The document as canonical JSON.
    ///
    /// The order is fixed: format, version, name, description, category, search words, parameters, presets and outputs
    /// in the user's order, nodes, inputs, values of presets, layout, annotations, images and groups by name, unknown
    /// fields last. Each input, parameter, value of a preset, output and position has its own line, so that a change to
    /// one changes one line. Equal documents have equal bytes, and [`Document::parse`] restores the document.
    pub fn to_json(&self) -> String {
        let mut writer = Writer::new();
        self.write(&mut writer, None);
        writer.finish()
    }

    /// Writes the document as an object; as a group, with its source.
    fn write(&self, writer: &mut Writer, source: Option<&GroupSource>) {
        writer.open();
        member(writer, "format", &Value::from(FORMAT));
        member(writer, "version", &Value::from(VERSION));
        text(writer, "name", self.name.as_deref());
        text(writer, "description", self.description.as_deref());
        text(writer, "category", self.category.as_deref());
        if !self.search.is_empty() {
            member(writer, "search", &texts(&self.search));
        }
        if let Some(source) = source {
            member(writer, "source", &source.to_value());
        }
        if !self.parameters.is_empty() {
            writer.key("parameters");
            writer.open();
            for (name, parameter) in &self.parameters {
                member(writer, name, &parameter.to_value());
            }
            writer.close();
        }
        if !self.presets.is_empty() {
            writer.key("presets");
            writer.open();
            for (name, preset) in &self.presets {
                writer.key(name);
                preset.write(writer);
            }
            writer.close();
        }
        writer.key("nodes");
        writer.open();
        for (id, node) in &self.nodes {
            writer.key(id);
            node.write(writer);
        }
        writer.close();
        writer.key("outputs");
        writer.open();
        for (name, source) in &self.outputs {
            member(writer, name, &source.to_value());
        }
        writer.close();
        if !self.layout.is_empty() {
            writer.key("layout");
            writer.open();
            for (id, position) in &self.layout {
                // A position that is not finite is omitted: the editor then chooses one.
                if let Some(position) = list(position) {
                    member(writer, id, &position);
                }
            }
            writer.close();
        }
        if !self.annotations.is_empty() {
            writer.key("annotations");
            self.annotations.write(writer);
        }
        if !self.images.is_empty() {
            writer.key("images");
            writer.open();
            for (name, image) in &self.images {
                writer.key(name);
                image.write(writer);
            }
            writer.close();
        }
        if !self.groups.is_empty() {
            writer.key("groups");
            writer.open();
            for (name, group) in &self.groups {
                writer.key(name);
                group.document.write(writer, group.source.as_ref());
            }
            writer.close();
        }
        for (key, value) in &self.extra {
            member(writer, key, value);
        }
        writer.close();
    }
}

impl GroupSource {
    fn to_value(&self) -> Value {
        let known = [("path", &self.path), ("sha256", &self.sha256)].into_iter();
        let known = known.filter(|(_, text)| !text.is_empty());
        let known = known.map(|(key, text)| (key.to_owned(), Value::from(text.as_str())));
        Value::Object(known.chain(self.extra.iter().cloned()).collect())
    }
}

impl Node {
    fn write(&self, writer: &mut Writer) {
        writer.open();
        if !self.node_type.is_empty() {
            member(writer, "type", &Value::from(self.node_type.as_str()));
        }
        if self.muted {
            member(writer, "muted", &Value::from(true));
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

impl Image {
    fn write(&self, writer: &mut Writer) {
        writer.open();
        text(writer, "file", self.file.as_deref());
        text(writer, "sha256", self.sha256.as_deref());
        text(writer, "data", self.data.as_deref());
        for (key, value) in &self.extra {
            member(writer, key, value);
        }
        writer.close();
    }
}

impl Preset {
    fn write(&self, writer: &mut Writer) {
        writer.open();
        text(writer, "description", self.description.as_deref());
        if !self.values.is_empty() {
            writer.key("values");
            writer.open();
            for (name, value) in &self.values {
                member(writer, name, value);
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
    /// The input as JSON; the inverse of [`Input::from_value`].
    pub fn to_value(&self) -> Value {
        let object = |members: Vec<(&str, &str)>| {
            Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), Value::from(value))).collect())
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
        let choices = (!self.choices.is_empty()).then(|| texts(&self.choices));
        let known = [
            ("type", type_name),
            ("default", self.default.clone()),
            ("min", self.min.clone().map(Value::Number)),
            ("max", self.max.clone().map(Value::Number)),
            ("step", self.step.clone().map(Value::Number)),
            ("choices", choices),
            ("unit", self.unit.as_ref().map(text)),
            ("description", self.description.as_ref().map(text)),
            ("section", self.section.as_ref().map(text)),
        ];
        let known = known.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        Value::Object(known.chain(self.extra.iter().cloned()).collect())
    }
}

fn texts(texts: &[String]) -> Value {
    Value::List(texts.iter().map(|text| Value::from(text.as_str())).collect())
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::{Annotations, Frame, Group, Shared};
    use crate::json::Number;

    #[test]
    fn the_form_is_canonical() {
        let text = r#"{"layout": {"b": [40, 120], "a": [0.50, -1]}, "outputs": {"color": {"node": "b", "output": "color"}},
            "nodes": {"b": {"type": "color/ramp", "inputs": {"factor": {"node": "a"}, "bias": 1.0}}, "a": {"type": "x/y"}},
            "parameters": {"p": {"description": "Of no use.", "type": "float", "default": 2.50}},
            "version": 1, "format": "travertine", "name": "Marble"}"#;
        let document = Document::parse(text.as_bytes()).unwrap();
        let expected = r#"{
  "format": "travertine",
  "version": 1,
  "name": "Marble",
  "parameters": {
    "p": {"type": "float", "default": 2.5, "description": "Of no use."}
  },
  "nodes": {
    "a": {
      "type": "x/y"
    },
    "b": {
      "type": "color/ramp",
      "inputs": {
        "bias": 1,
        "factor": {"node": "a"}
      }
    }
  },
  "outputs": {
    "color": {"node": "b", "output": "color"}
  },
  "layout": {
    "a": [0.5, -1],
    "b": [40, 120]
  }
}
"#;
        assert_eq!(document.to_json(), expected);
    }

    #[test]
    fn moving_a_node_changes_one_line() {
        let mut document = Document::default();
        for (index, id) in ["a", "b", "c"].into_iter().enumerate() {
            document.layout.insert(id.to_owned(), [index as f64, 0.0]);
        }
        let before = document.to_json();
        document.layout.insert("b".to_owned(), [1.5, 1e30]);
        let after = document.to_json();
        let changed = before.lines().zip(after.lines()).filter(|(before, after)| before != after);
        assert_eq!(changed.collect::<Vec<_>>(), [("    \"b\": [1, 0],", "    \"b\": [1.5, 1e30],")]);
    }

    fn number() -> impl Strategy<Value = Number> {
        "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,30})?(e-?[0-9]{1,4})?".prop_filter_map("a number", |text| Number::new(&text))
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Bool),
            number().prop_map(Value::Number),
            any::<String>().prop_map(Value::Text),
        ];
        leaf.prop_recursive(4, 24, 6, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::List),
                proptest::collection::btree_map("[^\\pC]{0,8}", inner, 0..6)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    fn input() -> impl Strategy<Value = Input> {
        prop_oneof![
            value().prop_map(Input::from_value),
            (any::<String>(), proptest::option::of(any::<String>()))
                .prop_map(|(node, output)| Input::Node { node, output }),
            any::<String>().prop_map(Input::Parameter),
        ]
    }

    /// Unknown fields. The prefix separates them from known ones.
    fn extra() -> impl Strategy<Value = Vec<(String, Value)>> {
        proptest::collection::btree_map("x[a-z]{0,4}", value(), 0..3).prop_map(|fields| fields.into_iter().collect())
    }

    fn node() -> impl Strategy<Value = Node> {
        let inputs = proptest::collection::btree_map(any::<String>(), input(), 0..4);
        (any::<String>(), inputs, any::<bool>(), extra()).prop_map(|(node_type, inputs, muted, extra)| Node {
            node_type,
            inputs,
            muted,
            extra,
        })
    }

    fn parameter() -> impl Strategy<Value = Parameter> {
        use proptest::option::of;
        let bounds = (of(number()), of(number()), of(number()));
        let word = || of(any::<String>());
        let words = (word(), word(), word(), proptest::collection::vec(any::<String>(), 0..3));
        (any::<String>(), of(value()), bounds, words, extra()).prop_map(
            |(parameter_type, default, (min, max, step), (unit, description, section, choices), extra)| Parameter {
                parameter_type,
                default,
                min,
                max,
                step,
                unit,
                description,
                section,
                choices,
                extra,
            },
        )
    }

    fn preset() -> impl Strategy<Value = Preset> {
        let values = proptest::collection::btree_map(any::<String>(), value(), 0..4);
        (proptest::option::of(any::<String>()), values, extra()).prop_map(|(description, values, extra)| Preset {
            description,
            values,
            extra,
        })
    }

    fn image() -> impl Strategy<Value = Image> {
        let text = || proptest::option::of(any::<String>());
        (text(), text(), text(), extra()).prop_map(|(file, sha256, data, extra)| Image::read(file, sha256, data, extra))
    }

    const NAME: &str = "[^\\pC]{1,12}";

    fn annotations() -> impl Strategy<Value = Annotations> {
        use proptest::collection::{btree_map, btree_set};
        use proptest::option::of;
        let pair = || proptest::array::uniform2(proptest::num::f64::NORMAL);
        let frame = (of(any::<String>()), of(any::<String>()), of(any::<[u8; 3]>()), pair(), pair(), extra()).prop_map(
            |(title, text, color, position, size, extra)| Frame { title, text, color, position, size, extra },
        );
        let nodes = || btree_set(any::<String>(), 0..3);
        (btree_map(NAME, frame, 0..3), nodes(), nodes(), of(pair()), extra()).prop_map(
            |(frames, collapsed, folded, outputs, extra)| Annotations { frames, collapsed, folded, outputs, extra },
        )
    }

    fn flat() -> impl Strategy<Value = Document> {
        use proptest::collection::{btree_map, vec};
        (
            (proptest::option::of(any::<String>()), vec(any::<String>(), 0..3)),
            (btree_map(NAME, parameter(), 0..3), btree_map(NAME, preset(), 0..3), btree_map(NAME, image(), 0..3)),
            btree_map(NAME, node(), 0..5),
            btree_map(NAME, input(), 0..3),
            btree_map(any::<String>(), proptest::array::uniform2(proptest::num::f64::NORMAL), 0..4),
            annotations(),
            extra(),
        )
            .prop_map(
                |((name, search), (parameters, presets, images), nodes, outputs, layout, annotations, extra)| {
                    Document {
                        description: name.clone(),
                        category: name.clone(),
                        name,
                        search,
                        parameters: parameters.into_iter().rev().collect(),
                        presets: presets.into_iter().rev().collect(),
                        nodes: nodes.into_iter().map(|(id, node)| (id, Shared::from(node))).collect(),
                        outputs: outputs.into_iter().rev().collect(),
                        images: images.into(),
                        groups: Shared::default(),
                        layout: layout.into(),
                        annotations: Shared::from(annotations),
                        extra,
                    }
                },
            )
    }

    fn document() -> impl Strategy<Value = Document> {
        let source = || {
            let path = (any::<String>(), any::<String>(), extra());
            path.prop_map(|(path, sha256, extra)| GroupSource { path, sha256, extra })
        };
        flat().prop_recursive(3, 6, 2, move |inner| {
            let group = (inner, proptest::option::of(source()));
            let group = group.prop_map(|(document, source)| Group { document: Shared::from(document), source });
            (flat(), proptest::collection::btree_map(NAME, group, 0..3))
                .prop_map(|(document, groups)| Document { groups: groups.into(), ..document })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_document_comes_back_from_its_text(document in document()) {
            let text = document.to_json();
            let read = Document::parse(text.as_bytes()).unwrap();
            prop_assert_eq!(read.to_json(), text);
            prop_assert_eq!(read, document);
        }
    }
}
