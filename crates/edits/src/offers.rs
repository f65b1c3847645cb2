//! Node types to choose from for a new node: those of the graph, and groups that it can take over.

use std::sync::Arc;

use travertine_graph::definition::Definition;
use travertine_graph::document::Group;
use travertine_graph::graph::{GROUP, ITERATE};
use travertine_graph::registry::Registry;
use travertine_presentation::{Outline, definition_of_group};

use crate::actions::{self, Loose};
use crate::edit::{Action, Refusal};
use crate::history::History;

/// A node type that is offered for a new node.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The node type.
    pub definition: Arc<Definition>,
    /// The category under which it is listed. That of a group is in the group's document.
    pub category: String,
    /// Name and contents of a group from elsewhere: the new node brings it along.
    pub group: Option<(String, Group)>,
}

impl Offer {
    /// A group from elsewhere; `None` if it has errors.
    pub fn of_group(name: &str, group: Group, base: &Registry) -> Option<Offer> {
        let definition = definition_of_group(name, &group, base)?;
        let category = group.document.category.clone().unwrap_or_else(|| GROUP.to_owned());
        Some(Offer { definition, category, group: Some((name.to_owned(), group)) })
    }

    /// Whether a new node can take a loose wire.
    pub fn fits(&self, outline: &Outline, wire: &Loose) -> bool {
        actions::fit(outline, &self.definition, wire).is_some()
    }

    /// Adds a node of this type, connected to the loose wire if there is one.
    ///
    /// # Errors
    ///
    /// If the graph no longer has the type, or the wire does not fit.
    pub fn add(&self, outline: &Outline, position: [f64; 2], wire: Option<&Loose>) -> Result<Action, Refusal> {
        let node_type = self.definition.type_name();
        match (&self.group, wire) {
            (Some((name, group)), wire) => actions::insert_group(outline, name, group.clone(), position, wire),
            (None, Some(wire)) => actions::insert_connected(outline, &node_type, position, wire, None),
            (None, None) => actions::insert(outline, &node_type, position),
        }
    }
}

/// The node types of a graph with its groups, each in its newest version.
pub fn offers(outline: &Outline) -> Vec<Offer> {
    let registry = outline.registry();
    let newest = |definition: &&Arc<Definition>| registry.versions(&definition.id).last() == Some(&definition.version);
    let offer = |definition: &Arc<Definition>| {
        let category = definition.category();
        let name = definition.id.split_once('/').filter(|_| matches!(category, GROUP | ITERATE));
        let group = name.and_then(|(_, name)| outline.document().groups.get(name));
        let own = group.and_then(|group| group.document.category.as_deref());
        Offer { definition: Arc::clone(definition), category: own.unwrap_or(category).to_owned(), group: None }
    };
    registry.iter().filter(newest).map(offer).collect()
}

/// The groups of the documents around the shown one, innermost first. Groups that the user has entered are left out.
pub fn offers_around(history: &History, base: &Registry) -> Vec<Offer> {
    let path = history.path();
    let around = (0..path.len()).rev().filter_map(|depth| {
        let document = history.document_inside(&path[..depth])?;
        Some(document.groups.iter().filter(move |(name, _)| **name != path[depth]))
    });
    around.flatten().filter_map(|(name, group)| Offer::of_group(name, group.clone(), base)).collect()
}

#[cfg(test)]
mod tests {
    use travertine::registry;
    use travertine_graph::document::{Document, Input, Node};
    use travertine_presentation::Socket;

    use super::*;
    use crate::target::Target;
    use crate::testing::outlines::{after, outline};

    fn group(label: &str) -> Group {
        let parameter = r#"{"format": "travertine", "version": 1,
            "parameters": {"grain": {"type": "float", "default": 1}}}"#;
        let mut document = Document::parse(parameter.as_bytes()).unwrap();
        document.name = Some(label.to_owned());
        document.category = Some("surface".to_owned());
        document
            .nodes
            .insert("n".to_owned(), Node::new("math/absolute").input("value", Input::parameter("grain")).into());
        document.outputs.push(("height".to_owned(), Input::wire("n")));
        document.into()
    }

    #[test]
    fn a_group_from_elsewhere_takes_a_loose_wire() {
        let outline = outline(
            r#""noise": {"type": "noise/perlin"},
               "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}}"#,
        );
        let offer = Offer::of_group("planks", group("Planks"), registry()).unwrap();
        assert_eq!((&*offer.definition.label, &*offer.category), ("Planks", "surface"));
        let socket = Socket::new;
        let from = Loose::From(socket("noise", "value"));
        assert!(offer.fits(&outline, &from));
        let behind = after(&outline, offer.add(&outline, [1.0, 2.0], Some(&from)).unwrap());
        assert!(behind.wires().any(|wire| wire == (socket("noise", "value"), socket("planks", "grain"))));
        let to = Loose::To(Target::Input(socket("ramp", "value")));
        let before = after(&outline, offer.add(&outline, [1.0, 2.0], Some(&to)).unwrap());
        assert!(before.wires().any(|wire| wire == (socket("planks", "height"), socket("ramp", "value"))));
        let alone = after(&outline, offer.add(&outline, [1.0, 2.0], None).unwrap());
        assert_eq!(alone.document().layout["planks"], [1.0, 2.0]);
    }

    #[test]
    fn a_broken_group_is_not_offered() {
        let mut broken = group("Planks");
        broken.document.nodes.clear();
        assert!(Offer::of_group("planks", broken, registry()).is_none());
    }

    #[test]
    fn groups_around_are_offered_inside() {
        let mut middle = group("Middle");
        middle.document.groups.insert("beside".to_owned(), group("Beside"));
        middle.document.groups.insert("inner".to_owned(), group("Inner"));
        let mut document = Document::named("whole");
        document.groups.insert("middle".to_owned(), middle);
        document.groups.insert("other".to_owned(), group("Other"));
        let mut history = History::new(document);
        let labels = |history: &History| {
            let around = offers_around(history, registry());
            around.iter().map(|offer| offer.definition.label.to_string()).collect::<Vec<String>>()
        };
        assert!(labels(&history).is_empty());
        history.enter(&["middle".to_owned()]).unwrap();
        assert_eq!(labels(&history), ["Other"]);
        history.enter(&["middle".to_owned(), "inner".to_owned()]).unwrap();
        assert_eq!(labels(&history), ["Beside", "Other"]);
    }
}
