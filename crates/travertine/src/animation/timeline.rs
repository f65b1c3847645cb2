//! Timelines: which frames there are, and when each of them is.

use std::ops::RangeInclusive;

use super::limits::{FPS, MAX_FRAMES};
use crate::Error;

/// The frames of an animation, and the time of each.
#[derive(Clone, PartialEq, Debug)]
pub struct Timeline {
    frames: RangeInclusive<u32>,
    fps: f64,
    /// How fast the texture's time passes.
    pace: f64,
}

impl Timeline {
    /// How many frames there may be in a second.
    pub const FPS: RangeInclusive<f64> = FPS;

    /// These frames, so many of them in a second; frame 0 is at time 0, and time counts seconds.
    ///
    /// # Errors
    ///
    /// If there are no frames or too many, or the rate is outside [`Timeline::FPS`].
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

    /// The same frames, time passing at such a pace that so much of it has passed when the first frame comes again.
    pub fn over(self, period: u32) -> Timeline {
        let pace = f64::from(period) / self.seconds();
        Timeline { pace, ..self }
    }

    /// The first frame.
    pub fn first(&self) -> u32 {
        *self.frames.start()
    }

    /// The last frame.
    pub fn last(&self) -> u32 {
        *self.frames.end()
    }

    /// All frames.
    pub fn frames(&self) -> RangeInclusive<u32> {
        self.frames.clone()
    }

    /// How many frames there are.
    pub fn count(&self) -> u32 {
        self.last() - self.first() + 1
    }

    /// How many frames are shown in a second.
    pub fn fps(&self) -> f64 {
        self.fps
    }

    /// How fast the texture's time passes: 1 where it counts seconds.
    pub fn pace(&self) -> f64 {
        self.pace
    }

    /// How long all frames are shown, in seconds.
    pub fn seconds(&self) -> f64 {
        f64::from(self.count()) / self.fps
    }

    /// The texture's time at a frame.
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
    fn what_is_no_timeline_is_refused() {
        #[expect(clippy::reversed_empty_ranges, reason = "that is what is refused")]
        let reversed = Timeline::new(5..=4, 24.0);
        assert!(matches!(reversed, Err(Error::Timeline)));
        for fps in [0.0, -1.0, f64::NAN, f64::INFINITY, 1001.0, 0.09] {
            assert!(matches!(Timeline::new(0..=1, fps), Err(Error::Timeline)), "{fps}");
        }
        assert!(Timeline::new(1..=MAX_FRAMES, 24.0).is_ok());
        assert!(matches!(Timeline::new(0..=u32::MAX, 24.0), Err(Error::Frames { .. })));
    }
}
