//! Fusion, the first pass: turns operations into steps, and merges those that share work.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use travertine_noise::Interpolation;
use travertine_program::{BasisFunction, Bound, Function, Operation, Program, Value};

use super::chain::chains;
use super::step::{Curves, EVERYWHERE, Step, Task, Together};
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
    // For each kind of shared work and its operands, the step that further basis functions may join.
    let mut shared: HashMap<(BasisFunction, &'a [Value]), usize> = HashMap::new();
    for ((value, task), _) in program.values().zip(tasks).zip(&needed).filter(|(_, needed)| **needed) {
        let task = match (task, steps.last_mut()) {
            (Task::Curves(next), Some(Step { task: Task::Curves(curves), results, .. })) if curves.takes(&next) => {
                curves.curves.extend(next.curves);
                results.push(value);
                continue;
            }
            (task, _) => task,
        };
        if let (Task::Operation(Operation::Basis(function, _)), operation) =
            (&task, &program.operations()[value.index()])
            && let Some(work) = function.shared()
        {
            match shared.entry((work, operation.operands())) {
                Entry::Occupied(step) if steps[*step.get()].results.len() < BasisFunction::MOST_TOGETHER => {
                    steps[*step.get()].join(*function, value);
                    continue;
                }
                Entry::Occupied(mut step) => *step.get_mut() = steps.len(),
                Entry::Vacant(step) => drop(step.insert(steps.len())),
            }
        }
        steps.push(Step { task, results: vec![value], cached: false, need: EVERYWHERE, sparse: 0.0 });
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

impl Step<'_> {
    /// Lets a step of one or more basis functions compute another one, which shares its work.
    fn join(&mut self, function: BasisFunction, result: Value) {
        if let Task::Operation(Operation::Basis(first, _)) = self.task {
            let operands = self.task.reads().to_vec();
            self.task = Task::Together(Together { operands, functions: vec![first] });
        }
        if let Task::Together(together) = &mut self.task {
            together.functions.push(function);
            self.results.push(result);
        }
    }
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

#[cfg(test)]
mod tests {
    use travertine_noise::{Basis, Cellular, Dots, Feature, Mark, Metric, Noise, Slope};
    use travertine_program::{Axis, Builder, Expr, Type};

    use super::*;

    #[test]
    fn functions_that_share_work_on_the_same_operands_become_one_step() {
        let builder = Builder::new();
        let [x, y, zero] = [builder.coordinate(Axis::X), builder.coordinate(Axis::Y), builder.constant(0.0)];
        let (here, there) = ([x, y, zero, zero], [y, x, zero, zero]);
        let slope = |seed, axis| {
            let noise = Noise::new(Basis::Gradient, 2, Interpolation::Linear, seed).unwrap();
            builder.basis(BasisFunction::Slope(Slope::new(noise, axis).unwrap()), here, &[])
        };
        let cellular = |metric, feature, position| {
            let noise = Cellular::new(2, metric, feature, 3).unwrap();
            builder.basis(BasisFunction::Cellular(noise), position, &[builder.constant(1.0)])
        };
        let dots = |mark| {
            let spots = [0.8, 0.4, 0.5, 0.2, 1.0].map(|number| builder.constant(number));
            builder.basis(BasisFunction::Dots(Dots::new(2, mark, 3).unwrap()), here, &spots)
        };
        let outputs: [Expr; 10] = [
            slope(7, 1),
            cellular(Metric::Manhattan, Feature::F1, here),
            cellular(Metric::Euclidean, Feature::Value, here),
            slope(8, 0),
            cellular(Metric::Manhattan, Feature::Edge, here),
            dots(Mark::Value),
            slope(7, 0),
            cellular(Metric::EuclideanSquared, Feature::F2, here),
            cellular(Metric::Euclidean, Feature::F2, there),
            dots(Mark::Cover),
        ];
        let values = outputs.map(Expr::value);
        let program = builder.finish(&[("all".into(), Type::Float, values.to_vec())]).unwrap();
        let roots = program.outputs()[0].values.clone();
        let shapes = vec![Shape::Full; program.operations().len()];
        let steps = fuse(&program, &Bound::default(), &shapes, &Reuse::default(), &roots);
        let step_of = |output: usize| steps.iter().position(|step| step.results.contains(&roots[output])).unwrap();
        for together in [&[0, 6][..], &[1], &[2, 4, 7], &[3], &[5, 9], &[8]] {
            let step = &steps[step_of(together[0])];
            let results: Vec<Value> = together.iter().map(|output| roots[*output]).collect();
            assert_eq!(step.results, results);
            match &step.task {
                Task::Together(Together { functions, operands }) => {
                    assert_eq!(functions.len(), results.len());
                    for (function, result) in functions.iter().zip(&results) {
                        let operation = program.operations()[result.index()];
                        assert!(matches!(operation, Operation::Basis(own, _) if own == *function));
                        assert_eq!(operation.operands(), operands.as_slice());
                    }
                }
                task => assert!(matches!(task, Task::Operation(_)) && results.len() == 1),
            }
        }
    }
}
