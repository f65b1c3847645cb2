//! Operations: the steps of a program, and the values that they read.

use travertine_noise::Noise;

use crate::axes::Axis;
use crate::basis::BasisFunction;
use crate::function::{Function, FunctionId};
use crate::lattice;
use crate::operations::{Binary, Ternary, Unary};

/// The result of an operation, by the operation's index in the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(pub(crate) u32);

impl Value {
    /// Index of the operation in [`Program::operations`](crate::Program::operations).
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An operation of a program. Its constants are floats, or in a key their bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation<Number = f32> {
    /// A finite number.
    Constant(Number),
    /// The float that is bound to a slot: see [`Program::slots`](crate::Program::slots).
    Parameter(u32),
    /// A coordinate of the position.
    Coordinate(Axis),
    /// Arithmetic on one operand.
    Unary(Unary, [Value; 1]),
    /// Arithmetic on two operands.
    Binary(Binary, [Value; 2]),
    /// Arithmetic on three operands.
    Ternary(Ternary, [Value; 3]),
    /// A function of [`Program::functions`](crate::Program::functions). Operands beyond [`FunctionId::operands`] are
    /// unread.
    Function(FunctionId, [Value; Function::MOST_OPERANDS]),
    /// Lattice noise at a position x, y, z, time, then the frequency of the octave if it has periods. Excess operands
    /// are unread.
    Noise(Noise, [Value; lattice::MOST_OPERANDS]),
    /// A basis function. Operands beyond [`BasisFunction::operands`] are unread.
    Basis(BasisFunction, [Value; BasisFunction::MOST_OPERANDS]),
    /// A channel of one of [`Program::rasters`](crate::Program::rasters), or a derivative of it, at x and y.
    Raster(RasterId, [Value; 2]),
}

/// An operation that can be compared and hashed.
pub(crate) type Key = Operation<u32>;

impl Operation {
    /// Maximum number of operands.
    pub const MOST_OPERANDS: usize = BasisFunction::MOST_OPERANDS;

    /// Whether the operation is arithmetic on one to three operands, each of which may be uniform.
    pub fn is_arithmetic(&self) -> bool {
        matches!(self, Operation::Unary(..) | Operation::Binary(..) | Operation::Ternary(..))
    }

    /// What the operation computes, in a word or two, such as `Multiply` or `Gradient noise`.
    pub fn name(&self, functions: &[Function]) -> &'static str {
        match self {
            Operation::Constant(_) => "Constant",
            Operation::Parameter(_) => "Parameter",
            Operation::Coordinate(_) => "Coordinate",
            Operation::Unary(unary, _) => unary.name(),
            Operation::Binary(binary, _) => binary.name(),
            Operation::Ternary(ternary, _) => ternary.name(),
            Operation::Function(id, _) => functions[id.index()].name(),
            Operation::Noise(noise, _) => noise.basis().name(),
            Operation::Basis(function, _) => function.name(),
            Operation::Raster(..) => "Raster",
        }
    }

    /// The values that the operation reads.
    pub fn operands(&self) -> &[Value] {
        match self {
            Operation::Constant(_) | Operation::Parameter(_) | Operation::Coordinate(_) => &[],
            Operation::Unary(_, operands) => operands,
            Operation::Binary(_, operands) => operands,
            Operation::Ternary(_, operands) => operands,
            Operation::Function(function, operands) => &operands[..function.operands()],
            Operation::Noise(noise, operands) => &operands[..lattice::operands(*noise)],
            Operation::Basis(function, operands) => &operands[..function.operands()],
            Operation::Raster(_, operands) => operands,
        }
    }

    /// The operation as a key.
    pub(crate) fn key(self) -> Key {
        self.map(f32::to_bits, |operand| operand)
    }

    pub(crate) fn map_operands(self, map: impl FnMut(Value) -> Value) -> Operation {
        self.map(|number| number, map)
    }

    fn map<Number>(
        self,
        constant: impl FnOnce(f32) -> Number,
        operand: impl FnMut(Value) -> Value,
    ) -> Operation<Number> {
        match self {
            Operation::Constant(number) => Operation::Constant(constant(number)),
            Operation::Parameter(slot) => Operation::Parameter(slot),
            Operation::Coordinate(axis) => Operation::Coordinate(axis),
            Operation::Unary(unary, operands) => Operation::Unary(unary, operands.map(operand)),
            Operation::Binary(binary, operands) => Operation::Binary(binary, operands.map(operand)),
            Operation::Ternary(ternary, operands) => Operation::Ternary(ternary, operands.map(operand)),
            Operation::Function(function, operands) => Operation::Function(function, operands.map(operand)),
            Operation::Noise(noise, operands) => Operation::Noise(noise, operands.map(operand)),
            Operation::Basis(function, operands) => Operation::Basis(function, operands.map(operand)),
            Operation::Raster(raster, operands) => Operation::Raster(raster, operands.map(operand)),
        }
    }

    /// The operation with another value as the operand at an index. Unread operands repeat the first one.
    pub(crate) fn with_operand(self, index: usize, value: Value) -> Operation {
        let read = self.operands().len();
        let first = if index == 0 { Some(value) } else { self.operands().first().copied() };
        let mut position = 0;
        let mut replaced = |operand| {
            let is_replaced = position == index;
            let is_unread = position >= read;
            position += 1;
            match first {
                _ if is_replaced => value,
                Some(first) if is_unread => first,
                _ => operand,
            }
        };
        self.map_operands(&mut replaced)
    }

    /// The result for one sample, given the results of the operands.
    ///
    /// `None` for operations that need more than operands: slots, the position, rasters.
    pub(crate) fn at(&self, functions: &[Function], operand: impl Fn(Value) -> f32) -> Option<f32> {
        match self {
            Operation::Constant(_) | Operation::Parameter(_) | Operation::Coordinate(_) | Operation::Raster(..) => None,
            Operation::Unary(unary, operands) => Some(unary.at(operands.map(operand))),
            Operation::Binary(binary, operands) => Some(binary.at(operands.map(operand))),
            Operation::Ternary(ternary, operands) => Some(ternary.at(operands.map(operand))),
            Operation::Function(function, operands) => Some(functions[function.index()].at(operands.map(operand))),
            Operation::Noise(noise, operands) => {
                let operands = operands.map(operand);
                Some(lattice::at(*noise, &operands[..lattice::operands(*noise)]))
            }
            Operation::Basis(function, operands) => {
                let operands = operands.map(operand);
                Some(function.at(&operands[..function.operands()]))
            }
        }
    }
}

/// A channel of one of [`Program::rasters`](crate::Program::rasters), or a derivative of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RasterId {
    pub(crate) index: u32,
    pub(crate) channel: u8,
    pub(crate) orders: [u8; 2],
}

impl RasterId {
    /// Index of the raster in the list.
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// Index of the channel.
    pub fn channel(self) -> usize {
        self.channel.into()
    }

    /// How often the channel is differentiated along x and along y.
    pub fn orders(self) -> [u8; 2] {
        self.orders
    }

    /// The same channel, differentiated once more along axis 0 or 1.
    pub(crate) fn along(mut self, axis: usize) -> RasterId {
        self.orders[axis] += 1;
        self
    }
}
