//! Lists that grow within a limit of memory.

use crate::error::Error;
use crate::memory::Budget;

/// Adds an entry. Memory is counted before the list grows.
pub(super) fn push<T>(list: &mut Vec<T>, entry: T, budget: &mut Budget) -> Result<(), Error> {
    if list.len() == list.capacity() {
        let more = list.capacity().max(1024);
        // The old entries stay until they are copied.
        budget.take((more * size_of::<T>()) as u64 * 3 / 2)?;
        list.reserve_exact(more);
    }
    list.push(entry);
    Ok(())
}
