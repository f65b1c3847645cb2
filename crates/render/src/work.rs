//! Work: how much a render computes, and how much it may.
//!
//! It is counted in operations: results of a program's operations, one for each sample where it varies. They differ,
//! from less than a nanosecond on a core for a sum to a microsecond for Gabor noise; one nanosecond is about the mean.

use crate::error::RenderError;

/// What a render may compute unless told otherwise: about a day on one core. A picture of 16,384 x 16,384 of a heavy
/// graph takes less than a hundredth.
pub const DEFAULT_WORK: u64 = 100_000_000_000_000;

/// What it takes to encode and write one float of a picture, in operations.
pub(crate) const WRITING: u64 = 100;

/// How many operations a core computes in a second, roughly.
const SPEED: f64 = 1e9;

/// Whether so much work is allowed.
///
/// # Errors
///
/// If it is not.
pub fn within_work(needed: u64, allowed: u64) -> Result<(), RenderError> {
    if needed > allowed { Err(RenderError::Work { needed, allowed }) } else { Ok(()) }
}

/// An amount of work as text: `35 trillion`.
pub(crate) fn amount(operations: u64) -> String {
    const UNITS: [(u64, &str); 4] =
        [(1_000_000_000_000, " trillion"), (1_000_000_000, " billion"), (1_000_000, " million"), (1, "")];
    let (unit, name) = UNITS.into_iter().find(|(unit, _)| operations >= *unit).unwrap_or((1, ""));
    format!("{}{name}", operations.div_ceil(unit))
}

/// About how long it takes one core.
pub(crate) fn duration(operations: u64) -> String {
    const UNITS: [(f64, &str); 4] =
        [(365.25 * 86_400.0, "years"), (86_400.0, "days"), (3600.0, "hours"), (60.0, "minutes")];
    let seconds = operations as f64 / SPEED;
    let unit = UNITS.into_iter().find(|(unit, _)| seconds >= 2.0 * unit);
    let (unit, name) = unit.unwrap_or((1.0, "seconds"));
    format!("{:.0} {name}", seconds / unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_refused_with_how_much_and_how_long() {
        assert!(within_work(DEFAULT_WORK, DEFAULT_WORK).is_ok());
        let refused = within_work(400_000_000_000_001, DEFAULT_WORK).unwrap_err().to_string();
        for part in ["401 trillion", "5 days", "100 trillion"] {
            assert!(refused.contains(part), "{refused}");
        }
        assert_eq!([amount(0), amount(1), amount(1_000_001)], ["0", "1", "2 million"]);
        assert_eq!(
            [duration(0), duration(DEFAULT_WORK), duration(u64::MAX)],
            ["0 seconds", "28 hours", "585 years"]
        );
    }
}
