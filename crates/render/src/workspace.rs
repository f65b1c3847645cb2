//! Workspaces: the buffers in which a thread evaluates tiles, one operation at a time.

use travertine_graph::program::{BasisFunction, Operation};
use travertine_graph::raster::Raster;
use travertine_noise::{Columns, Level};

use crate::cancel::Cancel;
use crate::domain::{Domain, Rectangle, Shape};
use crate::plan::{Plan, Step};

/// Samples that one operation computes before it looks whether it is cancelled, unless a row is longer.
const MAX_AT_ONCE: usize = 1 << 16;

/// The buffers for one tile at a time.
pub(crate) struct Workspace<'a> {
    rasters: &'a [Raster],
    buffers: Vec<Vec<f32>>,
    columns: Vec<LatticeColumns>,
    /// Rows of one repeated value, for operands that vary less than the result.
    splats: [Vec<f32>; BasisFunction::MOST_OPERANDS],
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

    /// Evaluates the plan over a tile; false if it was cancelled before the end.
    pub(crate) fn run(
        &mut self,
        plan: &Plan,
        domain: &impl Domain,
        level: Level,
        tile: Rectangle,
        cancel: &Cancel,
    ) -> bool {
        self.tile = tile;
        self.columns.iter_mut().for_each(|columns| columns.prepared = false);
        plan.steps.iter().all(|step| {
            self.step(plan, domain, level, step, cancel);
            !cancel.is_cancelled()
        })
    }

    /// A row of an output's float over the tile that was run last: one value for each column.
    pub(crate) fn output(&self, plan: &Plan, output: usize, row: usize) -> impl Iterator<Item = f32> {
        let buffer = plan.outputs[output];
        let width = self.tile.width as usize;
        // Along a row a value either changes from sample to sample or not at all.
        let (start, stride) = match plan.buffers[buffer] {
            Shape::Uniform => (0, 0),
            Shape::Row => (0, 1),
            Shape::Column => (row, 0),
            Shape::Full => (row * width, 1),
        };
        let values = &self.buffers[buffer];
        (0..width).map(move |column| values[start + column * stride])
    }

    /// Runs one operation over the tile, or as far as it gets before it is cancelled.
    fn step(&mut self, plan: &Plan, domain: &impl Domain, level: Level, step: &Step, cancel: &Cancel) {
        let (width, height) = (self.tile.width as usize, self.tile.height as usize);
        let shape = plan.buffers[step.result];
        let mut result = std::mem::take(&mut self.buffers[step.result]);
        let out = &mut result[..shape.len(width, height)];
        match step.operation {
            Operation::Constant(value) => out.fill(value),
            Operation::Parameter(slot) => out.fill(plan.bound.values()[slot as usize]),
            Operation::Coordinate(axis) => domain.fill(axis, self.tile, out),
            _ => {
                let alike = step.operands.iter().all(|operand| plan.buffers[*operand] == shape);
                let at_once = alike && out.len() <= MAX_AT_ONCE;
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
        for (row, out) in out.chunks_exact_mut(length).enumerate().take_while(|_| !cancel.is_cancelled()) {
            for (splat, operand) in self.splats.iter_mut().zip(&step.operands) {
                match plan.buffers[*operand] {
                    Shape::Uniform if row == 0 && length > 1 => {
                        splat[..length].fill(self.buffers[*operand][0])
                    }
                    Shape::Column if full => splat[..length].fill(self.buffers[*operand][row]),
                    _ => {}
                }
            }
            let mut operands: [&[f32]; BasisFunction::MOST_OPERANDS] = Default::default();
            for ((slice, operand), splat) in operands.iter_mut().zip(&step.operands).zip(&self.splats) {
                let values = &self.buffers[*operand];
                *slice = match plan.buffers[*operand] {
                    Shape::Uniform if length > 1 => &splat[..length],
                    Shape::Column if full => &splat[..length],
                    Shape::Full => &values[row * length..][..length],
                    _ => &values[..length],
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
            noise.row(level, &mut lattice.columns, coordinate(1), coordinate(2), coordinate(3), out);
        }
    }
}
