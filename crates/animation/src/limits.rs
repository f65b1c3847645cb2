//! Limits of animations.

use std::ops::RangeInclusive;

/// The greatest number of frames of an animation.
pub const MAX_FRAMES: u32 = 1_000_000;

/// The possible frame rates, in frames per second.
pub const FPS: RangeInclusive<f64> = 0.1..=1000.0;
