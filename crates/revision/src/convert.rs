//! Documents as trees of parts, and back.
//!
//! The tree is that of the canonical JSON, so a field that a later version adds to documents is compared and merged
//! too.

use std::collections::BTreeMap;
use std::mem::take;

use travertine_graph::diagnostic::{Diagnostic, Diagnostics};
use travertine_graph::document::{Document, MAX_ENTRIES, Shared};
use travertine_graph::json::{Value, Writer, parse};

use crate::nodes;
use crate::part::{Branch, Part};
use crate::shape::Shape;

/// The tree of a document.
///
/// # Errors
///
/// If the document could not be read again once written: a name is invalid, or it is too large.
pub(crate) fn part_of(document: &Document) -> Result<Part, Diagnostics> {
    let mut rest = document.clone();
    // A text of many nodes takes long to write and to read.
    let (nodes, layout) = (take(&mut rest.nodes), take(&mut rest.layout));
    let parsed = parse(rest.to_json().as_bytes())?;
    let mut part = Part::new(Shape::Document, Value::from(parsed.root));
    part.set(&["nodes"], Some(nodes::part_of(&nodes)));
    let layout = nodes::part_of_layout(&layout);
    if layout.branch().is_some_and(|layout| !layout.parts.is_empty()) {
        part.set(&["layout"], Some(layout));
    }
    Ok(part)
}

/// The document of a tree.
///
/// # Errors
///
/// If it is too large to be a document.
pub(crate) fn document_of(part: &Part) -> Result<Document, Diagnostics> {
    let mut rest = Branch::default();
    if let Some(branch) = part.branch() {
        let parts = branch.parts.iter().filter(|(key, _)| !matches!(key.as_str(), "nodes" | "layout"));
        rest.parts = parts.map(|(key, part)| (key.clone(), part.clone())).collect();
        rest.order.clone_from(&branch.order);
    }
    let mut writer = Writer::new();
    writer.value(&Part::Branch(rest).to_value(Shape::Document));
    let document = Document::parse(writer.finish().as_bytes()).map_err(unlocated)?;
    let nodes: Shared<BTreeMap<_, _>> =
        part.entries("nodes").map(|(id, node)| (id.to_owned(), nodes::node_of(node).into())).collect();
    if nodes.len() > MAX_ENTRIES {
        let error = Diagnostic::error("/nodes", format!("`nodes` has {} entries", nodes.len()));
        return Err(error.expected(format!("at most {MAX_ENTRIES}")).into());
    }
    let layout = part.entries("layout").filter_map(|(id, part)| Some((id.to_owned(), nodes::position(part)?)));
    Ok(Document { nodes, layout: layout.collect(), ..document })
}

/// Diagnostics without lines and columns: there is no text of the user's that these could refer to.
fn unlocated(diagnostics: Diagnostics) -> Diagnostics {
    let mut unlocated = Diagnostics::new();
    for diagnostic in diagnostics.iter().cloned() {
        unlocated.push(Diagnostic { location: None, ..diagnostic });
    }
    unlocated
}

#[cfg(test)]
mod tests {
    use travertine_graph::document::{Input, Node, Parameter};

    use super::*;

    #[test]
    fn a_tree_is_that_of_the_file_and_gives_the_document_back() {
        let number = |value: i32| Value::from(value);
        let mut inner = Document::named("Inner")
            .parameter("b", Parameter::new("float", 1))
            .parameter("a", Parameter::new("choice", "x").choices(["x", "y"]))
            .node("n", Node::new("noise/perlin").input("scale", Input::parameter("b")))
            .node("m", Node { muted: true, ..Node::default() })
            .output("z", Input::output("n", "value"))
            .output("a", Input::wire("n"));
        inner.layout.insert("n".to_owned(), [1.5, -2.0]);
        inner.layout.insert("lost".to_owned(), [f64::NAN, 0.0]);
        inner.annotations.collapsed.insert("n".to_owned());
        inner.extra = vec![("zebra".to_owned(), number(1)), ("ape".to_owned(), number(2))];
        let node = inner.nodes.get_mut("n").unwrap();
        node.extra = vec![("zebra".to_owned(), number(1)), ("ape".to_owned(), number(2))];
        node.inputs.insert("ramp".to_owned(), Input::ramp([(0.0, "#000000"), (1.0, "#ffffff")]));
        let mut outer = inner.clone();
        outer.groups.insert("inner".to_owned(), inner.into());

        let text = outer.to_json();
        let read = Part::new(Shape::Document, Value::from(parse(text.as_bytes()).unwrap().root));
        assert_eq!(part_of(&outer).unwrap(), read);
        assert_eq!(document_of(&read).unwrap(), Document::parse(text.as_bytes()).unwrap());
    }
}
