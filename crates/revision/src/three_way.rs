//! The three-way merge of two trees, part by part, without regard to what the parts mean together.

use std::collections::BTreeSet;

use travertine_graph::json::{Value, texts};

use crate::conflict::{Conflict, Reason};
use crate::order;
use crate::part::{Branch, Part};
use crate::shape::Shape;

/// Merges two trees that come from one. Conflicting parts are ours.
pub(crate) fn merge(base: &Part, ours: &Part, theirs: &Part) -> (Part, Vec<Conflict>) {
    let mut merge = Merge { path: Vec::new(), is_for_editors: false, conflicts: Vec::new() };
    let merged = merge.part(Shape::Document, [Some(base), Some(ours), Some(theirs)]);
    (merged.unwrap_or_else(|| ours.clone()), merge.conflicts)
}

struct Merge {
    path: Vec<String>,
    /// Whether the part is for editors alone, so that a conflict is not worth a question.
    is_for_editors: bool,
    conflicts: Vec<Conflict>,
}

impl Merge {
    /// Merges a part: before, ours, theirs. Recurses as deep as groups are nested.
    fn part(&mut self, shape: Shape, sides: [Option<&Part>; 3]) -> Option<Part> {
        let [base, ours, theirs] = sides;
        if ours == theirs || base == theirs {
            return ours.cloned();
        }
        if base == ours {
            return theirs.cloned();
        }
        let none = Branch::default();
        if let [Some(base), Some(ours), Some(theirs)] = sides.map(|part| none.or(shape, part)) {
            let was_for_editors = self.is_for_editors;
            self.is_for_editors |= shape.is_for_editors();
            let merged = self.branch(shape, base, ours, theirs);
            self.is_for_editors = was_for_editors;
            return (!shape.may_be_empty() || !merged.parts.is_empty()).then_some(Part::Branch(merged));
        }
        let value = |part: Option<&Part>| part.map(|part| part.to_value(shape));
        self.conflict(Reason::Values, [value(base), value(ours), value(theirs)]);
        ours.cloned()
    }

    fn branch(&mut self, shape: Shape, base: &Branch, ours: &Branch, theirs: &Branch) -> Branch {
        let mut merged = Branch::default();
        let keys: BTreeSet<&String> = ours.parts.keys().chain(theirs.parts.keys()).collect();
        for key in keys {
            let sides = [base, ours, theirs].map(|side| side.parts.get(key));
            self.path.push(key.clone());
            if let Some(part) = self.part(shape.inside(key), sides) {
                merged.parts.insert(key.clone(), part);
            }
            self.path.pop();
        }
        merged.order = self.order(shape, &merged, base, ours, theirs);
        merged
    }

    fn order(&mut self, shape: Shape, merged: &Branch, base: &Branch, ours: &Branch, theirs: &Branch) -> Vec<String> {
        if [base, ours, theirs].iter().all(|side| side.order.is_empty()) {
            return Vec::new();
        }
        let is_free = |key: &str| shape.has_order() || shape.inside(key) == Shape::Unknown;
        let names = |side: &Branch| -> Vec<String> {
            let names = side.names().into_iter().filter(|name| is_free(name));
            names.map(str::to_owned).collect()
        };
        let sides = [names(base), names(ours), names(theirs)];
        let [base, ours, theirs] = sides.each_ref().map(|names| {
            // A removed name has no place that could be contested.
            let kept = names.iter().map(String::as_str).filter(|name| merged.parts.contains_key(*name));
            kept.collect::<Vec<&str>>()
        });
        let order = order::merge(&base, &ours, &theirs, shape == Shape::Outputs);
        if order.is_conflict && shape.has_order() {
            self.conflict(
                Reason::Order,
                [&sides[0], &sides[1], &sides[2]].map(|names| Some(texts(names.iter().map(String::as_str)))),
            );
        }
        order.names.into_iter().map(str::to_owned).collect()
    }

    fn conflict(&mut self, reason: Reason, [base, ours, theirs]: [Option<Value>; 3]) {
        if !self.is_for_editors {
            self.conflicts.push(Conflict { path: self.path.clone(), reason, base, ours, theirs });
        }
    }
}
