//! Workspaces: the buffers in which a thread evaluates tiles, step by step.

mod cut;
mod gathered;
mod in_blocks;
mod memory;
mod places;

use std::ops::Range;
use std::sync::Arc;

use cut::Cut;
use memory::Memory;

use travertine_noise::{Columns, Level};
use travertine_program::{BasisFunction, Curve, Lanes, Operation, Program, Value};
use travertine_raster::Raster;

use crate::cancel::Cancel;
use crate::domain::{Domain, Rectangle, Shape};
use crate::interleave::interleave;
use crate::profile::{Profile, Stopwatch};
use crate::schedule::{Buffer, Chain, Curves, Octave, Schedule, Source, Step, Sum, Task, Together, run_chain};

/// Maximum number of samples between two checks for a cancel, unless a row is longer.
const MAX_AT_ONCE: usize = 1 << 16;

/// Maximum number of rows of noise that are computed together, and of their samples, to fit the first-level cache.
const ROWS_AT_ONCE: usize = 16;
const NOISE_AT_ONCE: usize = 8192;

/// The buffers of one thread, for one tile at a time.
pub(crate) struct Workspace<'a> {
    rasters: &'a [Raster],
    memory: Memory,
    /// Whether each set of lattice columns is prepared for the tile.
    prepared: Vec<bool>,
    tile: Rectangle,
    stopwatch: Option<Stopwatch>,
}

impl<'a> Workspace<'a> {
    /// Buffers for tiles of at most this size, for a program that samples these rasters. The time of steps goes to the
    /// profile.
    pub(crate) fn new(
        schedule: &Schedule,
        rasters: &'a [Raster],
        width: usize,
        height: usize,
        profile: Option<&Arc<Profile>>,
    ) -> Workspace<'a> {
        let mut memory = Memory::new();
        let Memory { buffers, columns, splats, places, gathered } = &mut memory;
        let stretch = |buffer: &mut Vec<f32>, length: usize| {
            if buffer.len() < length {
                // Freed first. New zeroed memory costs nothing until it is written.
                *buffer = Vec::new();
                *buffer = vec![0.0; length];
            }
        };
        buffers.resize_with(schedule.buffers().len().max(buffers.len()), Vec::new);
        let shapes = schedule.buffers().iter();
        buffers.iter_mut().zip(shapes).for_each(|(buffer, shape)| stretch(buffer, shape.len(width, height)));
        splats.iter_mut().for_each(|splat| stretch(splat, width.max(height)));
        columns.resize_with(schedule.columns.len().max(columns.len()), Columns::default);
        places.fit(schedule.needs.len(), width, height);
        let (operands, results) = schedule.most_gathered();
        if operands > 0 {
            gathered.fit(operands, results);
        }
        let prepared = vec![false; schedule.columns.len()];
        let tile = Rectangle { x: 0, y: 0, width: 0, height: 0 };
        let stopwatch = profile.map(|profile| Stopwatch::new(profile, schedule));
        Workspace { rasters, memory, prepared, tile, stopwatch }
    }

    /// Whether the last tile has the same columns, as the tile above mostly does.
    pub(crate) fn has_columns_of(&self, tile: Rectangle) -> bool {
        (tile.x, tile.width) == (self.tile.x, self.tile.width)
    }

    /// Runs the steps of a schedule over a tile; false if cancelled.
    ///
    /// A workspace must always receive the same schedule, domain and level.
    pub(crate) fn run(
        &mut self,
        schedule: &Schedule,
        domain: &impl Domain,
        level: Level,
        tile: Rectangle,
        cancel: &Cancel,
    ) -> bool {
        let same_columns = self.has_columns_of(tile);
        if !same_columns {
            self.prepared.fill(false);
        }
        self.tile = tile;
        self.memory.places.begin(tile.width as usize, tile.height as usize);
        if let Some(stopwatch) = &mut self.stopwatch {
            stopwatch.start();
        }
        let steps = schedule.steps.iter().enumerate();
        for (index, step) in steps.filter(|(_, step)| !(step.cached && same_columns)) {
            if self.memory.places.is_nowhere(step.need) {
                continue;
            }
            self.step(schedule, domain, level, step, cancel);
            if let Some(stopwatch) = &mut self.stopwatch {
                stopwatch.stop(index);
            }
            if cancel.is_cancelled() {
                self.tile.width = 0;
                return false;
            }
        }
        true
    }

    /// Rows of a value over the last tile: one row, or several of a value that is uniform or full.
    fn lanes(&self, schedule: &Schedule, value: Value, rows: &Range<usize>) -> Lanes<'_> {
        let (values, width) = (self.values(schedule, value), self.tile.width as usize);
        match schedule.shape(value) {
            Shape::Uniform => Lanes::Same(values[0]),
            Shape::Column => Lanes::Same(values[rows.start]),
            Shape::Row => Lanes::Each(&values[..width]),
            Shape::Full => Lanes::Each(&values[rows.start * width..rows.end * width]),
        }
    }

    /// The buffer of a value.
    fn values(&self, schedule: &Schedule, value: Value) -> &[f32] {
        &self.memory.buffers[schedule.buffer(value)]
    }

    /// Writes an output of the schedule, by its index, over the last tile, or part of it if cancelled. Each part holds
    /// whole rows.
    pub(crate) fn write(
        &mut self,
        schedule: &Schedule,
        level: Level,
        index: usize,
        parts: &mut [&mut [f32]],
        cancel: &Cancel,
    ) {
        let output = &schedule.outputs[index];
        match &output.source {
            Source::Buffers => self.write_buffers(schedule, level, &output.values, parts, cancel),
            Source::Sum(sum) => {
                let width = self.tile.width as usize;
                let rows = parts.iter_mut().flat_map(|part| part.chunks_exact_mut(width));
                self.sum(schedule, level, sum, rows, cancel);
            }
            Source::Three(argument, curves) => {
                self.write_curves(schedule, level, *argument, *curves, parts, cancel);
            }
            Source::Four(argument, curves) => {
                self.write_curves(schedule, level, *argument, *curves, parts, cancel);
            }
        }
        if let Some(stopwatch) = &mut self.stopwatch {
            stopwatch.stop(schedule.steps.len() + index);
        }
    }

    fn write_buffers(
        &self,
        schedule: &Schedule,
        level: Level,
        values: &[Value],
        parts: &mut [&mut [f32]],
        cancel: &Cancel,
    ) {
        let row_len = self.tile.width as usize * values.len();
        let at_once = |value: &Value| matches!(schedule.shape(*value), Shape::Full | Shape::Uniform);
        let at_once = values.iter().all(at_once);
        let mut first = 0;
        for part in parts {
            let length = if at_once { part.len() } else { row_len };
            for out in part.chunks_exact_mut(length).take_while(|_| !cancel.is_cancelled()) {
                let rows = first..first + length / row_len;
                first = rows.end;
                self.write_rows(schedule, level, values, rows, out);
            }
        }
    }

    /// Writes curves of a full value.
    fn write_curves<const N: usize>(
        &self,
        schedule: &Schedule,
        level: Level,
        argument: Value,
        curves: [&Curve; N],
        parts: &mut [&mut [f32]],
        cancel: &Cancel,
    ) {
        let samples = self.tile.width as usize * self.tile.height as usize;
        let x = &self.values(schedule, argument)[..samples];
        let mut parts = parts.iter_mut();
        let mut out: &mut [f32] = &mut [];
        for x in x.chunks(MAX_AT_ONCE).take_while(|_| !cancel.is_cancelled()) {
            Curve::strips_together(curves, level, x, &mut |mut strip| {
                while !strip[0].is_empty() {
                    if out.len() < N {
                        let Some(part) = parts.next() else { return };
                        debug_assert!(part.len().is_multiple_of(N), "whole pixels");
                        out = part;
                    }
                    let length = strip[0].len().min(out.len() / N);
                    let now = strip.each_mut().map(|values| values.split_off(..length).unwrap_or_default());
                    let out = out.split_off_mut(..length * N).unwrap_or_default();
                    interleave(level, &now.map(Lanes::Each), out);
                }
            });
        }
    }

    /// Writes rows of some values over the last tile, the values of a sample adjacent: one row, or several if all
    /// values are uniform or full.
    pub(crate) fn write_rows(
        &self,
        schedule: &Schedule,
        level: Level,
        values: &[Value],
        rows: Range<usize>,
        out: &mut [f32],
    ) {
        let lanes = |value: Value| self.lanes(schedule, value, &rows);
        // Up to four values, which is nearly always, need no allocation.
        match *values {
            [a] => interleave(level, &[lanes(a)], out),
            [a, b, c] => interleave(level, &[a, b, c].map(lanes), out),
            [a, b, c, d] => interleave(level, &[a, b, c, d].map(lanes), out),
            _ => {
                let channels: Vec<Lanes> = values.iter().map(|value| lanes(*value)).collect();
                interleave(level, &channels, out);
            }
        }
    }

    /// Runs one step over the tile, or part of it if cancelled.
    fn step(&mut self, schedule: &Schedule, domain: &impl Domain, level: Level, step: &Step, cancel: &Cancel) {
        let (tile, width) = (self.tile, self.tile.width as usize);
        match &step.task {
            Task::Uniform(value) => self.fill(schedule, step, |_, _, out| out.fill(*value)),
            Task::Coordinate(axis) => {
                self.fill(schedule, step, |_, _, out| domain.fill(*axis, tile, out));
            }
            Task::Known(samples) => self.fill(schedule, step, |_, _, out| samples.fill(tile, out)),
            Task::Operation(operation) if self.runs_in_blocks(step) => {
                let (program, rasters) = (schedule.program, self.rasters);
                let run = |operands: &[Lanes], out: &mut [&mut [f32]]| {
                    program.run(operation, rasters, level, operands, out[0]);
                };
                self.in_blocks(schedule, step, run, cancel);
            }
            Task::Operation(operation) => self.fill(schedule, step, |workspace, shape, out| {
                workspace.operation(schedule, level, operation, shape, out, cancel);
            }),
            Task::Together(together) if self.runs_in_blocks(step) => {
                let run = |operands: &[Lanes], out: &mut [&mut [f32]]| {
                    Program::run_together(&together.functions, level, operands, out);
                };
                self.in_blocks(schedule, step, run, cancel);
            }
            Task::Together(together) => self.together(schedule, level, together, &step.results, cancel),
            Task::Sum(sum) => self.fill(schedule, step, |workspace, _, out| {
                workspace.sum(schedule, level, sum, out.chunks_exact_mut(width), cancel);
            }),
            Task::Chain(chain) => self.fill(schedule, step, |workspace, shape, out| {
                workspace.chain(schedule, level, chain, shape, out, cancel);
            }),
            Task::Curves(curves) => self.curves(schedule, level, curves, &step.results, cancel),
            Task::Decide(decision) => self.decide(schedule, level, decision.need),
        }
    }

    /// Fills the buffer of a step with a single result.
    fn fill(&mut self, schedule: &Schedule, step: &Step, compute: impl FnOnce(&mut Self, Shape, &mut [f32])) {
        let (shape, buffer) = (schedule.shape(step.results[0]), schedule.buffer(step.results[0]));
        let mut result = std::mem::take(&mut self.memory.buffers[buffer]);
        let length = shape.len(self.tile.width as usize, self.tile.height as usize);
        compute(self, shape, &mut result[..length]);
        self.memory.buffers[buffer] = result;
    }

    /// Runs a single operation.
    fn operation(
        &mut self,
        schedule: &Schedule,
        level: Level,
        operation: &Operation,
        shape: Shape,
        out: &mut [f32],
        cancel: &Cancel,
    ) {
        let (operands, arithmetic) = (operation.operands(), operation.is_arithmetic());
        let fits = |operand: &Value| match schedule.shape(*operand) {
            Shape::Uniform if arithmetic => true,
            operand => operand == shape,
        };
        let cut = self.cut(shape, out, operands.iter().all(fits));
        let Memory { buffers, splats, .. } = &mut self.memory;
        for (row, out) in out.chunks_exact_mut(cut.length).enumerate().take_while(|_| !cancel.is_cancelled()) {
            let lanes = cut.operands(schedule, buffers, splats, operands, row, arithmetic);
            schedule.program.run(operation, self.rasters, level, &lanes[..operands.len()], out);
        }
    }

    /// Runs basis functions that share work.
    fn together(
        &mut self,
        schedule: &Schedule,
        level: Level,
        Together { operands, functions }: &Together,
        results: &[Value],
        cancel: &Cancel,
    ) {
        let shape = schedule.shape(results[0]);
        let length = shape.len(self.tile.width as usize, self.tile.height as usize);
        let mut filled: [Vec<f32>; BasisFunction::MOST_TOGETHER] = Default::default();
        for (filled, result) in filled.iter_mut().zip(results) {
            *filled = std::mem::take(&mut self.memory.buffers[schedule.buffer(*result)]);
        }
        let fits = |operand: &Value| schedule.shape(*operand) == shape;
        let cut = self.cut(shape, &filled[0][..length], operands.iter().all(fits));
        let Memory { buffers, splats, .. } = &mut self.memory;
        for row in (0..length / cut.length).take_while(|_| !cancel.is_cancelled()) {
            let lanes = cut.operands(schedule, buffers, splats, operands, row, false);
            let mut out: [&mut [f32]; BasisFunction::MOST_TOGETHER] = Default::default();
            for (out, filled) in out.iter_mut().zip(&mut filled[..results.len()]) {
                *out = &mut filled[row * cut.length..][..cut.length];
            }
            Program::run_together(functions, level, &lanes[..operands.len()], &mut out[..results.len()]);
        }
        for (filled, result) in filled.into_iter().zip(results) {
            self.memory.buffers[schedule.buffer(*result)] = filled;
        }
    }

    /// Runs a chain on a value that varies as the result does.
    fn chain(&self, schedule: &Schedule, level: Level, chain: &Chain, shape: Shape, out: &mut [f32], cancel: &Cancel) {
        let (value, by) = (chain.operands[0], &chain.operands[1..]);
        let fits = |operand: &Value| match schedule.shape(*operand) {
            Shape::Uniform | Shape::Row => true,
            operand => operand == shape,
        };
        let cut = self.cut(shape, out, chain.operands.iter().all(fits));
        let start = self.values(schedule, value).chunks_exact(cut.length);
        let rows = start.zip(out.chunks_exact_mut(cut.length)).enumerate();
        for (row, (start, out)) in rows.take_while(|_| !cancel.is_cancelled()) {
            let mut lanes = [Lanes::Same(0.0); Operation::MOST_OPERANDS];
            for (lanes, operand) in lanes.iter_mut().zip(by) {
                *lanes = cut.operand(schedule, &self.memory.buffers, *operand, row);
            }
            run_chain(&chain.parts, level, start, &lanes[..by.len()], out);
        }
    }

    /// Pieces of a result: rows, unless all of it can be computed together.
    fn cut(&self, result: Shape, out: &[f32], at_once: bool) -> Cut {
        let width = self.tile.width as usize;
        let in_rows = result == Shape::Full && !(at_once && out.len() <= MAX_AT_ONCE);
        Cut { result, width, length: if in_rows { width } else { out.len() } }
    }

    /// Computes curves together, or part of them if cancelled.
    fn curves(
        &mut self,
        schedule: &Schedule,
        level: Level,
        Curves { argument, curves }: &Curves,
        results: &[Value],
        cancel: &Cancel,
    ) {
        match **curves {
            [a, b] => self.curves_together(schedule, level, *argument, [a, b], results, cancel),
            [a, b, c] => self.curves_together(schedule, level, *argument, [a, b, c], results, cancel),
            [a, b, c, d] => self.curves_together(schedule, level, *argument, [a, b, c, d], results, cancel),
            ref alone => {
                for (curve, result) in alone.iter().zip(results) {
                    self.curves_together(schedule, level, *argument, [*curve], &[*result], cancel);
                }
            }
        }
    }

    fn curves_together<const N: usize>(
        &mut self,
        schedule: &Schedule,
        level: Level,
        argument: Value,
        curves: [&Curve; N],
        results: &[Value],
        cancel: &Cancel,
    ) {
        let length = schedule.shape(results[0]).len(self.tile.width as usize, self.tile.height as usize);
        let buffers: [Buffer; N] = std::array::from_fn(|n| schedule.buffer(results[n]));
        let mut results = buffers.map(|buffer| std::mem::take(&mut self.memory.buffers[buffer]));
        // A curve varies along the axes of its argument.
        let x = self.values(schedule, argument)[..length].chunks(MAX_AT_ONCE);
        let mut left = results.each_mut().map(|result| &mut result[..length]);
        for x in x.take_while(|_| !cancel.is_cancelled()) {
            let out = left.each_mut().map(|left| left.split_off_mut(..x.len()).unwrap_or_default());
            Curve::lanes_together(curves, level, x, out);
        }
        for (buffer, result) in buffers.into_iter().zip(results) {
            self.memory.buffers[buffer] = result;
        }
    }

    /// Runs a sum of noise of which only x varies along a row.
    fn sum<'r>(
        &mut self,
        schedule: &Schedule,
        level: Level,
        sum: &Sum,
        mut rows: impl Iterator<Item = &'r mut [f32]>,
        cancel: &Cancel,
    ) {
        let width = self.tile.width as usize;
        let own = sum.columns..sum.columns + sum.octaves.len();
        let Memory { buffers, columns, .. } = &mut self.memory;
        let buffers = |value: Value| buffers[schedule.buffer(value)].as_slice();
        for (index, octave) in own.clone().zip(&sum.octaves) {
            if !self.prepared[index] {
                columns[index].prepare(schedule.columns[index], &buffers(octave.operands[0])[..width]);
                self.prepared[index] = true;
            }
        }
        let uniform = |value: Option<Value>| value.map_or(1.0, |value| buffers(value)[0]);
        let columns = &mut columns[own];
        // The frequency of a noise with periods is the operand after its coordinates.
        let frequency = |octave: &Octave| octave.operands.get(usize::from(octave.noise.dimensions())).copied();
        let changes = |octave: &Octave| frequency(octave).is_some_and(|value| schedule.shape(value) == Shape::Column);
        let most = (NOISE_AT_ONCE / width).clamp(1, ROWS_AT_ONCE);
        let at_once = if sum.octaves.iter().any(changes) { 1 } else { most };
        let mut first = 0;
        while !cancel.is_cancelled() {
            let mut out: [&mut [f32]; ROWS_AT_ONCE] = Default::default();
            let count = out.iter_mut().zip(rows.by_ref().take(at_once)).map(|(out, row)| *out = row).count();
            let out = &mut out[..count];
            if out.is_empty() {
                break;
            }
            for (columns, octave) in columns.iter_mut().zip(&sum.octaves) {
                // A uniform coordinate is repeated for each row.
                let mut same = [[0.0; ROWS_AT_ONCE]; 3];
                let mut rests: [&[f32]; 3] = [&[]; 3];
                for ((rest, same), axis) in rests.iter_mut().zip(&mut same).zip(1..) {
                    *rest = match octave.operands.get(axis) {
                        Some(operand) if schedule.shape(*operand) == Shape::Column => {
                            &buffers(*operand)[first..][..count]
                        }
                        operand => {
                            same.fill(operand.map_or(0.0, |operand| buffers(*operand)[0]));
                            &same[..count]
                        }
                    };
                }
                let frequency = frequency(octave).map_or(0.0, |operand| {
                    buffers(operand)[if schedule.shape(operand) == Shape::Column { first } else { 0 }]
                });
                let noise = octave.noise.finer(frequency);
                columns.take(level, noise, uniform(octave.factor), rests);
            }
            match sum.onto {
                Some(onto) => {
                    let onto = buffers(onto)[first * width..].chunks_exact(width);
                    out.iter_mut().zip(onto).for_each(|(out, onto)| out.copy_from_slice(onto));
                    Columns::sum_onto(columns, uniform(sum.divisor), out);
                }
                None => Columns::sum(columns, uniform(sum.divisor), out),
            }
            first += count;
        }
    }
}
