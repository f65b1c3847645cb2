//! Limits of animations.

use std::ops::RangeInclusive;

/// The most frames of an animation.
pub const MAX_FRAMES: u32 = 1_000_000;

/// Frames per second that an animation may have.
pub(crate) const FPS: RangeInclusive<f64> = 0.1..=1000.0;
