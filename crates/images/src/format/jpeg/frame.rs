//! Frames: the size of a picture, and what its components are.

/// What the components stand for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Colors {
    Gray,
    Rgb,
    YCbCr,
    /// Cyan, magenta, yellow and black, all inverted, as every program writes them.
    Cmyk,
    /// The same, the first three of them as YCbCr.
    Ycck,
}

impl Colors {
    /// Channels of a texel.
    pub(super) fn channels(self) -> usize {
        if self == Colors::Gray { 1 } else { 3 }
    }
}

/// A frame header.
pub(super) struct Frame {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) is_progressive: bool,
    pub(super) components: Vec<Component>,
}

/// A component of a frame.
#[derive(Clone, Copy)]
pub(super) struct Component {
    pub(super) id: u8,
    /// Sampling factors: blocks of a unit along x and y.
    pub(super) across: usize,
    pub(super) down: usize,
    pub(super) quantization: usize,
}

impl Frame {
    /// The greatest sampling factors.
    pub(super) fn factors(&self) -> (usize, usize) {
        let most = |factor: fn(&Component) -> usize| self.components.iter().map(factor).max().unwrap_or(1);
        (most(|component| component.across), most(|component| component.down))
    }

    /// Units along x and y: what scans of several components consist of.
    pub(super) fn units(&self) -> (usize, usize) {
        let (across, down) = self.factors();
        (self.width.div_ceil(8 * across), self.height.div_ceil(8 * down))
    }

    /// Samples of a component along x and y that belong to the picture. Encoders add any others to fill blocks and
    /// units.
    pub(super) fn samples(&self, index: usize) -> (usize, usize) {
        let ((most_across, most_down), component) = (self.factors(), &self.components[index]);
        let samples = |side: usize, factor: usize, most: usize| (side * factor).div_ceil(most);
        (samples(self.width, component.across, most_across), samples(self.height, component.down, most_down))
    }

    /// Blocks of a component along x and y that hold some of the picture: what a scan of it alone consists of.
    pub(super) fn blocks(&self, index: usize) -> (usize, usize) {
        let (width, height) = self.samples(index);
        (width.div_ceil(8), height.div_ceil(8))
    }

    /// Number of blocks of a component, with those that only fill units.
    pub(super) fn all_blocks(&self, index: usize) -> usize {
        let ((across, down), component) = (self.units(), &self.components[index]);
        across * component.across * down * component.down
    }

    /// What the components stand for, by the rules of libjpeg. The format itself does not say.
    pub(super) fn colors(&self, adobe: Option<u8>, is_jfif: bool) -> Colors {
        let ids: Vec<u8> = self.components.iter().map(|component| component.id).collect();
        match (ids.len(), adobe) {
            (1, _) => Colors::Gray,
            (3, _) if is_jfif => Colors::YCbCr,
            (3, Some(0)) => Colors::Rgb,
            (3, None) if ids == *b"RGB" => Colors::Rgb,
            (3, _) => Colors::YCbCr,
            (_, Some(0) | None) => Colors::Cmyk,
            _ => Colors::Ycck,
        }
    }
}
