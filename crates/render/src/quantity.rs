//! Amounts of work as text, for messages.

/// Approximate operations per second of one core.
const SPEED: f64 = 1e9;

/// An amount of work as text: `35 trillion`.
pub(crate) fn amount(operations: u64) -> String {
    const UNITS: [(u64, &str); 4] =
        [(1_000_000_000_000, " trillion"), (1_000_000_000, " billion"), (1_000_000, " million"), (1, "")];
    let (unit, name) = UNITS.into_iter().find(|(unit, _)| operations >= *unit).unwrap_or((1, ""));
    format!("{}{name}", operations.div_ceil(unit))
}

/// Approximate duration of the work on one core.
pub(crate) fn duration(operations: u64) -> String {
    const UNITS: [(f64, &str); 4] =
        [(365.25 * 86_400.0, "years"), (86_400.0, "days"), (3600.0, "hours"), (60.0, "minutes")];
    let seconds = operations as f64 / SPEED;
    let unit = UNITS.into_iter().find(|(unit, _)| seconds >= 2.0 * unit);
    let (unit, name) = unit.unwrap_or((1.0, "seconds"));
    format!("{:.0} {name}", seconds / unit)
}
