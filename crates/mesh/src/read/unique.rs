//! Lists without repetitions.

use std::collections::HashMap;
use std::hash::Hash;

/// Entries that are numbered when they first appear.
pub(super) struct Unique<K> {
    /// The standard library's hashes are seeded randomly, so no file can provoke collisions.
    numbers: HashMap<K, u32>,
    list: Vec<K>,
}

impl<K> Default for Unique<K> {
    fn default() -> Unique<K> {
        Unique { numbers: HashMap::new(), list: Vec::new() }
    }
}

impl<K> Unique<K> {
    /// Upper bound of the bytes of an entry: in a half-empty hash table, and in the smaller table that it grew from; in
    /// a list.
    pub(super) const ENTRY: u64 = {
        let entry = size_of::<K>() as u64;
        (entry + 5) * 16 / 7 * 3 / 2 + entry
    };

    /// The entries in order.
    pub(super) fn into_list(self) -> Vec<K> {
        self.list
    }
}

impl<K: Copy + Eq + Hash> Unique<K> {
    /// The number of an entry.
    pub(super) fn number(&mut self, entry: K) -> u32 {
        *self.numbers.entry(entry).or_insert_with(|| {
            self.list.push(entry);
            self.list.len() as u32 - 1
        })
    }
}
