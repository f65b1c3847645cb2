//! Deletion, which reconnects wires where possible.

use std::collections::BTreeSet;

use travertine_graph::document::Input;
use travertine_presentation::{Outline, Socket};

use super::connect::disconnect;
use super::outputs::remove_output;
use crate::difference::action;
use crate::edit::{Action, Refusal};
use crate::target::Target;

/// Removes nodes and frames. The wires from a removed node are connected to its source instead, by the rule of muted
/// nodes. Without a source, an input gets its default, and an output of the graph is removed.
///
/// # Errors
///
/// None at present.
pub fn delete(outline: &Outline, nodes: &BTreeSet<String>, frames: &BTreeSet<String>) -> Result<Action, Refusal> {
    let label = match (nodes.len(), frames.len()) {
        (1, 0) => format!("Delete {}", nodes.first().map_or("", String::as_str)),
        (0, 1) => "Delete frame".to_owned(),
        (some, 0) => format!("Delete {some} nodes"),
        _ => "Delete".to_owned(),
    };
    action(outline, label, |document| {
        for target in targets(outline) {
            if target.node().is_some_and(|id| nodes.contains(id)) {
                continue;
            }
            let source = target.holds(outline.document()).and_then(|input| outline.source_of(input));
            let Some(source) = source.filter(|source| nodes.contains(&source.node)) else { continue };
            target.put(document, through(outline, nodes, source))?;
        }
        for id in nodes {
            document.nodes.remove(id);
            document.layout.remove(id);
            document.annotations.collapsed.remove(id);
            document.annotations.folded.remove(id);
        }
        for id in frames {
            document.annotations.frames.remove(id);
        }
        Ok(())
    })
    .map(|action| action.selecting([]))
}

/// The source of a wire if these nodes were muted; `None` if there is none.
fn through(outline: &Outline, nodes: &BTreeSet<String>, mut source: Socket) -> Option<Input> {
    // In a circle, no source is found.
    let mut seen = BTreeSet::new();
    while nodes.contains(&source.node) {
        if !seen.insert(source.clone()) {
            return None;
        }
        let value_type = outline.output_type(&source)?;
        let definition = outline.definition(&source.node)?;
        let inputs = &outline.document().nodes.get(&source.node)?.inputs;
        let wired =
            |index: usize| inputs.get(&*definition.inputs[index].name).and_then(|input| outline.source_of(input));
        let passed = definition.passed(value_type, |index| wired(index).and_then(|from| outline.output_type(&from)))?;
        source = wired(passed)?;
    }
    Some(outline.wire(&source))
}

/// All targets of wires.
fn targets(outline: &Outline) -> Vec<Target> {
    let outputs = outline.document().outputs.iter().map(|(name, _)| Target::Output(name.clone()));
    outline.wires().map(|(_, to)| Target::Input(to)).chain(outputs).collect()
}

/// Removes the wire to a target. An input then has its default; an output of the graph is removed.
///
/// # Errors
///
/// If there is no such output.
pub fn remove_wire(outline: &Outline, to: &Target) -> Result<Action, Refusal> {
    match to {
        Target::Input(input) => Ok(disconnect(input)),
        Target::Output(name) => remove_output(outline, name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::Edit;
    use crate::testing::outlines::{after, outline};

    fn set(ids: &[&str]) -> BTreeSet<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    #[test]
    fn wires_reconnect_across_deleted_nodes() {
        let outline = outline(
            r#""noise": {"type": "noise/perlin"},
               "abs": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}},
               "sum": {"type": "math/add", "inputs": {"a": 1, "b": {"node": "abs"}}},
               "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "sum"}}}"#,
        );
        let output = Edit::Outputs(vec![("color".to_owned(), outline.wire(&Socket::new("ramp", "color")))]);
        let outline = after(&outline, Action::new("", output));
        let rest = |ids: &[&str]| after(&outline, delete(&outline, &set(ids), &set(&[])).unwrap());

        let healed = rest(&["abs", "sum"]);
        let wires: Vec<_> = healed.wires().collect();
        assert_eq!(wires, [(Socket::new("noise", "value"), Socket::new("ramp", "value"))]);
        let all_but_noise = rest(&["abs", "sum", "ramp"]);
        assert_eq!(all_but_noise.document().outputs[0].1, outline.wire(&Socket::new("noise", "value")));
        assert!(rest(&["noise"]).document().nodes["abs"].inputs.is_empty());
        let nothing = rest(&["abs", "sum", "ramp", "noise"]);
        assert!(nothing.document().nodes.is_empty() && nothing.document().outputs.is_empty());
    }

    #[test]
    fn a_position_input_accepts_no_other_value() {
        let outline = outline(
            r#""place": {"type": "input/position"},
               "noise": {"type": "noise/perlin", "inputs": {"position": {"node": "place"}}},
               "ramp": {"type": "color/ramp", "inputs": {"value": {"node": "noise"}}}"#,
        );
        let after = after(&outline, delete(&outline, &set(&["noise"]), &set(&[])).unwrap());
        assert!(after.document().nodes["ramp"].inputs.is_empty());
    }

    #[test]
    fn a_deleted_circle_leaves_no_wire() {
        let outline = outline(
            r#""a": {"type": "math/absolute", "inputs": {"value": {"node": "b"}}},
               "b": {"type": "math/absolute", "inputs": {"value": {"node": "a"}}},
               "c": {"type": "math/absolute", "inputs": {"value": {"node": "a"}}}"#,
        );
        let after = after(&outline, delete(&outline, &set(&["a", "b"]), &set(&[])).unwrap());
        assert!(after.document().nodes["c"].inputs.is_empty());
    }
}
