//! Seeded integer hashes of lattice points.
//!
//! Coordinates are absorbed in the order time, z, y, x. All points of a lattice row therefore share the state before
//! x, which noise computes once. No two coordinates meet in a linear combination, so the noise has no period and no
//! direction along which it repeats. A point of a plane and the same point with a further coordinate of 0 have
//! unrelated hashes.
//!
//! The multipliers and shifts of the last step are those of "lowbias32" as improved by TheIronBorn
//! (<https://github.com/skeeto/hash-prospector>). The row's state is added a second time half-way; otherwise rows
//! with similar states would be permutations of each other.
//!
//! # Measured
//!
//! | | worst | allowed |
//! |---|---|---|
//! | deviation from 1/2 of the probability that an input bit flips an output bit | 0.0079 | 0.01 |
//! | chi-square of a byte over 2^24 adjacent cells, as a standard normal variable | 2.66 | 3.719 |
//! | correlation of noises whose seeds are 1 apart, 512 x 512 cells | 0.0052 | 0.01 |
//!
//! The first is measured by the unit tests, the others by `tests/noise/quality`, over all dimensions.

/// The state before any coordinate. Well mixed: neighboring seeds are unrelated.
#[inline(always)]
pub(crate) fn start(seed: u32) -> u32 {
    finish(0x9E37_79B9, seed as i32)
}

/// The state after one more coordinate other than x. A light mix, because [`finish`] always follows.
#[inline(always)]
pub(crate) fn absorb(state: u32, coordinate: i32) -> u32 {
    let h = (state ^ coordinate as u32).wrapping_mul(0x85EB_CA6B);
    h ^ (h >> 15)
}

/// The hash, from the state of the row and x. A bijection of x for each state.
#[inline(always)]
pub(crate) fn finish(state: u32, x: i32) -> u32 {
    let mut h = state ^ x as u32;
    h = (h ^ (h >> 16)).wrapping_mul(0x21F0_AAAD);
    h = (h ^ (h >> 15)).wrapping_add(state).wrapping_mul(0xD35A_2D97);
    h ^ (h >> 15)
}

/// The independent random number `index` of a hash: the hash itself for 0, then its products with the powers of a
/// multiplier, whose upper bits are the best. As in a lattice rule, tuples of them fill space evenly.
///
/// The multiplier has good lattice structure in few dimensions: Guy Steele and Sebastiano Vigna, "Computationally Easy,
/// Spectrally Good Multipliers for Congruential Pseudorandom Number Generators", 2022.
#[inline(always)]
pub(crate) fn nth_number(hash: u32, index: usize) -> u32 {
    hash.wrapping_mul(0x93D7_65DDu32.wrapping_pow(index as u32))
}

/// The hash of a lattice point with `D` = 1 to 4 coordinates, in the order x, y, z, time.
///
/// Uniform over 32 bits: every bit of the seed and of each coordinate flips every bit of the result with probability
/// 1/2. Points of different dimensions have unrelated hashes.
#[inline(always)]
pub fn hash<const D: usize>(seed: u32, cell: [i32; D]) -> u32 {
    const { assert!(1 <= D && D <= 4, "lattices have 1 to 4 dimensions") };
    let mut point = [0; 4];
    #[expect(
        clippy::manual_memcpy,
        reason = "copy_from_slice is a call in builds without LTO, which prevents vectorization"
    )]
    for axis in 0..D {
        point[axis] = cell[axis];
    }
    of::<D>(start(seed), point)
}

/// The [`hash`] of a lattice point, from the [`start`] of the seed; further coordinates are ignored.
///
/// Written without sharing between points; the compiler finds common subexpressions.
#[inline(always)]
pub(crate) fn of<const D: usize>(start: u32, [x, y, z, time]: [i32; 4]) -> u32 {
    let mut state = start;
    if D > 3 {
        state = absorb(state, time);
    }
    if D > 2 {
        state = absorb(state, z);
    }
    if D > 1 {
        state = absorb(state, y);
    }
    finish(state, x)
}

/// The seed of an octave: `seed` itself for octave 0, and unrelated seeds for the others.
#[inline(always)]
pub fn octave_seed(seed: u32, octave: u32) -> u32 {
    if octave == 0 { seed } else { hash(seed, [octave as i32, 0x6F63_7461]) }
}

/// The offset of an octave, in its own cells along x, y, z and time.
///
/// Octave 0 has no offset. The others have offsets in [0, 1), multiples of 1/1024, so that lattice points of
/// different octaves, where gradient noise is 0, do not coincide at the origin.
#[inline(always)]
pub fn octave_offset(octave: u32) -> [f32; 4] {
    if octave == 0 {
        return [0.0; 4];
    }
    [0, 1, 2, 3].map(|axis| (hash(0x6F66_6673, [axis, octave as i32]) >> 22) as f32 / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that every bit of the seed and the coordinates flips every bit of the hash with probability 1/2.
    fn avalanche<const D: usize>() {
        const SAMPLES: i32 = 1 << 16;
        let mut worst = 0.0f64;
        for input in 0..=D {
            for bit in 0..32 {
                let mut flips = [0u32; 32];
                for i in 0..SAMPLES {
                    // Random points far apart, and small ones close together.
                    let mut cell = [0; D];
                    for (axis, x) in cell.iter_mut().enumerate() {
                        let random = hash(99, [i, axis as i32]) as i32;
                        *x = if i % 2 == 0 { random } else { random >> 22 };
                    }
                    let seed = hash(98, [i]) >> (i % 2 * 24);
                    let before = hash(seed, cell);
                    let after = if input == D {
                        hash(seed ^ 1 << bit, cell)
                    } else {
                        cell[input] ^= 1 << bit;
                        hash(seed, cell)
                    };
                    for (output, flips) in flips.iter_mut().enumerate() {
                        *flips += (before ^ after) >> output & 1;
                    }
                }
                for (output, flips) in flips.into_iter().enumerate() {
                    let share = f64::from(flips) / f64::from(SAMPLES);
                    worst = worst.max((share - 0.5).abs());
                    assert!((share - 0.5).abs() < 0.01, "{D}D, input {input}, {bit} to {output}: {share}");
                }
            }
        }
        println!("{D}D: within {worst:.4} of 1/2");
    }

    #[test]
    fn every_input_bit_flips_every_output_bit_with_probability_one_half() {
        avalanche::<1>();
        avalanche::<2>();
        avalanche::<3>();
        avalanche::<4>();
    }

    /// Of n hashes of 32 bits about n² / 2^33 pairs coincide by chance; many more would show a repetition.
    #[test]
    fn near_points_do_not_collide() {
        let coincidences = |mut hashes: Vec<u32>| {
            hashes.sort_unstable();
            hashes.windows(2).filter(|pair| pair[0] == pair[1]).count()
        };
        let side = |bits: i32, i: i32, axis: i32| (i >> (bits * axis) & ((1 << bits) - 1)) - (1 << (bits - 1));
        let two = (0..1 << 18).map(|i| hash(1, [side(9, i, 0), side(9, i, 1)])).collect();
        let three = (0..1 << 18).map(|i| hash(2, [0, 1, 2].map(|axis| side(6, i, axis)))).collect();
        let four = (0..1 << 20).map(|i| hash(3, [0, 1, 2, 3].map(|axis| side(5, i, axis)))).collect();
        // Expected: 8, 8 and 128.
        assert!(coincidences(two) < 25);
        assert!(coincidences(three) < 25);
        assert!((70..190).contains(&coincidences(four)));
    }

    /// The correlation of the bits of two sequences, in units of its standard deviation.
    fn correlation(count: i32, a: impl Fn(i32) -> u32, b: impl Fn(i32) -> u32) -> f64 {
        let equal: i64 = (0..count).map(|i| i64::from((a(i) ^ b(i)).count_zeros())).sum();
        (equal as f64 - 16.0 * f64::from(count)) / (8.0 * f64::from(count)).sqrt()
    }

    #[test]
    fn neighboring_seeds_and_rows_are_unrelated() {
        for k in 0..200u32 {
            let apart = correlation(1 << 12, |x| hash(k, [x, 5]), |x| hash(k + 1, [x, 5]));
            assert!(apart.abs() < 5.0, "seeds {k} and {}: {apart}", k + 1);
            let y = k as i32;
            let apart = correlation(1 << 12, |x| hash(7, [x, y]), |x| hash(7, [x, y + 1]));
            assert!(apart.abs() < 5.0, "rows {y} and {}: {apart}", y + 1);
            let apart = correlation(1 << 12, |x| hash(7, [x, y]), |x| hash(7, [x + 1, y]));
            assert!(apart.abs() < 5.0, "columns of row {y}: {apart}");
        }
    }

    #[test]
    fn octaves_differ_and_the_first_stays() {
        assert_eq!(octave_seed(7, 0), 7);
        assert_eq!(octave_offset(0), [0.0; 4]);
        let mut seeds: Vec<u32> = (0..32).map(|octave| octave_seed(7, octave)).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 32);
        for octave in 1..32 {
            for offset in octave_offset(octave) {
                assert!((0.0..1.0).contains(&offset) && (offset * 1024.0).fract() == 0.0);
            }
        }
    }

    /// Saved graphs depend on these numbers.
    #[test]
    fn hashes_never_change() {
        let hashes = [hash(0, [0]), hash(1, [-1, 2]), hash(2, [3, -4, 5]), hash(3, [i32::MIN, i32::MAX, 6, 7])];
        assert_eq!(hashes, [1_734_383_618, 499_015_294, 3_307_775_065, 2_740_238_005]);
        assert_eq!([octave_seed(7, 1), octave_seed(7, 31)], [3_287_206_456, 3_555_895_330]);
        assert_eq!(octave_offset(1).map(|offset| offset * 1024.0), [551.0, 348.0, 607.0, 13.0]);
    }
}
