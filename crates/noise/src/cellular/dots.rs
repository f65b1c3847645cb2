//! Dots: round spots of random size around some of the feature points.
//!
//! After John Lewis, "Algorithms for Solid Noise Synthesis", SIGGRAPH 1989, whose sparse convolution adds kernels
//! that are scattered over space. Here the highest kernel counts, so that overlapping dots stay distinct. The points
//! and the search are those of cellular noise: every dot that reaches a sample is found, whatever its size.

use std::hint::select_unpredictable;

use super::dot_slopes::Steepest;
use super::highest::Highest;
use super::known::{Known, Memory};
use super::metric::Metric;
use super::own;
use super::query::Query;
use crate::blocks::{self, BLOCK, Joint};
use crate::hash;
use crate::level::{Compiled, Level};
use crate::period::{self, Periods};
use crate::random::unit;

/// The quantity that [`Dots`] return for the highest dot at a sample.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// The height of the dot: 0 outside all dots, 1 in the middle.
    Cover,
    /// A random number in [0, 1) that belongs to the dot; 0 outside all dots.
    Value,
    /// The derivative of the height along an axis, 0 to 3 for x, y, z and time, per cell; 0 along axes beyond the
    /// dimensions, and where the height is 0 or 1.
    Slope(u8),
}

/// The parameters of dots: numbers for one sample, or slices for many. Each is limited to its range; NaN counts as 0.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spots<T> {
    /// The share of the cells that have a dot, 0 to 1.
    pub density: T,
    /// The radius of the largest dots, in cells, 0 to 4.
    pub radius: T,
    /// How much smaller the smallest dots are than the largest, 0 to 1. Sizes in between are equally frequent.
    pub variation: T,
    /// The part of the radius over which dots fade out, 0 to 1.
    pub softness: T,
    /// The part of a cell in which the middle of its dot may lie, 0 to 1: from the center alone to the whole cell.
    pub jitter: T,
}

/// Round dots in 2 to 4 dimensions, at most one for each lattice cell. A small `Copy` description.
///
/// Coordinates are in lattice cells; those far from the origin are treated as in [`Cellular`](crate::Cellular) noise.
/// Of equally high dots the one with the greater hash counts, at every sample: it lies on top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dots {
    dimensions: u8,
    mark: Mark,
    seed: u32,
    periods: Option<[u32; 4]>,
}

impl Dots {
    /// Dots in 2 to 4 dimensions; `None` for other numbers of dimensions.
    pub fn new(dimensions: u8, mark: Mark, seed: u32) -> Option<Dots> {
        (2..=4).contains(&dimensions).then_some(Dots { dimensions, mark, seed, periods: None })
    }

    /// The same dots made to repeat along each axis after the given number of cells. `None` if a period along one of
    /// their [`dimensions`](Dots::dimensions) is 0 or above [`Noise::LONGEST_PERIOD`](crate::Noise::LONGEST_PERIOD).
    ///
    /// Positions exactly whole periods apart give the same bits.
    pub fn with_periods(self, periods: [u32; 4]) -> Option<Dots> {
        let periods = period::checked(periods, self.dimensions)?;
        Some(Dots { periods: Some(periods), ..self })
    }

    /// The periods along x, y, z and time, in cells, of which the first [`dimensions`](Dots::dimensions) are used;
    /// `None` if the dots do not repeat.
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

    /// The same dots with another mark.
    pub fn with(self, mark: Mark) -> Dots {
        Dots { mark, ..self }
    }

    /// The quantity that the dots return, in [0, 1] unless it is a slope.
    pub fn mark(self) -> Mark {
        self.mark
    }

    /// The mark at x, y, z and time, of which the first [`dimensions`](Dots::dimensions) are used. This is the
    /// definition.
    pub fn at(&self, [x, y, z, time]: [f32; 4], spots: Spots<f32>) -> f32 {
        fn in_dimensions<const D: usize, const N: usize>(dots: Dots, args: [f32; N]) -> f32 {
            if matches!(dots.mark, Mark::Slope(_)) {
                return blocks::nth(&Prepared::<D, true>::new(&[dots]), 0, args);
            }
            blocks::nth(&Prepared::<D, false>::new(&[dots]), 0, args)
        }
        let Spots { density, radius, variation, softness, jitter } = spots;
        match self.dimensions {
            2 => in_dimensions::<2, 7>(*self, [x, y, density, radius, variation, softness, jitter]),
            3 => in_dimensions::<3, 8>(*self, [x, y, z, density, radius, variation, softness, jitter]),
            _ => in_dimensions::<4, 9>(*self, [x, y, z, time, density, radius, variation, softness, jitter]),
        }
    }

    /// The same bits at many points: `out[i]` for the coordinates `position[axis][i]` and index `i` of the spots.
    ///
    /// Axes beyond [`dimensions`](Dots::dimensions) are not read and may be empty.
    ///
    /// # Panics
    ///
    /// If a slice that is read differs in length from `out`.
    pub fn lanes(&self, level: Level, position: [&[f32]; 4], spots: Spots<&[f32]>, out: &mut [f32]) {
        Dots::lanes_together(&[*self], level, position, spots, &mut [out]);
    }

    /// The search for the dots. Dots with equal searches can be evaluated [together](Dots::lanes_together): they differ
    /// only in their marks.
    pub fn search(self) -> Dots {
        Dots { mark: Mark::Cover, ..self }
    }

    /// Several marks of dots with the same [search](Dots::search), as [`lanes`](Dots::lanes) evaluates each. `out` has
    /// a slice for each mark.
    ///
    /// # Panics
    ///
    /// If a slice that is read differs in length from those of `out`.
    pub fn lanes_together(
        marks: &[Dots],
        level: Level,
        [x, y, z, time]: [&[f32]; 4],
        spots: Spots<&[f32]>,
        out: &mut [&mut [f32]],
    ) {
        fn in_dimensions<const D: usize, const N: usize>(
            marks: &[Dots],
            level: Level,
            args: [&[f32]; N],
            out: &mut [&mut [f32]],
        ) {
            if marks.iter().any(|dots| matches!(dots.mark, Mark::Slope(_))) {
                return blocks::map_joint::<_, BLOCK>(level, &Prepared::<D, true>::new(marks), args, out);
            }
            blocks::map_joint::<_, BLOCK>(level, &Prepared::<D, false>::new(marks), args, out);
        }
        let Some(first) = marks.first() else { return };
        let Spots { density, radius, variation, softness, jitter } = spots;
        match first.dimensions {
            2 => in_dimensions::<2, 7>(marks, level, [x, y, density, radius, variation, softness, jitter], out),
            3 => in_dimensions::<3, 8>(marks, level, [x, y, z, density, radius, variation, softness, jitter], out),
            _ => {
                let args = [x, y, z, time, density, radius, variation, softness, jitter];
                in_dimensions::<4, 9>(marks, level, args, out);
            }
        }
    }
}

/// Marks of the same dots in `D` dimensions, prepared for many samples. `S` if some of them are slopes.
struct Prepared<'a, const D: usize, const S: bool> {
    marks: &'a [Dots],
    periods: Option<Periods>,
}

impl<'a, const D: usize, const S: bool> Prepared<'a, D, S> {
    fn new(marks: &'a [Dots]) -> Self {
        Prepared { marks, periods: marks[0].periods.map(Periods::new) }
    }
}

/// The arguments are the position and the spots.
impl<const D: usize, const N: usize, const S: bool> Joint<N> for Prepared<'_, D, S> {
    type Memory<const B: usize> = Memory<D>;

    #[inline(always)]
    fn block<const B: usize, L: Compiled>(
        &self,
        memory: &mut Memory<D>,
        args: [[f32; B]; N],
        mut put: impl FnMut(usize, [f32; B]),
    ) {
        const { assert!(N == D + 5) };
        let mut position = [[0.0; B]; D];
        position.copy_from_slice(&args[..D]);
        let Prepared { marks, periods } = self;
        let query = Query::new(marks[0].seed, periods, Metric::EuclideanSquared, &position, args[D + 4], [1.0; B]);
        let none = Highest::of(args[D], args[D + 1], args[D + 2], args[D + 3]);
        let (mut cover, mut hashes) = ([0.0; B], [0; B]);
        if S {
            let found = Steepest::find::<L>(none, &query, memory);
            (cover, hashes) = (found.highest.cover, found.highest.hashes);
            for (index, dots) in marks.iter().enumerate() {
                if let Mark::Slope(axis) = dots.mark {
                    put(index, found.slopes(axis));
                }
            }
        } else {
            let mut done = [false; B];
            let apart = own::are_apart(&query, none.cells_apart(D));
            while let Some((together, members)) = query.next_together(apart, &mut done) {
                let mut highest = none;
                Known::around::<B, L>(&together, apart, memory).collect::<B, L, _>(&together, &mut highest);
                let members = members.unwrap_or([true; B]);
                for i in 0..B {
                    cover[i] = select_unpredictable(members[i], highest.cover[i], cover[i]);
                    hashes[i] = select_unpredictable(members[i], highest.hashes[i], hashes[i]);
                }
            }
        }
        for (index, dots) in marks.iter().enumerate() {
            match dots.mark {
                Mark::Cover => put(index, cover),
                Mark::Value => {
                    let mut values = [0.0; B];
                    for i in 0..B {
                        let value = unit(hash::finish(hashes[i], 0x7661_6C75));
                        values[i] = if cover[i] > 0.0 { value } else { 0.0 };
                    }
                    put(index, values);
                }
                Mark::Slope(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash;

    /// The same in double precision, over all cells up to 5 steps away.
    fn reference<const D: usize>(seed: u32, position: [f64; D], spots: Spots<f32>) -> f64 {
        let [density, radius, variation, softness, jitter] =
            [spots.density, spots.radius, spots.variation, spots.softness, spots.jitter].map(f64::from);
        let random = |hash: u32| f64::from(hash >> 8) / 16_777_216.0;
        let mut highest = 0.0f64;
        for i in 0..11usize.pow(D as u32) {
            let cell: [i32; D] = std::array::from_fn(|axis| {
                position[axis].floor() as i32 + (i / 11usize.pow(axis as u32) % 11) as i32 - 5
            });
            let hash = hash(seed, cell);
            if random(hash::finish(hash, 0x646F_7473)) >= density {
                continue;
            }
            let square: f64 = (0..D)
                .map(|axis| {
                    let shift = f64::from(hash::nth_number(hash, axis) as i32 >> 8) / 16_777_216.0;
                    f64::from(cell[axis]) + 0.5 + shift * jitter - position[axis]
                })
                .map(|distance| distance * distance)
                .sum();
            let radius = radius * (1.0 - random(hash::finish(hash, 0x7369_7A65)) * variation);
            let t = ((1.0 - square.sqrt() / radius) / softness).clamp(0.0, 1.0);
            highest = highest.max(t * t * (3.0 - 2.0 * t));
        }
        highest
    }

    fn no_dot_is_missed<const D: usize>(count: i32) {
        let mut covered = 0;
        for i in 0..count {
            let random = |what: i32| (hash(8, [i, what]) >> 8) as f32 / 16_777_216.0;
            let position: [f32; D] = std::array::from_fn(|axis| random(axis as i32) * 100.0 - 50.0);
            let spots = Spots {
                density: random(4),
                radius: [0.2, 0.7, 1.5, 4.0][i as usize % 4],
                variation: random(5),
                softness: 0.05 + 0.95 * random(6),
                jitter: random(7),
            };
            let mut padded = [0.0; 4];
            padded[..D].copy_from_slice(&position);
            let found = Dots::new(D as u8, Mark::Cover, 3).unwrap().at(padded, spots);
            let expected = reference(3, position.map(f64::from), spots);
            assert!((f64::from(found) - expected).abs() < 2e-4, "{padded:?}, {spots:?}: {found}, not {expected}");
            covered += i32::from(found > 0.0);
        }
        assert!(covered > count / 4 && covered < count, "{covered} of {count}");
    }

    #[test]
    fn no_dot_that_reaches_a_sample_is_missed() {
        no_dot_is_missed::<2>(4000);
        no_dot_is_missed::<3>(1000);
        no_dot_is_missed::<4>(100);
    }

    /// Slopes against differences of the plain search in double precision.
    fn slopes_match_the_plain_search<const D: usize>(count: i32) {
        const STEP: f64 = 1e-5;
        let mut steep = 0;
        for i in 0..count {
            let random = |what: i32| (hash(8, [i, what]) >> 8) as f32 / 16_777_216.0;
            let position: [f32; D] = std::array::from_fn(|axis| random(axis as i32) * 100.0 - 50.0);
            let spots = Spots {
                density: random(4),
                radius: [0.4, 0.7, 1.5][i as usize % 3],
                variation: random(5) * 0.8,
                softness: 0.3 + 0.7 * random(6),
                jitter: random(7),
            };
            let mut padded = [0.0; 4];
            padded[..D].copy_from_slice(&position);
            for axis in 0..D {
                let at = |step: f64| {
                    let mut place = position.map(f64::from);
                    place[axis] += step;
                    reference(3, place, spots)
                };
                let [low, middle, high] = [-STEP, 0.0, STEP].map(at);
                let [below, above] = [(middle - low) / STEP, (high - middle) / STEP];
                let found = f64::from(Dots::new(D as u8, Mark::Slope(axis as u8), 3).unwrap().at(padded, spots));
                // Else another dot becomes the highest.
                if (below - above).abs() < 2e-3 * (1.0 + below.abs()) {
                    let tolerance = 2e-3 * (1.0 + below.abs());
                    assert!((found - below).abs() < tolerance, "{padded:?}, {spots:?}: {found}, not {below}");
                    steep += i32::from(found.abs() > 0.1);
                }
            }
        }
        assert!(steep > count / 4, "{steep} of {count}");
    }

    #[test]
    fn slopes_are_those_of_the_highest_dot() {
        slopes_match_the_plain_search::<2>(2000);
        slopes_match_the_plain_search::<3>(300);
        slopes_match_the_plain_search::<4>(20);
    }

    #[test]
    fn a_dot_has_one_value_and_density_is_the_share_of_cells() {
        let [cover, value] = [Mark::Cover, Mark::Value].map(|mark| Dots::new(2, mark, 5).unwrap());
        let spots = Spots { density: 0.3, radius: 0.2, variation: 0.0, softness: 0.0, jitter: 0.0 };
        let mut dots = 0;
        for i in 0..10_000 {
            let middle = [(i % 100) as f32 + 0.5, (i / 100) as f32 + 0.5, 0.0, 0.0];
            let height = cover.at(middle, spots);
            assert!(height == 0.0 || height == 1.0);
            dots += i32::from(height == 1.0);
            let beside = [middle[0] + 0.19, middle[1], 0.0, 0.0];
            assert_eq!(value.at(middle, spots), value.at(beside, spots));
            assert_eq!(value.at([middle[0] + 0.21, middle[1], 0.0, 0.0], spots), 0.0);
        }
        assert!((2850..3150).contains(&dots), "{dots}");
    }
}
