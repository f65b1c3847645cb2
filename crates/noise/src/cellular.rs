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

mod bounds;
mod collectors;
mod dot_slopes;
mod dots;
mod edge;
mod evaluation;
mod feature;
mod highest;
mod known;
mod metric;
mod neighborhood;
mod own;
mod place;
mod query;
mod search;
mod ways;

pub use dots::{Dots, Mark, Spots};
use evaluation::{Found, Wanted};
pub use feature::Feature;
use known::{Known, Memory};
pub use metric::Metric;
use query::Query;

use crate::blocks::{self, BLOCK, Joint};
use crate::level::{Compiled, Level};
use crate::period::{self, Periods};

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

    /// The same noise with another feature.
    pub fn with(self, feature: Feature) -> Cellular {
        Cellular { feature, ..self }
    }

    /// The quantity that the noise returns.
    pub fn feature(self) -> Feature {
        self.feature
    }

    /// An upper bound of the magnitude of every feature but the coordinates, for any jitter and for Minkowski exponents
    /// of at least `exponent`.
    ///
    /// The differences along the axes are at most 1 for the point in the sample's own cell. For the point in the
    /// nearer of the two adjacent cells along an axis they are at most 1.5 along that axis and 1 along the others.
    /// There are as many such points as axes, and in 2D also the point in the cell between the two.
    pub fn greatest(self, exponent: f32) -> f32 {
        let mut vector = [1.0; 4];
        let (metric, halves) = match self.feature {
            // A component is no greater than the distance.
            Feature::Way { nth: 0..=1, .. } => (self.searched(), 0),
            Feature::Way { nth: 4.., .. } if self.dimensions == 2 => (self.searched(), 2),
            Feature::Way { .. } => (self.searched(), 1),
            Feature::F1 | Feature::Coordinate(_) => (self.metric, 0),
            Feature::F4 if self.dimensions == 2 => (self.metric, 2),
            Feature::F2 | Feature::F3 | Feature::F4 | Feature::F2MinusF1 => (self.metric, 1),
            // An edge is nearer than the point behind it.
            Feature::Edge => (Metric::Euclidean, 1),
            Feature::Value | Feature::EdgeSlope(_) => return 1.0,
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
            2 => blocks::nth(&Prepared::<2>::new(&[*self]), 0, [x, y, jitter, exponent]),
            3 => blocks::nth(&Prepared::<3>::new(&[*self]), 0, [x, y, z, jitter, exponent]),
            _ => blocks::nth(&Prepared::<4>::new(&[*self]), 0, [x, y, z, time, jitter, exponent]),
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
        Cellular::lanes_together(&[*self], level, position, jitter, exponents, &mut [out]);
    }

    /// The search for the noise's points. Noises with equal searches can be evaluated
    /// [together](Cellular::lanes_together): they differ only in their features, and in how they measure distances.
    pub fn search(self) -> Cellular {
        Cellular { metric: self.searched(), feature: Feature::F1, ..self }
    }

    /// The metric by which points are searched for.
    fn searched(self) -> Metric {
        match (self.feature, self.metric) {
            (Feature::Edge | Feature::EdgeSlope(_), _) | (_, Metric::EuclideanSquared) => Metric::Euclidean,
            (_, metric) => metric,
        }
    }

    /// Several noises with the same [search](Cellular::search), as [`lanes`](Cellular::lanes) evaluates each. `out` has
    /// a slice for each noise.
    ///
    /// # Panics
    ///
    /// If a slice that is read differs in length from those of `out`.
    pub fn lanes_together(
        noises: &[Cellular],
        level: Level,
        position: [&[f32]; 4],
        jitter: &[f32],
        exponents: &[f32],
        out: &mut [&mut [f32]],
    ) {
        let Some(first) = noises.first() else { return };
        let [x, y, z, time] = position;
        // Replaces exponents that may be empty by any slice of the right length.
        let exponents = if first.searched() == Metric::Minkowski { exponents } else { jitter };
        match first.dimensions {
            2 => {
                let args = [x, y, jitter, exponents];
                blocks::map_joint::<_, BLOCK>(level, &Prepared::<2>::new(noises), args, out);
            }
            3 => {
                let args = [x, y, z, jitter, exponents];
                blocks::map_joint::<_, BLOCK>(level, &Prepared::<3>::new(noises), args, out);
            }
            _ => {
                let args = [x, y, z, time, jitter, exponents];
                blocks::map_joint::<_, BLOCK>(level, &Prepared::<4>::new(noises), args, out);
            }
        }
    }
}

/// Noises in `D` dimensions that share a search, prepared for many samples.
struct Prepared<'a, const D: usize> {
    noises: &'a [Cellular],
    seed: u32,
    metric: Metric,
    periods: Option<Periods>,
    wanted: Wanted,
}

impl<'a, const D: usize> Prepared<'a, D> {
    fn new(noises: &'a [Cellular]) -> Self {
        let (noise, wanted) = (noises[0], Wanted::of(noises.iter().map(|noise| noise.feature)));
        Prepared {
            noises,
            seed: noise.seed,
            metric: noise.searched(),
            periods: noise.periods.map(Periods::new),
            wanted,
        }
    }
}

/// What passes from one block to the next, and room for what is found.
#[derive(Default)]
struct Remembered<const D: usize, const B: usize> {
    memory: Memory<D>,
    found: Found<D, B>,
}

/// The arguments are the position, the jitter and the exponent.
impl<const D: usize, const N: usize> Joint<N> for Prepared<'_, D> {
    type Memory<const B: usize> = Remembered<D, B>;

    #[inline(always)]
    fn block<const B: usize, L: Compiled>(
        &self,
        Remembered { memory, found }: &mut Remembered<D, B>,
        args: [[f32; B]; N],
        mut put: impl FnMut(usize, [f32; B]),
    ) {
        const { assert!(N == D + 2) };
        let mut position = [[0.0; B]; D];
        position.copy_from_slice(&args[..D]);
        let query = Query::new(self.seed, &self.periods, self.metric, &position, args[D], args[D + 1]);
        let mut done = [false; B];
        let apart = own::are_apart(&query, self.wanted.cells_apart(D, query.jitter[0]));
        while let Some((together, members)) = query.next_together(apart, &mut done) {
            let mut known = Known::around::<B, L>(&together, apart, memory);
            found.find::<L>(self.wanted, &together, &mut known, members.as_ref());
        }
        found.hash(self.wanted, &query);
        for (index, noise) in self.noises.iter().enumerate() {
            put(index, found.feature::<L>((noise.feature, noise.metric), &position, &query));
        }
    }
}

#[cfg(test)]
mod oracle;
