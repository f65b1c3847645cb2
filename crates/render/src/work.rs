//! Work: the cost of a render, and its limit.
//!
//! Work is counted in operations: one for each sample at which a program's operation is evaluated. An operation takes
//! from less than a nanosecond on a core (a sum) to a microsecond (Gabor noise), and about one nanosecond on average.

use crate::error::RenderError;

/// Default limit of work in operations: about a day on one core. A picture of 16,384 x 16,384 of a heavy graph takes
/// less than a hundredth of it.
pub const DEFAULT_WORK: u64 = 100_000_000_000_000;

/// Work of encoding and writing one float of a picture, in operations.
pub(crate) const WRITING: u64 = 100;

/// Checks an amount of work against a limit, both in operations.
///
/// # Errors
///
/// [`RenderError::Work`] if the limit is exceeded.
pub fn within_work(needed: u64, allowed: u64) -> Result<(), RenderError> {
    if needed > allowed { Err(RenderError::Work { needed, allowed }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excessive_work_is_refused_with_its_amount_and_duration() {
        assert!(within_work(DEFAULT_WORK, DEFAULT_WORK).is_ok());
        let refused = within_work(400_000_000_000_001, DEFAULT_WORK).unwrap_err().to_string();
        for part in ["401 trillion", "5 days", "100 trillion"] {
            assert!(refused.contains(part), "{refused}");
        }
    }
}
