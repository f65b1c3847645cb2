//! Steps that run only in the blocks of a tile that need them.

use travertine_noise::Level;
use travertine_program::{BasisFunction, Lanes};

use super::Workspace;
use super::memory::Memory;
use crate::cancel::Cancel;
use crate::schedule::{Condition, NeedId, Schedule, Step};

impl Workspace<'_> {
    /// Decides where a need lies in the tile.
    pub(super) fn decide(&mut self, schedule: &Schedule, level: Level, need: NeedId) {
        let mut places = std::mem::take(&mut self.memory.places);
        let row = |condition: &Condition, y: usize| self.lanes(schedule, condition.value, &(y..y + 1));
        places.decide(level, need, &schedule.needs[need], row);
        self.memory.places = places;
    }

    /// Whether a step should run only in the blocks in which it is needed.
    pub(super) fn runs_in_blocks(&self, step: &Step) -> bool {
        step.in_blocks && self.memory.places.is_sparse(step.need)
    }

    /// Runs a step in the blocks in which it is needed: `run` receives operands, with a number for each sample, and a
    /// slice for each result. The rest of the results is unspecified.
    pub(super) fn in_blocks(
        &mut self,
        schedule: &Schedule,
        step: &Step,
        run: impl Fn(&[Lanes], &mut [&mut [f32]]),
        cancel: &Cancel,
    ) {
        let (width, operands, count) = (self.tile.width as usize, step.task.reads(), step.results.len());
        let Memory { buffers, places, gathered, .. } = &mut self.memory;
        let mut blocks = places.blocks(step.need);
        while let Some(mut batch) = gathered.batch(&mut blocks).filter(|_| !cancel.is_cancelled()) {
            for (slot, operand) in operands.iter().enumerate() {
                batch.gather(slot, schedule.shape(*operand), &buffers[schedule.buffer(*operand)], width);
            }
            let mut out: [&mut [f32]; BasisFunction::MOST_TOGETHER] = Default::default();
            let lanes = batch.samples(&mut out[..count]);
            run(&lanes[..operands.len()], &mut out[..count]);
            for (slot, result) in step.results.iter().enumerate() {
                batch.scatter(slot, width, &mut buffers[schedule.buffer(*result)]);
            }
        }
    }
}
