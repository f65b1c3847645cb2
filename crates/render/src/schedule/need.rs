//! Needs: the places of a tile in which some steps are needed.

use super::condition::Condition;
use super::step::NeedId;

/// Number of adjacent samples of a row that are computed or skipped together.
pub(crate) const BLOCK: usize = 16;

/// Where some steps are needed: in the places of any of its terms.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Need {
    pub(crate) terms: Vec<Term>,
}

/// The places of another need in which one of the conditions holds, or all of them without conditions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Term {
    /// A need before this one in the list.
    pub(crate) within: NeedId,
    pub(crate) any: Vec<Condition>,
}

/// Words of the bits of a need in a tile of this size, one for each block.
pub(crate) fn words(width: usize, height: usize) -> usize {
    (width.div_ceil(BLOCK) * height).div_ceil(64)
}
