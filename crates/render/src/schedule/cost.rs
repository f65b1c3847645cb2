//! Costs: about how long the steps of a schedule take.

use travertine_program::{BasisFunction, Binary, Function, Operation, Program, Unary};

use super::step::Task;

/// The cost of a task for each sample, in about nanoseconds.
pub(super) fn of_task(program: &Program, task: &Task) -> f32 {
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
        Operation::Noise(noise, _) => f32::from(noise.dimensions()),
        Operation::Basis(function, _) => of_basis(*function),
        Operation::Raster(..) => 3.0,
    }
}

fn of_basis(function: BasisFunction) -> f32 {
    let dimensions = function.dimensions() as f32;
    match function {
        BasisFunction::Random(_) => 1.0,
        BasisFunction::Simplex(_) | BasisFunction::SimplexSlope(_) => dimensions,
        BasisFunction::Slope(_) => 2.0 * dimensions,
        BasisFunction::Cellular(_) | BasisFunction::Dots(_) => 5.0 * dimensions,
        BasisFunction::Gabor(_) => 50.0 * dimensions,
    }
}
