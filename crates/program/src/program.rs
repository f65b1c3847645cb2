//! Programs and their evaluation.
//!
//! A program is a flat list of operations on floats in static single assignment form: operands come before their users.

use std::collections::BTreeMap;
use std::sync::Arc;

use travertine_noise::{Interval, Level};
use travertine_raster::pass::Pass;
use travertine_raster::{Grid, Raster};

use crate::axes::{Axes, Axis};
use crate::basis::BasisFunction;
use crate::bound::Bound;
use crate::function::Function;
use crate::lanes::Lanes;
use crate::lattice;
use crate::operation::{Operation, Value};
use crate::operations::{Binary, Unary};
use crate::raster_intervals::ChannelIntervals;
use crate::site::Site;
use crate::types::Type;

/// A component of a graph parameter, whose float is bound to the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// Index of the parameter in the graph.
    pub parameter: usize,
    /// Component of the parameter's value, 0 to 3; 0 for floats.
    pub component: usize,
}

/// A named output of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramOutput {
    /// Name of the output in the graph.
    pub name: String,
    /// Type of the output.
    pub value_type: Type,
    /// One value for each component: 1, 3 or 4.
    pub values: Vec<Value>,
}

/// A list of operations, ready to run.
///
/// Programs are equal if they compute the same in the same way, wherever their operations come from.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) operations: Vec<Operation>,
    pub(crate) origins: Vec<Option<u32>>,
    pub(crate) axes: Vec<Axes>,
    pub(crate) functions: Vec<Function>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) outputs: Vec<ProgramOutput>,
    pub(crate) rasters: Vec<RasterSource>,
    /// The program in full, if it is another one.
    pub(crate) full: Option<Arc<Program>>,
}

/// The origin of a raster: a program over the samples of a grid, and a pass over its results.
#[derive(Clone, PartialEq, Debug)]
pub struct RasterSource {
    pub(crate) grid: Grid,
    pub(crate) pass: Pass,
    pub(crate) planes: Program,
}

impl PartialEq for Program {
    fn eq(&self, other: &Program) -> bool {
        let Program { operations, origins: _, axes, functions, slots, outputs, rasters, full: _ } = self;
        *operations == other.operations
            && *axes == other.axes
            && *functions == other.functions
            && *slots == other.slots
            && *outputs == other.outputs
            && *rasters == other.rasters
    }
}

impl Program {
    /// The program with arithmetic in the places of searches that [find the same](crate::Builder::found_by) faster: for
    /// translations that do not know the searches, and for derivatives. The slots are the same.
    pub fn in_full(&self) -> &Program {
        self.full.as_deref().unwrap_or(self)
    }

    /// The operations, operands before their users. None is unused.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// For each operation, the origin that the builder [noted](crate::Builder::set_origin) when it was added first; for
    /// a program of a graph, the index of its node.
    pub fn origins(&self) -> &[Option<u32>] {
        &self.origins
    }

    /// The results of the operations, in their order.
    pub fn values(&self) -> impl ExactSizeIterator<Item = Value> {
        (0..self.operations.len()).map(|index| Value(index as u32))
    }

    /// For each operation, the axes along which its result varies.
    pub fn axes(&self) -> &[Axes] {
        &self.axes
    }

    /// The functions that operations refer to.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// Memory of what the functions of the program and of its rasters share, in bytes: texels of images, letters of
    /// texts.
    pub fn held_bytes(&self) -> u64 {
        let mut held = BTreeMap::new();
        self.each_function(&mut |function| {
            if let Some((address, bytes)) = function.held() {
                let known: &mut u64 = held.entry(address).or_default();
                *known = bytes.max(*known);
            }
        });
        held.values().fold(0, |sum: u64, bytes| sum.saturating_add(*bytes))
    }

    /// Work of what is done once before the program runs, in operations: letters of texts are put in their places.
    pub fn preparation(&self) -> u64 {
        let mut work = BTreeMap::new();
        self.each_function(&mut |function| {
            work.insert(function.held().map_or(0, |(address, _)| address), function.preparation());
        });
        work.values().fold(0, |sum: u64, work| sum.saturating_add(*work))
    }

    /// Calls a function with those of the program and of its rasters.
    fn each_function(&self, call: &mut dyn FnMut(&Function)) {
        self.functions.iter().for_each(&mut *call);
        // Planes of a raster have no rasters of their own: all are in the list of the program.
        self.rasters.iter().for_each(|source| source.planes.functions.iter().for_each(&mut *call));
    }

    /// The slots: each needs a float to run the program.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The outputs, in the order in which they were requested.
    pub fn outputs(&self) -> &[ProgramOutput] {
        &self.outputs
    }

    /// Number of floats of all outputs together.
    pub fn width(&self) -> usize {
        self.outputs.iter().map(|output| output.values.len()).sum()
    }

    /// The rasters that the program samples, each after those that it reads.
    pub fn rasters(&self) -> &[RasterSource] {
        &self.rasters
    }

    /// Evaluates every operation at one site, or at one position (x, y, z, time) without a surface. This is the
    /// definition of a program's results, and the oracle that faster evaluators are tested against.
    ///
    /// `bound` holds one float for each slot. `results` is cleared, then receives one result for each operation.
    pub fn evaluate(&self, bound: &Bound, site: impl Into<Site>, results: &mut Vec<f32>) {
        self.evaluate_over(bound.values(), self.rasters_of(bound), &site.into(), results);
    }

    /// As [`Program::evaluate`], with given rasters.
    pub(crate) fn evaluate_over(&self, values: &[f32], rasters: &[Raster], site: &Site, results: &mut Vec<f32>) {
        results.clear();
        for operation in &self.operations {
            let result = match operation {
                Operation::Constant(value) => *value,
                Operation::Parameter(slot) => values[*slot as usize],
                Operation::Coordinate(axis) => site.coordinate(*axis),
                Operation::Raster(id, [x, y]) => {
                    rasters[id.index()].slope_at(id.channel(), id.orders(), results[x.index()], results[y.index()])
                }
                computed => computed.at(&self.functions, |value| results[value.index()]).unwrap_or_default(),
            };
            results.push(result);
        }
    }

    /// The floats of all outputs at one site, or at one position (x, y, z, time), one output after the other.
    pub fn sample(&self, bound: &Bound, site: impl Into<Site>) -> Vec<f32> {
        let mut results = Vec::with_capacity(self.operations.len());
        self.evaluate(bound, site, &mut results);
        let values = self.outputs.iter().flat_map(|output| &output.values);
        values.map(|value| results[value.index()]).collect()
    }

    /// Interval of each operation's result for given intervals of the slots and of the coordinates x, y, z and time, on
    /// any surface.
    pub fn intervals(&self, bound: &[Interval], position: [Interval; 4]) -> Vec<Interval> {
        self.intervals_over(bound, &self.raster_intervals(bound), position)
    }

    /// As [`Program::intervals`], with given intervals of each raster's channels.
    pub(crate) fn intervals_over(
        &self,
        bound: &[Interval],
        rasters: &[ChannelIntervals],
        position: [Interval; 4],
    ) -> Vec<Interval> {
        let mut results: Vec<Interval> = Vec::with_capacity(self.operations.len());
        for operation in &self.operations {
            let of = |value: Value| results[value.index()];
            let result = match *operation {
                Operation::Constant(value) => Interval::point(value),
                Operation::Parameter(slot) => bound[slot as usize],
                Operation::Coordinate(axis) => match axis {
                    Axis::X | Axis::Y | Axis::Z | Axis::Time => position[axis as usize],
                    Axis::NormalX | Axis::NormalY | Axis::NormalZ => Interval::SIGNED_UNIT,
                    Axis::Curvature | Axis::U | Axis::V => Interval::EVERYTHING,
                },
                Operation::Unary(unary, operands) => unary.interval(operands.map(of)),
                // A square is never negative.
                Operation::Binary(Binary::Multiply, [a, b]) if a == b => {
                    let size = Unary::Absolute.interval([of(a)]);
                    Binary::Multiply.interval([size, size])
                }
                Operation::Binary(binary, operands) => binary.interval(operands.map(of)),
                Operation::Ternary(ternary, operands) => ternary.interval(operands.map(of)),
                Operation::Function(function, operands) => self.functions[function.index()].interval(operands.map(of)),
                Operation::Noise(..) => Interval::SIGNED_UNIT,
                Operation::Raster(id, _) => rasters[id.index()].of(id),
                Operation::Basis(function, operands) => function.interval(&operands.map(of)[..function.operands()]),
            };
            results.push(result);
        }
        results
    }

    /// Runs one operation over slices of equal length, bit-equal to [`Program::evaluate`].
    ///
    /// `operands` are those of [`Operation::operands`], in that order. They have a number for each sample unless the
    /// operation [is arithmetic](Operation::is_arithmetic). `rasters` are those of [`Program::rasters`], at least as
    /// far as the operation samples them.
    ///
    /// # Panics
    ///
    /// If the operation is a constant, a parameter or a coordinate, or if the number of operands is wrong.
    pub fn run(&self, operation: &Operation, rasters: &[Raster], level: Level, operands: &[Lanes], out: &mut [f32]) {
        match (*operation, operands) {
            (Operation::Unary(unary, _), &[a]) => unary.lanes(level, [a], out),
            (Operation::Binary(binary, _), &[a, b]) => binary.lanes(level, [a, b], out),
            (Operation::Ternary(ternary, _), &[a, b, c]) => ternary.lanes(level, [a, b, c], out),
            _ => {
                let slices = slices(operands);
                let operands = &slices[..operands.len()];
                match *operation {
                    Operation::Function(function, _) => {
                        self.functions[function.index()].lanes(level, operands, out);
                    }
                    Operation::Noise(noise, _) => lattice::lanes(noise, level, operands, out),
                    Operation::Basis(function, _) => function.lanes(level, operands, out),
                    Operation::Raster(id, _) => {
                        let at = [operands[0], operands[1]];
                        rasters[id.index()].slope_lanes(id.channel(), id.orders(), level, at, out);
                    }
                    Operation::Constant(_)
                    | Operation::Parameter(_)
                    | Operation::Coordinate(_)
                    | Operation::Unary(..)
                    | Operation::Binary(..)
                    | Operation::Ternary(..) => {
                        panic!("{operation:?} cannot be run with {} operands", operands.len())
                    }
                }
            }
        }
    }

    /// Runs basis functions that [share work](BasisFunction::shared), on the same operands, with the bits of
    /// [`Program::run`]. Operands have a number for each sample. `out` has a slice for each function.
    pub fn run_together(functions: &[BasisFunction], level: Level, operands: &[Lanes], out: &mut [&mut [f32]]) {
        BasisFunction::lanes_together(functions, level, &slices(operands)[..operands.len()], out);
    }
}

/// Operands with a number for each sample; empty slices for others.
fn slices<'a>(operands: &[Lanes<'a>]) -> [&'a [f32]; Operation::MOST_OPERANDS] {
    let mut slices: [&[f32]; Operation::MOST_OPERANDS] = Default::default();
    for (slice, operand) in slices.iter_mut().zip(operands) {
        if let Lanes::Each(values) = operand {
            *slice = values;
        }
    }
    slices
}
