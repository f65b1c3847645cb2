//! The journal of a history: the values edited last, so that copies of its document can follow without a new copy.

use crate::edit::Edit;

/// Maximum number of inputs and parameters in a journal.
const MAX_EDITS: usize = 64;

/// The latest value of each input and parameter that was edited since a revision. Any other edit begins a new journal.
#[derive(Debug)]
pub(crate) struct Journal {
    /// The revision before the first edit.
    base: u64,
    /// Less than the revisions after each edit; not less than any earlier revision.
    start: u64,
    edits: Vec<(u64, Edit)>,
}

impl Journal {
    /// An empty journal that begins at a revision. `start` is a new number.
    pub fn new(base: u64, start: u64) -> Journal {
        Journal { base, start, edits: Vec::new() }
    }

    /// Whether there is no room for one more input or parameter.
    pub fn is_full(&self) -> bool {
        self.edits.len() >= MAX_EDITS
    }

    /// Adds the edit that led to a revision.
    pub fn push(&mut self, revision: u64, edit: Edit) {
        merge(&mut self.edits, revision, edit);
    }

    /// The edits after a revision, each with the revision that it led to; `None` if the journal begins later.
    pub fn since(&self, revision: u64) -> Option<impl Iterator<Item = &(u64, Edit)>> {
        let is_covered = revision == self.base || revision > self.start;
        is_covered.then(|| {
            let is_known = revision != self.base;
            self.edits.iter().filter(move |(at, _)| !is_known || *at > revision)
        })
    }
}

/// Adds an edit to a list, in place of earlier edits of the same part.
pub(crate) fn merge(edits: &mut Vec<(u64, Edit)>, revision: u64, edit: Edit) {
    edits.retain(|(_, earlier)| !earlier.is_overwritten_by(&edit));
    edits.push((revision, edit));
}
