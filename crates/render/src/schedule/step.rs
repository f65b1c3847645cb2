//! Steps: what a schedule does one after the other over a tile.

use travertine_program::{Axis, Curve, Operation, Value};

use super::chain::Chain;
use super::sum::Sum;
use crate::reuse::Samples;

/// A step, which computes one value, or several curves.
pub(crate) struct Step<'a> {
    pub(crate) task: Task<'a>,
    /// The values that it computes: one, but for curves.
    pub(crate) results: Vec<Value>,
    /// Whether the results stay valid for all tiles with the same columns: they vary along rows at most, and their buffers
    /// are theirs alone.
    pub(crate) cached: bool,
}

/// How a step computes its results.
pub(crate) enum Task<'a> {
    /// One number everywhere.
    Uniform(f32),
    /// A coordinate of the position.
    Coordinate(Axis),
    /// An operation by itself.
    Operation(Operation),
    /// Lattice noise along rows, or a sum of octaves of it.
    Sum(Sum),
    /// Arithmetic on one value.
    Chain(Chain),
    /// Curves of one value that share their segments.
    Curves(Curves<'a>),
    /// Samples that an earlier render computed.
    Known(Samples<'a>),
}

/// Curves of one value that share their segments, such as the channels of a ramp.
pub(crate) struct Curves<'a> {
    pub(crate) argument: Value,
    pub(crate) curves: Vec<&'a Curve>,
}

impl Task<'_> {
    /// The values that it reads.
    pub(crate) fn reads(&self) -> &[Value] {
        match self {
            Task::Uniform(_) | Task::Coordinate(_) | Task::Known(_) => &[],
            Task::Operation(operation) => operation.operands(),
            Task::Sum(sum) => &sum.operands,
            Task::Chain(chain) => &chain.operands,
            Task::Curves(curves) => std::slice::from_ref(&curves.argument),
        }
    }
}
