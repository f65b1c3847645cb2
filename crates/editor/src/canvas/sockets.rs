//! Sockets by number, as egui_graph counts them, and by name, as documents do.
//!
//! Inputs of a node count as in its definition, those of an unknown type as they stand in the document; the graph's
//! outputs are inputs of one item, and after the last there is room for another.

use travertine_editing::{Outline, Socket, Target};

use super::{Item, socket};

/// The output of that number.
pub fn output(outline: &Outline, item: &Item, index: usize) -> Option<Socket> {
    let Item::Node(id) = item else { return None };
    let definition = outline.definition(id)?;
    Some(socket(id, definition.outputs.get(index)?.name))
}

/// What the input of that number leads to; none for the room after the graph's last output.
pub fn target(outline: &Outline, item: &Item, index: usize) -> Option<Target> {
    let document = outline.document();
    match item {
        Item::Outputs => document.outputs.get(index).map(|(name, _)| Target::Output(name.clone())),
        Item::Node(id) => {
            let name = match outline.definition(id) {
                Some(definition) => definition.inputs.get(index)?.name,
                None => document.nodes.get(id)?.inputs.keys().nth(index)?,
            };
            Some(Target::Input(socket(id, name)))
        }
    }
}

/// The number of an output; all outputs of an unknown type are one.
pub fn output_index(outline: &Outline, from: &Socket) -> Option<usize> {
    match outline.definition(&from.node) {
        Some(definition) => definition.output_index(&from.name),
        None => outline.node(&from.node).map(|_| 0),
    }
}

/// The number of an input.
pub fn input_index(outline: &Outline, to: &Target) -> Option<usize> {
    let document = outline.document();
    match to {
        Target::Output(name) => document.outputs.iter().position(|(other, _)| other == name),
        Target::Input(input) => match outline.definition(&input.node) {
            Some(definition) => definition.input_index(&input.name),
            None => document.nodes.get(&input.node)?.inputs.keys().position(|name| *name == input.name),
        },
    }
}
