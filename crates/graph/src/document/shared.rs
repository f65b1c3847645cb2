//! Shared values: their clones take no memory until one of them changes.

use std::collections::{BTreeMap, btree_map};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A value that its clones share. Changing one of them copies the value first, unless no other clone is left.
///
/// Values that are shared are equal without a comparison of their content.
pub struct Shared<T>(Arc<T>);

impl<T> Shared<T> {
    /// The pointer that the clones share.
    pub fn as_arc(&self) -> &Arc<T> {
        &self.0
    }

    /// Whether two values are clones of each other that have not changed since.
    pub fn is_shared_with(&self, other: &Shared<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: Clone> Shared<T> {
    /// The value: a copy if another clone is left.
    pub fn into_inner(self) -> T {
        Arc::unwrap_or_clone(self.0)
    }
}

impl<K: Ord + Clone, V: Clone> Shared<BTreeMap<K, V>> {
    /// Removes the entries whose key is not to be kept. Nothing is copied if there are none.
    pub fn keep(&mut self, is_kept: impl Fn(&K) -> bool) {
        if !self.keys().all(&is_kept) {
            self.retain(|key, _| is_kept(key));
        }
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(Arc::clone(&self.0))
    }
}

impl<T: Default> Default for Shared<T> {
    fn default() -> Shared<T> {
        Shared::from(T::default())
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Shared<T>) -> bool {
        self.is_shared_with(other) || **self == **other
    }
}

impl<T: PartialEq> PartialEq<T> for Shared<T> {
    fn eq(&self, other: &T) -> bool {
        **self == *other
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(formatter)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Shared<T> {
        Shared(Arc::new(value))
    }
}

impl<T> From<Arc<T>> for Shared<T> {
    fn from(value: Arc<T>) -> Shared<T> {
        Shared(value)
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for Shared<BTreeMap<K, V>> {
    fn from(entries: [(K, V); N]) -> Self {
        BTreeMap::from(entries).into()
    }
}

impl<A, T: FromIterator<A>> FromIterator<A> for Shared<T> {
    fn from_iter<I: IntoIterator<Item = A>>(entries: I) -> Shared<T> {
        T::from_iter(entries).into()
    }
}

impl<'a, K, V> IntoIterator for &'a Shared<BTreeMap<K, V>> {
    type Item = (&'a K, &'a V);
    type IntoIter = btree_map::Iter<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_copies_only_what_is_shared() {
        let mut numbers: Shared<Vec<u32>> = (0..4).collect();
        let alone = Arc::as_ptr(numbers.as_arc());
        numbers.push(4);
        assert_eq!(Arc::as_ptr(numbers.as_arc()), alone, "no clone is left to keep its content");
        let before = numbers.clone();
        assert!(numbers.is_shared_with(&before));
        numbers.push(5);
        assert_eq!((before.len(), numbers.len()), (5, 6));
        assert_ne!(numbers, before);
        numbers.pop();
        assert!(numbers == before && !numbers.is_shared_with(&before));
        assert_eq!(numbers.into_inner(), *before);
        let mut map: Shared<BTreeMap<_, _>> = Shared::from([(1, "a"), (2, "b")]);
        let whole = map.clone();
        map.keep(|key| *key < 3);
        assert!(map.is_shared_with(&whole));
        map.keep(|key| *key < 2);
        assert_eq!((map.len(), whole.len()), (1, 2));
    }
}
