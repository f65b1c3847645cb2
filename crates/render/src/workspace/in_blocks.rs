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
        self.memory.places.is_sparse(step.need, step.sparse)
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

#[cfg(test)]
mod tests {
    use travertine_noise::{Basis, Interpolation, Noise};
    use travertine_program::{Axis, Bound, Builder, Type, Value};

    use super::*;
    use crate::domain::{Rectangle, Slice};
    use crate::reuse::Reuse;

    #[test]
    fn what_a_mask_hides_is_not_computed() {
        let builder = Builder::new();
        let [x, y] = [Axis::X, Axis::Y].map(|axis| builder.coordinate(axis));
        let noise = Noise::new(Basis::Gradient, 2, Interpolation::Smootherstep, 7).unwrap();
        let warped = builder.noise(noise, [x * 9.0 + y, y * 9.0 - x, y, y], y);
        // Steeper, so that the cost is worth a mask.
        let layer = warped.pow(2.5).pow(1.5);
        let mask = ((x + y) * 4.0 - 2.0).clamp01();
        let mixed = (y + 1.0).mix(layer, mask);
        let program = builder.finish(&[("mixed".into(), Type::Float, vec![mixed.value()])]).unwrap();
        let bound = Bound::default();
        let slice = Slice::new(128, 128);
        let schedule = Schedule::new(&program, &bound, &slice, &Reuse::default());
        let noise = program.operations().iter().position(|operation| operation.name(&[]) == "Gradient noise");
        let noise: Value = program.values().nth(noise.unwrap()).unwrap();

        let mut workspace = Workspace::new(&schedule, &[], 128, 4, None);
        let mut computed = |row: u32| {
            workspace.memory.buffers[schedule.buffer(noise)].fill(7.0);
            let tile = Rectangle { x: 0, y: row, width: 128, height: 1 };
            workspace.run(&schedule, &slice, Level::detect(), tile, &Cancel::new());
            workspace.values(&schedule, noise)[..128].iter().filter(|value| **value != 7.0).count()
        };
        // The mask is 0 up to x + y = 0.5.
        assert_eq!([0, 32, 60, 127].map(&mut computed), [64, 96, 128, 128]);
        assert_eq!(computed(0), 64);
    }
}
