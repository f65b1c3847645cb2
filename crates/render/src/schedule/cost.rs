//! Costs: about how long the steps of a schedule take, and what is saved where they are skipped.

use travertine_program::{BasisFunction, Binary, Function, Operation, Program, Unary};

use super::step::Task;

/// Time of copying one operand or result of a sample to gathered blocks or back, in about nanoseconds.
const GATHERING: f32 = 0.12;

/// The share of the tiles in which a step is needed nowhere, if it is needed in few places.
const NOWHERE: f32 = 0.1;

/// The cost of a step for each sample.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    /// In about nanoseconds.
    pub(super) time: f32,
    /// The share of a tile's blocks below which gathering them takes less time than the whole tile; 0 if the step never
    /// runs in blocks.
    pub(super) sparse: f32,
}

impl Cost {
    /// The cost of a task with a number of results.
    pub(super) fn new(program: &Program, task: &Task, results: usize) -> Cost {
        let time = of_task(program, task);
        let gathering = GATHERING * (task.reads().len() + results) as f32;
        let sparse = match task {
            Task::Operation(_) | Task::Together(_) if time > 0.0 => time / (time + gathering),
            _ => 0.0,
        };
        Cost { time, sparse }
    }

    /// The time that skipping saves at best.
    pub(super) fn saved(self) -> f32 {
        self.time * self.sparse.max(NOWHERE)
    }
}

/// The time of a task for each sample, in about nanoseconds.
fn of_task(program: &Program, task: &Task) -> f32 {
    match task {
        Task::Uniform(_) | Task::Coordinate(_) | Task::Known(_) | Task::Decide(_) => 0.0,
        Task::Operation(operation) => of_operation(program, operation),
        Task::Together(together) => together.functions.first().map_or(0.0, |function| of_basis(*function)),
        Task::Sum(sum) => 0.2 * sum.octaves.len() as f32,
        Task::Chain(_) => 0.1,
        Task::Curves(curves) => 0.3 * curves.curves.len() as f32,
    }
}

fn of_operation(program: &Program, operation: &Operation) -> f32 {
    match operation {
        Operation::Constant(_) | Operation::Parameter(_) | Operation::Coordinate(_) => 0.0,
        Operation::Unary(unary, _) => match unary {
            Unary::Sine | Unary::Cosine => 0.5,
            Unary::Tangent | Unary::Arcsine | Unary::Arccosine | Unary::Arctangent => 2.0,
            Unary::Exponential | Unary::Exponential2 | Unary::Logarithm | Unary::Logarithm2 => 1.0,
            Unary::SrgbToLinear | Unary::LinearToSrgb => 2.0,
            _ => 0.1,
        },
        Operation::Binary(Binary::Power, _) => 3.0,
        Operation::Binary(Binary::Arctangent2, _) => 2.0,
        Operation::Binary(Binary::Modulo, _) => 0.5,
        Operation::Binary(..) | Operation::Ternary(..) => 0.1,
        Operation::Function(id, _) => match &program.functions()[id.index()] {
            Function::Curve(_) => 0.3,
            Function::Reference(_) => 5.0,
            Function::Image(_) | Function::Volume(_) => 5.0,
            Function::Lettering(_) => 30.0,
        },
        Operation::Noise(noise, _) => by_dimensions([1.0, 3.0, 6.0, 12.0], noise.dimensions().into()),
        Operation::Basis(function, _) => of_basis(*function),
        Operation::Raster(..) => 3.0,
    }
}

fn of_basis(function: BasisFunction) -> f32 {
    let of_dimensions = match function {
        BasisFunction::Random(_) => [1.0; 4],
        BasisFunction::Simplex(_) | BasisFunction::SimplexSlope(_) => [1.0, 3.0, 6.0, 10.0],
        BasisFunction::Slope(_) => [2.0, 6.0, 12.0, 24.0],
        BasisFunction::Cellular(_) | BasisFunction::Dots(_) => [5.0, 15.0, 40.0, 100.0],
        BasisFunction::Strokes(_) => [20.0; 4],
        BasisFunction::Gabor(_) => [50.0, 100.0, 150.0, 200.0],
        BasisFunction::GaborSlope(_) => [100.0, 200.0, 300.0, 400.0],
    };
    by_dimensions(of_dimensions, function.dimensions())
}

fn by_dimensions(of: [f32; 4], dimensions: usize) -> f32 {
    of[dimensions.clamp(1, 4) - 1]
}
