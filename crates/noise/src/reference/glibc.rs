//! The random numbers of the GNU C library, which fill the tables of published programs.

/// The generator of `random()` and `rand()`: additive feedback over 31 words ("TYPE_3"), r\[i\] = r\[i - 3\] + r\[i -
/// 31\], without the lowest bit.
///
/// After the source of the GNU C library, `stdlib/random_r.c`.
pub(super) struct Random {
    /// The last 31 words, the oldest at `oldest`.
    words: [u32; 31],
    oldest: usize,
}

impl Random {
    /// The generator after `srandom(seed)` or `srand(seed)`; seed 0 counts as 1.
    pub fn new(seed: u32) -> Random {
        let mut words = [seed.max(1); 31];
        for i in 1..31 {
            words[i] = lehmer(words[i - 1]);
        }
        // The library starts at the fourth word; the three before it serve as r[31] to r[33].
        let mut random = Random { words, oldest: 3 };
        for _ in 0..310 {
            random.next();
        }
        random
    }

    /// The next number, below 2^31.
    pub fn next(&mut self) -> u32 {
        let recent = (self.oldest + 28) % 31;
        let word = self.words[self.oldest].wrapping_add(self.words[recent]);
        self.words[self.oldest] = word;
        self.oldest = (self.oldest + 1) % 31;
        word >> 1
    }

    /// A multiple of 1/256 in [-1, 1): `(random() % 512 - 256) / 256`.
    pub fn component(&mut self) -> f32 {
        ((self.next() % 512) as f32 - 256.0) / 256.0
    }

    /// A float in [0, 1]: `random() / 2^31` in floats. The greatest numbers round to 1.
    pub fn fraction(&mut self) -> f32 {
        self.next() as f32 / 2_147_483_648.0
    }
}

/// 16807 x mod (2^31 - 1), computed as in the library by Schrage's method on signed words: x from 2^31 on counts as
/// negative.
fn lehmer(x: u32) -> u32 {
    let x = x as i32;
    // Neither product overflows an i32, for any x.
    let next = 16_807 * (x % 127_773) - 2836 * (x / 127_773);
    (if next < 0 { next + 2_147_483_647 } else { next }) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output of C programs on Linux.
    #[test]
    fn numbers_match_the_library() {
        let first = |seed| {
            let mut random = Random::new(seed);
            [(); 4].map(|()| random.next())
        };
        assert_eq!(first(1), [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915]);
        assert_eq!(first(0), first(1));
        let mut random = Random::new(1);
        let thousandth = (0..1000).map(|_| random.next()).last();
        assert_eq!(thousandth, Some(1_143_565_421));
        assert_eq!(first(42), [71_876_166, 708_592_740, 1_483_128_881, 907_283_241]);
        assert_eq!(first(0x8000_0001), [1_081_815_585, 5_219_348, 1_080_917_272, 1_083_470_877]);
        assert_eq!(first(u32::MAX), [254_925_627, 1_205_188_300, 366_127_624, 1_401_405_153]);
    }

    #[test]
    fn floats_lie_in_their_ranges() {
        let mut random = Random::new(9);
        for _ in 0..10_000 {
            let component = random.component();
            assert!((-1.0..1.0).contains(&component) && (component * 256.0).fract() == 0.0);
            assert!((0.0..=1.0).contains(&random.fraction()));
        }
    }
}
