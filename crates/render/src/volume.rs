//! Volumes: boxes of space, cut into samples.

use travertine_program::raster::centre;
use travertine_program::{Axes, Axis};

use crate::domain::{Domain, MAX_SIDE, Rectangle, Shape, Slice};
use crate::error::RenderError;

/// A box of space in graph units, cut into cells; each is sampled at its centre.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Volume {
    /// The box: its left, upper and near edges, then its right, lower and far ones.
    pub region: [f64; 6],
    /// When.
    pub time: f32,
    /// Samples to the right.
    pub width: u32,
    /// Samples down.
    pub height: u32,
    /// Samples away.
    pub depth: u32,
}

impl Volume {
    /// A volume of so many samples at time 0 whose slices lie where [`Slice::new`] has them, and as far apart as their
    /// pixels.
    pub fn new(width: u32, height: u32, depth: u32) -> Volume {
        let unit = f64::from(width.min(height).max(1));
        let [right, down, away] = [width, height, depth].map(|side| f64::from(side) / unit);
        Volume { region: [0.0, 0.0, 0.0, right, down, away], time: 0.0, width, height, depth }
    }

    /// Whether it can be evaluated. How many samples it has is no matter, since a render holds no more than a brick of them.
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

    /// How many samples it has.
    pub fn samples(&self) -> u64 {
        self.size().into_iter().map(u64::from).fold(1, u64::saturating_mul)
    }

    /// The position (x, y, z, time) at which a sample is taken.
    pub fn position(&self, [x, y, z]: [u32; 3]) -> [f32; 4] {
        [self.along(0, x), self.along(1, y), self.along(2, z), self.time]
    }

    /// The slice that the samples with one z make.
    pub fn slice(&self, z: u32) -> Slice {
        let [left, top, _, right, bottom, _] = self.region;
        Slice {
            depth: self.along(2, z),
            time: self.time,
            region: [left, top, right, bottom],
            ..Slice::new(self.width, self.height)
        }
    }

    /// How far apart samples are along x, y and z, in graph units.
    pub fn spacings(&self) -> [f64; 3] {
        let size = self.size();
        [0, 1, 2].map(|axis| (self.region[axis + 3] - self.region[axis]) / f64::from(size[axis]))
    }

    /// The same, along whichever axis it is furthest.
    pub fn spacing(&self) -> f32 {
        self.spacings().into_iter().fold(0.0, f64::max) as f32
    }

    /// Where along an axis a sample is taken.
    fn along(&self, axis: usize, index: u32) -> f32 {
        centre(self.region[axis], self.region[axis + 3], self.size()[axis], index)
    }
}

/// A box of a volume's samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Brick {
    /// The first sample along x, y and z.
    pub start: [u32; 3],
    /// Samples along x, y and z.
    pub size: [u32; 3],
}

impl Brick {
    /// How many samples it has.
    pub fn samples(&self) -> u64 {
        self.size.into_iter().map(u64::from).fold(1, u64::saturating_mul)
    }

    /// How many rows along x it has.
    pub(crate) fn rows(&self) -> u64 {
        u64::from(self.size[1]) * u64::from(self.size[2])
    }
}

/// The samples of a brick as a grid of rows along x, those of one z after the other.
///
/// Columns count from the volume's edge, so that what varies along x alone stays when the next brick has the same ones.
pub(crate) struct BrickRows<'a> {
    pub(crate) volume: &'a Volume,
    pub(crate) brick: Brick,
}

impl Domain for BrickRows<'_> {
    fn shape(&self, axes: Axes) -> Shape {
        match (axes.contains(Axis::X), axes.contains(Axis::Y) || axes.contains(Axis::Z)) {
            (false, false) => Shape::Uniform,
            (true, false) => Shape::Row,
            (false, true) => Shape::Column,
            (true, true) => Shape::Full,
        }
    }

    fn fill(&self, axis: Axis, tile: Rectangle, out: &mut [f32]) {
        let Brick { start: [_, y, z], size: [_, height, _] } = self.brick;
        let along = |axis: Axis, index| self.volume.along(axis as usize, index);
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
    fn slices_lie_where_those_of_pictures_do() {
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
