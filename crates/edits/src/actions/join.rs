//! Wires to and from whole nodes, at the sockets that fit best.

use travertine_graph::definition::InputDefinition;
use travertine_presentation::{Outline, Socket};
use travertine_program::Type;

use super::connect::connect;
use super::insert::{best, best_input, best_output, is_wired, wanted};
use crate::edit::{Action, Refusal};
use crate::target::Target;

/// The input of a node that fits an output best: one without a wire if there is one.
pub fn fitting_input(outline: &Outline, from: &Socket, id: &str) -> Option<Socket> {
    let (definition, value_type) = (outline.definition(id)?, outline.output_type(from)?);
    let free = |input: &&InputDefinition| outline.shows(id, input) && !is_wired(outline, id, &input.name);
    let inputs: Vec<&InputDefinition> = definition.inputs.iter().filter(free).collect();
    let (name, _) = best(&inputs, value_type).or_else(|| best_input(definition, value_type))?;
    Some(Socket::new(id, name))
}

/// The output of a node that fits a target best.
pub fn fitting_output(outline: &Outline, to: &Target, id: &str) -> Option<Socket> {
    let value_type = wanted(outline, to).unwrap_or(Type::Float);
    let (name, _) = best_output(outline.definition(id)?, value_type)?;
    Some(Socket::new(id, name))
}

/// Wires the main output of a node to another node.
///
/// # Errors
///
/// If the one gives nothing or the other takes no wire, or the wire would close a circle.
pub fn join(outline: &Outline, from: &str, to: &str) -> Result<Action, Refusal> {
    let output = outline.source(from, None);
    match fitting_input(outline, &output, to) {
        Some(input) => connect(outline, &output, &input),
        None => Err(Refusal::new(format!("no output of `{from}` fits an input of `{to}`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::outlines::{after, outline};

    #[test]
    fn whole_nodes_are_joined_where_they_fit() {
        let outline = outline(
            r#""noise": {"type": "noise/perlin"}, "curl": {"type": "noise/curl"}, "here": {"type": "input/position"},
               "sum": {"type": "math/add", "inputs": {"a": {"node": "noise"}}}"#,
        );
        let joined = |from: &str, to: &str| {
            let before: Vec<_> = outline.wires().collect();
            let after = after(&outline, join(&outline, from, to).unwrap());
            after.wires().find(|wire| !before.contains(wire)).map(|(_, to)| to.name)
        };
        assert_eq!(joined("noise", "curl").as_deref(), Some("scale"));
        assert_eq!(joined("curl", "noise").as_deref(), Some("position"), "a vector");
        assert_eq!(joined("curl", "sum").as_deref(), Some("b"), "the other input has a wire");
        assert!(join(&outline, "noise", "here").is_err(), "it has no inputs");
        assert!(join(&outline, "sum", "noise").is_err(), "this would close a circle");
        let to = Target::Input(Socket::new("noise", "position"));
        assert_eq!(fitting_output(&outline, &to, "noise"), Some(Socket::new("noise", "gradient")));
    }
}
