//! Memory: the size of the machine's, and budgets.

use std::error::Error;
use std::fmt::{self, Display};
#[cfg(target_os = "linux")]
use std::fs;
use std::io;
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

/// The machine's memory, or a limit of the process if that is less: of its control group, or what is left of its
/// address space and its data (`ulimit -v`, `ulimit -d`), beyond which an allocation would end the process. In bytes; 0
/// if the machine's is unknown, as in a bare container without /proc.
#[cfg(target_os = "linux")]
fn total() -> u64 {
    let read = |path| fs::read_to_string(path).unwrap_or_default();
    let kibibytes = |line: &str| line.strip_prefix("MemTotal:")?.strip_suffix("kB")?.trim().parse::<u64>().ok();
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

/// A soft limit of /proc/self/limits, in bytes; `None` if it is unlimited.
#[cfg(target_os = "linux")]
fn limit_of(limits: &str, name: &str) -> Option<u64> {
    let rest = limits.lines().find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// An amount of /proc/self/status, in bytes; 0 if it is not there.
#[cfg(target_os = "linux")]
fn used_of(status: &str, name: &str) -> u64 {
    let used = status.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix(" kB")?.parse().ok());
    used.map_or(0, |used: u64| used << 10)
}

/// The machine's memory, in bytes. 0 if it is unknown.
#[cfg(not(target_os = "linux"))]
fn total() -> u64 {
    let memory = MemoryRefreshKind::nothing().with_ram();
    System::new_with_specifics(RefreshKind::nothing().with_memory(memory)).total_memory()
}

/// A need for memory that exceeds its budget, displayed as the rest of a sentence:
/// `needs about 12 MiB of memory, but its budget is 10 MiB`. Or a need within its budget that the system refuses.
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
        write!(formatter, "needs about {needed} MiB of memory, ")?;
        if self.needed > self.budget {
            write!(formatter, "but its budget is {budget} MiB")
        } else {
            formatter.write_str("which its budget allows, but the system refuses")
        }
    }
}

impl Error for OverBudget {}

impl From<OverBudget> for io::Error {
    fn from(over: OverBudget) -> io::Error {
        io::Error::new(io::ErrorKind::OutOfMemory, over)
    }
}

/// Checks that a need for memory fits into a budget, and that the system grants it now; both are in bytes.
///
/// # Errors
///
/// If it does not.
pub fn within_memory(needed: u64, budget: u64) -> Result<(), OverBudget> {
    within_memory_beside(needed, 0, budget)
}

/// As [`within_memory`], in addition to `held` bytes that the budget has to cover as well, and that the system has
/// granted.
///
/// # Errors
///
/// As [`within_memory`].
pub fn within_memory_beside(needed: u64, held: u64, budget: u64) -> Result<(), OverBudget> {
    /// The C library returns larger blocks to the system at once, and learns nothing from them. After a smaller block,
    /// it would keep blocks of that size.
    const LARGE_BLOCK: u64 = 32 << 20;
    let all = needed.saturating_add(held);
    if all > budget {
        return Err(OverBudget { needed: all, budget });
    }
    if needed <= LARGE_BLOCK {
        return Ok(());
    }
    // Nothing is written to it, so that this takes some microseconds. Without it, the process would end where it
    // allocates what is refused.
    room::<u8>(usize::try_from(needed).unwrap_or(usize::MAX)).map(drop)
}

/// Makes room for `length` elements in a buffer that may hold some.
///
/// # Errors
///
/// If the system refuses the memory.
pub(crate) fn reserve<T>(buffer: &mut Vec<T>, length: usize) -> Result<(), OverBudget> {
    let needed = (length as u64).saturating_mul(size_of::<T>() as u64);
    let refused = |_| OverBudget { needed, budget: u64::MAX };
    buffer.try_reserve_exact(length.saturating_sub(buffer.len())).map_err(refused)
}

/// An empty buffer with room for `length` elements.
///
/// # Errors
///
/// As [`reserve`].
pub(crate) fn room<T>(length: usize) -> Result<Vec<T>, OverBudget> {
    let mut buffer = Vec::new();
    reserve(&mut buffer, length)?;
    Ok(buffer)
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

    #[test]
    fn the_system_may_refuse_what_the_budget_allows() {
        // No address space is as large.
        let needed = 1 << 62;
        let refusal = within_memory_beside(needed, 1, needed + 1).unwrap_err();
        let words = "needs about 4398046511104 MiB of memory, which its budget allows, but the system refuses";
        assert_eq!(refusal.to_string(), words);
        let mut buffer = vec![1.0_f32];
        assert!(reserve(&mut buffer, usize::MAX).is_err());
        reserve(&mut buffer, 3).unwrap();
        assert_eq!((buffer.len(), buffer.capacity()), (1, 3));
    }
}
