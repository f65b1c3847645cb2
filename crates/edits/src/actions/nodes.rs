//! Changes to existing nodes: values, names, marks and positions.

use std::collections::BTreeSet;

use travertine_graph::document::{Input, name_problem};
use travertine_graph::json::Value;
use travertine_presentation::{Outline, Socket};

use crate::difference::action;
use crate::edit::{Action, Edit, Refusal};

/// Sets an input to a value.
///
/// # Errors
///
/// If the input does not exist or does not accept the value.
pub fn set_input(outline: &Outline, input: &Socket, value: Value) -> Result<Action, Refusal> {
    let definition =
        outline.input(input).ok_or_else(|| Refusal::new(format!("`{}` has no input `{}`", input.node, input.name)))?;
    if let Err(problems) = definition.constant(&value) {
        let expected = problems.iter().find_map(|problem| problem.expected.as_deref()).unwrap_or_default();
        return Err(Refusal::new(format!("`{}` takes {expected}", input.name)));
    }
    let edit = Edit::input(&input.node, &input.name, Some(Input::Constant(value)));
    Ok(Action::new(format!("Set {}", input.name), edit))
}

/// Resets an input to its default.
pub fn reset_input(input: &Socket) -> Action {
    Action::new(format!("Reset {}", input.name), Edit::input(&input.node, &input.name, None))
}

/// Mutes or unmutes nodes.
pub fn mute<'a>(nodes: impl IntoIterator<Item = &'a str>, muted: bool) -> Action {
    let label = if muted { "Mute" } else { "Unmute" };
    Action::new(label, marks(nodes, |id| Edit::Muted(id, muted)))
}

/// Collapses nodes to their titles, or expands them.
pub fn collapse<'a>(nodes: impl IntoIterator<Item = &'a str>, collapsed: bool) -> Action {
    let label = if collapsed { "Collapse" } else { "Expand" };
    Action::new(label, marks(nodes, |id| Edit::Collapsed(id, collapsed)))
}

/// Hides or shows the pictures of nodes.
pub fn fold<'a>(nodes: impl IntoIterator<Item = &'a str>, folded: bool) -> Action {
    let label = if folded { "Hide pictures" } else { "Show pictures" };
    Action::new(label, marks(nodes, |id| Edit::Folded(id, folded)))
}

fn marks<'a>(nodes: impl IntoIterator<Item = &'a str>, edit: impl Fn(String) -> Edit) -> Vec<Edit> {
    nodes.into_iter().map(|id| edit(id.to_owned())).collect()
}

/// Moves nodes to positions, in points.
pub fn move_to(positions: impl IntoIterator<Item = (String, [f64; 2])>) -> Action {
    let edit = |(id, position)| Edit::Position(id, Some(position));
    let edits: Vec<Edit> = positions.into_iter().map(edit).collect();
    let label = match edits.len() {
        1 => "Move node".to_owned(),
        some => format!("Move {some} nodes"),
    };
    Action::new(label, edits)
}

/// Renames a node; wires, outputs, its position and its marks follow.
///
/// # Errors
///
/// If the node does not exist, or the name is taken or invalid.
pub fn rename(outline: &Outline, id: &str, new: &str) -> Result<Action, Refusal> {
    if let Some(problem) = name_problem(new) {
        return Err(Refusal::new(format!("the name of a node {problem}")));
    }
    if id != new && outline.document().nodes.contains_key(new) {
        return Err(Refusal::new(format!("there is another node called `{new}`")));
    }
    let action = action(outline, format!("Rename {id}"), |document| {
        let missing = || Refusal::new(format!("there is no node `{id}`"));
        let node = document.nodes.remove(id).ok_or_else(missing)?;
        document.nodes.insert(new.to_owned(), node);
        let inputs = document.nodes.values_mut().flat_map(|node| node.inputs.values_mut());
        for input in inputs.chain(document.outputs.iter_mut().map(|(_, source)| source)) {
            if let Input::Node { node, .. } = input
                && node == id
            {
                new.clone_into(node);
            }
        }
        if let Some(position) = document.layout.remove(id) {
            document.layout.insert(new.to_owned(), position);
        }
        let annotations = &mut *document.annotations;
        let marks = [&mut annotations.collapsed, &mut annotations.folded];
        marks.into_iter().for_each(|marks| rename_mark(marks, id, new));
        Ok(())
    })?;
    Ok(action.selecting([new.to_owned()]))
}

fn rename_mark(marks: &mut BTreeSet<String>, id: &str, new: &str) {
    if marks.remove(id) {
        marks.insert(new.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use travertine_graph::json::Number;

    use super::*;
    use crate::testing::documents::bundled;
    use crate::testing::outlines::{after, outline};

    #[test]
    fn renaming_a_node_updates_all_references() {
        for document in bundled() {
            let text = document.to_json();
            let outline = Outline::new(document.into(), travertine::registry());
            for id in travertine_tests::sample(outline.document().nodes.keys(), 5) {
                let marked = after(&outline, collapse([id.as_str()], true));
                let renamed = after(&marked, rename(&marked, id, "a new name").unwrap());
                assert!(renamed.document().annotations.collapsed.contains("a new name"));
                assert!(!renamed.document().nodes.contains_key(id));
                let back = after(&renamed, rename(&renamed, "a new name", id).unwrap());
                let back = after(&back, collapse([id.as_str()], false));
                assert_eq!(back.document().to_json(), text);
            }
        }
    }

    #[test]
    fn names_must_be_free() {
        let outline = outline(r#""a": {"type": "input/float"}, "b": {"type": "input/float"}"#);
        for (id, new) in [("a", "b"), ("a", ""), ("c", "d"), ("a", "\n")] {
            assert!(rename(&outline, id, new).is_err());
        }
        assert!(rename(&outline, "a", "a").unwrap().edit.is_empty());
    }

    #[test]
    fn values_must_fit() {
        let outline = outline(r#""n": {"type": "noise/perlin"}"#);
        let number = |text: &str| Value::Number(Number::new(text).unwrap());
        let set = |input: &str, value: Value| set_input(&outline, &Socket::new("n", input), value);
        let set_twice = after(&outline, set("octaves", number("3")).unwrap());
        assert_eq!(set_twice.document().nodes["n"].inputs["octaves"], Input::Constant(number("3")));
        let refusal = set("seed", number("2.5")).unwrap_err().to_string();
        assert!(refusal.starts_with("`seed` takes a whole number"), "{refusal}");
        assert!(set("octave", number("2")).is_err());
        let reset = after(&set_twice, reset_input(&Socket::new("n", "octaves")));
        assert_eq!(reset.document(), outline.document());
    }
}
