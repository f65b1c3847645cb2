//! The effort of a search: its work counts towards the limit before it is done.

use std::cell::Cell;

use travertine::Error;
use travertine::stages::program::{Bound, Program};
use travertine_render::{Context, sample_work};

/// What the progress of a search adds up to.
pub const PROGRESS: u64 = 1000;

/// What a search has done so far. How much it has to do shows only on the way.
pub struct Effort<'c> {
    context: Context<'c>,
    /// Work, in operations.
    work: Cell<u64>,
    /// The part of the search under way, from 0 to 1, and the progress that was reported.
    part: Cell<[f64; 2]>,
    reported: Cell<u64>,
}

impl<'c> Effort<'c> {
    pub fn new(context: Context<'c>) -> Effort<'c> {
        Effort { context, work: Cell::new(0), part: Cell::new([0.0, 1.0]), reported: Cell::new(0) }
    }

    /// Evaluates a program at positions.
    ///
    /// # Errors
    ///
    /// If it is cancelled, or exceeds a limit; the limit of work is one for the whole search.
    pub fn sample(&self, program: &Program, bound: &Bound, positions: &[[f32; 4]]) -> Result<Vec<f32>, Error> {
        if self.context.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let needed = sample_work(program, bound, positions.len() as u64, &self.context);
        let work = self.work.get().saturating_add(needed);
        self.context.check_work(work)?;
        self.work.set(work);
        Ok(travertine_render::sample(program, bound, positions, &self.context)?)
    }

    /// Does what counts as the part from `start` to `end`, 0 to 1, of the part under way.
    pub fn part<T>(&self, start: f64, end: f64, work: impl FnOnce() -> T) -> T {
        let whole @ [first, last] = self.part.get();
        let [start, end] = [start, end].map(|share| first + share * (last - first));
        self.part.set([start, end]);
        let done = work();
        self.part.set(whole);
        let progress = (end * PROGRESS as f64) as u64;
        let before = self.reported.replace(progress.max(self.reported.get()));
        self.context.advance(progress.saturating_sub(before));
        done
    }

    /// Does the step with this index out of `count`, as [`Effort::part`].
    pub fn step<T>(&self, index: usize, count: usize, work: impl FnOnce() -> T) -> T {
        let share = |index: usize| index as f64 / count as f64;
        self.part(share(index), share(index + 1), work)
    }
}
