//! The comparison of the graph with what it was: A is held, B is new. Both follow the view.

use std::sync::Arc;

use travertine_editing::render::{Snapshot, Subject};

use super::pane::Pane;

/// What is held for comparison.
pub struct Held {
    /// The earlier document.
    pub snapshot: Arc<Snapshot>,
    /// The output that was shown.
    pub subject: Subject,
    /// The share of the width in which it is shown, from 0 to 1.
    pub wipe: f32,
    /// Its pictures, by kind.
    pub panes: [Pane; 2],
}

impl Held {
    /// Holds an output of a document.
    pub fn new(snapshot: &Arc<Snapshot>, subject: &Subject) -> Held {
        let (snapshot, subject) = (Arc::clone(snapshot), subject.clone());
        Held { snapshot, subject, wipe: 0.5, panes: Default::default() }
    }
}
