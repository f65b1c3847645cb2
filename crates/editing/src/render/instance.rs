//! Instances: what surrounds the nodes of an entered group, so that their pictures show what happens in one instance.
//!
//! A group is rendered inside the graph around it. That graph is reduced to the instance and the nodes that it depends
//! on; the group that is shown takes the place of its own, under a name that no other node uses.

use std::collections::BTreeMap;

use travertine_graph::document::{Document, Input, Node, Shared};
use travertine_graph::graph::{ITERATE, ITERATIONS};
use travertine_graph::json::Value;
use travertine_presentation::sources_of;

use super::shown::Around;
use travertine_edits::actions::{fresh_group, group_of_type, groups_of};

/// An instance through which a group was entered, and the instances around it.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    /// From outside in.
    layers: Vec<Layer>,
    /// The ids of nodes inside begin with this in the graph around.
    pub prefix: String,
    /// A digest of all that decides the pictures inside, apart from the group itself.
    pub digest: String,
    /// Whether nothing around depends on the group.
    pub is_alone: bool,
}

/// The nodes that an instance depends on, and the instance.
#[derive(Clone, Debug)]
struct Layer {
    document: Document,
    instance: String,
    /// The name of the group whose place is taken.
    group: String,
}

impl Instance {
    /// The instance through which the group was entered; `None` if the group has no instance.
    pub fn new(Around { whole, place }: &Around) -> Option<Instance> {
        let mut instance =
            Instance { layers: Vec::new(), prefix: String::new(), digest: String::new(), is_alone: true };
        let mut document: &Document = whole;
        for (group, id) in place.groups.iter().zip(&place.instances) {
            instance.enter(document, group, id.as_deref()?)?;
            document = &document.groups.get(group)?.document;
        }
        if instance.layers.is_empty() {
            return None;
        }
        instance.digest = instance.around(Document::default()).digest();
        Some(instance)
    }

    /// Adds the innermost layer.
    fn enter(&mut self, document: &Document, group: &str, id: &str) -> Option<()> {
        let nodes = sources_of(document, id).into_iter();
        let mut nodes: BTreeMap<String, Shared<Node>> =
            nodes.filter_map(|id| Some((id.to_owned(), document.nodes.get(id)?.clone()))).collect();
        let mut node = nodes.remove(id)?;
        let (category, _) = group_of_type(&node.node_type).filter(|(_, name)| *name == group)?;
        let groups = groups_of(document, nodes.values());
        self.is_alone &= !groups.contains_key(group);
        self.prefix += &format!("{id}/");
        let name = fresh_group("shown", &groups);
        let node_type = format!("{category}/{name}");
        if category == ITERATE {
            // The first iteration, which has the inputs of the node.
            self.prefix += "0/";
            node.inputs.insert(ITERATIONS.to_owned(), Input::Constant(Value::from(1)));
        }
        (node.node_type, node.muted) = (node_type, false);
        nodes.insert(id.to_owned(), node);
        let document = Document {
            parameters: document.parameters.clone(),
            images: document.images.clone(),
            nodes: nodes.into(),
            groups: groups.into(),
            ..Document::default()
        };
        self.layers.push(Layer { document, instance: id.to_owned(), group: name });
        Some(())
    }

    /// The graph around, with this document as the group. Its outputs are those of the document.
    pub fn around(&self, document: Document) -> Document {
        self.layers.iter().rev().fold(document, |inner, layer| {
            let mut outer = layer.document.clone();
            let wire = |name: &str| Input::output(&layer.instance, name);
            outer.outputs = inner.outputs.iter().map(|(name, _)| (name.clone(), wire(name))).collect();
            outer.groups.insert(layer.group.clone(), inner.into());
            outer
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use travertine::{Context, Samples, registry};
    use travertine_graph::document::Parameter;
    use travertine_presentation::{Outline, Socket};
    use travertine_shape::{Scene, Shape, Size};

    use super::*;
    use crate::render::shown::Shown;
    use crate::render::snapshot::Snapshot;
    use crate::render::view::Subject;
    use crate::testing::outlines::after;
    use travertine_edits::History;
    use travertine_edits::actions;
    use travertine_edits::{Action, Edit};

    const AT: [[f32; 4]; 3] = [[0.3, 0.4, 0.5, 0.0], [1.7, -0.2, 0.0, 0.0], [-3.1, 0.8, 0.1, 2.0]];

    /// `field` at half the size, `times` as strong.
    fn shrink() -> Document {
        Document::default()
            .parameter("field", Parameter::new("float", 0))
            .parameter("times", Parameter::new("float", 1))
            .node("small", Node::new("domain/transform").input("value", Input::parameter("field")).input("scale", 0.5))
            .node(
                "out",
                Node::new("math/multiply").input("a", Input::wire("small")).input("b", Input::parameter("times")),
            )
            .output("field", Input::wire("out"))
    }

    /// Noise into an instance, and this into another one.
    fn chain() -> Document {
        Document::default()
            .parameter("p", Parameter::new("float", 3))
            .node("noise", Node::new("noise/perlin"))
            .node("odd", Node::new("noise/perlin").input("scale", 7))
            .node("first", Node::new("group/shrink").input("field", Input::wire("noise")).input("times", 0.25))
            .node(
                "second",
                Node::new("group/shrink").input("field", Input::wire("first")).input("times", Input::parameter("p")),
            )
            .output("value", Input::wire("second"))
            .group("shrink", shrink())
    }

    /// The document shown inside these instances.
    fn entered(document: Document, ids: &[&str]) -> History {
        let mut history = History::new(document);
        ids.iter().for_each(|id| history.enter_instance(id).unwrap());
        history
    }

    fn snapshot(history: &History) -> Snapshot {
        let Shown { document, around, .. } = Shown::of(history);
        Snapshot::within(document, around.as_ref().and_then(Instance::new), registry())
    }

    fn node(id: &str) -> Subject {
        Subject::Node(Socket::new(id, "value"))
    }

    fn sample(snapshot: &Snapshot, id: &str) -> Samples {
        snapshot.field(&node(id)).unwrap().sample(&AT).unwrap()
    }

    /// The document without these instances.
    fn flat(document: Document, ids: &[&str]) -> Snapshot {
        let ids: BTreeSet<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        let outline = Outline::new(Arc::new(document), registry());
        let flat = after(&outline, actions::ungroup(&outline, &ids).unwrap());
        Snapshot::new(flat.document().clone(), registry())
    }

    #[test]
    fn pictures_inside_equal_those_of_the_flat_graph() {
        for id in ["first", "second"] {
            let (inside, flat) = (snapshot(&entered(chain(), &[id])), flat(chain(), &[id]));
            for inner in ["small", "out"] {
                assert_eq!(sample(&inside, inner), sample(&flat, inner), "{id}/{inner}");
            }
            let probed = |snapshot: &Snapshot| {
                let values = snapshot.probe(AT[0], &Context::default()).unwrap();
                values.into_iter().find(|value| value.node == "out").unwrap().value
            };
            assert_eq!(probed(&inside), probed(&flat));
            let solid = |snapshot: &Snapshot| {
                let surface = snapshot.surface(&node("small")).unwrap();
                let size = Size { width: 12, height: 12, samples: 1 };
                travertine_shape::render(&surface, &Scene::new(Shape::Sphere), size, &Context::default()).unwrap()
            };
            assert_eq!(solid(&inside), solid(&flat));
            let names = inside.probe(AT[0], &Context::default()).unwrap();
            assert!(names.iter().all(|value| value.node == "small" || value.node == "out"));
        }
        let prints = ["first", "second"].map(|id| snapshot(&entered(chain(), &[id])).fingerprint(&node("out")));
        assert_ne!(prints[0], prints[1]);
        // What the instance does not depend on changes no picture inside.
        let mut other = chain();
        other.nodes.remove("odd");
        other.nodes.remove("second");
        assert_eq!(snapshot(&entered(other, &["first"])).fingerprint(&node("out")), prints[0]);
    }

    #[test]
    fn instances_inside_instances_have_the_inputs_of_all() {
        let twice = Document::default()
            .parameter("field", Parameter::new("float", 0))
            .node("a", Node::new("group/shrink").input("field", Input::parameter("field")))
            .node("b", Node::new("iterate/shrink").input("field", Input::wire("a")).input("times", 2))
            .output("field", Input::wire("b"))
            .group("shrink", shrink());
        let document = Document::default()
            .node("noise", Node::new("noise/perlin"))
            .node("both", Node::new("group/twice").input("field", Input::wire("noise")))
            .output("value", Input::wire("both"))
            .group("twice", twice);
        let once = {
            let mut document = document.clone();
            let twice = document.groups.get_mut("twice").unwrap();
            let node = twice.document.nodes.get_mut("b").unwrap();
            node.node_type = "group/shrink".to_owned();
            document
        };
        let inside = snapshot(&entered(document.clone(), &["both", "b"]));
        let outline = Outline::new(Arc::new(once), registry());
        let opened = after(&outline, actions::ungroup(&outline, &["both".to_owned()].into()).unwrap());
        let flat = flat(opened.document().as_ref().clone(), &["b"]);
        assert_eq!(sample(&inside, "out"), sample(&flat, "out"), "the first iteration");
        // A muted instance is shown as if it were not.
        let mut muted = document;
        muted.nodes.get_mut("both").unwrap().muted = true;
        assert_eq!(sample(&snapshot(&entered(muted, &["both", "b"])), "out"), sample(&inside, "out"));
    }

    #[test]
    fn errors_leave_what_they_can() {
        let mut inside = entered(chain(), &["first"]);
        let whole = sample(&snapshot(&inside), "small");
        let broken = Edit::input("out", "b", Some(Input::wire("gone")));
        inside.apply(Action::new("", broken), None).unwrap();
        let broken = snapshot(&inside);
        assert_eq!(sample(&broken, "small"), whole, "it still has the noise");
        assert!(broken.field(&node("out")).unwrap_err().to_string().starts_with("`out`: "));

        let alone = sample(&Snapshot::new(shrink().into(), registry()), "small");
        assert_ne!(alone, whole);
        let mut outside = chain();
        outside.nodes.get_mut("noise").unwrap().node_type = "no/such".to_owned();
        let outside = snapshot(&entered(outside, &["first"]));
        assert!(!outside.diagnostics().has_errors(), "the group itself has none");
        assert_eq!(sample(&outside, "small"), alone);
    }

    #[test]
    fn a_value_inside_is_changed_in_the_instance() {
        let edit = Edit::input("small", "scale", Some(0.75.into()));
        for (id, is_alone) in [("first", true), ("second", false)] {
            let mut history = entered(chain(), &[id]);
            let before = snapshot(&history);
            history.apply(Action::new("", edit.clone()), None).unwrap();
            let after = before.after(history.shown_document());
            let fresh = snapshot(&history);
            assert_ne!(sample(&fresh, "out"), sample(&before, "out"));
            assert_eq!(after.is_some(), is_alone, "the group is used around the second instance");
            if let Some(after) = after {
                assert_eq!(sample(&after, "out"), sample(&fresh, "out"));
                assert_eq!(after.fingerprint(&node("out")), fresh.fingerprint(&node("out")));
            }
        }
        let mut history = entered(chain(), &["first"]);
        let before = snapshot(&history);
        let times = Edit::Default("times".to_owned(), Some(Value::from(9)));
        history.apply(Action::new("", times), None).unwrap();
        assert!(before.after(history.shown_document()).is_none());
    }

    #[test]
    fn the_number_of_iterations_inside_is_changed() {
        let mut document = chain();
        let inner = Document::default()
            .node("noise", Node::new("noise/perlin"))
            .node("often", Node::new("iterate/shrink").input("field", Input::wire("noise")).input("iterations", 2))
            .output("field", Input::wire("often"))
            .group("shrink", shrink());
        document = document.node("more", Node::new("group/more")).group("more", inner);
        let mut history = entered(document, &["more"]);
        let edit = Edit::input("often", "iterations", Some(5.into()));
        let before = snapshot(&history);
        history.apply(Action::new("", edit), None).unwrap();
        assert!(before.after(history.shown_document()).is_none(), "another number needs other nodes");
        let field = Subject::Output("field".to_owned());
        assert!(snapshot(&history).field(&field).is_ok());
    }
}
