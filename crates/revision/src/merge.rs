//! Merges: two changes of one document, brought together.

use travertine_graph::diagnostic::{Diagnostic, Diagnostics};
use travertine_graph::document::Document;
use travertine_graph::registry::Registry;

use crate::conflict::Conflict;
use crate::convert::{document_of, part_of};
use crate::errors::{self, Errors};
use crate::part::Part;
use crate::shape::NODE_MARKS;
use crate::sides::Sides;
use crate::{circles, references, three_way};

/// Maximum number of times that a merge is checked. Then it is ours.
const MAX_ROUNDS: usize = 8;

/// Two changes of one document, brought together.
#[derive(Clone, PartialEq, Debug)]
pub struct Merge {
    /// The merged document. Where there is a conflict, it is ours.
    pub document: Document,
    /// Conflicts; empty if the changes fit together.
    pub conflicts: Vec<Conflict>,
    /// Errors of the merged document that one side has already. If both sides are valid, so is the merge.
    pub inherited: Vec<Diagnostic>,
}

impl Merge {
    /// Merges two documents that come from one.
    ///
    /// A part that one side changed is what that side made of it. If both sides changed it, to different values, it is
    /// a conflict. So is whatever would give the merge an error that neither side has: a wire to a node that the other
    /// side removed, or wires that make a circle. Layout and annotations make no conflict; where both sides changed
    /// them, they are ours.
    ///
    /// ```
    /// use travertine_graph::document::{Document, Input, Node};
    /// use travertine_revision::Merge;
    ///
    /// let noise = |scale, seed| Node::new("noise/perlin").input("scale", scale).input("seed", seed);
    /// let with = |node| Document::named("Veins").node("noise", node).output("height", Input::wire("noise"));
    /// let registry = travertine_nodes::registry();
    /// let merge = Merge::new(&with(noise(4, 1)), &with(noise(8, 1)), &with(noise(4, 2)), &registry)?;
    /// assert_eq!((merge.document, merge.conflicts), (with(noise(8, 2)), vec![]));
    /// let merge = Merge::new(&with(noise(4, 1)), &with(noise(8, 1)), &with(noise(2, 1)), &registry)?;
    /// assert_eq!(merge.conflicts[0].to_string(), "node `noise`, input `scale`: base 4; ours 8; theirs 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a document could not be read again once written, or the merge would exceed the limits of a document.
    pub fn new(base: &Document, ours: &Document, theirs: &Document, registry: &Registry) -> Result<Merge, Diagnostics> {
        if ours == theirs || base == theirs {
            return Ok(Merge::unchanged(ours));
        }
        if base == ours {
            return Ok(Merge::unchanged(theirs));
        }
        let sides = Sides { base: part_of(base)?, ours: part_of(ours)?, theirs: part_of(theirs)? };
        let (mut merged, mut conflicts) = three_way::merge(&sides.base, &sides.ours, &sides.theirs);
        let scopes = sides.scopes();
        let mut check = Errors::new(registry, [ours, theirs]);
        for _ in 0..MAX_ROUNDS {
            for scope in &scopes {
                // A node that goes takes the references to it along, so look again.
                while references::settle(&sides, &mut merged, scope, &mut conflicts) {}
                circles::settle(&sides, &mut merged, scope, &mut conflicts);
                tidy(&sides, &mut merged, scope);
            }
            let document = document_of(&merged)?;
            let (new, inherited) = check.of(&document);
            if new.is_empty() {
                return Ok(Merge { document, conflicts, inherited });
            }
            for error in &new {
                errors::settle(&sides, &mut merged, error, &mut conflicts);
            }
        }
        let (_, inherited) = check.of(ours);
        Ok(Merge { document: ours.clone(), conflicts, inherited })
    }

    fn unchanged(document: &Document) -> Merge {
        Merge { document: document.clone(), conflicts: Vec::new(), inherited: Vec::new() }
    }
}

/// Removes the positions and the marks of nodes that one side removed, if that side removed them too.
fn tidy(sides: &Sides, merged: &mut Part, scope: &[String]) {
    for marks in NODE_MARKS {
        let at = |name: &str, keys: &[&str]| -> Vec<String> {
            let keys = keys.iter().chain([&name]).map(|key| (*key).to_owned());
            scope.iter().cloned().chain(keys).collect()
        };
        let table = at("", marks);
        let Some(branch) = merged.at(&table[..table.len() - 1]).and_then(Part::branch) else { continue };
        let is_stale = |name: &&String| {
            merged.at(&at(name, &["nodes"])).is_none()
                && [&sides.ours, &sides.theirs]
                    .iter()
                    .all(|side| side.at(&at(name, &["nodes"])).is_some() || side.at(&at(name, marks)).is_none())
        };
        let stale: Vec<String> = branch.parts.keys().filter(is_stale).cloned().collect();
        for name in stale {
            merged.set(&at(&name, marks), None);
        }
    }
}
