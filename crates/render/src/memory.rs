//! The machine's memory.

use std::sync::OnceLock;

use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Three quarters of the machine's memory, or of the process's control group limit if that is less, in bytes.
pub fn default_budget() -> u64 {
    static TOTAL: OnceLock<u64> = OnceLock::new();
    let total = *TOTAL.get_or_init(|| {
        let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(memory);
        let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
        system.total_memory().min(limit)
    });
    // The size is unknown: assume what every machine has.
    if total == 0 { 1 << 30 } else { total / 4 * 3 }
}
