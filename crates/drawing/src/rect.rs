//! Rectangles, in points: x to the right, y down.

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    /// The rectangle with this corner and size.
    pub fn new([x, y]: [f64; 2], [width, height]: [f64; 2]) -> Rect {
        Rect { x, y, width, height }
    }

    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// The smallest rectangle around both.
    pub fn union(&self, other: &Rect) -> Rect {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Rect { x, y, width: right - x, height: bottom - y }
    }

    /// The rectangle with a margin around it.
    pub fn grown(&self, margin: f64) -> Rect {
        let (x, y) = (self.x - margin, self.y - margin);
        Rect { x, y, width: self.width + 2.0 * margin, height: self.height + 2.0 * margin }
    }
}
