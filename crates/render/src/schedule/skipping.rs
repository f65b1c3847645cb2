//! Skipping, the second pass: where in a tile each step is needed at all.
//!
//! A value that only a mix reads is not needed where the mix takes all of its other end. Steps that are needed in the
//! same places share a [need](super::need): where one of their readers is needed, and its
//! [conditions](super::condition) for the value hold. A tile decides its needs when it has the values that conditions
//! test.

use travertine_program::{Binary, Bound, Operation, Program, Value};

use super::condition::Conditions;
use super::cost::Cost;
use super::need::{Need, Term};
use super::needs::Needs;
use super::set::Set;
use super::step::{EVERYWHERE, NeedId, Step, Task};
use super::zeros::{hidden_signs, zeros};
use crate::domain::Shape;

/// Maximum number of steps among which needs are looked for.
const MOST_STEPS: usize = 1 << 16;

/// What skipping must save at best for each sample to be worth a need: about nanoseconds, and a part of the cost of all
/// steps. A need costs a quarter of a nanosecond, and the values that decide it occupy buffers.
const LEAST_SAVING: f32 = 3.0;
const LEAST_PART: f32 = 0.005;

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
    let costs: Vec<Cost> = steps.iter().map(|step| cost_of(program, shapes, step)).collect();
    let least = LEAST_SAVING.max(LEAST_PART * costs.iter().map(|cost| cost.time).sum::<f32>());
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
            needs.tested(*result).into_iter().for_each(|number| depend.insert(number));
            depend.extend(&dependent[result.index()]);
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
            let is_worth = shapes[value.index()] == Shape::Full && shares[value.index()] >= least;
            let term = needs.term(step.need, conditions.of(slot).filter(|_| is_full && is_worth));
            let terms = &mut read[value.index()];
            if terms.last() != Some(&term) {
                terms.push(term);
            }
            dependent[value.index()].extend(&depend);
        }
    }
    let needs = worthwhile(needs.list, steps, &costs, least);
    for (step, cost) in steps.iter_mut().zip(costs).filter(|(step, _)| step.need != EVERYWHERE) {
        step.sparse = cost.sparse;
    }
    needs
}

/// Whether a task may need less than all of its operands.
fn may_skip(task: &Task) -> bool {
    matches!(task, Task::Operation(Operation::Ternary(..) | Operation::Binary(Binary::Multiply, _)))
}

/// The cost of a step. What is computed once for each row or column costs nothing.
fn cost_of(program: &Program, shapes: &[Shape], step: &Step) -> Cost {
    let is_full = shapes[step.results[0].index()] == Shape::Full;
    if is_full { Cost::new(program, &step.task, step.results.len()) } else { Cost::default() }
}

/// For each value, what skipping it and a part of all that it depends on saves, divided among readers.
fn shares(values: usize, steps: &[Step], costs: &[Cost]) -> Vec<f32> {
    let mut readers = vec![0_u32; values];
    steps.iter().flat_map(|step| step.task.reads()).for_each(|value| readers[value.index()] += 1);
    let mut shares = vec![0.0; values];
    for (step, cost) in steps.iter().zip(costs) {
        let whole = step.task.reads().iter().fold(cost.saved(), |sum, value| sum + shares[value.index()]);
        for result in &step.results {
            shares[result.index()] = whole / (readers[result.index()].max(1) * step.results.len() as u32) as f32;
        }
    }
    shares
}

/// The needs that save enough; steps of others run wherever the steps around them do.
fn worthwhile(needs: Vec<Need>, steps: &mut [Step], costs: &[Cost], least: f32) -> Vec<Need> {
    let mut saved = vec![0.0; needs.len()];
    steps.iter().zip(costs).for_each(|(step, cost)| saved[step.need] += cost.saved());
    for (id, need) in needs.iter().enumerate().rev() {
        let own = saved[id];
        need.terms.iter().for_each(|term| saved[term.within] += own);
    }
    // What becomes of each need.
    let mut same: Vec<NeedId> = vec![EVERYWHERE];
    let mut left = vec![Need::default()];
    for (mut need, saved) in needs.into_iter().zip(saved).skip(1) {
        for term in &mut need.terms {
            term.within = same[term.within];
            if saved < least {
                term.any.clear();
            }
        }
        need.terms.dedup();
        let whole = need.terms.iter().find(|term| term.within == EVERYWHERE && term.any.is_empty());
        match (need.terms.as_slice(), whole) {
            (_, Some(_)) => same.push(EVERYWHERE),
            ([only], _) if only.any.is_empty() => same.push(only.within),
            _ => {
                same.push(left.len());
                left.push(need);
            }
        }
    }
    steps.iter_mut().for_each(|step| step.need = same[step.need]);
    left
}

#[cfg(test)]
mod tests {
    use travertine_noise::{Basis, Interpolation, Noise};
    use travertine_program::{Axis, Builder, Type};

    use super::super::Schedule;
    use super::*;
    use crate::domain::Slice;
    use crate::reuse::Reuse;

    #[test]
    fn every_layer_of_a_high_stack_is_skipped_but_few_masks_are_kept() {
        const LAYERS: u32 = 40;
        let builder = Builder::new();
        let [x, y] = [Axis::X, Axis::Y].map(|axis| builder.coordinate(axis));
        let mut stack = x + y;
        for layer in 0..LAYERS {
            let noise = Noise::new(Basis::Gradient, 2, Interpolation::Smootherstep, layer).unwrap();
            let over = builder.noise(noise, [x * 9.0 + y, y * 9.0 - x, y, y], y).pow(2.5);
            let mask = (x * layer as f32 + y - 1.0).clamp01();
            stack = stack.mix(over, mask);
        }
        let program = builder.finish(&[("stack".into(), Type::Float, vec![stack.value()])]).unwrap();
        let bound = Bound::default();
        let schedule = Schedule::new(&program, &bound, &Slice::new(64, 64), &Reuse::default());
        let is_noise = |step: &&Step| matches!(step.task, Task::Operation(Operation::Noise(..)));
        let skipped =
            schedule.steps.iter().filter(is_noise).filter(|step| step.need != EVERYWHERE && step.sparse > 0.5);
        assert_eq!(skipped.count(), LAYERS as usize);
        assert!(schedule.full_buffers() < 24, "{} buffers", schedule.full_buffers());
    }
}
