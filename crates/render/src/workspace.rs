//! Workspaces: the buffers in which a thread evaluates tiles, one operation at a time.

use std::ops::Range;
use std::sync::Mutex;

use travertine_noise::{Columns, Level};
use travertine_program::raster::Raster;
use travertine_program::{Curve, Lanes, Operation};

use crate::cancel::Cancel;
use crate::chains;
use crate::domain::{Domain, Rectangle, Shape};
use crate::interleave::interleave;
use crate::plan::{Buffer, OctaveStep, Output, Plan, Step, SumStep};
use crate::threads::Threads;

/// Samples that one operation computes before it looks whether it is cancelled, unless a row is longer.
const MAX_AT_ONCE: usize = 1 << 16;

/// Rows of noise that are computed in one go: at most so many, with at most so many samples, which fit into the smallest
/// cache.
const ROWS_AT_ONCE: usize = 16;
const NOISE_AT_ONCE: usize = 8192;

/// The buffers for one tile at a time.
pub(crate) struct Workspace<'a> {
    rasters: &'a [Raster],
    memory: Memory,
    /// Which of the columns are prepared for the tile.
    prepared: Vec<bool>,
    tile: Rectangle,
}

/// What a workspace holds, at least as long as it needs it; what it is filled with has no meaning. Spare in the end.
#[derive(Default)]
struct Memory {
    buffers: Vec<Vec<f32>>,
    columns: Vec<Columns>,
    /// Rows of one repeated value, for operands that vary less than the result.
    splats: [Vec<f32>; Operation::MOST_OPERANDS],
}

/// The memory of workspaces that are done, for the next ones: to get it from the system anew, and to give it back, takes a
/// tenth of the time of a small picture.
static SPARE: Mutex<Vec<Memory>> = Mutex::new(Vec::new());

/// That of so many workspaces is kept, and of each no more than so many bytes of buffers, and so many columns for tiles of
/// such sides, which are as much again.
const MOST_SPARE: usize = 16;
const MOST_BYTES: usize = 4 << 20;
const MOST_COLUMNS: usize = 16;
const MOST_SIDE: usize = 1024;

impl Memory {
    /// Gives back to the system what is too large to be kept.
    fn trim(&mut self) {
        let floats: usize = self.buffers.iter().map(Vec::capacity).sum();
        if floats * size_of::<f32>() > MOST_BYTES {
            self.buffers.clear();
        }
        self.columns.truncate(MOST_COLUMNS);
        if self.splats[0].len() > MOST_SIDE {
            self.columns.clear();
            self.splats = Default::default();
        }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.trim();
        if let Ok(mut spare) = SPARE.lock()
            && spare.len() < MOST_SPARE.min(Threads::available())
        {
            spare.push(std::mem::take(self));
        }
    }
}

impl<'a> Workspace<'a> {
    /// Buffers for tiles of at most that size, of a program that samples these rasters.
    pub(crate) fn new(plan: &Plan, rasters: &'a [Raster], width: usize, height: usize) -> Workspace<'a> {
        let spare = SPARE.lock().ok().and_then(|mut spare| spare.pop());
        let mut memory = spare.unwrap_or_default();
        let Memory { buffers, columns, splats } = &mut memory;
        let stretch = |buffer: &mut Vec<f32>, length: usize| {
            if buffer.len() < length {
                // First given back; what is new costs nothing until it is written to.
                *buffer = Vec::new();
                *buffer = vec![0.0; length];
            }
        };
        buffers.resize_with(plan.buffers.len().max(buffers.len()), Vec::new);
        let shapes = plan.buffers.iter();
        buffers.iter_mut().zip(shapes).for_each(|(buffer, shape)| stretch(buffer, shape.len(width, height)));
        splats.iter_mut().for_each(|splat| stretch(splat, width.max(height)));
        columns.resize_with(plan.columns.len().max(columns.len()), Columns::default);
        let prepared = vec![false; plan.columns.len()];
        let tile = Rectangle { x: 0, y: 0, width: 0, height: 0 };
        Workspace { rasters, memory, prepared, tile }
    }

    /// Whether the tile that was run last has the same columns, as the one above mostly has.
    pub(crate) fn has_columns_of(&self, tile: Rectangle) -> bool {
        (tile.x, tile.width) == (self.tile.x, self.tile.width)
    }

    /// Evaluates the plan over a tile, but for what is [deferred](Step::deferred); false if it was cancelled before the end.
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
            self.prepared.fill(false);
        }
        self.tile = tile;
        let mut left = plan.steps.as_slice();
        while let Some(step) = left.first() {
            let (now, later) = left.split_at(step.curves.len().max(1));
            left = later;
            if step.deferred || step.kept && same_columns {
                continue;
            }
            match now {
                [a, b] => self.curves(plan, level, [a, b], cancel),
                [a, b, c] => self.curves(plan, level, [a, b, c], cancel),
                [a, b, c, d] => self.curves(plan, level, [a, b, c, d], cancel),
                _ => now.iter().for_each(|step| self.step(plan, domain, level, step, cancel)),
            }
            if cancel.is_cancelled() {
                self.tile.width = 0;
                return false;
            }
        }
        true
    }

    /// Rows of a buffer over the tile that was run last: one, or several of what does not vary along one axis alone.
    fn lanes(&self, plan: &Plan, buffer: Buffer, rows: &Range<usize>) -> Lanes<'_> {
        let (values, width) = (&self.memory.buffers[buffer], self.tile.width as usize);
        match plan.buffers[buffer] {
            Shape::Uniform => Lanes::Same(values[0]),
            Shape::Column => Lanes::Same(values[rows.start]),
            Shape::Row => Lanes::Each(&values[..width]),
            Shape::Full => Lanes::Each(&values[rows.start * width..rows.end * width]),
        }
    }

    /// Writes an output over the tile that was run last, or as much as it gets before it is cancelled. Each of the parts is
    /// for as many rows as it has room for.
    pub(crate) fn write(
        &mut self,
        plan: &Plan,
        level: Level,
        output: &Output,
        parts: &mut [&mut [f32]],
        cancel: &Cancel,
    ) {
        let width = self.tile.width as usize;
        let Output { buffers, step } = output;
        let Some(step) = step else {
            let row_len = width * buffers.len();
            let at_once = |buffer: &Buffer| matches!(plan.buffers[*buffer], Shape::Full | Shape::Uniform);
            let at_once = buffers.iter().all(at_once);
            let mut first = 0;
            for part in parts {
                let length = if at_once { part.len() } else { row_len };
                for out in part.chunks_exact_mut(length).take_while(|_| !cancel.is_cancelled()) {
                    let rows = first..first + length / row_len;
                    first = rows.end;
                    self.write_rows(plan, level, buffers, rows, out);
                }
            }
            return;
        };
        let step = &plan.steps[*step];
        match (&step.sum, step.curves.as_slice()) {
            (Some(sum), _) => {
                let rows = parts.iter_mut().flat_map(|part| part.chunks_exact_mut(width));
                self.sum(plan, level, sum, rows, cancel);
            }
            (None, &[a, b, c]) => self.write_curves(level, step, [a, b, c], parts, cancel),
            (None, &[a, b, c, d]) => self.write_curves(level, step, [a, b, c, d], parts, cancel),
            // Nothing else comes straight into a picture.
            _ => {}
        }
    }

    /// Writes curves of the operand of the first one's step, which varies over the tile.
    fn write_curves<const N: usize>(
        &self,
        level: Level,
        step: &Step,
        curves: [&Curve; N],
        parts: &mut [&mut [f32]],
        cancel: &Cancel,
    ) {
        let x =
            &self.memory.buffers[step.operands[0]][..self.tile.width as usize * self.tile.height as usize];
        let mut parts = parts.iter_mut();
        let mut out: &mut [f32] = &mut [];
        for x in x.chunks(MAX_AT_ONCE).take_while(|_| !cancel.is_cancelled()) {
            Curve::strips_together(curves, level, x, |mut strip| {
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

    /// Rows of some buffers over the tile that was run last, what belongs to a sample next to each other: one, or several of
    /// what does not vary along one axis alone.
    pub(crate) fn write_rows(
        &self,
        plan: &Plan,
        level: Level,
        buffers: &[Buffer],
        rows: Range<usize>,
        out: &mut [f32],
    ) {
        let lanes = |buffer: Buffer| self.lanes(plan, buffer, &rows);
        // Nearly always one to four: pieces of that many need no memory of their own.
        match *buffers {
            [a] => interleave(level, &[lanes(a)], out),
            [a, b, c] => interleave(level, &[a, b, c].map(lanes), out),
            [a, b, c, d] => interleave(level, &[a, b, c, d].map(lanes), out),
            _ => {
                let channels: Vec<Lanes> = buffers.iter().map(|buffer| lanes(*buffer)).collect();
                interleave(level, &channels, out);
            }
        }
    }

    /// Runs one operation over the tile, or as far as it gets before it is cancelled.
    fn step(&mut self, plan: &Plan, domain: &impl Domain, level: Level, step: &Step, cancel: &Cancel) {
        let (width, height) = (self.tile.width as usize, self.tile.height as usize);
        let shape = plan.buffers[step.result];
        let mut result = std::mem::take(&mut self.memory.buffers[step.result]);
        let out = &mut result[..shape.len(width, height)];
        if let Some(known) = step.known {
            known.fill(self.tile, out);
            self.memory.buffers[step.result] = result;
            return;
        }
        match step.operation {
            Operation::Constant(value) => out.fill(value),
            Operation::Parameter(slot) => out.fill(plan.bound.values()[slot as usize]),
            Operation::Coordinate(axis) => domain.fill(axis, self.tile, out),
            _ => match &step.sum {
                Some(sum) => self.sum(plan, level, sum, out.chunks_exact_mut(width), cancel),
                None => {
                    let fits = |operand: &usize| match plan.buffers[*operand] {
                        Shape::Uniform if step.operation.is_arithmetic() => true,
                        Shape::Row if !step.parts.is_empty() => true,
                        operand => operand == shape,
                    };
                    let at_once = step.operands.iter().all(fits) && out.len() <= MAX_AT_ONCE;
                    let rows = if at_once || shape != Shape::Full { 1 } else { height };
                    self.rows(plan, level, step, rows, out, cancel);
                }
            },
        }
        self.memory.buffers[step.result] = result;
    }

    /// Works out curves together, or as much of them as it gets before it is cancelled.
    fn curves<const N: usize>(&mut self, plan: &Plan, level: Level, steps: [&Step; N], cancel: &Cancel) {
        let first = steps[0];
        let length = plan.buffers[first.result].len(self.tile.width as usize, self.tile.height as usize);
        let mut results = steps.map(|step| std::mem::take(&mut self.memory.buffers[step.result]));
        // What varies along some axes is a curve of what varies along the same.
        let x = self.memory.buffers[first.operands[0]][..length].chunks(MAX_AT_ONCE);
        let mut left = results.each_mut().map(|result| &mut result[..length]);
        for x in x.take_while(|_| !cancel.is_cancelled()) {
            let out = left.each_mut().map(|left| left.split_off_mut(..x.len()).unwrap_or_default());
            Curve::lanes_together(std::array::from_fn(|n| first.curves[n]), level, x, out);
        }
        for (step, result) in steps.into_iter().zip(results) {
            self.memory.buffers[step.result] = result;
        }
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
            for ((lanes, operand), splat) in
                operands.iter_mut().zip(&step.operands).zip(&mut self.memory.splats)
            {
                let values = &self.memory.buffers[*operand];
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
                    (None, Shape::Row) => Lanes::Each(&values[..self.tile.width as usize]),
                    (None, _) => Lanes::Each(&values[..length]),
                };
            }
            let operands = &operands[..step.operands.len()];
            match step.parts.as_slice() {
                [] => plan.program.run(&step.operation, self.rasters, level, operands, out),
                parts => chains::run(parts, level, operands, out),
            }
        }
    }

    /// Runs a sum of noise whose x alone varies along a row.
    fn sum<'r>(
        &mut self,
        plan: &Plan,
        level: Level,
        sum: &SumStep,
        mut rows: impl Iterator<Item = &'r mut [f32]>,
        cancel: &Cancel,
    ) {
        let width = self.tile.width as usize;
        let own = sum.columns..sum.columns + sum.octaves.len();
        let buffers = &self.memory.buffers;
        for (place, octave) in own.clone().zip(&sum.octaves) {
            if !self.prepared[place] {
                self.memory.columns[place]
                    .prepare(plan.columns[place], &buffers[octave.operands[0]][..width]);
                self.prepared[place] = true;
            }
        }
        let uniform = |buffer: Option<Buffer>| buffer.map_or(1.0, |buffer| buffers[buffer][0]);
        let columns = &mut self.memory.columns[own];
        // Behind the coordinates of a noise with periods: the frequency of the octave.
        let frequency =
            |octave: &OctaveStep| octave.operands.get(usize::from(octave.noise.dimensions())).copied();
        let changes = |octave: &OctaveStep| {
            frequency(octave).is_some_and(|buffer| plan.buffers[buffer] == Shape::Column)
        };
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
                // What stays the same in all rows, stays so in a few.
                let mut same = [[0.0; ROWS_AT_ONCE]; 3];
                let mut rests: [&[f32]; 3] = [&[]; 3];
                for ((rest, same), axis) in rests.iter_mut().zip(&mut same).zip(1..) {
                    *rest = match octave.operands.get(axis) {
                        Some(operand) if plan.buffers[*operand] == Shape::Column => {
                            &buffers[*operand][first..][..count]
                        }
                        operand => {
                            same.fill(operand.map_or(0.0, |operand| buffers[*operand][0]));
                            &same[..count]
                        }
                    };
                }
                let frequency = frequency(octave).map_or(0.0, |operand| {
                    buffers[operand][if plan.buffers[operand] == Shape::Column { first } else { 0 }]
                });
                let noise = octave.noise.finer(frequency);
                columns.take(level, noise, uniform(octave.factor), rests);
            }
            match sum.onto {
                Some(onto) => {
                    let onto = buffers[onto][first * width..].chunks_exact(width);
                    out.iter_mut().zip(onto).for_each(|(out, onto)| out.copy_from_slice(onto));
                    Columns::sum_onto(columns, uniform(sum.divisor), out);
                }
                None => Columns::sum(columns, uniform(sum.divisor), out),
            }
            first += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trimmed(floats: usize, columns: usize, side: usize) -> [usize; 3] {
        let mut memory = Memory::default();
        memory.buffers.push(vec![0.0; floats]);
        memory.columns.resize_with(columns, Columns::default);
        memory.splats.iter_mut().for_each(|splat| splat.resize(side, 0.0));
        memory.trim();
        [memory.buffers.len(), memory.columns.len(), memory.splats[0].len()]
    }

    #[test]
    fn of_spare_memory_only_what_is_large_goes_back_to_the_system() {
        let most = MOST_BYTES / size_of::<f32>();
        assert_eq!(trimmed(most, MOST_COLUMNS, MOST_SIDE), [1, MOST_COLUMNS, MOST_SIDE]);
        assert_eq!(trimmed(most + 1, 3, 64), [0, 3, 64]);
        assert_eq!(trimmed(100, MOST_COLUMNS + 1, 64), [1, MOST_COLUMNS, 64]);
        assert_eq!(trimmed(100, 3, MOST_SIDE + 1), [1, 0, 0]);
    }
}
