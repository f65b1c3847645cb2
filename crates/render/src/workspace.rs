//! Workspaces: the buffers in which a thread evaluates tiles, one operation at a time.

use travertine_graph::program::{Lanes, Operation};
use travertine_graph::raster::Raster;
use travertine_noise::{Columns, Level};

use crate::cancel::Cancel;
use crate::domain::{Domain, Rectangle, Shape};
use crate::interleave::interleave;
use crate::plan::{Buffer, Plan, Step};

/// Samples that one operation computes before it looks whether it is cancelled, unless a row is longer.
const MAX_AT_ONCE: usize = 1 << 16;

/// The buffers for one tile at a time.
pub(crate) struct Workspace<'a> {
    rasters: &'a [Raster],
    buffers: Vec<Vec<f32>>,
    columns: Vec<LatticeColumns>,
    /// Rows of one repeated value, for operands that vary less than the result.
    splats: [Vec<f32>; Operation::MOST_OPERANDS],
    tile: Rectangle,
}

struct LatticeColumns {
    prepared: bool,
    columns: Columns,
}

impl<'a> Workspace<'a> {
    /// Buffers for tiles of at most that size, of a program that samples these rasters.
    pub(crate) fn new(plan: &Plan, rasters: &'a [Raster], width: usize, height: usize) -> Workspace<'a> {
        let lattice = |_: &_| LatticeColumns { prepared: false, columns: Columns::default() };
        Workspace {
            rasters,
            buffers: plan.buffers.iter().map(|shape| vec![0.0; shape.len(width, height)]).collect(),
            columns: plan.columns.iter().map(lattice).collect(),
            splats: std::array::from_fn(|_| vec![0.0; width.max(height)]),
            tile: Rectangle { x: 0, y: 0, width: 0, height: 0 },
        }
    }

    /// Whether the tile that was run last has the same columns, as the one above mostly has.
    pub(crate) fn has_columns_of(&self, tile: Rectangle) -> bool {
        (tile.x, tile.width) == (self.tile.x, self.tile.width)
    }

    /// Evaluates the plan over a tile; false if it was cancelled before the end.
    ///
    /// Always the same plan, domain and level.
    pub(crate) fn run(
        &mut self,
        plan: &Plan,
        domain: &impl Domain,
        level: Level,
        tile: Rectangle,
        cancel: &Cancel,
    ) -> bool {
        let same_columns = self.has_columns_of(tile);
        if !same_columns {
            self.columns.iter_mut().for_each(|columns| columns.prepared = false);
        }
        self.tile = tile;
        let complete = plan.steps.iter().filter(|step| !(step.kept && same_columns)).all(|step| {
            self.step(plan, domain, level, step, cancel);
            !cancel.is_cancelled()
        });
        if !complete {
            self.tile.width = 0;
        }
        complete
    }

    /// A row of a buffer over the tile that was run last.
    fn row(&self, plan: &Plan, buffer: Buffer, row: usize) -> Lanes<'_> {
        let (values, width) = (&self.buffers[buffer], self.tile.width as usize);
        match plan.buffers[buffer] {
            Shape::Uniform => Lanes::Same(values[0]),
            Shape::Column => Lanes::Same(values[row]),
            Shape::Row => Lanes::Each(&values[..width]),
            Shape::Full => Lanes::Each(&values[row * width..][..width]),
        }
    }

    /// A row of some buffers over the tile that was run last, what belongs to a sample next to each other.
    pub(crate) fn write_row(
        &self,
        plan: &Plan,
        level: Level,
        buffers: &[Buffer],
        row: usize,
        out: &mut [f32],
    ) {
        // Nearly always one to four: pieces of that many need no memory of their own.
        match *buffers {
            [a] => interleave(level, &[self.row(plan, a, row)], out),
            [a, b, c] => interleave(level, &[a, b, c].map(|buffer| self.row(plan, buffer, row)), out),
            [a, b, c, d] => interleave(level, &[a, b, c, d].map(|buffer| self.row(plan, buffer, row)), out),
            _ => {
                let channels: Vec<Lanes> =
                    buffers.iter().map(|buffer| self.row(plan, *buffer, row)).collect();
                interleave(level, &channels, out);
            }
        }
    }

    /// Runs one operation over the tile, or as far as it gets before it is cancelled.
    fn step(&mut self, plan: &Plan, domain: &impl Domain, level: Level, step: &Step, cancel: &Cancel) {
        let (width, height) = (self.tile.width as usize, self.tile.height as usize);
        let shape = plan.buffers[step.result];
        let mut result = std::mem::take(&mut self.buffers[step.result]);
        let out = &mut result[..shape.len(width, height)];
        if let Some(known) = step.known {
            known.fill(self.tile, out);
            self.buffers[step.result] = result;
            return;
        }
        match step.operation {
            Operation::Constant(value) => out.fill(value),
            Operation::Parameter(slot) => out.fill(plan.bound.values()[slot as usize]),
            Operation::Coordinate(axis) => domain.fill(axis, self.tile, out),
            _ => {
                let fits = |operand: &usize| {
                    let same = step.operation.is_arithmetic() && plan.buffers[*operand] == Shape::Uniform;
                    same || plan.buffers[*operand] == shape
                };
                let at_once = step.operands.iter().all(fits) && out.len() <= MAX_AT_ONCE;
                let rows = if at_once || shape != Shape::Full { 1 } else { height };
                if let Some(columns) = step.columns {
                    self.noise_rows(plan, level, step, columns, out, cancel);
                } else {
                    self.rows(plan, level, step, rows, out, cancel);
                }
            }
        }
        self.buffers[step.result] = result;
    }

    /// Runs an operation in so many rows.
    fn rows(
        &mut self,
        plan: &Plan,
        level: Level,
        step: &Step,
        rows: usize,
        out: &mut [f32],
        cancel: &Cancel,
    ) {
        let length = out.len() / rows;
        let full = plan.buffers[step.result] == Shape::Full;
        let arithmetic = step.operation.is_arithmetic();
        for (row, out) in out.chunks_exact_mut(length).enumerate().take_while(|_| !cancel.is_cancelled()) {
            let mut operands = [Lanes::Same(0.0); Operation::MOST_OPERANDS];
            for ((lanes, operand), splat) in operands.iter_mut().zip(&step.operands).zip(&mut self.splats) {
                let values = &self.buffers[*operand];
                let same = match plan.buffers[*operand] {
                    Shape::Uniform => Some(values[0]),
                    Shape::Column if full => Some(values[row]),
                    _ => None,
                };
                *lanes = match (same, plan.buffers[*operand]) {
                    (Some(value), _) if arithmetic => Lanes::Same(value),
                    (Some(value), shape) => {
                        if row == 0 || shape == Shape::Column {
                            splat[..length].fill(value);
                        }
                        Lanes::Each(&splat[..length])
                    }
                    (None, Shape::Full) => Lanes::Each(&values[row * length..][..length]),
                    (None, _) => Lanes::Each(&values[..length]),
                };
            }
            plan.program.run(&step.operation, self.rasters, level, &operands[..step.operands.len()], out);
        }
    }

    /// Runs noise whose x alone varies along a row.
    fn noise_rows(
        &mut self,
        plan: &Plan,
        level: Level,
        step: &Step,
        columns: usize,
        out: &mut [f32],
        cancel: &Cancel,
    ) {
        let Operation::Noise(noise, _) = step.operation else { return };
        let width = self.tile.width as usize;
        let lattice = &mut self.columns[columns];
        if !lattice.prepared {
            let xs = &self.buffers[step.operands[0]][..width];
            lattice.columns.prepare(plan.columns[columns], xs);
            lattice.prepared = true;
        }
        for (row, out) in out.chunks_exact_mut(width).enumerate().take_while(|_| !cancel.is_cancelled()) {
            let coordinate = |index: usize| match step.operands.get(index) {
                Some(operand) if plan.buffers[*operand] == Shape::Column => self.buffers[*operand][row],
                Some(operand) => self.buffers[*operand][0],
                None => 0.0,
            };
            // Behind the coordinates of a noise with periods: the frequency of the octave.
            let noise = noise.finer(coordinate(noise.dimensions().into()));
            let rest = [coordinate(1), coordinate(2), coordinate(3)];
            match step.onto {
                Some([sum, factor]) => {
                    let sum = &self.buffers[sum][row * width..][..width];
                    noise.row_onto(level, &mut lattice.columns, rest, (sum, self.buffers[factor][0]), out);
                }
                None => noise.row(level, &mut lattice.columns, rest, out),
            }
        }
    }
}
