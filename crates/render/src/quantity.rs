//! Amounts of work as text, for messages.

/// Approximate operations per second of one core.
const OPERATIONS_PER_SECOND: f64 = 1e9;

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
    let seconds = operations as f64 / OPERATIONS_PER_SECOND;
    if seconds < 1.5 {
        return if seconds < 0.5 { "less than a second".into() } else { "1 second".into() };
    }
    let unit = UNITS.into_iter().find(|(unit, _)| seconds >= 2.0 * unit);
    let (unit, name) = unit.unwrap_or((1.0, "seconds"));
    format!("{:.0} {name}", seconds / unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_unit_that_suits_them() {
        let expected = [
            (0, "less than a second"),
            (499_999_999, "less than a second"),
            (500_000_000, "1 second"),
            (1_500_000_000, "2 seconds"),
            (119_000_000_000, "119 seconds"),
            (120_000_000_000, "2 minutes"),
            (100_000_000_000_000, "28 hours"),
            (u64::MAX, "585 years"),
        ];
        for (operations, text) in expected {
            assert_eq!(duration(operations), text);
        }
    }

    #[test]
    fn amounts_are_rounded_up_to_a_unit() {
        assert_eq!([0, 7, 999_999, 1_000_001].map(amount), ["0", "7", "999999", "2 million"]);
        assert_eq!(amount(35_000_000_000_000), "35 trillion");
    }
}
