//! Laws of differences and merges, on random documents.

use std::collections::BTreeSet;

use proptest::prelude::*;
use travertine_graph::diagnostic::Severity;
use travertine_graph::document::Document;
use travertine_graph::graph::Graph;
use travertine_revision::{Difference, Merge};

use crate::random::{Dice, careless, dice, document, edit, independent};
use crate::support::{is_valid, registry};

fn edited(base: &Document, edits: &[Dice]) -> Document {
    let mut document = base.clone();
    edits.iter().for_each(|dice| edit(&mut document, *dice));
    document
}

fn merge(base: &Document, ours: &Document, theirs: &Document) -> Merge {
    Merge::new(base, ours, theirs, registry()).unwrap()
}

/// Pointers and messages of the errors of a document.
fn errors(document: &Document) -> Vec<(String, String)> {
    let found = Graph::new(document, registry()).err();
    let errors = found.iter().flat_map(|found| found.iter()).filter(|found| found.severity == Severity::Error);
    errors.map(|error| (error.pointer.clone(), error.message.clone())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn edits_of_different_parts_merge_to_both(base in document(), ours in dice(8), theirs in dice(8)) {
        prop_assume!(is_valid(&base));
        let mut parts = BTreeSet::new();
        let (mut one, mut other, mut one_then_other) = (base.clone(), base.clone(), base.clone());
        for dice in ours {
            let (part, edit) = independent(&base, dice);
            parts.insert(part);
            edit(&mut one);
            edit(&mut one_then_other);
        }
        let mut later = Vec::new();
        for dice in theirs {
            let (part, edit) = independent(&base, dice);
            if !parts.contains(&part) {
                edit(&mut other);
                edit(&mut one_then_other);
                later.push(dice);
            }
        }
        let mut other_then_one = other.clone();
        let changes = Difference::new(&base, &one).unwrap();
        prop_assert_eq!(changes.is_empty(), base == one);
        // The same edits in the other order.
        let merged = merge(&base, &one, &other);
        prop_assert_eq!(&merged.conflicts, &vec![]);
        prop_assert_eq!(&merged.document, &one_then_other);
        let swapped = merge(&base, &other, &one);
        prop_assert_eq!(&swapped.document, &one_then_other);
        for change in changes.changes {
            // What is left to do in the other order is what the merge does.
            let now = Difference::new(&other_then_one, &merged.document).unwrap();
            prop_assert!(now.changes.contains(&change), "{}", change);
        }
        other_then_one = merged.document;
        prop_assert!(is_valid(&other_then_one));
    }

    #[test]
    fn a_side_without_changes_takes_those_of_the_other(base in document(), edits in dice(8)) {
        prop_assume!(is_valid(&base));
        let changed = edited(&base, &edits);
        for merged in [
            merge(&base, &changed, &base),
            merge(&base, &base, &changed),
            merge(&base, &changed, &changed),
            merge(&changed, &changed, &changed),
        ] {
            prop_assert_eq!(&merged.document, &changed);
            prop_assert!(merged.conflicts.is_empty() && merged.inherited.is_empty());
        }
    }

    #[test]
    fn a_merge_of_valid_documents_is_valid(base in document(), ours in dice(8), theirs in dice(8)) {
        prop_assume!(is_valid(&base));
        let (ours, theirs) = (edited(&base, &ours), edited(&base, &theirs));
        let one = merge(&base, &ours, &theirs);
        prop_assert!(is_valid(&one.document), "{}", one.document.to_json());
        prop_assert_eq!(&one.inherited, &vec![]);
        prop_assert_eq!(Document::parse(one.document.to_json().as_bytes()).unwrap(), one.document.clone());
        let other = merge(&base, &theirs, &ours);
        prop_assert!(is_valid(&other.document), "{}", other.document.to_json());
        prop_assert_eq!(one.conflicts.is_empty(), other.conflicts.is_empty());
        if one.conflicts.is_empty() {
            // Only what is for editors depends on which side is ours.
            let bare = |document: Document| Document {
                layout: Default::default(),
                annotations: Default::default(),
                ..document
            };
            prop_assert_eq!(bare(one.document), bare(other.document));
        }
    }

    #[test]
    fn a_merge_of_invalid_documents_ends_and_adds_no_error(
        base in document(), both in dice(3), ours in dice(6), theirs in dice(6)
    ) {
        let careless = |base: &Document, edits: &[Dice]| {
            let mut document = base.clone();
            edits.iter().for_each(|dice| careless(&mut document, *dice));
            document
        };
        let base = careless(&base, &both);
        let (ours, theirs) = (careless(&base, &ours), careless(&base, &theirs));
        // A name that is there twice cannot be written.
        let Ok(merge) = Merge::new(&base, &ours, &theirs, registry()) else { return Ok(()) };
        let known = [errors(&ours), errors(&theirs)].concat();
        for error in errors(&merge.document) {
            prop_assert!(known.contains(&error), "{:?} of {}", error, merge.document.to_json());
        }
        let mut paths: Vec<_> = merge.conflicts.iter().map(|conflict| (&conflict.path, format!("{:?}", conflict.reason))).collect();
        paths.sort();
        let count = paths.len();
        paths.dedup();
        prop_assert_eq!(paths.len(), count, "a conflict is reported twice: {:?}", merge.conflicts);
    }

    #[test]
    fn a_difference_reads_both_ways(base in document(), edits in dice(8)) {
        prop_assume!(is_valid(&base));
        let changed = edited(&base, &edits);
        let forth = Difference::new(&base, &changed).unwrap();
        let mut back = Difference::new(&changed, &base).unwrap();
        for change in &mut back.changes {
            std::mem::swap(&mut change.before, &mut change.after);
        }
        prop_assert_eq!(&forth, &back);
        prop_assert_eq!(forth.is_empty(), base == changed);
    }
}
