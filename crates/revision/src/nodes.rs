//! Nodes and their positions as parts, without a text between.

use std::collections::BTreeMap;

use travertine_graph::document::{Input, Node, Shared};
use travertine_graph::json::{Number, Value};

use crate::part::{Branch, Part};
use crate::shape::Shape;

/// The nodes of a document.
pub(crate) fn part_of(nodes: &BTreeMap<String, Shared<Node>>) -> Part {
    let parts = nodes.iter().map(|(id, node)| (id.clone(), part_of_node(Node::clone(node)))).collect();
    Part::Branch(Branch { parts, order: Vec::new() })
}

fn part_of_node(Node { node_type, inputs, muted, extra }: Node) -> Part {
    let mut branch = Branch::default();
    let mut add = |key: &str, part| branch.parts.insert(key.to_owned(), part);
    if !node_type.is_empty() {
        add("type", Part::Value(Value::Text(node_type)));
    }
    if muted {
        add("muted", Part::Value(Value::from(true)));
    }
    if !inputs.is_empty() {
        let value = |input| match input {
            Input::Constant(value) => value,
            other => other.to_value(),
        };
        let parts = inputs.into_iter().map(|(name, input)| (name, Part::Value(value(input))));
        add("inputs", Part::Branch(Branch { parts: parts.collect(), order: Vec::new() }));
    }
    if !extra.iter().map(|(key, _)| key).is_sorted() {
        branch.order = extra.iter().map(|(key, _)| key.clone()).collect();
    }
    branch.parts.extend(extra.into_iter().map(|(key, value)| (key, Part::Value(value))));
    Part::Branch(branch)
}

/// The positions of nodes. One that is not finite is omitted, as in a file.
pub(crate) fn part_of_layout(layout: &BTreeMap<String, [f64; 2]>) -> Part {
    let number = |number| Number::from_f64(number).map(Value::Number);
    let parts = layout.iter().filter_map(|(id, [x, y])| {
        let position = Value::List(vec![number(*x)?, number(*y)?]);
        Some((id.clone(), Part::Value(position)))
    });
    Part::Branch(Branch { parts: parts.collect(), order: Vec::new() })
}

/// The node of a part.
pub(crate) fn node_of(part: &Part) -> Node {
    let mut node = Node::default();
    for (key, part) in part.branch().into_iter().flat_map(Branch::in_order) {
        match (key.as_str(), part) {
            ("type", part) => node.node_type = part.as_text().unwrap_or_default().to_owned(),
            ("muted", part) => node.muted = *part == Part::Value(Value::from(true)),
            ("inputs", Part::Branch(inputs)) => {
                let input =
                    |(name, part): (&String, &Part)| (name.clone(), Input::from_value(part.to_value(Shape::Value)));
                node.inputs = inputs.parts.iter().map(input).collect();
            }
            (_, part) => node.extra.push((key.clone(), part.to_value(Shape::Unknown))),
        }
    }
    node
}

/// The position of a part; `None` if it is not one.
pub(crate) fn position(part: &Part) -> Option<[f64; 2]> {
    let Part::Value(Value::List(numbers)) = part else { return None };
    let [x, y] = &numbers[..] else { return None };
    Some([x.as_number()?.as_f64()?, y.as_number()?.as_f64()?])
}
