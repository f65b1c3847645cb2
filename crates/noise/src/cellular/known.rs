//! The feature points that samples receive before a search: those of their cells and of the neighbors.

use super::neighborhood::Neighborhood;
use super::own::Surroundings;
use super::query::{Collector, Query};
use super::search::Rest;
use crate::level::Compiled;

/// The points around samples of which something is remembered.
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
    /// The samples lie in different cells. Each has hashed its own cell and the neighbors.
    Own(&'a Surroundings<D>),
}

impl<'a, const D: usize> Known<'a, D> {
    /// The points around samples in one cell, or in cells of their own if they are `apart`.
    #[inline(always)]
    pub fn around<const B: usize, L: Compiled>(query: &Query<D, B>, apart: bool, memory: &'a mut Memory<D>) -> Self {
        if B == 1 {
            return Known::None;
        }
        if apart {
            memory.own.enter::<B, L>(query);
            return Known::Own(&memory.own);
        }
        memory.near.enter::<B, L>(query);
        Known::Shared(&mut memory.near)
    }

    /// Offers a collector all points that can change its result, known points first.
    #[inline(always)]
    pub fn collect<const B: usize, L: Compiled, C: Collector<D, B>>(&mut self, query: &Query<D, B>, collector: &mut C) {
        let (known, own, needs_more) = match self {
            _ if B == 1 => (-1, false, true),
            Known::None => (-1, false, true),
            Known::Shared(near) => (2, false, near.offer::<B, L, C>(query, collector)),
            Known::Own(own) => (1, true, own.offer::<B, L, C>(query, collector)),
        };
        if needs_more {
            // A copy, so that nothing points to the collector itself, and the compiler can keep it in registers.
            let mut copy = *collector;
            L::run((&mut copy, Rest { query, known, own }));
            *collector = copy;
        }
    }
}
