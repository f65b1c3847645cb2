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

/// Whether so much work is allowed.
///
/// # Errors
///
/// If it is not.
pub fn within_work(needed: u64, allowed: u64) -> Result<(), RenderError> {
    if needed > allowed { Err(RenderError::Work { needed, allowed }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantity::{amount, duration};

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
