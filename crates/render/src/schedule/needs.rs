//! Needs as they are found, reader by reader.

use std::collections::HashMap;

use travertine_program::Value;

use super::condition::Condition;
use super::need::{Need, Term};
use super::set::Set;
use super::step::{EVERYWHERE, NeedId};

/// Maximum number of terms of a need, and of values that decide it: all of them are computed before what they decide
/// about, and occupy buffers until then.
const MOST_TERMS: usize = 8;
const MOST_TESTS: usize = 16;

/// The needs found so far.
pub(super) struct Needs {
    pub(super) list: Vec<Need>,
    known: HashMap<Need, NeedId>,
    /// For each need, itself and others that surely contain it.
    outer: Vec<Set>,
    /// For each need, the values that decide it.
    tests: Vec<Set>,
    /// The number of each tested value.
    tested: HashMap<Value, usize>,
}

impl Needs {
    pub(super) fn new() -> Needs {
        let mut everywhere = Set::default();
        everywhere.insert(EVERYWHERE);
        Needs {
            list: vec![Need::default()],
            known: HashMap::new(),
            outer: vec![everywhere],
            tests: vec![Set::default()],
            tested: HashMap::new(),
        }
    }

    /// The number of a tested value, if it is one.
    pub(super) fn tested(&self, value: Value) -> Option<usize> {
        self.tested.get(&value).copied()
    }

    /// The term of a reader. Without conditions it needs a value wherever it is needed itself.
    pub(super) fn term(&mut self, within: NeedId, conditions: Option<impl Iterator<Item = Condition>>) -> Term {
        let mut any: Vec<Condition> = conditions.into_iter().flatten().collect();
        for condition in &any {
            let next = self.tested.len();
            if next < Set::LIMIT {
                self.tested.entry(condition.value).or_insert(next);
            }
        }
        if any.iter().any(|condition| !self.tested.contains_key(&condition.value)) {
            any.clear();
        }
        Term { within, any }
    }

    /// The need with some terms, or one that contains it: what decides about a step must not depend on it. `dependent`
    /// has the tested values that do.
    pub(super) fn id(&mut self, readers: Vec<Term>, dependent: &Set) -> NeedId {
        let is_whole = |term: &Term| term.any.is_empty();
        let passes = |tests: &Set| !tests.meets(dependent);
        match readers.as_slice() {
            // Most values have readers in one place.
            [first, others @ ..] if is_whole(first) && others.iter().all(|other| other == first) => {
                return self.outer_where(first.within, passes);
            }
            readers if readers.iter().any(|term| is_whole(term) && term.within == EVERYWHERE) => return EVERYWHERE,
            _ => {}
        }
        let mut terms: Vec<Term> = Vec::new();
        for mut term in readers {
            term.within = self.outer_where(term.within, passes);
            if term.any.iter().any(|condition| dependent.contains(self.tested[&condition.value])) {
                term.any.clear();
            }
            add(&mut terms, term);
        }
        self.limit(&mut terms);
        let whole: Vec<NeedId> = terms.iter().filter(|term| is_whole(term)).map(|term| term.within).collect();
        let is_inside = |term: &Term, id: NeedId| id != term.within && self.outer[term.within].contains(id);
        terms.retain(|term| !whole.iter().any(|id| is_inside(term, *id)));
        for term in &mut terms {
            term.any.sort_unstable();
            term.any.dedup();
        }
        terms.sort_unstable();
        if let [only] = terms.as_slice()
            && is_whole(only)
        {
            return only.within;
        }
        let need = Need { terms };
        if let Some(id) = self.known.get(&need) {
            return *id;
        }
        let (id, (mut outer, tests)) = (self.list.len(), self.around(&need.terms));
        if id == Set::LIMIT || need.terms.len() > MOST_TERMS {
            return outer.last_below(id).unwrap_or(EVERYWHERE);
        }
        outer.insert(id);
        self.outer.push(outer);
        self.tests.push(tests);
        self.known.insert(need.clone(), id);
        self.list.push(need);
        id
    }

    /// The innermost of a need and those that contain it whose tests pass.
    fn outer_where(&self, id: NeedId, passes: impl Fn(&Set) -> bool) -> NeedId {
        let mut next = Some(id);
        while let Some(outer) = next.filter(|outer| !passes(&self.tests[*outer])) {
            next = self.outer[id].last_below(outer);
        }
        next.unwrap_or(EVERYWHERE)
    }

    /// Widens terms until few enough values decide them.
    fn limit(&self, terms: &mut Vec<Term>) {
        while self.around(terms).1.len() > MOST_TESTS {
            let tests_of = |term: &Term| self.tests[term.within].len();
            let Some(widest) = (0..terms.len()).max_by_key(|index| tests_of(&terms[*index])) else { return };
            let mut term = terms.swap_remove(widest);
            match tests_of(&term) {
                0 => term.any.clear(),
                most => term.within = self.outer_where(term.within, |tests| tests.len() < most),
            }
            add(terms, term);
        }
    }

    /// The needs that contain all of some terms, and the values that decide them.
    fn around(&self, terms: &[Term]) -> (Set, Set) {
        let (mut outer, mut tests) = (Set::ALL, Set::default());
        for Term { within, any } in terms {
            outer.retain(&self.outer[*within]);
            tests.extend(&self.tests[*within]);
            any.iter().for_each(|condition| tests.insert(self.tested[&condition.value]));
        }
        (outer, tests)
    }
}

/// Adds a term to others, each of which lies within another need.
fn add(terms: &mut Vec<Term>, term: Term) {
    match terms.iter_mut().find(|other| other.within == term.within) {
        Some(other) if other.any.is_empty() || term.any.is_empty() => other.any.clear(),
        Some(other) => other.any.extend(term.any),
        None => terms.push(term),
    }
}
