//! Makes a group of nodes.

use std::collections::BTreeSet;

use travertine_graph::definition::ValueType;
use travertine_graph::document::{Document, Input, Node};
use travertine_graph::graph::{GROUP, Graph};
use travertine_presentation::{Outline, Socket};

use super::socket::Entrance;
use crate::actions::clipboard::fragment;
use crate::actions::connect::output;
use crate::actions::group_names::fresh_group;
use crate::actions::ids::{fresh_id, fresh_node_id, id_of_type};
use crate::difference::action;
use crate::edit::{Action, Refusal};

/// Moves nodes and frames into a new group, and puts an instance of it in their place. Pictures stay the same.
///
/// Wires and parameters that lead into the nodes become parameters of the group; what leads out of them becomes its
/// outputs. Without a title, the group is called `group`.
///
/// # Errors
///
/// If there are no nodes, a node has an error, or a wire leaves the nodes and comes back to them.
pub fn group(
    outline: &Outline,
    nodes: &BTreeSet<String>,
    frames: &BTreeSet<String>,
    title: Option<&str>,
) -> Result<Action, Refusal> {
    let document = outline.document();
    let nodes: BTreeSet<String> = nodes.iter().filter(|id| document.nodes.contains_key(*id)).cloned().collect();
    if nodes.is_empty() {
        return Err(Refusal::new("select the nodes of the group first"));
    }
    refuse_circle(outline, &nodes)?;
    let title = title.map(str::trim).filter(|title| !title.is_empty());
    let name = fresh_group(title.unwrap_or_default(), &document.groups);
    let mut inner = fragment(document, &nodes, frames);
    inner.name = title.map(str::to_owned);
    let mut instance = Node { node_type: format!("{GROUP}/{name}"), ..Node::default() };
    state_choices(outline, &mut inner);
    for (name, _) in &inner.parameters {
        instance.inputs.insert(name.clone(), Input::Parameter(name.clone()));
    }
    enter(outline, &nodes, &mut inner, &mut instance)?;
    let exits = exits(outline, &nodes)?;
    inner.outputs = exits.iter().map(|exit| (exit.name.clone(), exit.wire.clone())).collect();
    check(outline, &inner)?;

    let mut id = String::new();
    let action = action(outline, format!("Group {}", count(nodes.len())), |document| {
        for node in &nodes {
            document.nodes.remove(node);
            document.layout.remove(node);
            document.annotations.collapsed.remove(node);
            document.annotations.folded.remove(node);
        }
        document.annotations.frames.retain(|frame, _| !frames.contains(frame));
        id = fresh_node_id(&id_of_type(&instance.node_type), document, true, |_| false);
        for exit in &exits {
            let is_first = exits.first().is_some_and(|first| first.source == exit.source);
            let wire = Input::Node { node: id.clone(), output: (!is_first).then(|| exit.name.clone()) };
            let inputs = document.nodes.values_mut().flat_map(|node| node.inputs.values_mut());
            for input in inputs.chain(document.outputs.iter_mut().map(|(_, source)| source)) {
                if outline.source_of(input).as_ref() == Some(&exit.source) {
                    input.clone_from(&wire);
                }
            }
        }
        if let Some(position) = middle(&inner) {
            document.layout.insert(id.clone(), position);
        }
        document.nodes.insert(id.clone(), instance.into());
        document.groups.insert(name, inner.into());
        Ok(())
    })?;
    Ok(action.selecting([id]))
}

/// The point in the middle of the nodes of a document, in points.
pub(super) fn middle(document: &Document) -> Option<[f64; 2]> {
    let corners = document.layout.values().map(|position| [*position; 2]);
    let [[left, top], [right, bottom]] =
        corners.reduce(|[a, b], [c, d]| [[a[0].min(c[0]), a[1].min(c[1])], [b[0].max(d[0]), b[1].max(d[1])]])?;
    Some([((left + right) / 2.0).round(), ((top + bottom) / 2.0).round()])
}

fn count(nodes: usize) -> String {
    if nodes == 1 { "1 node".to_owned() } else { format!("{nodes} nodes") }
}

/// Refuses nodes between which a path leads outside.
fn refuse_circle(outline: &Outline, nodes: &BTreeSet<String>) -> Result<(), Refusal> {
    let mut checked = BTreeSet::new();
    for (from, to) in outline.wires() {
        if nodes.contains(&from.node) || !nodes.contains(&to.node) || !checked.insert(from.node.clone()) {
            continue;
        }
        if let Some(origin) = outline.sources_of(&from.node).into_iter().find(|id| nodes.contains(*id)) {
            return Err(Refusal::new(format!(
                "a path leaves these nodes and comes back: `{origin}` leads to `{}`, which leads to `{}`; \
                 select the nodes between them too",
                from.node, to.node
            )));
        }
    }
    Ok(())
}

/// Writes the choices of parameters into them. Until now, some followed from an input outside.
fn state_choices(outline: &Outline, inner: &mut Document) {
    for (name, parameter) in &mut inner.parameters {
        if !parameter.choices.is_empty() || parameter.parameter_type != "choice" {
            continue;
        }
        let choices = outline.document().nodes.iter().find_map(|(id, node)| {
            node.inputs.iter().find_map(|(input, held)| match held {
                Input::Parameter(used) if used == name => match &outline.input(&Socket::new(id, input))?.value_type {
                    ValueType::Choice(choices) => Some(choices.iter().map(|each| each.to_string()).collect()),
                    _ => None,
                },
                _ => None,
            })
        });
        parameter.choices = choices.unwrap_or_default();
    }
}

/// Adds a parameter for each wire that leads into the nodes.
fn enter(
    outline: &Outline,
    nodes: &BTreeSet<String>,
    inner: &mut Document,
    instance: &mut Node,
) -> Result<(), Refusal> {
    let mut entrances: Vec<Entrance> = Vec::new();
    for id in nodes {
        let Some(node) = outline.document().nodes.get(id) else { continue };
        let order = |name: &str| outline.definition(id).and_then(|definition| definition.input_index(name));
        let mut inputs: Vec<(&String, &Input)> = node.inputs.iter().collect();
        inputs.sort_by_key(|(name, _)| order(name));
        for (name, wire) in inputs {
            let Some(source) = outline.source_of(wire).filter(|source| !nodes.contains(&source.node)) else {
                continue;
            };
            let value_type = output(outline, &source)?;
            let to = Socket::new(id, name);
            let joins = entrances.iter_mut().any(|other| other.source == source && other.join(outline, &to));
            if !joins {
                entrances.push(Entrance::new(outline, wire.clone(), source, value_type, to));
            }
        }
    }
    for (index, entrance) in entrances.iter().enumerate() {
        let is_taken = |name: &str| inner.parameters.iter().any(|(other, _)| other == name);
        let name = fresh_id(&entrance.targets[0].name, is_taken);
        // Wires come first, as the inputs of most nodes do.
        inner.parameters.insert(index, (name.clone(), entrance.parameter(outline)));
        instance.inputs.insert(name.clone(), entrance.wire.clone());
        for to in &entrance.targets {
            if let Some(node) = inner.nodes.get_mut(&to.node) {
                node.inputs.insert(to.name.clone(), Input::Parameter(name.clone()));
            }
        }
    }
    Ok(())
}

/// An output of the group.
struct Exit {
    name: String,
    source: Socket,
    /// The wire from the source, as in the document.
    wire: Input,
}

/// The outputs: what outputs of the graph and wires lead out; without any, what no node uses.
fn exits(outline: &Outline, nodes: &BTreeSet<String>) -> Result<Vec<Exit>, Refusal> {
    let document = outline.document();
    let mut exits: Vec<Exit> = Vec::new();
    let mut add = |wanted: Option<&str>, wire: &Input| -> Result<(), Refusal> {
        let Some(source) = outline.source_of(wire).filter(|source| nodes.contains(&source.node)) else {
            return Ok(());
        };
        output(outline, &source)?;
        if exits.iter().all(|exit| exit.source != source) {
            let is_taken = |name: &str| exits.iter().any(|exit| exit.name == name);
            // Nodes whose outputs have the same name are distinguished by the nodes' names.
            let own = if is_taken(&source.name) { &source.node } else { &source.name };
            let name = fresh_id(wanted.unwrap_or(own), is_taken);
            exits.push(Exit { name, source, wire: wire.clone() });
        }
        Ok(())
    };
    for (name, wire) in &document.outputs {
        add(Some(name), wire)?;
    }
    for (_, node) in document.nodes.iter().filter(|(id, _)| !nodes.contains(*id)) {
        node.inputs.values().try_for_each(|wire| add(None, wire))?;
    }
    if exits.is_empty() {
        let used: BTreeSet<String> = outline.wires().map(|(from, _)| from.node).collect();
        for id in nodes.difference(&used) {
            let source = outline.source(id, None);
            output(outline, &source)?;
            let is_taken = |name: &str| exits.iter().any(|exit: &Exit| exit.name == name);
            let own = if is_taken(&source.name) { id } else { &source.name };
            let name = fresh_id(own, is_taken);
            exits.push(Exit { name, wire: outline.wire(&source), source });
        }
    }
    Ok(exits)
}

/// Refuses a group that is not a graph.
fn check(outline: &Outline, inner: &Document) -> Result<(), Refusal> {
    let Err(problems) = Graph::new(inner, outline.base()) else { return Ok(()) };
    let error = problems.iter().find(|each| each.severity == travertine_graph::diagnostic::Severity::Error);
    let message = error.map_or("the group would not be a graph".to_owned(), |error| match error.node() {
        Some(node) => format!("`{node}`: {}", error.message),
        None => error.message.clone(),
    });
    Err(Refusal::new(format!("these nodes cannot be a group yet: {message}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::{copy, expose, frame, paste};
    use crate::testing::outlines::{after, outline};

    fn set(ids: &[&str]) -> BTreeSet<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    fn nodes() -> Outline {
        let outline = outline(
            r#""place": {"type": "input/position"},
               "noise": {"type": "noise/perlin", "inputs": {"position": {"node": "place"}}},
               "abs": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}},
               "sum": {"type": "math/add", "inputs": {"a": {"node": "abs"}, "b": {"node": "noise"}}},
               "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "sum"}}}"#,
        );
        after(&outline, expose(&outline, &Socket::new("noise", "scale")).unwrap())
    }

    fn group_of(outline: &Outline, ids: &[&str]) -> Result<Outline, String> {
        let action = group(outline, &set(ids), &BTreeSet::new(), None);
        action.map(|action| after(outline, action)).map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn what_crosses_the_edge_becomes_the_interface() {
        let outline = group_of(&nodes(), &["noise", "sum", "abs"]).unwrap();
        let definition = outline.definition("group").unwrap();
        let inputs: Vec<&str> = definition.inputs.iter().map(|input| &*input.name).collect();
        assert_eq!(inputs, ["position", "scale"]);
        assert_eq!(definition.inputs[0].value_type, ValueType::Vector);
        let document = outline.document();
        assert_eq!(document.nodes["group"].inputs["scale"], Input::Parameter("scale".to_owned()));
        assert_eq!(document.nodes["group"].inputs["position"], Input::wire("place"));
        assert_eq!(document.nodes["ramp"].inputs["value"], Input::wire("group"));
        let inside = &document.groups["group"].document;
        assert_eq!(inside.parameters[1], document.parameters[0]);
        assert_eq!(inside.outputs, [("value".to_owned(), Input::wire("sum"))]);
    }

    #[test]
    fn nodes_that_lead_nowhere_are_the_outputs() {
        let outline = outline(r#""a": {"type": "noise/perlin"}, "b": {"type": "noise/perlin"}"#);
        let outline = group_of(&outline, &["a", "b"]).unwrap();
        let names: Vec<&str> = outline.definition("group").unwrap().outputs.iter().map(|each| &*each.name).collect();
        assert_eq!(names, ["value", "b"]);
    }

    #[test]
    fn frames_and_positions_move_along() {
        let mut document = Document::clone(nodes().document());
        for (id, x) in [("noise", 10.0), ("abs", 200.0), ("sum", 400.0)] {
            document.layout.insert(id.to_owned(), [x, 5.0]);
        }
        let outline = Outline::new(document.into(), travertine::registry());
        let boxes = [crate::actions::NodeBox { id: "abs".to_owned(), position: [200.0, 5.0], size: [9.0; 2] }];
        let outline = after(&outline, frame(&outline, &boxes, "F").unwrap());
        let action = group(&outline, &set(&["noise", "abs", "sum"]), &set(&["frame"]), Some("Old oak")).unwrap();
        let grouped = after(&outline, action);
        let document = grouped.document();
        assert_eq!(document.layout["Old_oak"], [205.0, 5.0]);
        assert!(document.annotations.frames.is_empty());
        let inside = &document.groups["Old-oak"].document;
        assert_eq!((inside.layout["sum"], inside.annotations.frames.len()), ([400.0, 5.0], 1));
        assert_eq!(inside.name.as_deref(), Some("Old oak"));
    }

    #[test]
    fn what_cannot_be_a_group_is_refused() {
        let refused = |outline: &Outline, ids: &[&str], part: &str| {
            let reason = group_of(outline, ids).unwrap_err();
            assert!(reason.contains(part), "{reason}");
        };
        refused(&nodes(), &[], "select the nodes");
        refused(&nodes(), &["noise", "sum"], "`noise` leads to `abs`, which leads to `sum`");
        let broken = outline(
            r#""a": {"type": "no/such"}, "b": {"type": "math/absolute", "inputs": {"value": {"node": "a"}}},
               "c": {"type": "math/absolute", "inputs": {"value": "red"}}"#,
        );
        refused(&broken, &["a"], "`a`");
        refused(&broken, &["b"], "this version has no node type");
        refused(&broken, &["c"], "`c`");
    }

    #[test]
    fn groups_nest_and_repeat() {
        let once = group_of(&nodes(), &["noise", "abs", "sum"]).unwrap();
        let twice = after(&once, paste(&once, &copy(&once, &set(&["group"]), &BTreeSet::new()), None).unwrap());
        let nested = group_of(&twice, &["group", "ramp"]).unwrap();
        let document = nested.document();
        assert_eq!(document.groups.keys().collect::<Vec<_>>(), ["group", "group-2"]);
        assert_eq!(document.groups["group-2"].document.groups["group"], document.groups["group"]);
        assert!(nested.definition("group_3").is_some());
    }
}
