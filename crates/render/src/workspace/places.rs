//! Places: the blocks of a tile in which each need of a schedule lies.

use travertine_noise::{Kernel, Level};
use travertine_program::Lanes;

use crate::schedule::{BLOCK, Condition, EVERYWHERE, Need, NeedId, Test, need_words};

/// A block, or the rest of a row.
#[derive(Clone, Copy, Default)]
pub(super) struct Block {
    pub(super) row: usize,
    /// First column.
    pub(super) start: usize,
    /// Number of samples.
    pub(super) length: usize,
}

/// The blocks in which needs lie, for one tile.
#[derive(Default)]
pub(super) struct Places {
    /// A bit for each block of each need.
    bits: Vec<u64>,
    /// Words of a need.
    words: usize,
    /// Number of blocks in which each need lies.
    counts: Vec<usize>,
    /// Bits of one term.
    term: Vec<u64>,
    width: usize,
    height: usize,
}

impl Places {
    /// Makes room for as many needs, in tiles of at most this size.
    pub(super) fn fit(&mut self, needs: usize, width: usize, height: usize) {
        self.words = if needs > 1 { need_words(width, height) } else { 0 };
        self.bits.resize((needs * self.words).max(self.bits.len()), 0);
        self.counts.resize(needs.max(self.counts.len()), 0);
        self.term.resize(self.words, 0);
    }

    /// Begins a tile.
    pub(super) fn begin(&mut self, width: usize, height: usize) {
        (self.width, self.height) = (width, height);
    }

    fn across(&self) -> usize {
        self.width.div_ceil(BLOCK)
    }

    /// Decides where a need lies, after the needs that it lies within. `row` gives a row of a tested value.
    pub(super) fn decide<'l>(
        &mut self,
        level: Level,
        id: NeedId,
        need: &Need,
        row: impl Fn(&Condition, usize) -> Lanes<'l>,
    ) {
        let (across, height) = (self.across(), self.height);
        let (outer, own) = self.bits.split_at_mut(id * self.words);
        let own = &mut own[..self.words];
        own.fill(0);
        for term in &need.terms {
            let within = (term.within != EVERYWHERE).then(|| &outer[term.within * self.words..][..self.words]);
            if within.is_some() && self.counts[term.within] == 0 {
                continue;
            }
            self.term.fill(if term.any.is_empty() { u64::MAX } else { 0 });
            for (condition, y) in term.any.iter().flat_map(|condition| (0..height).map(move |y| (condition, y))) {
                let first = y * across;
                match row(condition, y) {
                    Lanes::Same(number) if condition.test.passes(number) => set(&mut self.term, first, across),
                    Lanes::Same(_) => {}
                    Lanes::Each(values) => {
                        level.run(Mark { test: condition.test, values, first, bits: &mut self.term });
                    }
                }
            }
            match within {
                Some(within) => {
                    own.iter_mut().zip(&self.term).zip(within).for_each(|((own, term), within)| *own |= term & within);
                }
                None => own.iter_mut().zip(&self.term).for_each(|(own, term)| *own |= term),
            }
        }
        // Bits after the last block.
        let blocks = across * height;
        if let Some(last) = own.get_mut(blocks / 64) {
            *last &= (1 << (blocks % 64)) - 1;
        }
        own[blocks.div_ceil(64)..].fill(0);
        self.counts[id] = own.iter().map(|word| word.count_ones() as usize).sum();
    }

    /// Whether a need lies nowhere in the tile.
    pub(super) fn is_nowhere(&self, id: NeedId) -> bool {
        id != EVERYWHERE && self.counts[id] == 0
    }

    /// Whether a need lies in less than a share of the tile's blocks.
    pub(super) fn is_sparse(&self, id: NeedId, share: f32) -> bool {
        let blocks = self.across() * self.height;
        // Narrow tiles have blocks of few samples.
        id != EVERYWHERE && self.width >= BLOCK && (self.counts[id] as f32) < share * blocks as f32
    }

    /// The blocks in which a need lies.
    pub(super) fn blocks(&self, id: NeedId) -> impl Iterator<Item = Block> {
        let (across, width) = (self.across(), self.width);
        let words = self.bits[id * self.words..][..self.words].iter().enumerate();
        let bits = words.flat_map(|(index, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left &= left.wrapping_sub(1);
                (bit < 64).then_some(64 * index + bit)
            })
        });
        bits.map(move |block| {
            let (row, start) = (block / across, block % across * BLOCK);
            Block { row, start, length: BLOCK.min(width - start) }
        })
    }
}

/// Sets some bits.
fn set(bits: &mut [u64], first: usize, count: usize) {
    (first..first + count).for_each(|bit| bits[bit / 64] |= 1 << (bit % 64));
}

/// Sets the bit of each block of a row in which a number passes a test.
struct Mark<'a> {
    test: Test,
    values: &'a [f32],
    /// Bit of the first block.
    first: usize,
    bits: &'a mut [u64],
}

impl Kernel for Mark<'_> {
    #[inline(always)]
    fn run(self) {
        match self.test {
            Test::NotZero => self.by(|number| Test::NotZero.passes(number)),
            Test::NotOne => self.by(|number| Test::NotOne.passes(number)),
            Test::Positive => self.by(|number| Test::Positive.passes(number)),
            Test::NotPositive => self.by(|number| Test::NotPositive.passes(number)),
            Test::NegativeZero => self.by(|number| Test::NegativeZero.passes(number)),
        }
    }
}

impl Mark<'_> {
    #[inline(always)]
    fn by(self, passes: impl Fn(f32) -> bool) {
        let any = |block: &[f32]| block.iter().fold(0, |any, number| any | u64::from(passes(*number)));
        let (whole, rest) = self.values.as_chunks::<BLOCK>();
        let bits = whole.iter().map(|block| any(block)).chain((!rest.is_empty()).then(|| any(rest)));
        for (bit, any) in (self.first..).zip(bits) {
            self.bits[bit / 64] |= any << (bit % 64);
        }
    }
}
