//! Memory: the size of the machine's, and budgets.

use std::error::Error;
use std::fmt::{self, Display};
use std::sync::OnceLock;

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Three quarters of the machine's memory, or of the process's control group limit if that is less, in bytes.
pub fn default_budget() -> u64 {
    static TOTAL: OnceLock<u64> = OnceLock::new();
    let total = *TOTAL.get_or_init(|| {
        let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(memory);
        let total = system.total_memory();
        // Without /proc, as in a bare container, the size is unknown. There, the function for limits would panic.
        if total == 0 {
            return 0;
        }
        total.min(system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory))
    });
    // The size is unknown: assume what every machine has.
    if total == 0 { 1 << 30 } else { total / 4 * 3 }
}

/// A need for memory that exceeds its budget, displayed as the rest of a sentence: `needs about 12 MiB of memory, but its
/// budget is 10 MiB`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OverBudget {
    /// The memory needed, in bytes.
    pub needed: u64,
    /// The budget, in bytes.
    pub budget: u64,
}

impl OverBudget {
    /// The same refusal for work that also holds `held` bytes, which were subtracted from its budget.
    #[must_use]
    pub fn beside(self, held: u64) -> OverBudget {
        let OverBudget { needed, budget } = self;
        OverBudget { needed: needed.saturating_add(held), budget: budget.saturating_add(held) }
    }
}

impl Display for OverBudget {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        // Rounded apart, so that the need is greater than the budget in the message, too.
        let (needed, budget) = (self.needed.div_ceil(1 << 20), self.budget >> 20);
        write!(formatter, "needs about {needed} MiB of memory, but its budget is {budget} MiB")
    }
}

impl Error for OverBudget {}

/// Checks that a need for memory fits into a budget; both are in bytes.
///
/// # Errors
///
/// If it does not.
pub fn within_memory(needed: u64, budget: u64) -> Result<(), OverBudget> {
    if needed > budget { Err(OverBudget { needed, budget }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_the_whole_budget() {
        let budget = 256 << 20;
        assert_eq!(within_memory(budget, budget), Ok(()));
        // Some KiB are held already.
        let held = 3 << 10;
        let refusal = within_memory(budget, budget - held).unwrap_err().beside(held);
        assert_eq!(refusal.to_string(), "needs about 257 MiB of memory, but its budget is 256 MiB");
    }
}
