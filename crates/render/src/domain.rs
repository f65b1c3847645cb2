//! Domains: the positions at which a program is evaluated.

use travertine_program::{Axes, Axis, Neutral, Site};
use travertine_raster::center;

/// Maximum side of a picture, in pixels.
pub const MAX_SIDE: u32 = 1 << 20;

/// The axes of a slice: to the right, and down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Plane {
    /// x to the right, y down: the view from the front.
    #[default]
    Xy,
    /// x to the right, z down: the view from above.
    Xz,
    /// y to the right, z down: the view from the side.
    Yz,
}

impl Plane {
    /// The axis to the right, the axis down, and the axis of the depth.
    pub fn axes(self) -> [Axis; 3] {
        match self {
            Plane::Xy => [Axis::X, Axis::Y, Axis::Z],
            Plane::Xz => [Axis::X, Axis::Z, Axis::Y],
            Plane::Yz => [Axis::Y, Axis::Z, Axis::X],
        }
    }
}

/// A rectangle of a plane in graph units, divided into pixels. Each pixel is sampled at its center, or at the centers
/// of its equal parts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slice {
    /// Orientation of the plane.
    pub plane: Plane,
    /// Position of the plane along its third axis, in graph units.
    pub depth: f32,
    /// Time, in units of the graph.
    pub time: f32,
    /// Left, top, right and bottom edge of the rectangle, in graph units.
    pub region: [f64; 4],
    /// Width in pixels, 1 to [`MAX_SIDE`].
    pub width: u32,
    /// Height in pixels, 1 to [`MAX_SIDE`].
    pub height: u32,
    /// Samples along each side of a pixel, at least 1. A pixel is the mean of its square, in linear light. Several
    /// samples smooth hard edges.
    pub samples_per_side: u32,
}

impl Slice {
    /// A slice of `width * height` pixels at depth 0 and time 0. Its shorter side is one unit long.
    pub fn new(width: u32, height: u32) -> Slice {
        let unit = f64::from(width.min(height).max(1));
        let region = [0.0, 0.0, f64::from(width) / unit, f64::from(height) / unit];
        Slice { plane: Plane::Xy, depth: 0.0, time: 0.0, region, width, height, samples_per_side: 1 }
    }

    /// The position (x, y, z, time) of a pixel's center.
    pub fn position(&self, column: u32, row: u32) -> [f32; 4] {
        let [across, down, through] = self.plane.axes();
        let mut position = [0.0; 4];
        position[across as usize] = self.across(column);
        position[down as usize] = self.down(row);
        position[through as usize] = self.depth;
        position[Axis::Time as usize] = self.time;
        position
    }

    /// Distance between neighboring samples in graph units, along the axis where it is greater.
    pub fn spacing(&self) -> f32 {
        let [left, top, right, bottom] = self.region;
        let (across, down) = ((right - left) / f64::from(self.width), (bottom - top) / f64::from(self.height));
        (across.max(down) / f64::from(self.samples_per_side)) as f32
    }

    /// The slice whose pixels are the samples of this one.
    pub(crate) fn fine(&self) -> Slice {
        let (width, height) = (self.width * self.samples_per_side, self.height * self.samples_per_side);
        Slice { width, height, samples_per_side: 1, ..*self }
    }

    fn across(&self, column: u32) -> f32 {
        center(self.region[0], self.region[2], self.width, column)
    }

    fn down(&self, row: u32) -> f32 {
        center(self.region[1], self.region[3], self.height, row)
    }
}

/// A rectangle of pixels of a slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rectangle {
    /// Index of the first column.
    pub x: u32,
    /// Index of the first row.
    pub y: u32,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

impl Rectangle {
    /// The samples of the rectangle's pixels, `samples` along each side of a pixel.
    pub(crate) fn fine(self, samples: u32) -> Rectangle {
        let [x, y, width, height] = [self.x, self.y, self.width, self.height].map(|pixels| pixels * samples);
        Rectangle { x, y, width, height }
    }

    /// Number of pixels of the rectangle.
    pub fn area(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

/// A grid of positions that the tile executor evaluates tile by tile.
pub(crate) trait Domain: Sync {
    /// The directions of the grid along which a value with these axes varies.
    fn shape(&self, axes: Axes) -> Shape;

    /// Writes a coordinate over a tile. The length of `out` follows from the coordinate's [`Shape`].
    fn fill(&self, axis: Axis, tile: Rectangle, out: &mut [f32]);
}

/// The directions of a grid along which a value varies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Along neither: one value.
    Uniform,
    /// Along rows: one value for each column.
    Row,
    /// Along columns: one value for each row.
    Column,
    /// Along both: one value for each sample.
    Full,
}

impl Shape {
    /// Number of variants.
    pub(crate) const COUNT: usize = Shape::Full as usize + 1;

    /// The shape of a value that varies along rows, along columns, along both, or not at all.
    pub(crate) fn varying(across: bool, down: bool) -> Shape {
        match (across, down) {
            (false, false) => Shape::Uniform,
            (true, false) => Shape::Row,
            (false, true) => Shape::Column,
            (true, true) => Shape::Full,
        }
    }

    /// Number of values over a tile of this size.
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
        let axes = axes.without_surface();
        Shape::varying(axes.contains(across), axes.contains(down))
    }

    fn fill(&self, axis: Axis, tile: Rectangle, out: &mut [f32]) {
        let [across, down, through] = self.plane.axes();
        let axis = match axis.neutral() {
            Neutral::Axis(axis) => axis,
            Neutral::Number(number) => return out.fill(number),
        };
        if axis == across {
            out.iter_mut().zip(tile.x..).for_each(|(out, column)| *out = self.across(column));
        } else if axis == down {
            out.iter_mut().zip(tile.y..).for_each(|(out, row)| *out = self.down(row));
        } else {
            out.fill(if axis == through { self.depth } else { self.time });
        }
    }
}

/// A list of sites, or of positions (x, y, z, time), as a grid of one row. Any value that varies is computed for each.
pub(crate) struct Points<'a, S>(pub(crate) &'a [S]);

impl<S: Copy + Into<Site> + Sync> Domain for Points<'_, S> {
    fn shape(&self, axes: Axes) -> Shape {
        if axes.is_empty() { Shape::Uniform } else { Shape::Full }
    }

    fn fill(&self, axis: Axis, tile: Rectangle, out: &mut [f32]) {
        let points = &self.0[tile.x as usize..];
        out.iter_mut().zip(points).for_each(|(out, point)| *out = (*point).into().coordinate(axis));
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
