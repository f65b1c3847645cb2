//! Needs, the second pass: where in a tile each step is needed at all.
//!
//! A value that only a mix reads is not needed where the mix takes all of its other end. Steps that are needed in the
//! same places share a *need*: where one of their readers is needed, and its [conditions](super::condition) for the
//! value hold. A tile decides its needs when it has the values that conditions test.

use std::collections::HashMap;

use travertine_program::{Bound, Program, Value};

use super::condition::{Condition, Conditions};
use super::cost;
use super::step::{EVERYWHERE, NeedId, Step, Task};
use super::zeros::{hidden_signs, zeros};
use crate::domain::Shape;

/// Number of adjacent samples of a row that are computed or skipped together.
pub(crate) const BLOCK: usize = 16;

/// Maximum number of needs. A tile has a bit for each of its blocks and each need.
pub(super) const MOST_NEEDS: usize = 256;

/// Maximum number of steps among which needs are looked for.
const MOST_STEPS: usize = 1 << 16;

/// Maximum number of terms of a need, and of conditions of a term.
const MOST_TERMS: usize = 8;
const MOST_CONDITIONS: usize = 16;

/// What skipping must save at best for each sample, in about nanoseconds, to be worth its conditions.
const LEAST_SAVING: f32 = 3.0;

/// What a step must cost for each sample, in about nanoseconds, to be worth gathering the blocks that need it.
const LEAST_IN_BLOCKS: f32 = 1.0;

/// Where some steps are needed: in the places of any of its terms.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Need {
    pub(crate) terms: Vec<Term>,
}

/// The places of another need in which one of the conditions holds, or all of them without conditions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Term {
    /// A need before this one in the list.
    pub(crate) within: NeedId,
    pub(crate) any: Vec<Condition>,
}

/// Words of the bits of a need in a tile of this size, one for each block.
pub(crate) fn words(width: usize, height: usize) -> usize {
    (width.div_ceil(BLOCK) * height).div_ceil(64)
}

/// A set of needs, or of tested values.
type Set = [u64; MOST_NEEDS / 64];

fn contains(set: &Set, index: usize) -> bool {
    set[index / 64] >> (index % 64) & 1 == 1
}

fn insert(set: &mut Set, index: usize) {
    set[index / 64] |= 1 << (index % 64);
}

fn extend(set: &mut Set, other: &Set) {
    set.iter_mut().zip(other).for_each(|(set, other)| *set |= other);
}

fn meet(a: &Set, b: &Set) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// The needs found so far.
struct Needs {
    list: Vec<Need>,
    known: HashMap<Need, NeedId>,
    /// For each need, itself and others that surely contain it.
    outer: Vec<Set>,
    /// For each need, the values that decide it.
    tests: Vec<Set>,
    /// The number of each tested value.
    tested: HashMap<Value, usize>,
}

impl Needs {
    fn new() -> Needs {
        let mut everywhere = Set::default();
        insert(&mut everywhere, EVERYWHERE);
        Needs {
            list: vec![Need::default()],
            known: HashMap::new(),
            outer: vec![everywhere],
            tests: vec![Set::default()],
            tested: HashMap::new(),
        }
    }

    /// The term of a reader. Without conditions it needs a value wherever it is needed itself.
    fn term(&mut self, within: NeedId, conditions: Option<impl Iterator<Item = Condition>>) -> Term {
        let mut any: Vec<Condition> = conditions.into_iter().flatten().collect();
        for condition in &any {
            let next = self.tested.len();
            if next < MOST_NEEDS {
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
    fn id(&mut self, mut left: Vec<Term>, dependent: &Set) -> NeedId {
        let mut terms: Vec<Term> = Vec::new();
        let mut seen = Set::default();
        while let Some(mut term) = left.pop() {
            if meet(&self.tests[term.within], dependent) {
                if !contains(&seen, term.within) {
                    insert(&mut seen, term.within);
                    let outer = self.list[term.within].terms.iter().map(|outer| outer.within);
                    left.extend(outer.map(|within| Term { within, any: Vec::new() }));
                }
                continue;
            }
            if term.any.iter().any(|condition| contains(dependent, self.tested[&condition.value])) {
                term.any.clear();
            }
            match terms.iter_mut().find(|other| other.within == term.within) {
                Some(other) if other.any.is_empty() || term.any.is_empty() => other.any.clear(),
                Some(other) => other.any.extend(term.any),
                None => terms.push(term),
            }
        }
        let whole: Vec<NeedId> = terms.iter().filter(|term| term.any.is_empty()).map(|term| term.within).collect();
        let is_inside = |term: &Term, id: NeedId| id != term.within && contains(&self.outer[term.within], id);
        terms.retain(|term| !whole.iter().any(|id| is_inside(term, *id)));
        for term in &mut terms {
            term.any.sort_unstable();
            term.any.dedup();
        }
        terms.sort_unstable();
        match terms.as_slice() {
            [Term { within, any }] if any.is_empty() => return *within,
            terms if terms.len() > MOST_TERMS => return EVERYWHERE,
            terms if terms.iter().any(|term| term.any.len() > MOST_CONDITIONS) => return EVERYWHERE,
            _ => {}
        }
        let need = Need { terms };
        if let Some(id) = self.known.get(&need) {
            return *id;
        }
        let id = self.list.len();
        if id == MOST_NEEDS {
            return EVERYWHERE;
        }
        let (mut outer, mut tests) = ([u64::MAX; MOST_NEEDS / 64], Set::default());
        for Term { within, any } in &need.terms {
            outer.iter_mut().zip(&self.outer[*within]).for_each(|(outer, of)| *outer &= of);
            extend(&mut tests, &self.tests[*within]);
            any.iter().for_each(|condition| insert(&mut tests, self.tested[&condition.value]));
        }
        insert(&mut outer, id);
        self.outer.push(outer);
        self.tests.push(tests);
        self.known.insert(need.clone(), id);
        self.list.push(need);
        id
    }
}

/// The needs of the steps, which each step then refers to. The first is that of steps that are needed everywhere.
pub(super) fn find(
    program: &Program,
    bound: &Bound,
    shapes: &[Shape],
    roots: &[Value],
    steps: &mut [Step],
) -> Vec<Need> {
    let mut needs = Needs::new();
    if steps.len() > MOST_STEPS || !steps.iter().any(|step| may_skip(&step.task)) {
        return needs.list;
    }
    let costs: Vec<f32> = steps.iter().map(|step| cost_of(program, shapes, step)).collect();
    if costs.iter().sum::<f32>() < LEAST_SAVING {
        return needs.list;
    }
    let shares = shares(shapes.len(), steps, &costs);
    let zeros = zeros(program, bound);
    let hidden = hidden_signs(program, &zeros, roots);

    // For each value, the terms of its readers, and the tested values that depend on it.
    let mut read: Vec<Vec<Term>> = vec![Vec::new(); shapes.len()];
    let mut dependent = vec![Set::default(); shapes.len()];
    roots.iter().for_each(|root| read[root.index()] = vec![Term { within: EVERYWHERE, any: Vec::new() }]);
    for step in steps.iter_mut().rev() {
        let is_full = shapes[step.results[0].index()] == Shape::Full;
        let mut depend = Set::default();
        for result in &step.results {
            if let Some(number) = needs.tested.get(result) {
                insert(&mut depend, *number);
            }
            extend(&mut depend, &dependent[result.index()]);
        }
        if is_full {
            let terms = step.results.iter().flat_map(|result| std::mem::take(&mut read[result.index()])).collect();
            step.need = needs.id(terms, &depend);
        }
        let conditions = match &step.task {
            Task::Operation(operation) => {
                let weighs_more = |a: Value, b: Value| shares[a.index()] > shares[b.index()];
                let of = |value: Value| zeros[value.index()];
                Conditions::new(operation, of, hidden[step.results[0].index()], weighs_more)
            }
            _ => Conditions::default(),
        };
        for (slot, value) in step.task.reads().iter().enumerate() {
            let is_worth = shapes[value.index()] == Shape::Full && shares[value.index()] >= LEAST_SAVING;
            let term = needs.term(step.need, conditions.of(slot).filter(|_| is_full && is_worth));
            let terms = &mut read[value.index()];
            if !terms.contains(&term) {
                terms.push(term);
            }
            extend(&mut dependent[value.index()], &depend);
        }
    }
    let mut needs = needs.list;
    drop_cheap(&mut needs, steps, &costs);
    for (step, cost) in steps.iter_mut().zip(costs) {
        let is_plain = matches!(step.task, Task::Operation(_) | Task::Together(_));
        step.in_blocks = is_plain && step.need != EVERYWHERE && cost >= LEAST_IN_BLOCKS;
    }
    needs
}

/// Whether a task may need less than all of its operands.
fn may_skip(task: &Task) -> bool {
    use travertine_program::{Binary, Operation};
    matches!(task, Task::Operation(Operation::Ternary(..) | Operation::Binary(Binary::Multiply, _)))
}

/// The cost of a step for each sample. What is computed once for each row or column costs nothing.
fn cost_of(program: &Program, shapes: &[Shape], step: &Step) -> f32 {
    let is_full = shapes[step.results[0].index()] == Shape::Full;
    if is_full { cost::of_task(program, &step.task) } else { 0.0 }
}

/// For each value, its cost and a part of the cost of all that it depends on, divided among readers.
fn shares(values: usize, steps: &[Step], costs: &[f32]) -> Vec<f32> {
    let mut readers = vec![0_u32; values];
    steps.iter().flat_map(|step| step.task.reads()).for_each(|value| readers[value.index()] += 1);
    let mut shares = vec![0.0; values];
    for (step, cost) in steps.iter().zip(costs) {
        let whole = step.task.reads().iter().fold(*cost, |sum, value| sum + shares[value.index()]);
        for result in &step.results {
            shares[result.index()] = whole / (readers[result.index()].max(1) * step.results.len() as u32) as f32;
        }
    }
    shares
}

/// Drops the conditions of needs that would save little. Their steps run wherever the steps around them do.
fn drop_cheap(needs: &mut [Need], steps: &mut [Step], costs: &[f32]) {
    let mut saved = vec![0.0; needs.len()];
    steps.iter().zip(costs).for_each(|(step, cost)| saved[step.need] += cost);
    for id in (1..needs.len()).rev() {
        for term in &needs[id].terms {
            saved[term.within] += saved[id];
        }
    }
    let mut same: Vec<NeedId> = (0..needs.len()).collect();
    for id in 1..needs.len() {
        let is_cheap = saved[id] < LEAST_SAVING;
        let need = &mut needs[id];
        for term in &mut need.terms {
            term.within = same[term.within];
            if is_cheap {
                term.any.clear();
            }
        }
        if need.terms.iter().any(|term| term.within == EVERYWHERE && term.any.is_empty()) {
            same[id] = EVERYWHERE;
        } else if let [only] = need.terms.as_slice()
            && only.any.is_empty()
        {
            same[id] = only.within;
        }
    }
    steps.iter_mut().for_each(|step| step.need = same[step.need]);
}
