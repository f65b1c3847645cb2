//! Order, the third pass: what conditions test comes before the steps that they decide about.

use travertine_program::Value;

use super::need::Need;
use super::step::{Decision, EVERYWHERE, NeedId, Step, Task};

/// Steps in an order in which operands come before their readers, and tested values before what they decide about;
/// otherwise as they were, so that values are not stored for longer. Before the first step of a need comes the step
/// that decides it.
pub(super) fn order<'a>(steps: Vec<Step<'a>>, needs: &[Need], values: usize) -> Vec<Step<'a>> {
    if steps.iter().all(|step| step.need == EVERYWHERE) {
        return steps;
    }
    let mut order = Order::new(&steps, needs, values);
    let mut left: Vec<Option<Step>> = steps.into_iter().map(Some).collect();
    let mut ordered = Vec::with_capacity(left.len() + needs.len());
    let mut stack = Vec::new();
    for first in 0..left.len() {
        stack.push(first);
        while let Some(index) = stack.last().copied() {
            if order.must_wait(index, &left, &mut stack) {
                continue;
            }
            stack.pop();
            let Some(mut step) = left[index].take() else { continue };
            if order.states[index] == State::Forced {
                step.need = EVERYWHERE;
            }
            order.decide(step.need, needs, &mut ordered);
            ordered.push(step);
        }
    }
    ordered
}

/// How far a step has come.
#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    /// It waits for its operands.
    Operands,
    /// It waits for what its need tests.
    Tests,
    /// It waits for its operands alone, because what its need tests waits for it. It runs everywhere.
    Forced,
}

struct Order {
    states: Vec<State>,
    /// The step that computes each value.
    sources: Vec<usize>,
    /// For each need, the steps whose results decide it.
    tests: Vec<Vec<usize>>,
    decided: Vec<bool>,
}

impl Order {
    fn new(steps: &[Step], needs: &[Need], values: usize) -> Order {
        let mut sources = vec![0; values];
        for (index, step) in steps.iter().enumerate() {
            step.results.iter().for_each(|result| sources[result.index()] = index);
        }
        let mut tests: Vec<Vec<usize>> = Vec::with_capacity(needs.len());
        for need in needs {
            let outer = need.terms.iter().flat_map(|term| tests[term.within].iter().copied());
            let mut all: Vec<usize> = outer.chain(tested(need).map(|value| sources[value.index()])).collect();
            all.sort_unstable();
            all.dedup();
            tests.push(all);
        }
        let decided = (0..needs.len()).map(|id| id == EVERYWHERE).collect();
        Order { states: vec![State::New; steps.len()], sources, tests, decided }
    }

    /// Whether a step waits for others, which are then put on the stack. `left` has the steps that have not run.
    fn must_wait(&mut self, index: usize, left: &[Option<Step>], stack: &mut Vec<usize>) -> bool {
        let Some(step) = &left[index] else { return false };
        let operands = || step.task.reads().iter().map(|value| self.sources[value.index()]);
        let before = stack.len();
        if matches!(self.states[index], State::New | State::Forced) {
            stack.extend(operands().filter(|operand| left[*operand].is_some()));
            if self.states[index] == State::New {
                self.states[index] = State::Operands;
            }
        }
        if stack.len() == before && self.states[index] == State::Operands {
            self.states[index] = State::Tests;
            if !self.decided[step.need] {
                stack.extend(self.tests[step.need].iter().filter(|test| left[**test].is_some()));
            }
        }
        // The first of them in their former order is the next.
        stack[before..].sort_unstable_by(|a, b| b.cmp(a));
        for other in &stack[before..] {
            if self.states[*other] != State::New {
                self.states[*other] = State::Forced;
            }
        }
        stack.len() > before
    }

    /// Adds the steps that decide a need and those that it lies within.
    fn decide<'a>(&mut self, need: NeedId, needs: &[Need], ordered: &mut Vec<Step<'a>>) {
        if self.decided[need] {
            return;
        }
        for id in closure(needs, need) {
            if !std::mem::replace(&mut self.decided[id], true) {
                let task = Task::Decide(Decision { need: id, tested: tested(&needs[id]).collect() });
                ordered.push(Step { task, results: Vec::new(), cached: false, need: EVERYWHERE, sparse: 0.0 });
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

/// The values that the conditions of a need test.
fn tested(need: &Need) -> impl Iterator<Item = Value> {
    need.terms.iter().flat_map(|term| &term.any).map(|condition| condition.value)
}
