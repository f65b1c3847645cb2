//! The graph's outputs, in the user's order.

use travertine_graph::document::Input;
use travertine_presentation::{Outline, Socket};

use super::connect::output;
use super::ids::fresh_id;
use crate::edit::{Action, Edit, Refusal};

type Outputs = Vec<(String, Input)>;

/// Adds an output of the graph, with this name or an unused one like it.
///
/// # Errors
///
/// If the node has no such output.
pub fn add_output(outline: &Outline, from: &Socket, name: &str) -> Result<Action, Refusal> {
    output(outline, from)?;
    let name = fresh_id(name, |name| position(outline, name).is_some());
    change(outline, format!("Add output {name}"), |outputs| {
        outputs.push((name, outline.wire(from)));
        Ok(())
    })
}

/// Wires an output of a node to an output of the graph.
///
/// # Errors
///
/// If either does not exist.
pub fn set_output(outline: &Outline, name: &str, from: &Socket) -> Result<Action, Refusal> {
    output(outline, from)?;
    let index = index(outline, name)?;
    change(outline, format!("Connect output {name}"), |outputs| {
        outputs[index].1 = outline.wire(from);
        Ok(())
    })
}

/// Removes an output.
///
/// # Errors
///
/// If there is no such output.
pub fn remove_output(outline: &Outline, name: &str) -> Result<Action, Refusal> {
    let index = index(outline, name)?;
    change(outline, format!("Remove output {name}"), |outputs| {
        outputs.remove(index);
        Ok(())
    })
}

/// Renames an output.
///
/// # Errors
///
/// If there is no such output, or the name is taken or invalid.
pub fn rename_output(outline: &Outline, name: &str, new: &str) -> Result<Action, Refusal> {
    let index = index(outline, name)?;
    if position(outline, new).is_some_and(|other| other != index) {
        return Err(Refusal::new(format!("there is another output called `{new}`")));
    }
    change(outline, format!("Rename output {name}"), |outputs| {
        outputs[index].0 = new.to_owned();
        Ok(())
    })
}

/// Moves an output to another index. The first output is the graph's main one.
///
/// # Errors
///
/// If there is no such output.
pub fn move_output(outline: &Outline, name: &str, to: usize) -> Result<Action, Refusal> {
    let index = index(outline, name)?;
    change(outline, format!("Move output {name}"), |outputs| {
        let output = outputs.remove(index);
        outputs.insert(to.min(outputs.len()), output);
        Ok(())
    })
}

fn change(
    outline: &Outline,
    label: String,
    change: impl FnOnce(&mut Outputs) -> Result<(), Refusal>,
) -> Result<Action, Refusal> {
    let mut outputs = outline.document().outputs.clone();
    change(&mut outputs)?;
    Ok(Action::new(label, Edit::Outputs(outputs)))
}

fn position(outline: &Outline, name: &str) -> Option<usize> {
    outline.document().outputs.iter().position(|(other, _)| other == name)
}

fn index(outline: &Outline, name: &str) -> Result<usize, Refusal> {
    position(outline, name).ok_or_else(|| Refusal::new(format!("there is no output `{name}`")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::outlines::{after, outline};

    #[test]
    fn outputs_are_added_removed_and_moved() {
        let outline = outline(r#""a": {"type": "noise/perlin"}, "b": {"type": "input/position"}"#);
        let from = Socket::new("a", "value");
        let one = after(&outline, add_output(&outline, &from, "height").unwrap());
        let two = after(&one, add_output(&one, &Socket::new("b", "y"), "height").unwrap());
        let names =
            |outline: &Outline| outline.document().outputs.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&two), ["height", "height_2"]);
        assert_eq!(names(&after(&two, move_output(&two, "height", 9).unwrap())), ["height_2", "height"]);
        assert_eq!(names(&after(&two, rename_output(&two, "height", "h").unwrap())), ["h", "height_2"]);
        assert!(rename_output(&two, "height", "height_2").is_err());
        assert_eq!(names(&after(&two, remove_output(&two, "height").unwrap())), ["height_2"]);
        let set = after(&two, set_output(&two, "height_2", &from).unwrap());
        assert_eq!(set.document().outputs[1].1, outline.wire(&from));
        assert!(set_output(&two, "height_2", &Socket::new("c", "value")).is_err());
        assert!(remove_output(&two, "depth").is_err());
    }
}
