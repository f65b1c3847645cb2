//! Durations as texts.

use std::time::Duration;

/// A duration, in seconds from one second on.
pub fn duration(took: Duration) -> String {
    let seconds = took.as_secs_f64();
    if seconds < 1.0 { format!("{:.1} ms", seconds * 1000.0) } else { format!("{seconds:.1} s") }
}
