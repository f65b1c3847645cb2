//! The feature points that samples receive before a search: those of their cells and of the neighbors.

use super::neighborhood::Neighborhood;
use super::own::Surroundings;
use super::query::{Collector, Query};
use super::search::search;

/// What passes from one block of samples to the next.
#[derive(Default)]
pub(super) struct Memory<const D: usize> {
    near: Neighborhood<D>,
    own: Surroundings<D>,
}

/// The points that are known before a search.
pub(super) enum Known<'a, const D: usize> {
    /// There are none: a single sample needs few cells.
    None,
    /// All samples lie in one cell, which has this neighborhood.
    Shared(&'a mut Neighborhood<D>),
    /// The samples lie in different cells. Each hashes its own cell and the neighbors.
    Own(&'a mut Surroundings<D>),
}

impl<'a, const D: usize> Known<'a, D> {
    /// The points around samples in one cell, or in cells of their own if they are `apart`.
    #[inline(always)]
    pub fn around<const B: usize>(query: &Query<D, B>, apart: bool, memory: &'a mut Memory<D>) -> Self {
        if apart {
            return Known::Own(&mut memory.own);
        }
        memory.near.enter(query);
        Known::Shared(&mut memory.near)
    }

    /// Offers a collector all points that can change its result, known points first.
    #[inline(always)]
    pub fn collect<const B: usize, C: Collector<D, B>>(&mut self, query: &Query<D, B>, collector: &mut C) {
        let (known, needs_more) = match self {
            Known::None => (-1, true),
            Known::Shared(near) => (2, near.offer(query, collector)),
            Known::Own(own) => {
                let start = *collector;
                let needs_more = own.offer(query, collector);
                if needs_more {
                    // The known points differ from lane to lane, and no point may be offered twice.
                    *collector = start;
                }
                (-1, needs_more)
            }
        };
        if needs_more {
            search(query, known, collector);
        }
    }
}
