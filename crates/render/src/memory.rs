//! Memory: the size of the machine's, and budgets.

use std::error::Error;
use std::fmt::{self, Display};
#[cfg(target_os = "linux")]
use std::fs;
use std::sync::OnceLock;

#[cfg(not(target_os = "linux"))]
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Three quarters of the machine's memory, or of a limit of the process if that is less, in bytes.
pub fn default_budget() -> u64 {
    static TOTAL: OnceLock<u64> = OnceLock::new();
    let total = *TOTAL.get_or_init(total);
    // The size is unknown: assume what every machine has.
    if total == 0 { 1 << 30 } else { total / 4 * 3 }
}

/// The machine's memory, or a limit of the process if that is less: of its control group, or what is left of its address
/// space and its data (`ulimit -v`, `ulimit -d`), beyond which an allocation would end the process. In bytes; 0 if the
/// machine's is unknown, as in a bare container without /proc.
#[cfg(target_os = "linux")]
fn total() -> u64 {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let kibibytes =
        |line: &str| line.strip_prefix("MemTotal:")?.strip_suffix("kB")?.trim().parse::<u64>().ok();
    let memory = read("/proc/meminfo").lines().find_map(kibibytes).map_or(0, |size| size << 10);
    let (limits, status) = (read("/proc/self/limits"), read("/proc/self/status"));
    let memory = [("Max address space", "VmSize:"), ("Max data size", "VmData:")]
        .into_iter()
        .filter_map(|(limit, used)| Some(limit_of(&limits, limit)?.saturating_sub(used_of(&status, used))))
        .fold(memory, u64::min);
    // Both versions of control groups. Without a limit, a file is missing, or holds a word or a huge number.
    ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .into_iter()
        .filter_map(|path| read(path).trim().parse().ok())
        .fold(memory, u64::min)
}

/// A soft limit of /proc/self/limits, in bytes; none if it is unlimited.
#[cfg(target_os = "linux")]
fn limit_of(limits: &str, name: &str) -> Option<u64> {
    let rest = limits.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// An amount of /proc/self/status, in bytes; 0 if it is not there.
#[cfg(target_os = "linux")]
fn used_of(status: &str, name: &str) -> u64 {
    let used =
        status.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB")?.parse().ok());
    used.map_or(0, |used: u64| used << 10)
}

/// The machine's memory, in bytes. 0 if it is unknown.
#[cfg(not(target_os = "linux"))]
fn total() -> u64 {
    let memory = MemoryRefreshKind::nothing().with_ram();
    System::new_with_specifics(RefreshKind::nothing().with_memory(memory)).total_memory()
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
    fn the_machine_states_its_memory() {
        assert!(total() > 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn limits_and_sizes_are_read() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units     \n\
                      Max data size             unlimited            unlimited            bytes     \n\
                      Max address space         524288000            unlimited            bytes     \n";
        assert_eq!(limit_of(limits, "Max address space"), Some(524_288_000));
        assert_eq!(limit_of(limits, "Max data size"), None);
        assert_eq!(used_of("Name:\tx\nVmSize:\t    3108 kB\n", "VmSize:"), 3108 << 10);
        assert_eq!(used_of("", "VmSize:"), 0);
    }

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
