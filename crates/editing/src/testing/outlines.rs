//! Outlines for tests.

use std::sync::Arc;

use travertine::registry;
use travertine_graph::document::Document;
use travertine_presentation::Outline;

use super::documents::document;
use crate::edit::Action;

/// The outline of a document with these nodes.
pub fn outline(nodes: &str) -> Outline {
    Outline::new(Arc::new(document(nodes)), registry())
}

/// The outline of the document after an action.
pub fn after(outline: &Outline, action: Action) -> Outline {
    let mut document = Document::clone(outline.document());
    action.edit.apply(&mut document).unwrap();
    Outline::new(Arc::new(document), outline.base())
}
