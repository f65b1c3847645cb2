//! Bounds of costs: which points may matter.

use super::query::fold;
use crate::math;

/// The number of costs that are compared together. Points are computed in multiples of it.
pub(super) const LANES: usize = 8;

/// A cost that at least `ranks` of the given ones do not exceed, 1 to 4. The first eight must be those of points.
#[inline(always)]
pub(super) fn nth_least(ranks: usize, costs: &[f32]) -> f32 {
    // The least of each lane belong to different points.
    let mut lanes = [f32::INFINITY; LANES];
    for costs in costs.as_chunks::<LANES>().0 {
        for i in 0..LANES {
            lanes[i] = math::min(lanes[i], costs[i]);
        }
    }
    if ranks == 1 {
        return fold(&lanes, math::min);
    }
    let mut halves = [0.0; LANES / 2];
    for i in 0..LANES / 2 {
        halves[i] = math::min(lanes[i], lanes[i + LANES / 2]);
    }
    if ranks > 2 {
        return fold(&halves, math::max);
    }
    let quarters = [math::min(halves[0], halves[2]), math::min(halves[1], halves[3])];
    fold(&quarters, math::max)
}

/// A bit for each cost that is no greater than a bound; at most 32, a multiple of 8.
#[inline(always)]
pub(super) fn up_to_all(bound: f32, costs: &[f32]) -> u32 {
    let mut mask = 0;
    for (n, costs) in costs.as_chunks().0.iter().enumerate() {
        mask |= up_to(bound, costs) << (LANES * n);
    }
    mask
}

/// A bit for each cost that is no greater than a bound.
#[inline(always)]
fn up_to(bound: f32, costs: &[f32; LANES]) -> u32 {
    let mut bits = [0; LANES];
    for k in 0..LANES {
        bits[k] = if costs[k] <= bound { 1 << k } else { 0 };
    }
    // By halves, which the compiler vectorizes.
    let mut count = LANES;
    while count > 1 {
        count /= 2;
        for k in 0..count {
            bits[k] |= bits[k + count];
        }
    }
    bits[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash;
    use crate::random::unit;

    #[test]
    fn masks_have_a_bit_for_each_cost_within_a_bound() {
        for count in [8, 16, 24, 32] {
            let costs: Vec<f32> = (0..count).map(|k| unit(hash(1, [k, 0, 0]))).collect();
            for (k, bound) in costs.iter().enumerate() {
                let mask = up_to_all(*bound, &costs);
                assert!((0..count).all(|n| (mask >> n & 1 == 1) == (costs[n as usize] <= *bound)));
                assert_eq!(mask >> k & 1, 1);
            }
        }
    }
}
