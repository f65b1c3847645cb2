//! Another type for a node.

use travertine_graph::definition::{Definition, ValueType};
use travertine_graph::document::{Input, Node};
use travertine_presentation::{Outline, Socket};
use travertine_program::Type;

use super::insert::{best, best_output, find};
use crate::difference::action;
use crate::edit::{Action, Refusal};

/// Gives a node another type. Inputs of the same name keep what they hold if the new type accepts it. A wire whose
/// input is gone goes to the free input that fits best, and a wire from an output that is gone comes from the one that
/// fits best.
///
/// # Errors
///
/// If there is no such node or type.
pub fn replace(outline: &Outline, id: &str, node_type: &str) -> Result<Action, Refusal> {
    let definition = find(outline, node_type)?;
    let missing = || Refusal::new(format!("there is no node `{id}`"));
    let before = outline.document().nodes.get(id).ok_or_else(missing)?;
    let mut node = Node { node_type: node_type.to_owned(), inputs: Default::default(), ..Node::clone(before) };
    let mut loose = Vec::new();
    for (name, input) in &before.inputs {
        if accepts(outline, &definition, name, input) {
            node.inputs.insert(name.clone(), input.clone());
        } else if let Some(from) = outline.source_of(input) {
            loose.push((from, input));
        }
    }
    for (from, input) in loose {
        let free = definition.inputs.iter().filter(|input| !node.inputs.contains_key(&*input.name));
        let free: Vec<_> = free.collect();
        let Some(value_type) = outline.output_type(&from) else { continue };
        if let Some((name, _)) = best(&free, value_type) {
            node.inputs.insert(name.to_owned(), input.clone());
        }
    }
    action(outline, format!("Replace {id}"), |document| {
        document.nodes.insert(id.to_owned(), node.into());
        let inputs = document.nodes.values_mut().flat_map(|node| node.inputs.values_mut());
        for input in inputs.chain(document.outputs.iter_mut().map(|(_, source)| source)) {
            if let Input::Node { node, output } = input
                && node == id
                && let Some(name) = &output
                && definition.output_index(name).is_none()
            {
                let value_type = outline.output_type(&Socket::new(id, name)).unwrap_or(Type::Float);
                let (name, _) = best_output(&definition, value_type).unzip();
                let is_main = name.is_none_or(|name| definition.output_index(name) == Some(0));
                *output = name.filter(|_| !is_main).map(str::to_owned);
            }
        }
        Ok(())
    })
}

/// Whether a type has an input of this name that accepts what another type's input holds.
fn accepts(outline: &Outline, definition: &Definition, name: &str, held: &Input) -> bool {
    let Some(index) = definition.input_index(name) else { return false };
    let input = &definition.inputs[index];
    match held {
        Input::Constant(value) => input.constant(value).is_ok(),
        Input::Node { .. } => !input.value_type.is_setting(),
        Input::Parameter(name) => {
            let found = outline.parameter(name).and_then(|found| ValueType::of_parameter(&found.parameter_type));
            found.is_none_or(|found| found.fits(&input.value_type))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::outlines::{after, outline};

    #[test]
    fn what_fits_stays() {
        let outline = outline(
            r#""grain": {"type": "noise/perlin", "inputs": {"scale": 3, "octaves": 2}},
               "sum": {"type": "math/add", "inputs": {"a": {"node": "grain"}, "b": 2}},
               "bend": {"type": "math/absolute", "inputs": {"value": {"node": "sum"}}},
               "slope": {"type": "vector/length", "inputs": {"vector": {"node": "grain", "output": "gradient"}}}"#,
        );
        let cells = after(&outline, replace(&outline, "grain", "noise/cellular").unwrap());
        let grain = &cells.document().nodes["grain"];
        assert_eq!((grain.node_type.as_str(), grain.inputs.len()), ("noise/cellular", 1), "{grain:?}");
        assert!(grain.inputs.contains_key("scale"));
        let slope = &cells.document().nodes["slope"].inputs["vector"];
        let exists = |input: &Input| cells.output_type(&cells.source_of(input).unwrap()).is_some();
        assert!(exists(slope), "{slope:?}");

        let mapped = after(&outline, replace(&outline, "sum", "math/negate").unwrap());
        let sum = &mapped.document().nodes["sum"];
        assert_eq!(sum.inputs.keys().collect::<Vec<_>>(), ["value"], "the wire, at the input that fits");
        assert!(mapped.depends("bend", "grain"));

        assert!(replace(&outline, "gone", "math/negate").is_err());
        assert!(replace(&outline, "sum", "math/negato").is_err());
    }
}
