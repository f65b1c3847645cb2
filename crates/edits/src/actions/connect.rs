//! Wires: adding, moving and checking them.

use travertine_presentation::{Outline, Socket};
use travertine_program::Type;

use crate::edit::{Action, Edit, Refusal};

/// Wires an output to an input, and replaces the content of the input.
///
/// # Errors
///
/// As [`check_wire`].
pub fn connect(outline: &Outline, from: &Socket, to: &Socket) -> Result<Action, Refusal> {
    check_wire(outline, from, to)?;
    Ok(Action::new("Connect", edit(outline, from, to)))
}

/// Removes the wire of an input, which then has its default.
pub fn disconnect(to: &Socket) -> Action {
    Action::new("Disconnect", Edit::input(&to.node, &to.name, None))
}

/// Moves a wire from one input to another.
///
/// # Errors
///
/// As [`check_wire`], or if there is no wire.
pub fn move_wire(outline: &Outline, to: &Socket, new: &Socket) -> Result<Action, Refusal> {
    let held = outline.document().nodes.get(&to.node).and_then(|node| node.inputs.get(&to.name));
    let from = held.and_then(|input| outline.source_of(input));
    let from = from.ok_or_else(|| Refusal::new(format!("there is no wire in `{}` of `{}`", to.name, to.node)))?;
    check_wire(outline, &from, new)?;
    let edits = vec![Edit::input(&to.node, &to.name, None), edit(outline, &from, new)];
    Ok(Action::new("Move wire", edits))
}

/// Checks whether an output may be wired to an input. Returns a sentence about the conversion of the value, if there is
/// one.
///
/// # Errors
///
/// If the output or the input does not exist, the input is a setting, or the wire would close a circle.
pub fn check_wire(outline: &Outline, from: &Socket, to: &Socket) -> Result<Option<&'static str>, Refusal> {
    let value_type = output(outline, from)?;
    let definition = outline.definition(&to.node).ok_or_else(|| unknown(outline, &to.node))?;
    let input =
        outline.input(to).ok_or_else(|| Refusal::new(format!("{} has no input `{}`", definition.label, to.name)))?;
    if input.value_type.is_setting() {
        return Err(Refusal::new(format!(
            "`{}` is a setting of type {} and takes no wire; a parameter can set it",
            to.name,
            input.value_type.name()
        )));
    }
    if from.node == to.node {
        return Err(Refusal::new(format!("`{}` would feed itself", to.node)));
    }
    if outline.depends(&from.node, &to.node) {
        return Err(Refusal::new(format!(
            "this would close a circle: `{}` is made of what `{}` gives",
            from.node, to.node
        )));
    }
    Ok(input.value_type.field_type().and_then(|wanted| conversion(value_type, wanted)))
}

/// A sentence about the conversion between two types; `None` if they are equal.
pub fn conversion(from: Type, to: Type) -> Option<&'static str> {
    match (from, to) {
        (Type::Float, Type::Vector) => Some("the number becomes x, y and z"),
        (Type::Float, Type::Color) => Some("the number becomes a gray"),
        (Type::Vector, Type::Float) => Some("the mean of x, y and z"),
        (Type::Vector, Type::Color) => Some("x, y and z become red, green and blue"),
        (Type::Color, Type::Float) => Some("the luminance of the color"),
        (Type::Color, Type::Vector) => Some("red, green and blue become x, y and z; alpha is left out"),
        (Type::Float, Type::Float) | (Type::Vector, Type::Vector) | (Type::Color, Type::Color) => None,
    }
}

/// The type of an output.
pub(super) fn output(outline: &Outline, output: &Socket) -> Result<Type, Refusal> {
    let definition = outline.definition(&output.node).ok_or_else(|| unknown(outline, &output.node))?;
    outline
        .output_type(output)
        .ok_or_else(|| Refusal::new(format!("{} has no output `{}`", definition.label, output.name)))
}

fn unknown(outline: &Outline, id: &str) -> Refusal {
    Refusal::new(match outline.document().nodes.get(id) {
        Some(node) => format!("`{id}` is unknown: this version has no node type `{}`", node.node_type),
        None => format!("there is no node `{id}`"),
    })
}

fn edit(outline: &Outline, from: &Socket, to: &Socket) -> Edit {
    Edit::input(&to.node, &to.name, Some(outline.wire(from)))
}

#[cfg(test)]
mod tests {
    use travertine_graph::document::Input;

    use super::*;
    use crate::testing::outlines::{after, outline};

    fn nodes() -> Outline {
        outline(
            r#""noise": {"type": "noise/perlin"}, "abs": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}},
               "curl": {"type": "noise/curl"}, "odd": {"type": "no/such"}"#,
        )
    }

    #[test]
    fn wires_are_refused_with_a_reason() {
        let outline = nodes();
        let check = |from: [&str; 2], to: [&str; 2]| {
            let socket = |[node, name]: [&str; 2]| Socket::new(node, name);
            check_wire(&outline, &socket(from), &socket(to)).map_err(|refusal| refusal.to_string())
        };
        assert_eq!(check(["noise", "value"], ["abs", "value"]), Ok(None));
        assert_eq!(check(["abs", "value"], ["curl", "position"]), Ok(Some("the number becomes x, y and z")));
        let refused = |from, to, part: &str| {
            let reason = check(from, to).unwrap_err();
            assert!(reason.contains(part), "{reason}");
        };
        refused(["abs", "value"], ["noise", "scale"], "close a circle: `abs` is made of what `noise` gives");
        refused(["abs", "value"], ["abs", "value"], "feed itself");
        refused(["curl", "vector"], ["noise", "octaves"], "setting of type number");
        refused(["noise", "valeu"], ["abs", "value"], "has no output `valeu`");
        refused(["noise", "value"], ["abs", "v"], "has no input `v`");
        refused(["odd", ""], ["abs", "value"], "this version has no node type `no/such`");
        refused(["gone", ""], ["abs", "value"], "there is no node `gone`");
    }

    #[test]
    fn a_wire_can_be_moved_and_removed() {
        let outline = nodes();
        let (old, new) = (Socket::new("abs", "value"), Socket::new("curl", "scale"));
        let moved = after(&outline, move_wire(&outline, &old, &new).unwrap());
        assert!(moved.document().nodes["abs"].inputs.is_empty());
        let wire = Input::Node { node: "noise".to_owned(), output: None };
        assert_eq!(moved.document().nodes["curl"].inputs["scale"], wire);
        let out = after(&moved, disconnect(&new));
        assert!(out.document().nodes["curl"].inputs.is_empty());
        assert!(move_wire(&out, &new, &old).is_err());
    }
}
