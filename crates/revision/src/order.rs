//! Merges two orders of the same names.

use std::collections::{BTreeMap, HashSet};

/// The merge of two orders.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Merged<'a> {
    /// All names of both sides, in the merged order.
    pub(crate) names: Vec<&'a str>,
    /// Whether the sides contradict each other. Then names that both have are in our order.
    pub(crate) is_conflict: bool,
}

/// Merges two orders that come from one.
///
/// Names that both sides have take the order of the side that changed it. A name that one side alone has follows the
/// name that it follows there. Names that both sides put at one place come in runs, the run with the lesser first name
/// first, so that it does not matter which side is ours. If `first_matters`, two runs before all others are a conflict.
pub(crate) fn merge<'a>(base: &[&'a str], ours: &[&'a str], theirs: &[&'a str], first_matters: bool) -> Merged<'a> {
    let in_ours: HashSet<&str> = ours.iter().copied().collect();
    let in_theirs: HashSet<&str> = theirs.iter().copied().collect();
    let both = |names: &[&'a str]| -> Vec<&'a str> {
        let shared = names.iter().filter(|name| in_ours.contains(*name) && in_theirs.contains(*name));
        shared.copied().collect()
    };
    let (before, one, other) = (both(base), both(ours), both(theirs));
    let in_base: HashSet<&str> = before.iter().copied().collect();
    let is_moved = |names: &[&str]| !names.iter().filter(|name| in_base.contains(*name)).eq(before.iter());
    let (shared, mut is_conflict) = match (is_moved(&one), is_moved(&other)) {
        _ if one == other => (one, false),
        (false, true) => (other, false),
        (true, false) => (one, false),
        (true, true) | (false, false) => (one, true),
    };

    let (mut our_runs, mut their_runs) = (runs(ours, &in_theirs), runs(theirs, &in_ours));
    let mut names = Vec::with_capacity(ours.len() + theirs.len());
    for anchor in [None].into_iter().chain(shared.iter().copied().map(Some)) {
        names.extend(anchor);
        let our_run = our_runs.remove(&anchor).unwrap_or_default();
        let their_run = their_runs.remove(&anchor).unwrap_or_default();
        let is_contested = first_matters && anchor.is_none() && !our_run.is_empty() && !their_run.is_empty();
        is_conflict |= is_contested;
        if is_contested || our_run.first() < their_run.first() {
            names.extend(our_run.into_iter().chain(their_run));
        } else {
            names.extend(their_run.into_iter().chain(our_run));
        }
    }
    Merged { names, is_conflict }
}

/// The names that the other side lacks, in runs by the shared name before each run.
fn runs<'a>(names: &[&'a str], shared: &HashSet<&str>) -> BTreeMap<Option<&'a str>, Vec<&'a str>> {
    let mut runs: BTreeMap<Option<&str>, Vec<&str>> = BTreeMap::new();
    let mut anchor = None;
    for name in names {
        if shared.contains(name) {
            anchor = Some(*name);
        } else {
            runs.entry(anchor).or_default().push(name);
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Merges orders given as one-letter names, both ways. `!` marks a conflict.
    fn merged(base: &str, ours: &str, theirs: &str) -> String {
        let letters = |text: &'static str| text.split("").filter(|name| !name.is_empty()).collect::<Vec<_>>();
        let leak = |text: &str| letters(Box::leak(text.to_owned().into_boxed_str()));
        let (base, ours, theirs) = (leak(base), leak(ours), leak(theirs));
        let one = merge(&base, &ours, &theirs, true);
        let other = merge(&base, &theirs, &ours, true);
        assert_eq!(one.is_conflict, other.is_conflict);
        assert!(one.is_conflict || one == other, "{one:?} {other:?}");
        one.names.concat() + if one.is_conflict { "!" } else { "" }
    }

    #[test]
    fn one_side_changes_the_order() {
        assert_eq!(merged("abc", "abc", "cab"), "cab");
        assert_eq!(merged("abc", "cab", "cab"), "cab");
        assert_eq!(merged("abc", "", "abc"), "abc");
        // A side may change the order, and the other add names.
        assert_eq!(merged("abc", "cab", "axbc"), "caxb");
        assert_eq!(merged("ab", "ba", "xab"), "xba");
    }

    #[test]
    fn both_sides_add_names() {
        assert_eq!(merged("a", "abz", "acd"), "abzcd");
        assert_eq!(merged("a", "azb", "acd"), "acdzb");
        assert_eq!(merged("ab", "axb", "aby"), "axby");
        assert_eq!(merged("a", "ax", "ax"), "ax");
    }

    #[test]
    fn contradictions_keep_our_order() {
        assert_eq!(merged("abc", "bac", "acb"), "bac!");
        assert_eq!(merged("ab", "xab", "yab"), "xyab!");
        assert_eq!(merged("", "y", "x"), "yx!");
        assert_eq!(merged("a", "ax", "xa"), "ax!");
    }
}
