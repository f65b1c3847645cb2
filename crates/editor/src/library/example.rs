//! The example of a node type, to be put into a graph.

use std::collections::BTreeMap;
use std::sync::Arc;

use travertine::{Document, registry};
use travertine_editing::{Edit, Outline, actions};
use travertine_graph::definition::Definition;

use crate::canvas::expected_size;

/// The nodes of the example, arranged, as text that can be pasted; `None` if the type has none, as groups.
pub fn text(definition: &Definition) -> Option<String> {
    let mut document = Document::parse(definition.example.as_bytes()).ok()?;
    let outline = Outline::new(Arc::new(document.clone()), registry());
    let size = |id: &String| {
        let size = expected_size(outline.definition(id)?);
        Some((id.clone(), [f64::from(size.x), f64::from(size.y)]))
    };
    let sizes: BTreeMap<String, [f64; 2]> = document.nodes.keys().filter_map(size).collect();
    for edit in actions::arrange(&outline, None, &sizes).edit.parts() {
        if let Edit::Position(id, Some(position)) = edit {
            document.layout.insert(id.clone(), *position);
        }
    }
    Some(document.to_json())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_can_be_inserted() {
        let empty = Outline::new(Arc::default(), registry());
        for definition in registry().iter() {
            let action = actions::paste(&empty, &text(definition).unwrap(), Some([5.0, 5.0]));
            let selected = action.unwrap().selection.unwrap();
            assert!(!selected.is_empty(), "{}", definition.id);
        }
    }
}
