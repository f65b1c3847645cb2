//! Volumes: boxes of space, divided into samples.

use travertine_program::{Axes, Axis, Neutral};
use travertine_raster::center;

use crate::domain::{Domain, MAX_SIDE, Rectangle, Shape, Slice};
use crate::error::RenderError;

/// A box of space in graph units, divided into cells. Each cell is sampled at its center.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Volume {
    /// Left, upper and near edge of the box, then right, lower and far edge, in graph units.
    pub region: [f64; 6],
    /// Time, in units of the graph.
    pub time: f32,
    /// Samples along x (to the right), 1 to [`MAX_SIDE`].
    pub width: u32,
    /// Samples along y (down), 1 to [`MAX_SIDE`].
    pub height: u32,
    /// Samples along z (away from the viewer), 1 to [`MAX_SIDE`].
    pub depth: u32,
}

impl Volume {
    /// A volume of this many samples at time 0. Its slices have the region of [`Slice::new`], and are as far apart as
    /// pixels.
    pub fn new(width: u32, height: u32, depth: u32) -> Volume {
        let unit = f64::from(width.min(height).max(1));
        let [right, down, away] = [width, height, depth].map(|side| f64::from(side) / unit);
        Volume { region: [0.0, 0.0, 0.0, right, down, away], time: 0.0, width, height, depth }
    }

    /// Checks size and region. The total number of samples is not limited, because a render holds one brick at a time.
    ///
    /// # Errors
    ///
    /// If a side has no samples or more than [`MAX_SIDE`], or the region is empty or not finite.
    pub fn check(&self) -> Result<(), RenderError> {
        let size = self.size();
        if size.iter().any(|side| !(1..=MAX_SIDE).contains(side)) {
            return Err(RenderError::VolumeSize { size });
        }
        let finite = |edge: &f64| edge.is_finite() && edge.abs() <= f64::from(f32::MAX);
        let empty = (0..3).any(|axis| self.region[axis] >= self.region[axis + 3]);
        if !self.region.iter().all(finite) || !self.time.is_finite() || empty {
            return Err(RenderError::Region);
        }
        Ok(())
    }

    /// Samples along x, y and z.
    pub fn size(&self) -> [u32; 3] {
        [self.width, self.height, self.depth]
    }

    /// Number of samples of the volume.
    pub fn samples(&self) -> u64 {
        self.size().into_iter().map(u64::from).fold(1, u64::saturating_mul)
    }

    /// The position (x, y, z, time) of a sample.
    pub fn position(&self, [x, y, z]: [u32; 3]) -> [f32; 4] {
        [self.along(0, x), self.along(1, y), self.along(2, z), self.time]
    }

    /// The slice of the samples with index `z`.
    pub fn slice(&self, z: u32) -> Slice {
        let [left, top, _, right, bottom, _] = self.region;
        Slice {
            depth: self.along(2, z),
            time: self.time,
            region: [left, top, right, bottom],
            ..Slice::new(self.width, self.height)
        }
    }

    /// Distance between neighboring samples along x, y and z, in graph units.
    pub fn spacings(&self) -> [f64; 3] {
        let size = self.size();
        [0, 1, 2].map(|axis| (self.region[axis + 3] - self.region[axis]) / f64::from(size[axis]))
    }

    /// The greatest of the three [spacings](Volume::spacings).
    pub fn spacing(&self) -> f32 {
        self.spacings().into_iter().fold(0.0, f64::max) as f32
    }

    /// Position of a sample along an axis.
    fn along(&self, axis: usize, index: u32) -> f32 {
        center(self.region[axis], self.region[axis + 3], self.size()[axis], index)
    }
}

/// A box of a volume's samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Brick {
    /// Index of the first sample along x, y and z.
    pub start: [u32; 3],
    /// Samples along x, y and z.
    pub size: [u32; 3],
}

impl Brick {
    /// Number of samples of the brick.
    pub fn samples(&self) -> u64 {
        self.size.into_iter().map(u64::from).fold(1, u64::saturating_mul)
    }

    /// Number of rows along x.
    pub(crate) fn rows(&self) -> u64 {
        u64::from(self.size[1]) * u64::from(self.size[2])
    }
}

/// The samples of a brick as a grid of rows along x, slice after slice.
///
/// Columns count from the volume's edge, so that values along x stay valid for the next brick with the same columns.
pub(crate) struct BrickRows<'a> {
    pub(crate) volume: &'a Volume,
    pub(crate) brick: Brick,
}

impl Domain for BrickRows<'_> {
    fn shape(&self, axes: Axes) -> Shape {
        let axes = axes.without_surface();
        Shape::varying(axes.contains(Axis::X), axes.contains(Axis::Y) || axes.contains(Axis::Z))
    }

    fn fill(&self, axis: Axis, tile: Rectangle, out: &mut [f32]) {
        let Brick { start: [_, y, z], size: [_, height, _] } = self.brick;
        let along = |axis: Axis, index| self.volume.along(axis as usize, index);
        let axis = match axis.neutral() {
            Neutral::Axis(axis) => axis,
            Neutral::Number(number) => return out.fill(number),
        };
        if axis == Axis::X {
            out.iter_mut().zip(tile.x..).for_each(|(out, x)| *out = along(axis, x));
            return;
        }
        let (mut row, mut left) = (tile.y, out);
        while !left.is_empty() {
            let (slice, down) = (row / height, row % height);
            let count = left.len().min((height - down) as usize);
            let (rows, later) = left.split_at_mut(count);
            match axis {
                Axis::Y => rows.iter_mut().zip(y + down..).for_each(|(out, y)| *out = along(axis, y)),
                Axis::Z => rows.fill(along(axis, z + slice)),
                _ => rows.fill(self.volume.time),
            }
            (row, left) = (row + count as u32, later);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_have_the_region_of_pictures() {
        let volume = Volume::new(8, 4, 2);
        assert_eq!(volume.region, [0.0, 0.0, 0.0, 2.0, 1.0, 0.5]);
        assert_eq!(volume.spacings(), [0.25; 3]);
        let slice = volume.slice(1);
        assert_eq!(slice, Slice { depth: 0.375, ..Slice::new(8, 4) });
        assert_eq!(slice.position(7, 3), volume.position([7, 3, 1]));
    }

    #[test]
    fn rows_of_a_brick_go_down_first_and_then_away() {
        let volume = Volume { time: 9.0, region: [0.0, 0.0, 0.0, 4.0, 8.0, 16.0], ..Volume::new(4, 8, 16) };
        let rows = BrickRows { volume: &volume, brick: Brick { start: [2, 3, 5], size: [2, 4, 3] } };
        let tile = Rectangle { x: 2, y: 3, width: 2, height: 6 };
        let filled = |axis, length| {
            let mut out = vec![0.0; length];
            rows.fill(axis, tile, &mut out);
            out
        };
        assert_eq!(filled(Axis::X, 2), [2.5, 3.5]);
        assert_eq!(filled(Axis::Y, 6), [6.5, 3.5, 4.5, 5.5, 6.5, 3.5]);
        assert_eq!(filled(Axis::Z, 6), [5.5, 6.5, 6.5, 6.5, 6.5, 7.5]);
        assert_eq!(filled(Axis::Time, 1), [9.0]);
        assert_eq!(rows.shape(Axis::Z.into()), Shape::Column);
        assert_eq!(rows.shape(Axes::from(Axis::X) | Axis::Z.into()), Shape::Full);
    }
}
