//! Cellular noise: one feature point in each lattice cell, and the points nearest to a sample.
//!
//! # Exactness
//!
//! Most implementations search only the cells next to the sample's own, which is wrong. A feature point may lie
//! anywhere in its cell. At a lattice corner the nearest point of the surrounding cells can therefore be up to √D
//! away in D dimensions, while a point two cells away can be as near as 1. At some positions the wrong point wins, and
//! straight breaks run through the pattern.
//!
//! This search assumes no radius. It goes outward along each axis and skips a cell only if the nearest corner of the
//! box in which the jitter lets the cell's point lie costs more than the points found so far; see `search.rs`. The
//! bound also holds in floats, since every operation in it rounds monotonically: the result is that of a search over
//! all cells, to the last bit. The extent of the search follows from the greatest distances, [`Cellular::greatest`]:
//! a cell r steps away along an axis is at least r - 1 away in every metric (or (r - 1)² where distances are
//! squared), so that cells with r - 1 > `greatest` cannot matter. At full jitter these steps remain:
//!
//! | metric | F1 in 2D, 3D, 4D | F2 and F3 | F4 |
//! |---|---|---|---|
//! | Euclidean | 2, 2, 3 | 2, 3, 3 | 3, 3, 3 |
//! | Manhattan | 3, 4, 5 | 3, 4, 5 | 4, 4, 5 |
//! | Chebyshev | 2, 2, 2 | 2, 2, 2 | 2, 2, 2 |
//!
//! For Minkowski's metric with exponents below 1 there are more: 5, 10 and 17 for F1 with exponent 0.5. Typically a
//! sample needs some cells of its neighborhood of 3 cells to a side and no others. The slowest searches, for F4 in
//! 4D with exponent 0.5, take about 0.1 ms.
//!
//! The distance to the edge needs points up to F1 plus twice that distance away: the plane half-way between a point
//! at distance d and the nearest point is at least (d - F1) / 2 away.
//!
//! Steven Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996.

use std::hint::select_unpredictable;

mod collectors;
mod dots;
mod evaluation;
mod known;
mod metric;
mod neighborhood;
mod query;
mod search;

pub use dots::{Dots, Mark, Spots};
use evaluation::{EdgeDistance, Evaluation, Nearby, Rank};
use known::Known;
pub use metric::Metric;
use neighborhood::Neighborhood;
use query::Query;

use crate::blocks::{self, BLOCK, Blockwise};
use crate::level::Level;
use crate::period::{self, Periods};

/// The quantity that cellular noise returns for the feature points around a sample.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Feature {
    /// The distance to the nearest point.
    F1,
    /// The distance to the second nearest point.
    F2,
    /// The distance to the third nearest point.
    F3,
    /// The distance to the fourth nearest point.
    F4,
    /// F2 - F1; 0 at the edges between cells.
    F2MinusF1,
    /// The distance to the edge: to the nearest plane half-way between the nearest point and another one. Always
    /// Euclidean, for any metric.
    Edge,
    /// A random number in [0, 1) that belongs to the nearest point.
    Value,
    /// The coordinate of the nearest point along an axis, 0 to 3 for x, y, z and time; 0 along axes beyond the
    /// dimensions.
    Coordinate(u8),
}

/// Cellular noise in 2 to 4 dimensions, also known as Worley or Voronoi noise. A small `Copy` description.
///
/// Each lattice cell has one feature point. The jitter, 0 to 1, is the part of the cell in which the point may lie:
/// from the center alone to the whole cell. It is limited to that range.
///
/// Coordinates and distances are in lattice cells. Non-finite coordinates are treated as 0. From ±2^31 on each float
/// is the corner of a cell of its own. Of equally near points the first one found counts as nearest: the one in the
/// sample's own cell, or else the one further along x.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cellular {
    dimensions: u8,
    metric: Metric,
    feature: Feature,
    seed: u32,
    periods: Option<[u32; 4]>,
}

impl Cellular {
    /// Cellular noise in 2 to 4 dimensions; `None` for other numbers of dimensions.
    pub fn new(dimensions: u8, metric: Metric, feature: Feature, seed: u32) -> Option<Cellular> {
        (2..=4).contains(&dimensions).then_some(Cellular { dimensions, metric, feature, seed, periods: None })
    }

    /// The same noise made to repeat along each axis after the given number of cells. `None` if a period along one of
    /// its [`dimensions`](Cellular::dimensions) is 0 or above
    /// [`Noise::LONGEST_PERIOD`](crate::Noise::LONGEST_PERIOD).
    ///
    /// Positions exactly whole periods apart give the same bits. A point's [coordinates](Feature::Coordinate) are
    /// those in the first period: the same all over its cell and in all repeats of the cell.
    pub fn with_periods(self, periods: [u32; 4]) -> Option<Cellular> {
        let periods = period::checked(periods, self.dimensions)?;
        Some(Cellular { periods: Some(periods), ..self })
    }

    /// The periods along x, y, z and time, in cells, of which the first [`dimensions`](Cellular::dimensions) are
    /// used; `None` if the noise does not repeat.
    pub fn periods(self) -> Option<[u32; 4]> {
        self.periods
    }

    /// The number of coordinates used, 2 to 4.
    pub fn dimensions(self) -> u8 {
        self.dimensions
    }

    /// The seed.
    pub fn seed(self) -> u32 {
        self.seed
    }

    /// The measure of distances.
    pub fn metric(self) -> Metric {
        self.metric
    }

    /// The quantity that the noise returns.
    pub fn feature(self) -> Feature {
        self.feature
    }

    /// An upper bound of the distances returned, for Minkowski exponents of at least `exponent` and any jitter.
    ///
    /// The differences along the axes are at most 1 for the point in the sample's own cell. For the point in the
    /// nearer of the two adjacent cells along an axis they are at most 1.5 along that axis and 1 along the others.
    /// There are as many such points as axes, and in 2D also the point in the cell between the two.
    pub fn greatest(self, exponent: f32) -> f32 {
        let mut vector = [1.0; 4];
        let (metric, halves) = match self.feature {
            Feature::F1 | Feature::Coordinate(_) => (self.metric, 0),
            Feature::F4 if self.dimensions == 2 => (self.metric, 2),
            Feature::F2 | Feature::F3 | Feature::F4 | Feature::F2MinusF1 => (self.metric, 1),
            // An edge is nearer than the point behind it.
            Feature::Edge => (Metric::Euclidean, 1),
            Feature::Value => return 1.0,
        };
        vector[..halves].fill(1.5);
        // A margin for rounding.
        metric.length(&vector[..usize::from(self.dimensions)], exponent) * 1.000_01
    }

    /// The feature at x, y, z and time, of which the first [`dimensions`](Cellular::dimensions) are used. This is the
    /// definition. Only [`Metric::Minkowski`] uses the exponent.
    pub fn at(&self, position: [f32; 4], jitter: f32, exponent: f32) -> f32 {
        let [x, y, z, time] = position;
        match self.dimensions {
            2 => self.dispatch::<2, _>(At([x, y, jitter, exponent])),
            3 => self.dispatch::<3, _>(At([x, y, z, jitter, exponent])),
            _ => self.dispatch::<4, _>(At([x, y, z, time, jitter, exponent])),
        }
    }

    /// The same bits at many points: `out[i]` for the coordinates `position[axis][i]`.
    ///
    /// Axes beyond [`dimensions`](Cellular::dimensions) are not read and may be empty. So may the exponents, unless
    /// the metric is [`Metric::Minkowski`].
    ///
    /// # Panics
    ///
    /// If a slice that is read differs in length from `out`.
    pub fn lanes(&self, level: Level, position: [&[f32]; 4], jitter: &[f32], exponents: &[f32], out: &mut [f32]) {
        let [x, y, z, time] = position;
        // Replaces exponents that may be empty by any slice of the right length.
        let exponents = if self.metric == Metric::Minkowski { exponents } else { jitter };
        match self.dimensions {
            2 => self.dispatch::<2, _>(Lanes { level, args: [x, y, jitter, exponents], out }),
            3 => self.dispatch::<3, _>(Lanes { level, args: [x, y, z, jitter, exponents], out }),
            _ => self.dispatch::<4, _>(Lanes { level, args: [x, y, z, time, jitter, exponents], out }),
        }
    }

    /// Runs a task with the kind of the noise's feature as a type. The dispatch happens once for many samples.
    fn dispatch<const D: usize, T: Task<D>>(self, task: T) -> T::Output {
        match self.feature {
            Feature::F1 => task.run(&Prepared::new(self, Rank::<1> { less_first: false })),
            Feature::F2 => task.run(&Prepared::new(self, Rank::<2> { less_first: false })),
            Feature::F3 => task.run(&Prepared::new(self, Rank::<3> { less_first: false })),
            Feature::F4 => task.run(&Prepared::new(self, Rank::<4> { less_first: false })),
            Feature::F2MinusF1 => task.run(&Prepared::new(self, Rank::<2> { less_first: true })),
            Feature::Edge => task.run(&Prepared::new(self, EdgeDistance)),
            Feature::Value => task.run(&Prepared::new(self, Nearby::Value)),
            Feature::Coordinate(axis) => task.run(&Prepared::new(self, Nearby::Coordinate(axis.into()))),
        }
    }

    /// The samples, prepared for a search.
    #[inline(always)]
    fn query<'a, const D: usize, const B: usize>(
        self,
        periods: &'a Option<Periods>,
        position: &[[f32; B]; D],
        jitter: [f32; B],
        exponents: [f32; B],
    ) -> Query<'a, D, B> {
        let metric = if self.feature == Feature::Edge { Metric::Euclidean } else { self.metric };
        Query::new(self.seed, periods, metric, position, jitter, exponents)
    }
}

/// An operation on a noise in `D` dimensions whose feature is a type.
trait Task<const D: usize> {
    type Output;
    fn run<E: Evaluation<D>>(self, prepared: &Prepared<D, E>) -> Self::Output;
}

struct At<const N: usize>([f32; N]);

impl<const D: usize, const N: usize> Task<D> for At<N> {
    type Output = f32;

    fn run<E: Evaluation<D>>(self, prepared: &Prepared<D, E>) -> f32 {
        blocks::one(prepared, &mut Neighborhood::default(), self.0)
    }
}

struct Lanes<'a, const N: usize> {
    level: Level,
    args: [&'a [f32]; N],
    out: &'a mut [f32],
}

impl<const D: usize, const N: usize> Task<D> for Lanes<'_, N> {
    type Output = ();

    fn run<E: Evaluation<D>>(self, prepared: &Prepared<D, E>) {
        blocks::map::<_, BLOCK>(self.level, prepared, self.args, self.out);
    }
}

/// A noise in `D` dimensions, prepared for many samples.
struct Prepared<const D: usize, E> {
    noise: Cellular,
    periods: Option<Periods>,
    evaluation: E,
}

impl<const D: usize, E: Evaluation<D>> Prepared<D, E> {
    fn new(noise: Cellular, evaluation: E) -> Self {
        Prepared { noise, periods: noise.periods.map(Periods::new), evaluation }
    }
}

/// The arguments are the position, the jitter and the exponent.
impl<const D: usize, const N: usize, E: Evaluation<D>> Blockwise<N> for Prepared<D, E> {
    type Memory = Neighborhood<D>;

    #[inline(always)]
    fn block<const B: usize>(&self, near: &mut Neighborhood<D>, args: [[f32; B]; N]) -> [f32; B] {
        const { assert!(N == D + 2) };
        let mut position = [[0.0; B]; D];
        position.copy_from_slice(&args[..D]);
        let query = self.noise.query(&self.periods, &position, args[D], args[D + 1]);
        if B == 1 {
            return self.evaluation.evaluate(&position, &query, &Known::None);
        }
        let (mut out, mut done) = ([0.0; B], [false; B]);
        let apart = query.are_apart();
        while let Some((together, members)) = query.next_together(apart, &mut done) {
            let known = Known::around(&together, apart, near);
            let values = self.evaluation.evaluate(&position, &together, &known);
            for i in 0..B {
                out[i] = select_unpredictable(members[i], values[i], out[i]);
            }
        }
        out
    }
}

#[cfg(test)]
mod oracle;
