//! Keys: operations in a form that can be compared and hashed.

use travertine_noise::Noise;

use crate::axes::Axis;
use crate::basis::BasisFunction;
use crate::function::{Function, FunctionId};
use crate::lattice;
use crate::operation::{Operation, RasterId, Value};
use crate::operations::{Binary, Ternary, Unary};

/// An operation as a key: floats by their bits.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) enum Key {
    Constant(u32),
    Parameter(u32),
    Coordinate(Axis),
    Unary(Unary, [Value; 1]),
    Binary(Binary, [Value; 2]),
    Ternary(Ternary, [Value; 3]),
    Function(FunctionId, [Value; Function::MOST_OPERANDS]),
    Noise(Noise, [Value; lattice::MOST_OPERANDS]),
    Basis(BasisFunction, [Value; BasisFunction::MOST_OPERANDS]),
    Raster(RasterId, [Value; 2]),
}

impl From<Operation> for Key {
    fn from(operation: Operation) -> Key {
        match operation {
            Operation::Constant(value) => Key::Constant(value.to_bits()),
            Operation::Parameter(slot) => Key::Parameter(slot),
            Operation::Coordinate(axis) => Key::Coordinate(axis),
            Operation::Unary(unary, operands) => Key::Unary(unary, operands),
            Operation::Binary(binary, operands) => Key::Binary(binary, operands),
            Operation::Ternary(ternary, operands) => Key::Ternary(ternary, operands),
            Operation::Function(function, operands) => Key::Function(function, operands),
            Operation::Noise(noise, operands) => Key::Noise(noise, operands),
            Operation::Basis(function, operands) => Key::Basis(function, operands),
            Operation::Raster(raster, operands) => Key::Raster(raster, operands),
        }
    }
}
