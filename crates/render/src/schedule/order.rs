//! Order, the third pass: what conditions test comes before the steps that they decide about.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use travertine_program::Value;

use super::need::{Need, Term};
use super::step::{Decision, EVERYWHERE, NeedId, Step, Task};

/// Steps in an order in which operands come before their readers, and conditions, as far as possible, before what they
/// decide about; otherwise as they were. Before the first step of a need comes the step that decides it.
pub(super) fn order<'a>(steps: Vec<Step<'a>>, needs: &mut [Need], values: usize) -> Vec<Step<'a>> {
    if steps.iter().all(|step| step.need == EVERYWHERE) {
        return steps;
    }
    let mut order = Order::new(&steps, needs, values);
    let mut steps: Vec<Option<Step>> = steps.into_iter().map(Some).collect();
    let mut ordered = Vec::with_capacity(steps.len() + needs.len());
    while let Some(index) = order.next(needs) {
        let Some(step) = steps[index].take() else { continue };
        order.decide(step.need, needs, &mut ordered);
        step.results.iter().for_each(|result| order.compute(*result));
        ordered.push(step);
    }
    ordered
}

struct Order {
    /// The steps that read each value.
    readers: Vec<Vec<usize>>,
    /// The number of operands that each step waits for.
    operands: Vec<usize>,
    need_of: Vec<NeedId>,
    /// The needs that wait for each value.
    tested: Vec<Vec<NeedId>>,
    /// The number of values that each need waits for.
    tests: Vec<usize>,
    /// Steps whose operands are computed, by their place in the former order; those without open conditions, then those
    /// of each need.
    ready: BinaryHeap<Reverse<usize>>,
    waiting: Vec<Vec<usize>>,
    computed: Vec<bool>,
    decided: Vec<bool>,
    /// Needs that wait for nothing more, because they were widened.
    closed: Vec<bool>,
}

impl Order {
    fn new(steps: &[Step], needs: &[Need], values: usize) -> Order {
        let mut order = Order {
            readers: vec![Vec::new(); values],
            operands: vec![0; steps.len()],
            need_of: steps.iter().map(|step| step.need).collect(),
            tested: vec![Vec::new(); values],
            tests: vec![0; needs.len()],
            ready: BinaryHeap::new(),
            waiting: vec![Vec::new(); needs.len()],
            computed: vec![false; values],
            decided: vec![false; needs.len()],
            closed: vec![false; needs.len()],
        };
        order.decided[EVERYWHERE] = true;
        for (index, step) in steps.iter().enumerate() {
            for value in step.task.reads() {
                order.readers[value.index()].push(index);
                order.operands[index] += 1;
            }
        }
        for need in 0..needs.len() {
            let tested: Vec<usize> = closure(needs, need).into_iter().flat_map(|id| values_of(&needs[id])).collect();
            order.tests[need] = tested.len();
            tested.into_iter().for_each(|value| order.tested[value].push(need));
        }
        for index in 0..steps.len() {
            if order.operands[index] == 0 {
                order.wait(index);
            }
        }
        order
    }

    /// Adds a step whose operands are computed.
    fn wait(&mut self, index: usize) {
        let need = self.need_of[index];
        if self.tests[need] == 0 || self.closed[need] {
            self.ready.push(Reverse(index));
        } else {
            self.waiting[need].push(index);
        }
    }

    /// Notes that a value is computed.
    fn compute(&mut self, value: Value) {
        self.computed[value.index()] = true;
        for need in std::mem::take(&mut self.tested[value.index()]) {
            self.tests[need] -= 1;
            if self.tests[need] == 0 {
                self.ready.extend(self.waiting[need].drain(..).map(Reverse));
            }
        }
        for reader in std::mem::take(&mut self.readers[value.index()]) {
            self.operands[reader] -= 1;
            if self.operands[reader] == 0 {
                self.wait(reader);
            }
        }
    }

    /// The next step. If all wait for conditions, the need of the first is widened.
    fn next(&mut self, needs: &mut [Need]) -> Option<usize> {
        if self.ready.is_empty() {
            let first = self.waiting.iter().flatten().min().copied()?;
            let need = self.need_of[first];
            self.widen(needs, need);
            self.closed[need] = true;
            self.ready.extend(self.waiting[need].drain(..).map(Reverse));
        }
        self.ready.pop().map(|Reverse(index)| index)
    }

    /// Widens a need until what its conditions test is computed.
    fn widen(&self, needs: &mut [Need], need: NeedId) {
        let is_open = |term: &Term| term.any.iter().any(|condition| !self.computed[condition.value.index()]);
        let mut left = std::mem::take(&mut needs[need].terms);
        let mut terms = Vec::new();
        let mut seen = vec![false; need];
        while let Some(mut term) = left.pop() {
            if is_open(&term) {
                term.any.clear();
            }
            if closure(needs, term.within).iter().all(|id| !needs[*id].terms.iter().any(is_open)) {
                if !terms.contains(&term) {
                    terms.push(term);
                }
            } else if !std::mem::replace(&mut seen[term.within], true) {
                let outer = needs[term.within].terms.iter().map(|outer| outer.within);
                left.extend(outer.map(|within| Term { within, any: Vec::new() }));
            }
        }
        needs[need].terms = terms;
    }

    /// Adds the steps that decide a need and those that it lies within.
    fn decide<'a>(&mut self, need: NeedId, needs: &[Need], ordered: &mut Vec<Step<'a>>) {
        if self.decided[need] {
            return;
        }
        for id in closure(needs, need) {
            if !std::mem::replace(&mut self.decided[id], true) {
                let tested = needs[id].terms.iter().flat_map(|term| &term.any).map(|condition| condition.value);
                let task = Task::Decide(Decision { need: id, tested: tested.collect() });
                ordered.push(Step { task, results: Vec::new(), cached: false, need: EVERYWHERE, in_blocks: false });
            }
        }
    }
}

/// A need and all that it lies within, in the order of the list, in which outer ones come first.
fn closure(needs: &[Need], need: NeedId) -> Vec<NeedId> {
    let mut contained = vec![false; need + 1];
    contained[need] = true;
    for id in (1..=need).rev() {
        if contained[id] {
            needs[id].terms.iter().for_each(|term| contained[term.within] = true);
        }
    }
    (1..=need).filter(|id| contained[*id]).collect()
}

/// The values that the conditions of a need test, by index.
fn values_of(need: &Need) -> Vec<usize> {
    need.terms.iter().flat_map(|term| &term.any).map(|condition| condition.value.index()).collect()
}
