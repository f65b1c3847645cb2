//! Lattices that repeat: the lattice points around a given one.
//!
//! Periods affect only the hash of a lattice point, which takes coordinates within the first period, so that points a
//! period apart are one point.

use crate::level::to_i32;

/// The period of a lattice along one axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Period {
    points: i32,
    inverse: f64,
}

impl Period {
    /// The longest period: beyond, floats have no fractional part, and noise does not vary.
    pub const LONGEST: u32 = 1 << 24;

    /// A period of 1 to [`Period::LONGEST`] lattice points; other lengths are clamped.
    pub fn new(points: u32) -> Period {
        let points = points.clamp(1, Period::LONGEST) as i32;
        Period { points, inverse: 1.0 / f64::from(points) }
    }

    /// The same point within the first period.
    #[inline(always)]
    pub fn wrap(self, point: i32) -> i32 {
        let x = f64::from(point);
        // With half a point added, no quotient is so near a whole number that rounding could cross it.
        let turns = ((x + 0.5) * self.inverse).floor();
        to_i32((x - turns * f64::from(self.points)) as f32)
    }

    /// The point at most two steps from one in the first period, within the first period.
    #[inline(always)]
    pub fn near(self, point: i32, steps: i32) -> i32 {
        let mut point = point + steps;
        // Twice: the period may be one point long.
        for _ in 0..2 {
            point = if point >= self.points { point - self.points } else { point };
            point = if point < 0 { point + self.points } else { point };
        }
        point
    }

    /// The point after `point`, within the first period.
    #[inline(always)]
    fn behind(self, point: i32) -> i32 {
        let next = point + 1;
        if next == self.points { 0 } else { next }
    }

    /// The point before `point`, within the first period.
    #[inline(always)]
    fn before(self, point: i32) -> i32 {
        if point == 0 { self.points - 1 } else { point - 1 }
    }
}

/// A lattice with a period along each axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Periods(pub [Period; 4]);

impl Periods {
    pub fn new(points: [u32; 4]) -> Periods {
        Periods(points.map(Period::new))
    }
}

/// Wraps cells along an axis into the first period, if there are periods.
#[inline(always)]
pub(crate) fn within<const B: usize>(periods: Option<Periods>, axis: usize, mut cells: [i32; B]) -> [i32; B] {
    if let Some(Periods(periods)) = periods {
        for cell in &mut cells {
            *cell = periods[axis].wrap(*cell);
        }
    }
    cells
}

/// The `C` lattice points around the given ones along an axis: at them and the next; for 4, also the one before and the
/// one after.
///
/// Whether the lattice repeats is decided outside of the loops, so that kernels need not be compiled for both cases.
#[inline(always)]
pub(crate) fn around<const C: usize, const B: usize>(
    periods: &Option<Periods>,
    axis: usize,
    points: &[i32; B],
) -> [[i32; B]; C] {
    let mut around = [*points; C];
    let here = C / 2 - 1;
    match periods {
        None => {
            for i in 0..B {
                for corner in 0..C {
                    around[corner][i] = points[i].wrapping_add(corner as i32 - here as i32);
                }
            }
        }
        Some(Periods(periods)) => {
            let period = periods[axis];
            for i in 0..B {
                let point = period.wrap(points[i]);
                around[here][i] = point;
                around[here + 1][i] = period.behind(point);
                if C == 4 {
                    around[0][i] = period.before(point);
                    around[3][i] = period.behind(around[2][i]);
                }
            }
        }
    }
    around
}

/// The periods along the first `dimensions` axes, and 1 along the others, so that unused periods do not make patterns
/// differ. `None` if a period is 0 or above [`Period::LONGEST`].
pub(crate) fn checked(periods: [u32; 4], dimensions: u8) -> Option<[u32; 4]> {
    let mut checked = [1; 4];
    let axes = usize::from(dimensions);
    checked[..axes].copy_from_slice(&periods[..axes]);
    checked.iter().all(|period| (1..=Period::LONGEST).contains(period)).then_some(checked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash;

    #[test]
    fn points_a_period_apart_are_one() {
        let mut points: Vec<i32> = (-40..40).chain([i32::MIN, i32::MIN + 1, i32::MAX - 1, i32::MAX]).collect();
        points.extend((0..10_000).map(|i| hash(1, [i]) as i32 >> (i % 32)));
        let mut periods: Vec<u32> = vec![1, 2, 3, 4, 5, 7, 4095, 4096, 65_536, Period::LONGEST];
        periods.extend((0..20).map(|i| 1 + hash(2, [i]) % Period::LONGEST));
        for length in periods {
            let period = Period::new(length);
            let multiples = (-3..=3).map(|k: i32| k.wrapping_mul(length as i32));
            for point in points.iter().copied().chain(multiples.flat_map(|x| [x - 1, x, x + 1])) {
                let same = |point: i64| point.rem_euclid(i64::from(length)) as i32;
                let around = [-1, 0, 1, 2].map(|step| same(i64::from(point) + step));
                let found: [[i32; 1]; 4] = super::around(&Some(Periods([period; 4])), 0, &[point]);
                assert_eq!(found.as_flattened(), around, "{point}, period {length}");
                for steps in -2..=2 {
                    let near = period.near(same(i64::from(point)), steps);
                    assert_eq!(near, same(i64::from(point) + i64::from(steps)), "{point}, period {length}");
                }
            }
        }
    }

    #[test]
    fn periods_of_unused_axes_are_ignored() {
        assert_eq!(checked([3, 4, 0, 9], 2), Some([3, 4, 1, 1]));
        assert_eq!(checked([3, 0, 5, 9], 2), None);
        assert_eq!(checked([3, 4, 5, Period::LONGEST + 1], 4), None);
    }
}
