//! Fusion, the first pass: turns operations into steps, and merges those that share work.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use travertine_noise::Interpolation;
use travertine_program::{Bound, Function, Operation, Program, Value};

use super::chain::chains;
use super::step::{Curves, Step, Task};
use super::sum::{Sum, sums};
use crate::domain::Shape;
use crate::reuse::Reuse;

/// Maximum number of curves in one step: the channels of a ramp.
const MOST_CURVES: usize = 4;

/// The steps that compute the roots, operands before their users.
pub(super) fn fuse<'a>(
    program: &'a Program,
    bound: &Bound,
    shapes: &[Shape],
    reuse: &Reuse<'a>,
    roots: &[Value],
) -> Vec<Step<'a>> {
    let tasks = tasks(program, bound, shapes, reuse, roots);
    let mut needed = vec![false; tasks.len()];
    roots.iter().for_each(|root| needed[root.index()] = true);
    for (index, task) in tasks.iter().enumerate().rev() {
        if needed[index] {
            task.reads().iter().for_each(|operand| needed[operand.index()] = true);
        }
    }
    let mut steps: Vec<Step> = Vec::with_capacity(tasks.len());
    for ((value, task), _) in program.values().zip(tasks).zip(&needed).filter(|(_, needed)| **needed) {
        let task = match (task, steps.last_mut()) {
            (Task::Curves(next), Some(Step { task: Task::Curves(curves), results, .. })) if curves.takes(&next) => {
                curves.curves.extend(next.curves);
                results.push(value);
                continue;
            }
            (task, _) => task,
        };
        steps.push(Step { task, results: vec![value], cached: false });
    }
    steps
}

/// The task that computes each value of a program, whether the value is needed or not.
fn tasks<'a>(
    program: &'a Program,
    bound: &Bound,
    shapes: &[Shape],
    reuse: &Reuse<'a>,
    roots: &[Value],
) -> Vec<Task<'a>> {
    let operations = program.operations();
    let mut uses = vec![0_usize; operations.len()];
    let read = operations.iter().flat_map(Operation::operands);
    read.chain(roots).for_each(|value| uses[value.index()] += 1);
    // Values that are read once, by an operation.
    let inner = |(index, uses): (usize, &usize)| *uses == 1 && !reuse.known.contains_key(&index);
    let inner: Vec<bool> = uses.iter().enumerate().map(inner).collect();
    let mut sums = sums(program, shapes, &inner);
    let mut chains = chains(program, shapes, &inner, &sums);
    let task = |(index, operation): (usize, &Operation)| match (*operation, reuse.known.get(&index)) {
        (_, Some(samples)) => Task::Known(*samples),
        (Operation::Constant(value), _) => Task::Uniform(value),
        (Operation::Parameter(slot), _) => Task::Uniform(bound.values()[slot as usize]),
        (Operation::Coordinate(axis), _) => Task::Coordinate(axis),
        (operation, _) => match (sums[index].take(), chains[index].take()) {
            (Some(sum), _) => Task::Sum(sum),
            (None, Some(chain)) => Task::Chain(chain),
            (None, None) => plain(program, operation),
        },
    };
    operations.iter().enumerate().map(task).collect()
}

/// The task of a single operation.
fn plain(program: &Program, operation: Operation) -> Task<'_> {
    if let Operation::Function(id, [argument, ..]) = operation
        && let Function::Curve(curve) = &program.functions()[id.index()]
    {
        return Task::Curves(Curves { argument, curves: vec![curve] });
    }
    Task::Operation(operation)
}

impl Curves<'_> {
    /// Whether another curve can be computed together with these.
    fn takes(&self, next: &Curves) -> bool {
        self.curves.len() < MOST_CURVES
            && self.argument == next.argument
            && self.curves[0].shares_segments(next.curves[0])
    }
}

/// Assigns lattice columns to each sum, and returns the interpolation of each. Noises with the same x share their
/// columns.
pub(super) fn assign_columns(steps: &mut [Step]) -> Vec<Interpolation> {
    let mut columns: Vec<Interpolation> = Vec::new();
    let mut shared: HashMap<(Value, Interpolation), usize> = HashMap::new();
    for step in steps {
        let Task::Sum(Sum { octaves, columns: first, .. }) = &mut step.task else { continue };
        *first = columns.len();
        if let [only] = octaves.as_slice() {
            match shared.entry((only.operands[0], only.noise.interpolation())) {
                Entry::Occupied(known) => {
                    *first = *known.get();
                    continue;
                }
                Entry::Vacant(new) => drop(new.insert(*first)),
            }
        }
        columns.extend(octaves.iter().map(|octave| octave.noise.interpolation()));
    }
    columns
}
