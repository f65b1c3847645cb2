//! Sets of small numbers.

/// A set of numbers below [`Set::LIMIT`].
#[derive(Clone, Copy, Default)]
pub(super) struct Set([u64; Set::LIMIT / 64]);

impl Set {
    pub(super) const LIMIT: usize = 256;
    pub(super) const ALL: Set = Set([u64::MAX; Set::LIMIT / 64]);

    pub(super) fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub(super) fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Adds the numbers of another set.
    pub(super) fn extend(&mut self, other: &Set) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own |= other);
    }

    /// Removes all but the numbers of another set.
    pub(super) fn retain(&mut self, other: &Set) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own &= other);
    }

    pub(super) fn meets(&self, other: &Set) -> bool {
        self.0.iter().zip(other.0).any(|(own, other)| own & other != 0)
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The greatest number below another, if there is one.
    pub(super) fn last_below(&self, number: usize) -> Option<usize> {
        (0..number).rev().find(|number| self.contains(*number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_their_numbers() {
        let mut set = Set::default();
        [3, 64, 255].into_iter().for_each(|number| set.insert(number));
        assert_eq!((0..Set::LIMIT).filter(|number| set.contains(*number)).collect::<Vec<_>>(), [3, 64, 255]);
        assert_eq!(
            [0, 3, 4, 64, 65, 256].map(|number| set.last_below(number)),
            [None, None, Some(3), Some(3), Some(64), Some(255)]
        );
        let mut other = Set::default();
        other.insert(64);
        assert!(set.meets(&other) && !other.meets(&Set::default()));
        other.insert(1);
        set.extend(&other);
        assert_eq!(set.len(), 4);
        set.retain(&other);
        assert_eq!(set.len(), 2);
    }
}
