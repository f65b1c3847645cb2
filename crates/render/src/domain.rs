//! Domains: where a program is evaluated.

use travertine_program::raster::centre;
use travertine_program::{Axes, Axis};

/// The most pixels that a side of a picture may have.
pub const MAX_SIDE: u32 = 1 << 20;

/// The two axes that a slice spans: the first to the right, the second down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Plane {
    /// Seen from the front.
    #[default]
    Xy,
    /// Seen from above.
    Xz,
    /// Seen from the side.
    Yz,
}

impl Plane {
    /// The axis to the right, the axis down, and the one that the depth is measured along.
    pub fn axes(self) -> [Axis; 3] {
        match self {
            Plane::Xy => [Axis::X, Axis::Y, Axis::Z],
            Plane::Xz => [Axis::X, Axis::Z, Axis::Y],
            Plane::Yz => [Axis::Y, Axis::Z, Axis::X],
        }
    }
}

/// A rectangle of a plane in graph units, cut into pixels; each is sampled at its centre, or at the centres of the parts
/// that it is cut into.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slice {
    /// The plane's direction.
    pub plane: Plane,
    /// Where the plane lies along its third axis.
    pub depth: f32,
    /// When.
    pub time: f32,
    /// The rectangle: left, top, right, bottom.
    pub region: [f64; 4],
    /// Pixels to the right.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Samples of a pixel along each side, 1 or more: a pixel is the mean of the square of them, in linear light. For what
    /// has hard edges.
    pub samples: u32,
}

impl Slice {
    /// A slice of so many pixels at depth and time 0 whose shorter side is one unit long.
    pub fn new(width: u32, height: u32) -> Slice {
        let unit = f64::from(width.min(height).max(1));
        let region = [0.0, 0.0, f64::from(width) / unit, f64::from(height) / unit];
        Slice { plane: Plane::Xy, depth: 0.0, time: 0.0, region, width, height, samples: 1 }
    }

    /// The position (x, y, z, time) of the centre of a pixel, at which it is sampled if it is once.
    pub fn position(&self, column: u32, row: u32) -> [f32; 4] {
        let [across, down, through] = self.plane.axes();
        let mut position = [0.0; 4];
        position[across as usize] = self.across(column);
        position[down as usize] = self.down(row);
        position[through as usize] = self.depth;
        position[Axis::Time as usize] = self.time;
        position
    }

    /// How far apart the samples are, in graph units: to the right or down, whichever is further.
    pub fn spacing(&self) -> f32 {
        let [left, top, right, bottom] = self.region;
        let (across, down) =
            ((right - left) / f64::from(self.width), (bottom - top) / f64::from(self.height));
        (across.max(down) / f64::from(self.samples)) as f32
    }

    /// The slice whose pixels are the samples of this one.
    pub(crate) fn fine(&self) -> Slice {
        let (width, height) = (self.width * self.samples, self.height * self.samples);
        Slice { width, height, samples: 1, ..*self }
    }

    fn across(&self, column: u32) -> f32 {
        centre(self.region[0], self.region[2], self.width, column)
    }

    fn down(&self, row: u32) -> f32 {
        centre(self.region[1], self.region[3], self.height, row)
    }
}

/// A rectangle of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rectangle {
    /// The first column.
    pub x: u32,
    /// The first row.
    pub y: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

impl Rectangle {
    /// The samples of its pixels, so many along each side of one.
    pub(crate) fn fine(self, samples: u32) -> Rectangle {
        let [x, y, width, height] = [self.x, self.y, self.width, self.height].map(|pixels| pixels * samples);
        Rectangle { x, y, width, height }
    }

    /// How many pixels it has.
    pub fn area(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

/// A grid of positions that the executor can walk tile by tile.
pub(crate) trait Domain: Sync {
    /// Along which directions of the grid a value with these axes varies.
    fn shape(&self, axes: Axes) -> Shape;

    /// Writes a coordinate over a tile: one value for each column, each row, each sample, or one for all.
    fn fill(&self, axis: Axis, tile: Rectangle, out: &mut [f32]);
}

/// Along which directions of a grid a value varies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Along none: one value.
    Uniform,
    /// Along a row: a value for each column.
    Row,
    /// Down a column: a value for each row.
    Column,
    /// Along both: a value for each sample.
    Full,
}

impl Shape {
    /// How many there are.
    pub(crate) const COUNT: usize = Shape::Full as usize + 1;

    /// How many values it has over a tile.
    pub(crate) fn len(self, width: usize, height: usize) -> usize {
        match self {
            Shape::Uniform => 1,
            Shape::Row => width,
            Shape::Column => height,
            Shape::Full => width * height,
        }
    }
}

impl Domain for Slice {
    fn shape(&self, axes: Axes) -> Shape {
        let [across, down, _] = self.plane.axes();
        match (axes.contains(across), axes.contains(down)) {
            (false, false) => Shape::Uniform,
            (true, false) => Shape::Row,
            (false, true) => Shape::Column,
            (true, true) => Shape::Full,
        }
    }

    fn fill(&self, axis: Axis, tile: Rectangle, out: &mut [f32]) {
        let [across, down, through] = self.plane.axes();
        if axis == across {
            out.iter_mut().zip(tile.x..).for_each(|(out, column)| *out = self.across(column));
        } else if axis == down {
            out.iter_mut().zip(tile.y..).for_each(|(out, row)| *out = self.down(row));
        } else {
            out.fill(if axis == through { self.depth } else { self.time });
        }
    }
}

/// A list of positions (x, y, z, time), as a grid of one row; whatever varies at all is worked out for each of them.
pub(crate) struct Points<'a>(pub(crate) &'a [[f32; 4]]);

impl Domain for Points<'_> {
    fn shape(&self, axes: Axes) -> Shape {
        if axes.is_empty() { Shape::Uniform } else { Shape::Full }
    }

    fn fill(&self, axis: Axis, tile: Rectangle, out: &mut [f32]) {
        let points = &self.0[tile.x as usize..];
        out.iter_mut().zip(points).for_each(|(out, point)| *out = point[axis as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorter_side_is_one_unit() {
        let slice = Slice::new(200, 100);
        assert_eq!(slice.region, [0.0, 0.0, 2.0, 1.0]);
        assert_eq!(slice.position(0, 0), [0.005, 0.005, 0.0, 0.0]);
        assert_eq!(slice.position(199, 99), [1.995, 0.995, 0.0, 0.0]);
    }

    #[test]
    fn planes_name_their_axes() {
        let slice = Slice { plane: Plane::Yz, depth: 7.0, time: 3.0, ..Slice::new(2, 2) };
        assert_eq!(slice.position(0, 1), [7.0, 0.25, 0.75, 3.0]);
        assert_eq!(slice.shape(Axis::X.into()), Shape::Uniform);
        assert_eq!(slice.shape(Axis::Y.into()), Shape::Row);
        assert_eq!(slice.shape(Axes::from(Axis::Y) | Axis::Z.into()), Shape::Full);
    }
}
