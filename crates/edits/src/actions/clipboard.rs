//! The clipboard: copies of nodes and frames, each a document of its own.

use std::collections::{BTreeMap, BTreeSet};

use travertine_graph::document::{Annotations, Document, Input};
use travertine_presentation::Outline;

use super::delete::delete;
use super::group_names::{GroupNames, group_of_type, groups_of};
use super::ids::{fresh_id, fresh_node_id};
use super::images::{ImageNames, images_of};
use crate::difference::action;
use crate::edit::{Action, Refusal};

/// Nodes and frames as text: a document with only these, and the parameters, images and groups that they use.
pub fn copy(outline: &Outline, nodes: &BTreeSet<String>, frames: &BTreeSet<String>) -> String {
    fragment(outline.document(), nodes, frames).to_json()
}

/// [`copy`], and the action that removes the nodes and frames.
///
/// # Errors
///
/// As [`delete`].
pub fn cut(
    outline: &Outline,
    nodes: &BTreeSet<String>,
    frames: &BTreeSet<String>,
) -> Result<(String, Action), Refusal> {
    let action = delete(outline, nodes, frames)?;
    Ok((copy(outline, nodes, frames), Action { label: action.label.replacen("Delete", "Cut", 1), ..action }))
}

/// Adds copied nodes and frames, and selects them. The nodes get new ids. Wires between them stay, and so do wires from
/// nodes that exist in the document. A parameter is added unless the document has one with the same name and type. A
/// group or an image is added unless the document has the same one; it gets a new name if another one has its name.
///
/// `at` is the new upper left corner, in points; without it the positions stay. Text around the copied document, as in
/// a chat, is ignored.
///
/// # Errors
///
/// If the text contains no document.
pub fn paste(outline: &Outline, text: &str, at: Option<[f64; 2]>) -> Result<Action, Refusal> {
    let ends = text.find('{').zip(text.rfind('}'));
    let document = ends.and_then(|(start, end)| text.get(start..=end)).unwrap_or(text);
    let pasted = Document::parse(document.as_bytes()).map_err(|problems| {
        let first = problems.iter().next().map(|problem| problem.message.clone()).unwrap_or_default();
        Refusal::new(format!("the clipboard contains no nodes: {first}"))
    })?;
    let offset = match (at, corner(&pasted)) {
        (Some(at), Some(corner)) => [at[0] - corner[0], at[1] - corner[1]],
        _ => [0.0; 2],
    };
    add(outline, pasted, offset, "Paste")
}

/// Adds copies of nodes and frames, moved by an offset in points, and selects them. Wires into the nodes are copied,
/// including those from other nodes.
///
/// # Errors
///
/// None at present.
pub fn duplicate(
    outline: &Outline,
    nodes: &BTreeSet<String>,
    frames: &BTreeSet<String>,
    offset: [f64; 2],
) -> Result<Action, Refusal> {
    add(outline, fragment(outline.document(), nodes, frames), offset, "Duplicate")
}

/// A document with only these nodes and frames, and the parameters, images and groups that the nodes use.
pub(super) fn fragment(document: &Document, nodes: &BTreeSet<String>, frames: &BTreeSet<String>) -> Document {
    let annotations = &document.annotations;
    let marked = |marks: &BTreeSet<String>| marks.intersection(nodes).cloned().collect();
    let mut fragment = Document {
        nodes: chosen(&document.nodes, nodes).into(),
        layout: chosen(&document.layout, nodes).into(),
        annotations: Annotations {
            frames: chosen(&annotations.frames, frames),
            collapsed: marked(&annotations.collapsed),
            folded: marked(&annotations.folded),
            ..Annotations::default()
        }
        .into(),
        ..Document::default()
    };
    let inputs = fragment.nodes.values().flat_map(|node| node.inputs.values());
    let used = inputs.filter_map(|input| match input {
        Input::Parameter(name) => Some(name),
        _ => None,
    });
    let used: BTreeSet<&String> = used.collect();
    let parameters = document.parameters.iter().filter(|(name, _)| used.contains(name));
    fragment.parameters = parameters.cloned().collect();
    fragment.images = images_of(document, fragment.nodes.values()).into();
    fragment.groups = groups_of(document, fragment.nodes.values()).into();
    fragment
}

fn chosen<T: Clone>(map: &BTreeMap<String, T>, ids: &BTreeSet<String>) -> BTreeMap<String, T> {
    let entries = ids.iter().filter_map(|id| map.get_key_value(id));
    entries.map(|(id, value)| (id.clone(), value.clone())).collect()
}

/// The upper left corner of all nodes and frames of a document.
fn corner(document: &Document) -> Option<[f64; 2]> {
    let frames = document.annotations.frames.values().map(|frame| frame.position);
    document.layout.values().copied().chain(frames).reduce(|[left, top], [x, y]| [left.min(x), top.min(y)])
}

fn add(outline: &Outline, pasted: Document, offset: [f64; 2], label: &str) -> Result<Action, Refusal> {
    let moved = |[x, y]: [f64; 2]| [x + offset[0], y + offset[1]];
    let mut new_ids = BTreeSet::new();
    let label = match pasted.nodes.len() {
        1 => format!("{label} {}", pasted.nodes.keys().next().map_or("", String::as_str)),
        some => format!("{label} {some} nodes"),
    };
    let action = action(outline, label, |document| {
        let parameters = add_parameters(document, &pasted);
        let groups = GroupNames::add(document, &groups_of(&pasted, pasted.nodes.values()));
        let images = ImageNames::add(document, &pasted.images);
        let mut ids: BTreeMap<&String, String> = BTreeMap::new();
        for id in pasted.nodes.keys() {
            let is_instance = group_of_type(&pasted.nodes[id].node_type).is_some();
            let new = fresh_node_id(id, document, is_instance, |id| new_ids.contains(id));
            new_ids.insert(new.clone());
            ids.insert(id, new);
        }
        let mut added = BTreeMap::new();
        for (id, node) in &pasted.nodes {
            let mut node = node.clone();
            images.rename(&mut node, outline.registry());
            groups.rename(&mut node);
            node.inputs.retain(|_, input| match input {
                Input::Constant(_) => true,
                Input::Node { node, .. } => match ids.get(node) {
                    Some(new) => {
                        new.clone_into(node);
                        true
                    }
                    None => document.nodes.contains_key(node),
                },
                Input::Parameter(name) => match parameters.get(name) {
                    Some(new) => {
                        new.clone_into(name);
                        true
                    }
                    None => false,
                },
            });
            added.insert(ids[id].clone(), node);
        }
        document.nodes.append(&mut added);
        let ids_of = |marks: &BTreeSet<String>| -> BTreeSet<String> {
            marks.iter().filter_map(|id| ids.get(id).cloned()).collect()
        };
        document.annotations.collapsed.append(&mut ids_of(&pasted.annotations.collapsed));
        document.annotations.folded.append(&mut ids_of(&pasted.annotations.folded));
        for (id, position) in &pasted.layout {
            if let Some(new) = ids.get(id) {
                document.layout.insert(new.clone(), moved(*position));
            }
        }
        for (id, frame) in &pasted.annotations.frames {
            let frames = &mut document.annotations.frames;
            let id = fresh_id(id, |id| frames.contains_key(id));
            let mut frame = frame.clone();
            frame.position = moved(frame.position);
            frames.insert(id, frame);
        }
        Ok(())
    })?;
    Ok(action.selecting(new_ids))
}

/// Adds the parameters that a document lacks; returns the new names of the pasted ones.
fn add_parameters(document: &mut Document, pasted: &Document) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for (name, parameter) in &pasted.parameters {
        let existing = document.parameters.iter().find(|(other, _)| other == name).map(|(_, other)| other);
        let new = match existing {
            Some(other) if other.parameter_type == parameter.parameter_type => name.clone(),
            _ => {
                let parameters = &mut document.parameters;
                let new = fresh_id(name, |name| parameters.iter().any(|(other, _)| other == name));
                parameters.push((new.clone(), parameter.clone()));
                new
            }
        };
        names.insert(name.clone(), new);
    }
    names
}

#[cfg(test)]
mod tests {
    use travertine::registry;
    use travertine_presentation::Socket;

    use super::*;
    use crate::testing::documents::bundled;
    use crate::testing::outlines::{after, outline};

    fn set(ids: &[&str]) -> BTreeSet<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    fn nodes() -> Outline {
        let outline = outline(
            r#""noise": {"type": "noise/perlin", "inputs": {"scale": {"parameter": "size"}}},
               "abs": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}},
               "sum": {"type": "math/add", "inputs": {"a": {"node": "abs"}, "b": {"node": "noise"}}}"#,
        );
        let mut document = Document::clone(outline.document());
        let parameter =
            travertine_graph::document::Parameter { parameter_type: "float".to_owned(), ..Default::default() };
        document.parameters.push(("size".to_owned(), parameter));
        document.layout.insert("abs".to_owned(), [10.0, 20.0]);
        document.layout.insert("sum".to_owned(), [5.0, 40.0]);
        document.annotations.collapsed.insert("sum".to_owned());
        Outline::new(document.into(), registry())
    }

    fn wires_to(outline: &Outline, id: &str) -> Vec<String> {
        outline.wires().filter(|(_, to)| to.node == id).map(|(from, _)| from.node).collect()
    }

    #[test]
    fn a_copy_keeps_inner_and_incoming_wires() {
        let outline = nodes();
        let text = copy(&outline, &set(&["abs", "sum"]), &set(&[]));
        let action = paste(&outline, &text, Some([100.0, 0.0])).unwrap();
        assert_eq!(action.selection, Some(set(&["abs_2", "sum_2"])));
        let pasted = after(&outline, action);
        assert_eq!(wires_to(&pasted, "sum_2"), ["abs_2", "noise"]);
        assert_eq!(pasted.document().layout["abs_2"], [105.0, 0.0]);
        assert!(pasted.document().annotations.collapsed.contains("sum_2"));
        let duplicated = duplicate(&outline, &set(&["sum"]), &set(&[]), [1.0, 2.0]).unwrap();
        let duplicated = after(&outline, duplicated);
        assert_eq!(wires_to(&duplicated, "sum_2"), ["abs", "noise"]);
        assert_eq!(duplicated.document().layout["sum_2"], [6.0, 42.0]);
    }

    #[test]
    fn pasting_into_another_document_drops_missing_sources() {
        let outline = nodes();
        let text = copy(&outline, &set(&["noise", "sum"]), &set(&[]));
        let pasted = after(&self::outline(""), paste(&self::outline(""), &text, None).unwrap());
        assert_eq!(wires_to(&pasted, "sum"), ["noise"]);
        assert_eq!(pasted.document().parameters.len(), 1);
        let twice = after(&pasted, paste(&pasted, &text, None).unwrap());
        assert_eq!(twice.document().parameters.len(), 1);
        assert_eq!(wires_to(&twice, "sum_2"), ["noise_2"]);
        let quoted = format!("Look at this:\n```json\n{text}```\n");
        assert_eq!(paste(&outline, &quoted, None), paste(&outline, &text, None));
        for none in ["Hello", "", "}{", "{}"] {
            assert!(paste(&outline, none, None).is_err());
        }
    }

    #[test]
    fn groups_come_along() {
        let outline = nodes();
        let grouped = super::super::group(&outline, &set(&["abs", "sum"]), &set(&[]), None).unwrap();
        let grouped = after(&outline, grouped);
        let text = copy(&grouped, &set(&["group"]), &set(&[]));
        let again = after(&grouped, paste(&grouped, &text, None).unwrap());
        assert_eq!(again.document().groups.len(), 1, "it is the same group");
        let elsewhere = self::outline("");
        let elsewhere = after(&elsewhere, paste(&elsewhere, &text, None).unwrap());
        assert_eq!(elsewhere.document().groups, grouped.document().groups);
        // Another group of that name.
        let other = self::outline(r#""n": {"type": "noise/perlin"}"#);
        let other = after(&other, super::super::group(&other, &set(&["n"]), &set(&[]), None).unwrap());
        let both = after(&other, paste(&other, &text, None).unwrap());
        assert_eq!(both.document().nodes["group_2"].node_type, "group/group-2");
        assert_eq!(both.document().groups["group-2"], grouped.document().groups["group"]);
        let inside = after(&elsewhere, paste(&elsewhere, &text, None).unwrap());
        assert!(inside.definition("group_2").is_some());
    }

    #[test]
    fn a_cut_can_be_pasted_back() {
        let outline = nodes();
        let (text, action) = cut(&outline, &set(&["abs", "sum"]), &set(&[])).unwrap();
        assert_eq!(action.label, "Cut 2 nodes");
        let rest = after(&outline, action);
        assert!(rest.node("abs").is_none());
        let back = after(&rest, paste(&rest, &text, None).unwrap());
        assert_eq!(back.document().nodes, outline.document().nodes);
        assert_eq!(back.output_type(&Socket::new("sum", "value")), outline.output_type(&Socket::new("sum", "value")));
    }

    #[test]
    fn whole_graphs_can_be_pasted() {
        for document in bundled() {
            let empty = outline("");
            let all = after(&empty, paste(&empty, &document.to_json(), None).unwrap());
            assert_eq!(all.document().nodes, document.nodes);
            assert_eq!(all.document().parameters, document.parameters);
        }
    }
}
