//! Timelines: the frames of an animation and their times.

use std::fmt::{self, Write};
use std::ops::RangeInclusive;

use crate::error::Error;
use crate::limits::{FPS, MAX_FRAMES};

/// The frames of an animation, and the time of each.
#[derive(Clone, PartialEq, Debug)]
pub struct Timeline {
    frames: RangeInclusive<u32>,
    fps: f64,
    /// Units of the texture's time per second.
    pace: f64,
}

impl Timeline {
    /// The possible frame rates, in frames per second.
    pub const FPS: RangeInclusive<f64> = FPS;

    /// The frames of a range at a rate of `fps` frames per second. Frame 0 is at time 0; time is in seconds.
    ///
    /// # Errors
    ///
    /// If the range is empty or has more than [`MAX_FRAMES`] frames, or the rate is outside [`Timeline::FPS`].
    pub fn new(frames: RangeInclusive<u32>, fps: f64) -> Result<Timeline, Error> {
        if frames.is_empty() || !Timeline::FPS.contains(&fps) {
            return Err(Error::Timeline);
        }
        let timeline = Timeline { frames, fps, pace: 1.0 };
        if timeline.last() - timeline.first() >= MAX_FRAMES {
            return Err(Error::Frames { frames: u64::from(timeline.last() - timeline.first()) + 1 });
        }
        Ok(timeline)
    }

    /// The same frames with another pace: `period` units of the texture's time pass from the first frame until it would
    /// be shown again.
    pub fn over(self, period: u32) -> Timeline {
        let pace = f64::from(period) / self.seconds();
        Timeline { pace, ..self }
    }

    /// Writes `timeline`, the first and the last frame, and the bits of rate and pace in hexadecimal: a line for hashes
    /// that are stored.
    pub(crate) fn write_canonical(&self, out: &mut impl Write) -> fmt::Result {
        let (fps, pace) = (self.fps.to_bits(), self.pace.to_bits());
        writeln!(out, "timeline {} {} {fps:016x} {pace:016x}", self.first(), self.last())
    }

    /// Number of the first frame.
    pub fn first(&self) -> u32 {
        *self.frames.start()
    }

    /// Number of the last frame.
    pub fn last(&self) -> u32 {
        *self.frames.end()
    }

    /// Numbers of all frames.
    pub fn frames(&self) -> RangeInclusive<u32> {
        self.frames.clone()
    }

    /// The number of frames.
    pub fn count(&self) -> u32 {
        self.last() - self.first() + 1
    }

    /// The rate, in frames per second.
    pub fn fps(&self) -> f64 {
        self.fps
    }

    /// Units of the texture's time per second; 1 unless [`Timeline::over`] changed it.
    pub fn pace(&self) -> f64 {
        self.pace
    }

    /// The duration of all frames, in seconds.
    pub fn seconds(&self) -> f64 {
        f64::from(self.count()) / self.fps
    }

    /// The texture's time at a frame, in its units.
    pub fn time(&self, frame: u32) -> f32 {
        (f64::from(frame) / self.fps * self.pace) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_counts_seconds_unless_it_is_stretched() {
        let timeline = Timeline::new(12..=41, 24.0).unwrap();
        assert_eq!((timeline.count(), timeline.time(12), timeline.time(36)), (30, 0.5, 1.5));
        let stretched = timeline.over(1);
        assert_eq!(stretched.pace(), 0.8);
        assert_eq!(stretched.time(42) - stretched.time(12), 1.0);
    }

    #[test]
    fn wrong_timelines_are_refused() {
        #[expect(clippy::reversed_empty_ranges, reason = "it is refused")]
        let reversed = Timeline::new(5..=4, 24.0);
        assert!(matches!(reversed, Err(Error::Timeline)));
        for fps in [0.0, -1.0, f64::NAN, f64::INFINITY, 1001.0, 0.09] {
            assert!(matches!(Timeline::new(0..=1, fps), Err(Error::Timeline)), "{fps}");
        }
        assert!(Timeline::new(1..=MAX_FRAMES, 24.0).is_ok());
        assert!(matches!(Timeline::new(0..=u32::MAX, 24.0), Err(Error::Frames { .. })));
    }
}
