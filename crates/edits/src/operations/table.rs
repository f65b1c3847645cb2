//! The table of operations.

use std::collections::{BTreeMap, BTreeSet};

use travertine_presentation::{Held, Socket};

use super::argument::{Argument, Given, Takes};
use super::work::Work;
use crate::actions;
use crate::edit::{Action, Edit, Refusal};
use crate::target::Target;

/// A kind of operation.
pub struct Kind {
    /// Its name: the first word, and the member `do` in JSON.
    pub name: &'static str,
    /// What it does.
    pub help: &'static str,
    /// Its arguments, in the order of words. Only the last one can be optional, or take the rest of the line.
    pub arguments: &'static [Argument],
    /// Carries it out.
    pub(super) run: fn(&mut Work, &Given) -> Result<(), Refusal>,
}

const NODE: Argument = Argument::name("node", "id of a node");
const NODES: Argument = Argument::of("nodes", "ids of nodes", Takes::Names);
const TYPE: Argument = Argument::name("type", "a node type, as in noise/perlin, or group/NAME for a group");
const ID: Argument = Argument::optional("id", "id of the new node");
const FROM: Argument = Argument::name("from", "an output of a node, NODE.OUTPUT, or NODE for its first one");
const INPUT: Argument = Argument::name("input", "an input of a node, NODE.INPUT");
const PARAMETER: Argument = Argument::name("parameter", "name of a parameter of the graph");
const OUTPUT: Argument = Argument::name("output", "name of an output of the graph");
const PRESET: Argument = Argument::name("preset", "name of a preset");
const NAME: Argument = Argument::name("name", "the new name");
const VALUE: Argument = Argument::of("value", "a value in JSON; what is not JSON is a text", Takes::Value);

/// All operations.
pub static OPERATIONS: [Kind; 29] = [
    Kind { name: "add", help: "adds a node", arguments: &[TYPE, ID], run: add },
    Kind {
        name: "insert",
        help: "adds a node on the wire that leads to an input",
        arguments: &[TYPE, INPUT, ID],
        run: |work, given| {
            work.node_type(given.text(0))?;
            let to = Target::Input(work.input(given.text(1))?);
            let action = actions::insert_on_wire(work.outline(), given.text(0), [0.0; 2], &to)?;
            added(work, action, given.optional(2))
        },
    },
    Kind {
        name: "remove",
        help: "removes nodes; wires across them are joined",
        arguments: &[NODES],
        run: |work, given| {
            let nodes = set(&work.nodes(&given.names(0))?);
            work.apply(actions::delete(work.outline(), &nodes, &BTreeSet::new())?)
        },
    },
    Kind {
        name: "rename",
        help: "gives a node another id; wires follow",
        arguments: &[NODE, NAME],
        run: |work, given| {
            work.node(given.text(0))?;
            work.apply(actions::rename(work.outline(), given.text(0), given.text(1))?)
        },
    },
    Kind {
        name: "replace",
        help: "gives a node another type; what fits stays",
        arguments: &[NODE, TYPE],
        run: |work, given| {
            work.node(given.text(0))?;
            work.node_type(given.text(1))?;
            work.apply(actions::replace(work.outline(), given.text(0), given.text(1))?)
        },
    },
    Kind {
        name: "set",
        help: "sets an input to a value",
        arguments: &[INPUT, VALUE],
        run: |work, given| {
            let input = work.input(given.text(0))?;
            work.apply(actions::set_input(work.outline(), &input, given.value(1))?)
        },
    },
    Kind {
        name: "reset",
        help: "gives an input its default, without a wire",
        arguments: &[INPUT],
        run: |work, given| {
            let input = work.input(given.text(0))?;
            work.apply(actions::reset_input(&input))
        },
    },
    Kind { name: "connect", help: "wires an output to an input", arguments: &[FROM, INPUT], run: connect },
    Kind {
        name: "disconnect",
        help: "removes the wire that leads to an input",
        arguments: &[INPUT],
        run: |work, given| {
            let input = work.input(given.text(0))?;
            if !matches!(work.outline().held(&input), Some(Held::Wire { .. })) {
                return Err(Refusal::new(format!("there is no wire in `{}`", given.text(0))));
            }
            work.apply(actions::disconnect(&input))
        },
    },
    Kind {
        name: "mute",
        help: "mutes nodes: each passes on what is wired into it",
        arguments: &[NODES],
        run: |work, given| mute(work, given, true),
    },
    Kind {
        name: "unmute",
        help: "lets muted nodes work again",
        arguments: &[NODES],
        run: |work, given| mute(work, given, false),
    },
    Kind {
        name: "output",
        help: "wires an output of a node to an output of the graph, which is added if there is none of the name",
        arguments: &[NAME, FROM],
        run: |work, given| {
            let from = work.output(given.text(1))?;
            let action = match work.graph_output(given.text(0)) {
                Ok(()) => actions::set_output(work.outline(), given.text(0), &from)?,
                Err(_) => actions::add_output(work.outline(), &from, given.text(0))?,
            };
            work.apply(action)
        },
    },
    Kind {
        name: "rename-output",
        help: "renames an output of the graph",
        arguments: &[OUTPUT, NAME],
        run: |work, given| {
            work.graph_output(given.text(0))?;
            work.apply(actions::rename_output(work.outline(), given.text(0), given.text(1))?)
        },
    },
    Kind {
        name: "first-output",
        help: "makes an output of the graph the first one, which pictures show by default",
        arguments: &[OUTPUT],
        run: |work, given| {
            work.graph_output(given.text(0))?;
            work.may_change_first_output()?;
            work.apply(actions::move_output(work.outline(), given.text(0), 0)?)
        },
    },
    Kind {
        name: "remove-output",
        help: "removes an output of the graph",
        arguments: &[OUTPUT],
        run: |work, given| {
            work.graph_output(given.text(0))?;
            let first = work.outline().document().outputs.first();
            if first.is_some_and(|(name, _)| name == given.text(0)) {
                work.may_change_first_output()?;
            }
            work.apply(actions::remove_output(work.outline(), given.text(0))?)
        },
    },
    Kind {
        name: "expose",
        help: "makes an input a parameter of the graph",
        arguments: &[INPUT, Argument::optional("name", "name of the parameter")],
        run: expose,
    },
    Kind {
        name: "drive",
        help: "lets a parameter of the graph set an input",
        arguments: &[INPUT, PARAMETER],
        run: |work, given| {
            let input = work.input(given.text(0))?;
            work.parameter(given.text(1))?;
            work.apply(actions::use_parameter(work.outline(), &input, given.text(1))?)
        },
    },
    Kind {
        name: "default",
        help: "sets the default of a parameter",
        arguments: &[PARAMETER, VALUE],
        run: |work, given| {
            work.parameter(given.text(0))?;
            work.apply(actions::set_default(given.text(0), given.value(1)))
        },
    },
    Kind {
        name: "range",
        help: "sets the least and the greatest value of a parameter",
        arguments: &[
            PARAMETER,
            Argument::of("min", "the least value, or none", Takes::Bound),
            Argument::of("max", "the greatest value, or none", Takes::Bound),
        ],
        run: |work, given| {
            work.parameter(given.text(0))?;
            work.apply(actions::set_range(work.outline(), given.text(0), given.bound(1), given.bound(2))?)
        },
    },
    Kind {
        name: "rename-parameter",
        help: "renames a parameter; inputs and presets follow",
        arguments: &[PARAMETER, NAME],
        run: |work, given| {
            work.parameter(given.text(0))?;
            work.apply(actions::rename_parameter(work.outline(), given.text(0), given.text(1))?)
        },
    },
    Kind {
        name: "remove-parameter",
        help: "removes a parameter; the inputs that it set keep its default",
        arguments: &[PARAMETER],
        run: |work, given| {
            work.parameter(given.text(0))?;
            work.apply(actions::remove_parameter(work.outline(), given.text(0))?)
        },
    },
    Kind {
        name: "save-preset",
        help: "makes a preset of the defaults of all parameters, or replaces the one of the name",
        arguments: &[NAME],
        run: |work, given| work.apply(actions::save_preset(work.outline(), given.text(0))?),
    },
    Kind {
        name: "apply-preset",
        help: "makes the values of a preset the defaults of the parameters",
        arguments: &[PRESET],
        run: |work, given| {
            work.preset(given.text(0))?;
            work.apply(actions::apply_preset(work.outline(), given.text(0))?)
        },
    },
    Kind {
        name: "group",
        help: "moves nodes into a new group, and puts an instance of it in their place",
        arguments: &[NAME, NODES],
        run: |work, given| {
            let nodes = set(&work.nodes(&given.names(1))?);
            work.apply(actions::group(work.outline(), &nodes, &BTreeSet::new(), Some(given.text(0)))?)
        },
    },
    Kind {
        name: "ungroup",
        help: "replaces instances of groups by the nodes inside",
        arguments: &[NODES],
        run: |work, given| {
            let nodes = set(&work.nodes(&given.names(0))?);
            work.apply(actions::ungroup(work.outline(), &nodes)?)
        },
    },
    Kind {
        name: "enter",
        help: "makes the operations that follow change a group, or one inside it",
        arguments: &[Argument::of("groups", "names of groups, from outside in", Takes::Names)],
        run: |work, given| work.enter(&given.names(0)),
    },
    Kind {
        name: "leave",
        help: "makes the operations that follow change the whole graph again",
        arguments: &[],
        run: |work, _| work.enter(&[]),
    },
    Kind {
        name: "arrange",
        help: "places all nodes for the editor, each to the right of its sources",
        arguments: &[],
        run: |work, _| work.apply(actions::arrange(work.outline(), None, &BTreeMap::new())),
    },
    Kind {
        name: "describe",
        help: "sets the description of the graph",
        arguments: &[Argument::of("text", "the description", Takes::Text)],
        run: |work, given| work.change(Edit::Description(Some(given.text(0).to_owned()))),
    },
];

fn set(ids: &[&str]) -> BTreeSet<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

fn add(work: &mut Work, given: &Given) -> Result<(), Refusal> {
    let node_type = given.text(0);
    work.node_type(node_type)?;
    let action = actions::insert(work.outline(), node_type, [0.0; 2])?;
    added(work, action, given.optional(1))
}

/// Carries out an action that adds a node, gives the node an id, and leaves its position to the editor.
fn added(work: &mut Work, action: Action, id: Option<&str>) -> Result<(), Refusal> {
    let new = action.selection.iter().flatten().next().cloned().unwrap_or_default();
    work.apply(action)?;
    work.change(Edit::Position(new.clone(), None))?;
    match id {
        Some(id) => work.apply(actions::rename(work.outline(), &new, id)?),
        None => Ok(()),
    }
}

/// An input may be a whole node: then it is the input that fits best.
fn connect(work: &mut Work, given: &Given) -> Result<(), Refusal> {
    let from = work.output(given.text(0))?;
    let to = given.text(1);
    if !work.outline().document().nodes.contains_key(to) {
        let to = work.input(to)?;
        return work.apply(actions::connect(work.outline(), &from, &to)?);
    }
    let fitting = actions::fitting_input(work.outline(), &from, to);
    let to = fitting.ok_or_else(|| Refusal::new(format!("no input of `{to}` takes a wire")))?;
    work.apply(actions::connect(work.outline(), &from, &to)?)
}

fn mute(work: &mut Work, given: &Given, muted: bool) -> Result<(), Refusal> {
    let nodes = work.nodes(&given.names(0))?;
    work.apply(actions::mute(nodes, muted))
}

fn expose(work: &mut Work, given: &Given) -> Result<(), Refusal> {
    let input: Socket = work.input(given.text(0))?;
    work.apply(actions::expose(work.outline(), &input)?)?;
    let Some(name) = given.optional(1) else { return Ok(()) };
    let Some(Held::Parameter(new)) = work.outline().held(&input) else { return Ok(()) };
    work.apply(actions::rename_parameter(work.outline(), &new, name)?)
}
