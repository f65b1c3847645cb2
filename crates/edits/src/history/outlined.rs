//! Edits, undo and redo that keep the outline of the shown graph up to date.

use std::mem;
use std::sync::Arc;

use travertine_graph::document::Input;
use travertine_presentation::{Held, Outline, Socket};

use super::History;
use crate::edit::{Action, Edit, Refusal};

impl History {
    /// As [`History::apply`], for an outline of the shown document: it remains one.
    ///
    /// An edit of values or positions leaves the types unchanged.
    ///
    /// # Errors
    ///
    /// As [`History::apply`]; then nothing has changed.
    pub fn apply_with(&mut self, outline: &mut Outline, action: Action, key: Option<u64>) -> Result<(), Refusal> {
        let keeps_nodes = action.edit.parts().into_iter().all(|edit| keeps_nodes(edit, outline));
        let keeps_groups = action.edit.parts().into_iter().all(keeps_groups);
        self.apply(action, key)?;
        let document = Arc::clone(self.shown_document());
        if keeps_nodes {
            outline.keep_nodes(document);
        } else if keeps_groups {
            outline.keep_groups(document);
        } else {
            *outline = Outline::new(document, outline.base());
        }
        Ok(())
    }
}

/// Whether the nodes and the types of their sockets are the same after an edit.
fn keeps_nodes(edit: &Edit, outline: &Outline) -> bool {
    match edit {
        Edit::Input { node, input, value: Some(Input::Constant(value)) } => {
            let socket = Socket::new(node, input);
            let (Some(definition), Some(Held::Constant { value: before, .. })) =
                (outline.input(&socket), outline.held(&socket))
            else {
                return false;
            };
            definition.constant(value).is_ok_and(|new| mem::discriminant(&new) == mem::discriminant(&before))
        }
        Edit::Default(..)
        | Edit::Presets(_)
        | Edit::Images(_)
        | Edit::Position(..)
        | Edit::Collapsed(..)
        | Edit::Folded(..)
        | Edit::Frame(..)
        | Edit::OutputsPosition(_)
        | Edit::Name(_)
        | Edit::Description(_)
        | Edit::Category(_)
        | Edit::Search(_) => true,
        _ => false,
    }
}

/// Whether the groups of a document are the same after an edit.
fn keeps_groups(edit: &Edit) -> bool {
    !matches!(edit, Edit::Group(..) | Edit::Inside(..) | Edit::Document(_))
}
