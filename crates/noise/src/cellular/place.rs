//! Places of cells in the order of a search.

/// The bits of a place for each axis.
const BITS: usize = 8;

/// The place of the cell some steps away in the order in which a search finds points: of two cells it finds the one
/// with the lesser place first.
///
/// For each axis it has the rank of the steps among 0, 1, -1, 2, -2, ... The outermost axis of a search, the last one,
/// has the highest bits. At most 63 steps have a place; the nearest point is never more than 20 steps away, since its
/// [greatest](super::Cellular::greatest) distance is 16.
pub(super) const fn of<const D: usize>(steps: [i32; D]) -> i32 {
    let (mut place, mut axis) = (0, 0);
    while axis < D {
        place |= along(axis, steps[axis]);
        axis += 1;
    }
    place
}

/// The part of a place that belongs to an axis.
#[inline(always)]
pub(super) const fn along(axis: usize, steps: i32) -> i32 {
    let rank = if steps > 0 { 2 * steps - 1 } else { -2 * steps };
    rank << (BITS * axis)
}

/// The steps along an axis to the cell with a place.
#[inline(always)]
pub(super) fn steps(place: i32, axis: usize) -> i32 {
    let rank = place >> (BITS * axis) & ((1 << BITS) - 1);
    let steps = (rank + 1) >> 1;
    if rank & 1 == 1 { steps } else { -steps }
}

#[cfg(test)]
mod tests {
    use super::super::search::after;
    use super::*;

    #[test]
    fn places_follow_the_order_of_a_search() {
        let order: Vec<i32> = std::iter::successors(Some(0), |step| Some(after(*step))).take(127).collect();
        let mut last = -1;
        for w in [0, 1, -2, 63] {
            for z in [0, -1, 2, -63] {
                for y in order.iter().step_by(9) {
                    for x in &order {
                        let place = of([*x, *y, z, w]);
                        assert_eq!([0, 1, 2, 3].map(|axis| steps(place, axis)), [*x, *y, z, w]);
                        assert!(place > last);
                        last = place;
                    }
                }
            }
        }
    }
}
