//! New nodes: alone, at the loose end of a wire, or on a wire.

use std::sync::Arc;

use travertine_graph::definition::{DefaultValue, Definition, InputDefinition, OutputType, ValueType};
use travertine_graph::document::{Document, Input, Node};
use travertine_presentation::{Outline, Socket};
use travertine_program::Type;

use super::connect::{check_wire, output};
use super::group_names::group_of_type;
use super::ids::{fresh_node_id, id_of_type};
use crate::difference::action;
use crate::edit::{Action, Refusal};
use crate::target::Target;

/// A wire with one loose end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loose {
    /// It comes from this output.
    From(Socket),
    /// It leads to this input, or output of the graph.
    To(Target),
}

/// A node type that fits a loose wire.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The node type.
    pub definition: Arc<Definition>,
    /// The input or output that fits best.
    pub socket: String,
    /// Whether the wire converts the value.
    pub converts: bool,
}

/// Adds a node with its inputs at their defaults.
///
/// # Errors
///
/// If the type is unknown.
pub fn insert(outline: &Outline, node_type: &str, position: [f64; 2]) -> Result<Action, Refusal> {
    let definition = find(outline, node_type)?;
    let mut id = String::new();
    let action = action(outline, label(&definition), |document| {
        id = add(document, node_type, position);
        Ok(())
    })?;
    Ok(action.selecting([id]))
}

/// The node types that fit a loose wire, sorted by id; of each, the newest version.
pub fn candidates(outline: &Outline, loose: &Loose) -> Vec<Candidate> {
    let newest =
        |definition: &&Arc<Definition>| outline.registry().versions(&definition.id).last() == Some(&definition.version);
    outline.registry().iter().filter(newest).filter_map(|definition| fit(outline, definition, loose)).collect()
}

/// How a node type fits a loose wire, if it does.
pub(crate) fn fit(outline: &Outline, definition: &Arc<Definition>, loose: &Loose) -> Option<Candidate> {
    let (socket, converts) = match loose {
        Loose::From(from) => best_input(definition, outline.output_type(from)?)?,
        Loose::To(to) => best_output(definition, wanted(outline, to)?)?,
    };
    Some(Candidate { definition: Arc::clone(definition), socket: socket.to_owned(), converts })
}

/// Adds a node and connects the loose wire to the named socket, or to the one that fits best.
///
/// # Errors
///
/// If the type is unknown, or the wire does not fit.
pub fn insert_connected(
    outline: &Outline,
    node_type: &str,
    position: [f64; 2],
    loose: &Loose,
    socket: Option<&str>,
) -> Result<Action, Refusal> {
    let definition = find(outline, node_type)?;
    let mut id = String::new();
    let action = action(outline, label(&definition), |document| {
        id = add(document, node_type, position);
        attach(outline, document, &definition, &id, loose, socket)
    })?;
    Ok(action.selecting([id]))
}

/// Connects a loose wire to a new node: to the named socket, or to the one that fits best.
pub(super) fn attach(
    outline: &Outline,
    document: &mut Document,
    definition: &Definition,
    id: &str,
    loose: &Loose,
    socket: Option<&str>,
) -> Result<(), Refusal> {
    let misfit = || Refusal::new(format!("{} has no socket that fits the wire", definition.label));
    match loose {
        Loose::From(from) => {
            let value_type = output(outline, from)?;
            let best = || best_input(definition, value_type).map(|(name, _)| name);
            let name = socket.or_else(best).ok_or_else(misfit)?;
            let input = definition.inputs.iter().find(|input| input.name == name);
            if input.is_none_or(|input| input.value_type.is_setting()) {
                return Err(misfit());
            }
            Target::Input(Socket::new(id, name)).put(document, Some(outline.wire(from)))
        }
        Loose::To(to) => {
            let value_type = wanted(outline, to).ok_or_else(misfit)?;
            let best = || best_output(definition, value_type).map(|(name, _)| name);
            let name = socket.or_else(best).ok_or_else(misfit)?;
            to.put(document, Some(wire(definition, id, name)))
        }
    }
}

/// Adds a node on the wire to a target.
///
/// # Errors
///
/// If the type is unknown, none of its inputs fits the wire, or there is no wire.
pub fn insert_on_wire(outline: &Outline, node_type: &str, position: [f64; 2], to: &Target) -> Result<Action, Refusal> {
    let definition = find(outline, node_type)?;
    let mut id = String::new();
    let action = action(outline, label(&definition), |document| {
        id = add(document, node_type, position);
        splice(outline, document, &definition, &id, to)
    })?;
    Ok(action.selecting([id]))
}

/// Puts an existing node on the wire to a target.
///
/// # Errors
///
/// If none of its inputs fits the wire, there is no wire, or the wire would close a circle.
pub fn put_on_wire(outline: &Outline, id: &str, to: &Target) -> Result<Action, Refusal> {
    let known = outline.definition(id);
    let definition = known.ok_or_else(|| Refusal::new(format!("the type of `{id}` is unknown")))?.clone();
    if matches!(to, Target::Input(input) if input.node == id || outline.depends(id, &input.node)) {
        return Err(Refusal::new(format!("`{id}` would feed itself")));
    }
    let from = source(outline, to)?;
    let free = |input: &&InputDefinition| !is_wired(outline, id, &input.name);
    let value_type = output(outline, &from)?;
    let inputs: Vec<&InputDefinition> = definition.inputs.iter().filter(free).collect();
    let (name, _) = best(&inputs, value_type).ok_or_else(|| no_input(&definition))?;
    check_wire(outline, &from, &Socket::new(id, name))?;
    action(outline, format!("Put {id} on wire"), |document| {
        Target::Input(Socket::new(id, name)).put(document, Some(outline.wire(&from)))?;
        put_behind(outline, document, &definition, id, to)
    })
}

fn splice(
    outline: &Outline,
    document: &mut Document,
    definition: &Definition,
    id: &str,
    to: &Target,
) -> Result<(), Refusal> {
    let from = source(outline, to)?;
    let value_type = output(outline, &from)?;
    let (name, _) = best_input(definition, value_type).ok_or_else(|| no_input(definition))?;
    Target::Input(Socket::new(id, name)).put(document, Some(outline.wire(&from)))?;
    put_behind(outline, document, definition, id, to)
}

/// Wires the output of a node that fits best to a target.
fn put_behind(
    outline: &Outline,
    document: &mut Document,
    definition: &Definition,
    id: &str,
    to: &Target,
) -> Result<(), Refusal> {
    let value_type = wanted(outline, to).unwrap_or(Type::Float);
    let (name, _) = best_output(definition, value_type).ok_or_else(|| no_input(definition))?;
    to.put(document, Some(wire(definition, id, name)))
}

fn source(outline: &Outline, to: &Target) -> Result<Socket, Refusal> {
    let held = to.holds(outline.document()).and_then(|input| outline.source_of(input));
    held.ok_or_else(|| Refusal::new("there is no wire here"))
}

pub(super) fn is_wired(outline: &Outline, id: &str, input: &str) -> bool {
    let node = outline.document().nodes.get(id);
    matches!(node.and_then(|node| node.inputs.get(input)), Some(Input::Node { .. }))
}

fn no_input(definition: &Definition) -> Refusal {
    Refusal::new(format!("{} has no input for a wire", definition.label))
}

/// A wire from an output, without the name if it is the first output.
fn wire(definition: &Definition, id: &str, output: &str) -> Input {
    let is_main = definition.output_index(output) == Some(0);
    Input::Node { node: id.to_owned(), output: (!is_main).then(|| output.to_owned()) }
}

/// The type that a target expects. An output of the graph, and an input of any type, expect their present type.
pub(super) fn wanted(outline: &Outline, to: &Target) -> Option<Type> {
    match to {
        Target::Input(input) => outline.input_type(input),
        Target::Output(_) => {
            let source = to.holds(outline.document()).and_then(|input| outline.source_of(input));
            Some(source.and_then(|source| outline.output_type(&source)).unwrap_or(Type::Color))
        }
    }
}

/// The input that fits a wire of this type best, and whether the value is converted: the first of the same type or of
/// any type, or else the first. A `position` accepts vectors only.
pub(super) fn best_input(definition: &Definition, value_type: Type) -> Option<(&str, bool)> {
    best(&Vec::from_iter(&definition.inputs), value_type)
}

pub(super) fn best<'d>(inputs: &[&'d InputDefinition], value_type: Type) -> Option<(&'d str, bool)> {
    let takes = |input: &&&InputDefinition| {
        input.value_type == ValueType::Any || input.value_type.field_type() == Some(value_type)
    };
    let converts =
        |input: &&&InputDefinition| !input.value_type.is_setting() && input.default != DefaultValue::Position;
    let value = |input: &&&InputDefinition| takes(input) && input.default != DefaultValue::Position;
    let same = inputs.iter().find(value).or_else(|| inputs.iter().find(takes)).map(|input| (&*input.name, false));
    same.or_else(|| inputs.iter().find(converts).map(|input| (&*input.name, true)))
}

pub(super) fn best_output(definition: &Definition, value_type: Type) -> Option<(&str, bool)> {
    let gives = |output: &OutputType| match output {
        OutputType::Fixed(fixed) => *fixed == value_type,
        _ => true,
    };
    let same = definition.outputs.iter().find(|output| gives(&output.value_type)).map(|output| (&*output.name, false));
    same.or_else(|| definition.outputs.first().map(|output| (&*output.name, true)))
}

/// Adds a node to a document and returns its id.
pub(super) fn add(document: &mut Document, node_type: &str, position: [f64; 2]) -> String {
    let is_instance = group_of_type(node_type).is_some();
    let id = fresh_node_id(&id_of_type(node_type), document, is_instance, |_| false);
    document.nodes.insert(id.clone(), Node::new(node_type).into());
    document.layout.insert(id.clone(), position);
    id
}

pub(super) fn find(outline: &Outline, node_type: &str) -> Result<Arc<Definition>, Refusal> {
    let found = outline.registry().find(node_type).cloned();
    found.ok_or_else(|| Refusal::new(format!("there is no node type `{node_type}`")))
}

fn label(definition: &Definition) -> String {
    format!("Add {}", definition.label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::outlines::{after, outline};

    fn nodes() -> Outline {
        outline(
            r#""noise": {"type": "noise/perlin"},
               "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}}"#,
        )
    }

    #[test]
    fn a_new_node_is_selected_and_has_a_position() {
        let outline = nodes();
        let action = insert(&outline, "color/ramp", [3.0, 4.0]).unwrap();
        assert_eq!(action.selection, Some(["ramp_2".to_owned()].into()));
        let after = after(&outline, action);
        assert_eq!(after.document().layout["ramp_2"], [3.0, 4.0]);
        assert!(insert(&outline, "color/rampe", [0.0; 2]).is_err());
    }

    #[test]
    fn a_loose_wire_finds_fitting_nodes() {
        let outline = nodes();
        let find = |loose: &Loose, id: &str| {
            let all = candidates(&outline, loose);
            all.into_iter().find(|each| each.definition.id == id).map(|each| (each.socket, each.converts))
        };
        let fits = |socket: &str, converts| Some((socket.to_owned(), converts));
        let from = Loose::From(Socket::new("noise", "value"));
        assert_eq!(find(&from, "color/ramp"), fits("value", false));
        assert_eq!(find(&from, "math/add"), fits("a", false));
        assert_eq!(find(&from, "noise/perlin"), fits("scale", false));
        assert_eq!(find(&from, "vector/length"), fits("vector", true));
        assert_eq!(find(&from, "input/position"), None, "it has no input");
        let to = Loose::To(Target::Input(Socket::new("noise", "position")));
        assert_eq!(find(&to, "input/position"), fits("position", false));
        assert_eq!(find(&to, "color/ramp"), fits("color", true));
        for (loose, each) in [&from, &to]
            .into_iter()
            .flat_map(|loose| candidates(&outline, loose).into_iter().map(move |candidate| (loose, candidate)))
        {
            let action = insert_connected(&outline, &each.definition.type_name(), [0.0; 2], loose, None);
            let after = after(&outline, action.unwrap());
            assert_eq!(after.wires().count(), 2, "{}", each.definition.id);
        }
        assert!(insert_connected(&outline, "noise/perlin", [0.0; 2], &from, Some("octaves")).is_err());
    }

    #[test]
    fn a_node_is_inserted_into_a_wire() {
        let outline = nodes();
        let to = Target::Input(Socket::new("ramp", "value"));
        let between = after(&outline, insert_on_wire(&outline, "math/absolute", [0.0; 2], &to).unwrap());
        let wires: Vec<_> = between.wires().collect();
        let socket = Socket::new;
        assert_eq!(
            wires,
            [
                (socket("noise", "value"), socket("absolute", "value")),
                (socket("absolute", "value"), socket("ramp", "value"))
            ]
        );
        assert!(insert_on_wire(&outline, "input/position", [0.0; 2], &to).is_err());
        let free = after(&outline, insert(&outline, "math/negate", [0.0; 2]).unwrap());
        let put = after(&free, put_on_wire(&free, "negate", &to).unwrap());
        assert!(put.depends("ramp", "negate") && put.depends("negate", "noise"));
        assert!(put_on_wire(&put, "noise", &to).is_err(), "it would feed itself");
        assert!(put_on_wire(&put, "ramp", &to).is_err());
    }
}
