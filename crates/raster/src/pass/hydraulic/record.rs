//! Records of drops: what they do in each step, and the numbers by which drops and soil agree.

/// Radius in samples of the area that a drop erodes. Without it, drops would carve single samples.
const REACH: f64 = 3.0;
/// Samples along each axis within reach, and how many of them lie before the one below the position.
pub(super) const REACHED: usize = 6;
pub(super) const BELOW: usize = 2;
/// Steps of a height per unit. Changes are summed as integers, in steps, so that their order does not matter.
pub(super) const HEIGHT_UNITS: f64 = (1_u64 << 40) as f64;
/// Steps of an amount of water per unit.
pub(super) const WATER_UNITS: f64 = (1_u64 << 20) as f64;
/// The reciprocal of the square of the reach, which is not exact.
pub(super) const SHARPNESS: f64 = 1.0 / (REACH * REACH);

/// Soil that a drop washes away around a position.
#[derive(Clone, Copy, Default)]
pub(super) struct Wash {
    pub(super) position: [f64; 2],
    pub(super) amount: f64,
    /// The sum of the weights of the samples around the position.
    pub(super) total: f64,
}

/// Soil that a drop deposits at the four samples around a position.
#[derive(Clone, Copy, Default)]
pub(super) struct Deposit {
    pub(super) position: [f64; 2],
    pub(super) amount: f64,
}

/// Water that runs through a sample, in units.
#[derive(Clone, Copy, Default)]
pub(super) struct Passage {
    pub(super) sample: i32,
    pub(super) water: i32,
}

/// The records of some drops.
#[derive(Default)]
pub(super) struct Records {
    pub(super) washes: List<Wash>,
    pub(super) deposits: List<Deposit>,
    pub(super) passages: List<Passage>,
}

impl Records {
    /// Removes all records, and makes place for up to `most` of each kind.
    pub(super) fn clear(&mut self, most: usize) {
        self.washes.clear(most);
        self.deposits.clear(most);
        self.passages.clear(most);
    }

    /// The first and the last row in which drops changed a height, or water ran.
    pub(super) fn rows(&self, columns: usize) -> Option<[usize; 2]> {
        let washes = self.washes.items().iter().map(|wash| wash.position[1] as usize);
        let deposits = self.deposits.items().iter().map(|deposit| deposit.position[1] as usize);
        let passages = self.passages.items().iter().map(|passage| passage.sample as usize / columns);
        let rows = washes.chain(deposits).chain(passages);
        rows.fold(None, |rows, row| {
            let [least, most] = rows.unwrap_or([row; 2]);
            Some([least.min(row), most.max(row)])
        })
    }
}

/// A list whose place is made beforehand, so that adding to it needs no branch that is hard to predict.
#[derive(Default)]
pub(super) struct List<T> {
    places: Vec<T>,
    count: usize,
}

impl<T: Copy + Default> List<T> {
    fn clear(&mut self, most: usize) {
        if self.places.len() < most {
            self.places.resize(most, T::default());
        }
        self.count = 0;
    }

    /// Adds an item if it counts.
    #[inline(always)]
    pub(super) fn add_if(&mut self, counts: bool, item: T) {
        if let Some(place) = self.places.get_mut(self.count) {
            *place = item;
            self.count += usize::from(counts);
        }
    }

    #[inline(always)]
    pub(super) fn items(&self) -> &[T] {
        &self.places[..self.count]
    }
}

/// The weight of a sample at this squared distance from a drop that washes soil away: `1 - square / 9`, at least 0.
///
/// It divides without a division. The remainder is exact, and no ninth of a float is within 1/18 of its last place of
/// the middle of two floats, so the corrected quotient is the rounded one. A square so small that its remainder is not
/// exact gives 1, as it must.
#[inline(always)]
pub(super) fn weight(square: f64) -> f64 {
    let quotient = square * SHARPNESS;
    let remainder = (square - 8.0 * quotient) - quotient;
    let weight = 1.0 - (quotient + remainder * SHARPNESS);
    if weight > 0.0 { weight } else { 0.0 }
}

/// Added to a float whose amount is below 2^51, it rounds it to an integer, which is then in the last bits.
pub(super) const SHIFT: f64 = (3_u64 << 51) as f64;

/// The integer towards 0 from a float from 0 to 2^51. As a conversion, but in vectors of any level.
#[inline(always)]
pub(super) fn whole(value: f64) -> i64 {
    let nearest = (value + SHIFT) - SHIFT;
    let whole = if nearest > value { nearest - 1.0 } else { nearest };
    integer(whole + SHIFT)
}

/// The integer in the last bits of a float to which [`SHIFT`] was added.
#[inline(always)]
pub(super) fn integer(shifted: f64) -> i64 {
    (shifted.to_bits() as i64).wrapping_sub(SHIFT.to_bits() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that differ in all bits, from 0 to 1.
    fn numbers() -> impl Iterator<Item = f64> {
        let mut state = 1_u64;
        std::iter::repeat_with(move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        })
    }

    #[test]
    fn weights_are_those_of_a_division() {
        let around = (0..200).map(|ulps| f64::from_bits(9_f64.to_bits() + 100 - ulps));
        let tiny = std::iter::successors(Some(1.0_f64), |number| Some(number * 0.5)).take(1075);
        let squares = numbers().take(200_000).flat_map(|number| [18.0, 1.0, 1e-9].map(|most| number * most));
        for square in squares.chain(around).chain(tiny).chain([0.0, 1e6, 2e6]) {
            let divided = 1.0 - square / 9.0;
            let expected = if divided > 0.0 { divided } else { 0.0 };
            assert_eq!(weight(square).to_bits(), expected.to_bits(), "{square}");
        }
    }

    #[test]
    fn whole_numbers_are_those_of_a_conversion() {
        let numbers = numbers().take(100_000).flat_map(|number| [1.0, 1e3, 1e15].map(|most| number * most));
        let integers = (0..1000).map(f64::from);
        let halves = (0..1000).map(|number| f64::from(number) + 0.5);
        for number in numbers.chain(integers).chain(halves) {
            assert_eq!(whole(number), number as i64, "{number}");
        }
    }
}
