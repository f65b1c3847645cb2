//! Takes groups apart.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use travertine_graph::document::{Document, Frame, Group, Input, Node};
use travertine_graph::graph::ITERATE;
use travertine_presentation::{Outline, Socket};
use travertine_program::Type;

use super::inline::{Content, Inlined};
use super::make::middle;
use crate::actions::group_names::{GroupNames, group_of_type, groups_of};
use crate::actions::ids::{fresh_id, fresh_node_id};
use crate::actions::images::ImageNames;
use crate::edit::{Action, Edit, Refusal};

/// Horizontal distance of a conversion from the nodes of its group, and the vertical one between them, in points.
const BESIDE: [f64; 2] = [220.0, 90.0];

/// Replaces instances of groups by the nodes inside. Pictures stay the same. A group without instances is removed.
///
/// # Errors
///
/// If there are no instances, or one of them is muted or applied several times, or has an error.
pub fn ungroup(outline: &Outline, nodes: &BTreeSet<String>) -> Result<Action, Refusal> {
    let instances: Vec<&String> = nodes.iter().filter(|id| outline.group_of(id).is_some()).collect();
    if instances.is_empty() {
        return Err(Refusal::new("select a group first"));
    }
    let label = match instances[..] {
        [one] => format!("Ungroup {one}"),
        ref some => format!("Ungroup {} groups", some.len()),
    };
    let (mut selection, mut now) = (BTreeSet::new(), outline.clone());
    for id in instances {
        let mut document = Document::clone(now.document());
        selection.append(&mut dissolve(&now, &mut document, id)?);
        now = Outline::new(Arc::new(document), outline.base());
    }
    Ok(Action::new(label, Edit::between(outline.document(), now.document())).selecting(selection))
}

/// Replaces one instance; returns the ids of the nodes that take its place.
fn dissolve(outline: &Outline, document: &mut Document, id: &str) -> Result<BTreeSet<String>, Refusal> {
    let refuse = |reason: &str| Refusal::new(format!("`{id}` {reason}"));
    let (name, group) = outline.group_of(id).ok_or_else(|| refuse("is not a group"))?;
    let instance = &outline.document().nodes[id];
    if instance.node_type.starts_with(ITERATE) {
        return Err(refuse("applies its group several times; only a group that is applied once can be taken apart"));
    }
    if instance.muted {
        return Err(refuse("is muted; unmute it first"));
    }
    if outline.definition(id).is_none() {
        return Err(refuse("is a group with an error; mend the group first"));
    }
    document.nodes.remove(id);
    document.layout.remove(id);
    document.annotations.collapsed.remove(id);
    document.annotations.folded.remove(id);
    let mut body = Body::new(outline, document, id, group);
    body.add_nodes(document)?;
    body.add_frames(document);
    body.rewire(document);
    let is_used =
        document.nodes.values().any(|node| group_of_type(&node.node_type).is_some_and(|(_, other)| other == name));
    if !is_used {
        document.groups.remove(name);
    }
    Ok(body.made)
}

/// The content of an instance on its way into the document around it.
struct Body<'a> {
    outline: &'a Outline,
    instance: &'a str,
    group: &'a Group,
    /// The group's own outline.
    inner: Outline,
    /// New ids of the nodes inside.
    ids: BTreeMap<&'a str, String>,
    names: GroupNames,
    images: ImageNames,
    /// What is added to positions.
    offset: [f64; 2],
    /// Nodes that convert the content of an input to the type of the parameter.
    converters: BTreeMap<&'a str, String>,
    /// Every new node.
    made: BTreeSet<String>,
}

impl<'a> Body<'a> {
    /// Adds the groups that the nodes inside need, and chooses ids.
    fn new(outline: &'a Outline, document: &mut Document, instance: &'a str, group: &'a Group) -> Body<'a> {
        let needed = groups_of(&group.document, group.document.nodes.values());
        let names = GroupNames::add(document, &needed);
        let images = ImageNames::add(document, &group.document.images);
        let place = outline.document().layout.get(instance).copied().zip(middle(&group.document));
        let mut body = Body {
            outline,
            instance,
            group,
            inner: Outline::new(Arc::clone(group.document.as_arc()), outline.base()),
            ids: BTreeMap::new(),
            names,
            images,
            offset: place.map_or([0.0; 2], |(at, middle)| [at[0] - middle[0], at[1] - middle[1]]),
            converters: BTreeMap::new(),
            made: BTreeSet::new(),
        };
        // Every id is taken before the nodes are complete, so that no two nodes get the same one.
        for (id, node) in &group.document.nodes {
            let is_instance = group_of_type(&node.node_type).is_some();
            let new = fresh_node_id(id, document, is_instance, |_| false);
            document.nodes.insert(new.clone(), Node::new(&node.node_type).into());
            body.made.insert(new.clone());
            body.ids.insert(id, new);
        }
        body
    }

    fn moved(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [x + self.offset[0], y + self.offset[1]]
    }

    fn add_nodes(&mut self, document: &mut Document) -> Result<(), Refusal> {
        let (inside, annotations) = (&self.group.document, &self.group.document.annotations);
        for (id, node) in &inside.nodes {
            let mut copy = node.clone();
            self.images.rename(&mut copy, self.outline.registry());
            self.names.rename(&mut copy);
            for (name, input) in &node.inputs {
                let replaced = match input {
                    Input::Constant(_) => Some(input.clone()),
                    Input::Node { .. } => Some(self.renamed(input)),
                    Input::Parameter(parameter) => {
                        self.inline(document, &Socket::new(id, name), node.muted, parameter)?
                    }
                };
                match replaced {
                    Some(replaced) => copy.inputs.insert(name.clone(), replaced),
                    None => copy.inputs.remove(name),
                };
            }
            let new = self.ids[id.as_str()].clone();
            if let Some(position) = inside.layout.get(id) {
                document.layout.insert(new.clone(), self.moved(*position));
            }
            let marks = &mut *document.annotations;
            for (from, to) in [(&annotations.collapsed, &mut marks.collapsed), (&annotations.folded, &mut marks.folded)]
            {
                if from.contains(id) {
                    to.insert(new.clone());
                }
            }
            document.nodes.insert(new, copy);
        }
        Ok(())
    }

    /// A wire inside, with the new id of its source.
    fn renamed(&self, wire: &Input) -> Input {
        match wire {
            Input::Node { node, output } => {
                let node = self.ids.get(node.as_str()).unwrap_or(node).clone();
                Input::Node { node, output: output.clone() }
            }
            other => other.clone(),
        }
    }

    /// What an input inside receives in place of a parameter.
    fn inline(
        &mut self,
        document: &mut Document,
        input: &Socket,
        muted: bool,
        name: &str,
    ) -> Result<Option<Input>, Refusal> {
        let parameters = &self.group.document.parameters;
        let missing = || Refusal::new(format!("the group has no parameter `{name}`"));
        let (name, parameter) = parameters.iter().find(|(other, _)| other == name).ok_or_else(missing)?;
        let content = Content::new(self.outline, &Socket::new(self.instance, name), parameter)?;
        let missing = || Refusal::new(format!("`{}` has no input `{}`", input.node, input.name));
        let definition = self.inner.input(input).ok_or_else(missing)?;
        Ok(match content.inline(definition, muted)? {
            Inlined::Direct(input) => Some(input),
            Inlined::Nothing => None,
            Inlined::Converted(to) => {
                let node = match self.converters.get(name.as_str()) {
                    Some(node) => node.clone(),
                    None => self.add_converter(document, name, content.input(), to),
                };
                Some(Input::Node { node, output: None })
            }
        })
    }

    /// Adds a node that converts its input to a type, as the instance does.
    fn add_converter(&mut self, document: &mut Document, name: &'a str, content: &Input, to: Type) -> String {
        let (node_type, input) = match to {
            Type::Float => ("input/float", "value"),
            Type::Vector => ("input/vector", "vector"),
            Type::Color => ("input/color", "color"),
        };
        let id = fresh_node_id(name, document, false, |_| false);
        let inputs = BTreeMap::from([(input.to_owned(), content.clone())]);
        let node = Node { node_type: node_type.to_owned(), inputs, ..Node::default() };
        document.nodes.insert(id.clone(), node.into());
        let left = self.group.document.layout.values().map(|position| position[0]).reduce(f64::min);
        if let (Some(left), Some([_, y])) = (left, middle(&self.group.document)) {
            let below = self.converters.len() as f64 * BESIDE[1];
            document.layout.insert(id.clone(), self.moved([left - BESIDE[0], y + below]));
        }
        self.made.insert(id.clone());
        self.converters.insert(name, id.clone());
        id
    }

    fn add_frames(&self, document: &mut Document) {
        for (id, frame) in &self.group.document.annotations.frames {
            let frames = &mut document.annotations.frames;
            let id = fresh_id(id, |id| frames.contains_key(id));
            frames.insert(id, Frame { position: self.moved(frame.position), ..frame.clone() });
        }
    }

    /// Wires what the instance's outputs led to.
    fn rewire(&self, document: &mut Document) {
        let exits = &self.group.document.outputs;
        let inputs = document.nodes.iter_mut().filter(|(id, _)| !self.made.contains(*id));
        let inputs = inputs.flat_map(|(_, node)| node.inputs.values_mut());
        for input in inputs.chain(document.outputs.iter_mut().map(|(_, source)| source)) {
            let source = self.outline.source_of(input).filter(|source| source.node == self.instance);
            let exit = source.and_then(|source| exits.iter().find(|(name, _)| *name == source.name));
            if let Some((_, exit)) = exit {
                *input = self.renamed(exit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::{connect, group, mute};
    use crate::testing::outlines::{after, outline};

    fn set(ids: &[&str]) -> BTreeSet<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    fn grouped() -> Outline {
        let outline = outline(
            r#""noise": {"type": "noise/perlin"}, "place": {"type": "input/position"},
               "abs": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}}"#,
        );
        after(&outline, group(&outline, &set(&["abs"]), &BTreeSet::new(), None).unwrap())
    }

    #[test]
    fn a_conversion_by_the_group_becomes_a_node() {
        let outline = grouped();
        let (from, to) = (Socket::new("place", "position"), Socket::new("group", "value"));
        let outline = after(&outline, connect(&outline, &from, &to).unwrap());
        let apart = after(&outline, ungroup(&outline, &set(&["group"])).unwrap());
        let document = apart.document();
        assert_eq!(document.nodes["value"].node_type, "input/float");
        assert_eq!(document.nodes["value"].inputs["value"], Input::wire("place"));
        assert_eq!(document.nodes["abs"].inputs["value"], Input::wire("value"));
        assert!(document.groups.is_empty());
    }

    #[test]
    fn ids_are_new_where_they_are_taken() {
        let outline = grouped();
        let mut document = Document::clone(outline.document());
        document.nodes.insert("abs".to_owned(), Node::new("math/absolute").input("value", Input::wire("group")).into());
        document.nodes.insert("other".to_owned(), Node::new("group/group").into());
        let outline = Outline::new(document.into(), travertine::registry());
        let action = ungroup(&outline, &set(&["group"])).unwrap();
        assert_eq!(action.selection, Some(set(&["abs_2"])));
        let apart = after(&outline, action);
        assert_eq!(apart.document().nodes["abs"].inputs["value"], Input::wire("abs_2"));
        assert_eq!(apart.document().groups.len(), 1, "the other instance needs it");
        let all = after(&outline, ungroup(&outline, &set(&["group", "other"])).unwrap());
        assert!(all.document().groups.is_empty() && all.document().nodes.contains_key("abs_3"));
    }

    #[test]
    fn what_would_change_a_picture_is_refused() {
        let outline = grouped();
        let refused = |outline: &Outline, ids: &[&str], part: &str| {
            let reason = ungroup(outline, &set(ids)).unwrap_err().to_string();
            assert!(reason.contains(part), "{reason}");
        };
        refused(&outline, &["noise"], "select a group");
        refused(&after(&outline, mute(["group"], true)), &["group"], "unmute it first");
        let mut document = Document::clone(outline.document());
        document.nodes.insert("often".to_owned(), Node::new("iterate/group").into());
        refused(&Outline::new(document.into(), travertine::registry()), &["often"], "several times");
    }
}
