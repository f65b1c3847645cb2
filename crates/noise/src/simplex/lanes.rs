//! Simplex noise at many samples: along rows, as far as they lie in rows, and one by one elsewhere.

use super::row;
use super::sum::{Definition, Part};
use crate::far;
use crate::level::{Level, Pointwise};

/// The noise in so many dimensions, or its derivative, for lanes of a level.
pub(super) struct Lanes<const D: usize, const SMOOTH: bool, P> {
    pub seed: u32,
    pub part: P,
    pub level: Level,
}

impl<const D: usize, const SMOOTH: bool, P: Part> Lanes<D, SMOOTH, P> {
    /// The bits of the definition at each position.
    pub fn fill(&self, position: [&[f32]; D], out: &mut [f32]) {
        if SMOOTH || self.level.or_best().lanes() < row::LANES {
            return self.scatter(position, out);
        }
        let definition = Definition::<false, false, _> { seed: self.seed, part: self.part };
        let mut row = None;
        let (mut start, mut stretch) = (0, row::SHORTEST);
        while start < out.len() {
            let rest = position.map(|axis| &axis[start..]);
            let done = row::fill(&mut row, self.level, &definition, rest, &mut out[start..]);
            start += done;
            if done > 0 {
                stretch = row::SHORTEST;
            } else {
                // What shares nothing here may not share much further on: it is asked more and more seldom.
                let end = out.len().min(start + stretch);
                self.scatter(position.map(|axis| &axis[start..end]), &mut out[start..end]);
                (start, stretch) = (end, row::LONGEST.min(2 * stretch));
            }
        }
    }

    /// The same, each sample by itself.
    fn scatter(&self, position: [&[f32]; D], out: &mut [f32]) {
        let (seed, part) = (self.seed, self.part);
        if position.iter().all(|axis| far::are_near(self.level, axis)) {
            self.level.map(&Definition::<SMOOTH, false, _> { seed, part }, position, out);
        } else {
            let definition = Definition::<SMOOTH, true, _> { seed, part };
            for (i, out) in out.iter_mut().enumerate() {
                *out = definition.at(position.map(|axis| axis[i]));
            }
        }
    }
}
