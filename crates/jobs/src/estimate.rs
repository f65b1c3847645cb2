//! Notes about the cost of large work, before it begins.

use std::fmt::Display;

use travertine::Context;

use crate::describe;
use crate::failure::Failure;
use crate::host::Host;

/// Operations that a core computes in a second: a rough mean over graphs and processors.
const RATE: f64 = 8e8;
/// Work that takes less time is not announced, in seconds.
pub const PATIENCE: f64 = 10.0;
/// Work that takes more time, in seconds, needs consent.
const LONG: f64 = 3_600.0;
/// Files of more bytes need consent.
const LARGE: u64 = 8 << 30;
/// Work that seems to take less time is not measured, in seconds: the measurement itself takes a fraction of a second.
const NEGLIGIBLE: f64 = 2.0;

/// The cost of a command.
pub struct Cost {
    /// Number of samples.
    pub samples: u64,
    /// Work, in operations.
    pub work: u64,
    /// Maximum memory, in bytes.
    pub memory: u64,
    /// Bytes of the files before compression.
    pub bytes: u64,
}

/// Reports what a large piece of work will cost, before it begins. `what` is its subject, such as a size. `measure`
/// returns the seconds that it takes, as a part of it shows if that can be tried; otherwise, the work does.
pub fn note(
    host: &dyn Host,
    what: impl Display,
    cost: &Cost,
    context: &Context,
    measure: impl FnOnce() -> Option<f64>,
) {
    announced(host, &what, cost, context, measure);
}

/// As [`note`], and asks for consent where the work takes hours or fills a disk: a zero too many is soon typed. The
/// target is checked before, so that a question is not in vain.
pub fn agree(
    host: &dyn Host,
    what: impl Display,
    cost: &Cost,
    context: &Context,
    measure: impl FnOnce() -> Option<f64>,
) -> Result<(), Failure> {
    let seconds = announced(host, &what, cost, context, measure);
    // What is above a limit is refused as it begins: nobody needs to be asked.
    let is_refused = cost.work > context.work_limit() || cost.memory > context.memory_limit();
    if is_refused || seconds < LONG && cost.bytes < LARGE {
        return Ok(());
    }
    let (time, disk) = (duration(seconds), bytes(cost.bytes));
    host.agree(&format_args!("{what} would take about {time}, and up to {disk} on disk"))
}

/// Reports the cost of large work, and returns its seconds.
fn announced(
    host: &dyn Host,
    what: &dyn Display,
    cost: &Cost,
    context: &Context,
    measure: impl FnOnce() -> Option<f64>,
) -> f64 {
    let rough = seconds(cost.work, context);
    if rough < NEGLIGIBLE {
        return rough;
    }
    let seconds = measure().unwrap_or(rough);
    if seconds >= PATIENCE {
        host.announce(&format_args!(
            "note: {what}: {}, about {}, {} of memory, up to {} on disk",
            describe::count(cost.samples, "sample"),
            duration(seconds),
            bytes(cost.memory),
            bytes(cost.bytes),
        ));
    }
    seconds
}

/// A rough estimate of the time for some work, in seconds.
pub fn seconds(work: u64, context: &Context) -> f64 {
    work as f64 / RATE / context.thread_count().max(1) as f64
}

/// A time in a unit that suits it: `40 s`, `3 min`, `2 h`, `5 days`.
pub fn duration(seconds: f64) -> String {
    match seconds {
        ..100.0 => format!("{seconds:.0} s"),
        ..5_400.0 => format!("{:.0} min", seconds / 60.0),
        ..129_600.0 => format!("{:.0} h", seconds / 3_600.0),
        _ => format!("{:.0} days", seconds / 86_400.0),
    }
}

/// An amount of memory in a unit that suits it.
fn bytes(bytes: u64) -> String {
    let bytes = bytes as f64;
    match bytes {
        ..1_048_576.0 => format!("{:.0} KiB", (bytes / 1_024.0).ceil()),
        ..1_073_741_824.0 => format!("{:.0} MiB", bytes / 1_048_576.0),
        ..1_099_511_627_776.0 => format!("{:.1} GiB", bytes / 1_073_741_824.0),
        _ => format!("{:.1} TiB", bytes / 1_099_511_627_776.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_units_that_suit_them() {
        let times = [(12.4, "12 s"), (99.0, "99 s"), (180.0, "3 min"), (7_200.0, "2 h"), (1e6, "12 days")];
        for (seconds, text) in times {
            assert_eq!(duration(seconds), text);
        }
        for (amount, text) in [(1, "1 KiB"), (5 << 20, "5 MiB"), (3 << 29, "1.5 GiB")] {
            assert_eq!(bytes(amount), text);
        }
    }
}
