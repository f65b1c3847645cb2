//! Steps of a schedule.

use travertine_program::{Axis, BasisFunction, Curve, Operation, Value};

use super::chain::Chain;
use super::sum::Sum;
use crate::reuse::Samples;

/// Index of a need in [`Schedule::needs`](super::Schedule::needs).
pub(crate) type NeedId = usize;

/// The need of steps that are needed everywhere.
pub(crate) const EVERYWHERE: NeedId = 0;

/// A step, which computes one value, or several that share work.
pub(crate) struct Step<'a> {
    pub(crate) task: Task<'a>,
    /// Computed values: one, one for each curve or basis function, or none of a decision.
    pub(crate) results: Vec<Value>,
    /// Whether the results stay valid for all tiles with the same columns: they do not vary down columns, and no other
    /// value uses their buffers.
    pub(crate) cached: bool,
    /// Where in a tile the results are needed.
    pub(crate) need: NeedId,
    /// The share of a tile's blocks below which the task runs only in those that need it; 0 if it never does.
    pub(crate) sparse: f32,
}

/// The computation of a step.
pub(crate) enum Task<'a> {
    /// A number that is the same everywhere.
    Uniform(f32),
    /// A coordinate of the position.
    Coordinate(Axis),
    /// A single operation.
    Operation(Operation),
    /// Several basis functions that share work.
    Together(Together),
    /// Lattice noise along rows, or a sum of its octaves.
    Sum(Sum),
    /// Successive arithmetic on one value.
    Chain(Chain),
    /// Curves of one value with the same segments.
    Curves(Curves<'a>),
    /// Samples computed by an earlier render.
    Known(Samples<'a>),
    /// Where in the tile some steps are needed.
    Decide(Decision),
}

/// The decision where in a tile a need lies.
pub(crate) struct Decision {
    pub(crate) need: NeedId,
    /// The values that its conditions test.
    pub(crate) tested: Vec<Value>,
}

/// Curves of one value with the same segments, such as the channels of a ramp.
pub(crate) struct Curves<'a> {
    pub(crate) argument: Value,
    pub(crate) curves: Vec<&'a Curve>,
}

/// Basis functions of the same operands that [share work](BasisFunction::shared).
pub(crate) struct Together {
    pub(crate) operands: Vec<Value>,
    pub(crate) functions: Vec<BasisFunction>,
}

impl Task<'_> {
    /// The values that the task reads.
    pub(crate) fn reads(&self) -> &[Value] {
        match self {
            Task::Uniform(_) | Task::Coordinate(_) | Task::Known(_) => &[],
            Task::Operation(operation) => operation.operands(),
            Task::Together(together) => &together.operands,
            Task::Sum(sum) => &sum.operands,
            Task::Chain(chain) => &chain.operands,
            Task::Curves(curves) => std::slice::from_ref(&curves.argument),
            Task::Decide(decision) => &decision.tested,
        }
    }
}
