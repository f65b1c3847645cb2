//! The common properties of an animation's frames.

use travertine_program::Type;
use travertine_render::Format;
use travertine_render::sink::Encoding;

/// The common properties of an animation's frames.
#[derive(Clone, Copy, Debug)]
pub struct Frames {
    /// Size and channels. A side of a GIF has at most 65,535 pixels, one of a WebP 16,384.
    pub format: Format,
    /// The curve between light and the numbers of the file.
    pub encoding: Encoding,
    /// The number of frames, at least 1.
    pub count: u32,
    /// The rate, 0.1 to 1000 frames per second, in a GIF up to 50.
    pub fps: f64,
}

impl Frames {
    /// The duration of a frame, in units of 1/`parts` seconds; rounding errors do not add up.
    pub(super) fn delay(&self, frame: u32, parts: f64) -> u16 {
        let until = |frame: f64| (frame * parts / self.fps).round();
        (until(f64::from(frame) + 1.0) - until(f64::from(frame))) as u16
    }

    /// Whether pixels may be transparent.
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
        for (fps, parts, count) in [(24.0, 100.0, 240), (30.0, 1e3, 30), (29.97, 1e3, 2997), (7.0, 100.0, 7)] {
            let frames = Frames { format, encoding: Encoding::Auto, count, fps };
            let whole: f64 = (0..count).map(|frame| f64::from(frames.delay(frame, parts))).sum();
            assert_eq!(whole, (f64::from(count) * parts / fps).round(), "{fps}");
        }
    }
}
