//! The frames of an animation.

use travertine_program::Type;

use crate::format::Format;
use crate::sink::Encoding;

/// What all frames of an animation have in common.
#[derive(Clone, Copy, Debug)]
pub struct Frames {
    /// Their size, and what their pixels hold; a side of a GIF has at most 65,535 pixels, one of a WebP 16,384.
    pub format: Format,
    /// The curve.
    pub encoding: Encoding,
    /// How many there are, at least 1.
    pub count: u32,
    /// How many are shown in a second, from 0.1 to 1000, in a GIF to 50.
    pub fps: f64,
}

impl Frames {
    /// For how many parts of a second a frame is shown; errors of rounding do not add up.
    pub(super) fn delay(&self, frame: u32, parts: f64) -> u16 {
        let until = |frame: f64| (frame * parts / self.fps).round();
        (until(f64::from(frame) + 1.0) - until(f64::from(frame))) as u16
    }

    /// Whether some pixels may be seen through.
    pub(super) fn has_alpha(&self) -> bool {
        self.format.value_type == Type::Color && !self.format.opaque
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_add_up_to_the_whole() {
        let format = Format { width: 1, height: 1, value_type: Type::Float, opaque: false };
        for (fps, parts, count) in [(24.0, 100.0, 240), (30.0, 1e3, 30), (29.97, 1e3, 2997), (7.0, 100.0, 7)]
        {
            let frames = Frames { format, encoding: Encoding::Auto, count, fps };
            let whole: f64 = (0..count).map(|frame| f64::from(frames.delay(frame, parts))).sum();
            assert_eq!(whole, (f64::from(count) * parts / fps).round(), "{fps}");
        }
    }
}
