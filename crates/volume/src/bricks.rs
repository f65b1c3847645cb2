//! Bricks: the division of a volume into boxes that are evaluated, written and recorded one by one.

use travertine::Volume;
use travertine::stages::render::Brick;

/// Maximum size of a brick's floats, in bytes, unless a single row is larger: large enough to amortize the flush after
/// each brick, small enough to hold a few in memory.
const MAX_BYTES: u64 = 8 << 20;

/// Minimum size of a brick's floats, in bytes.
const MIN_BYTES: u64 = 256 << 10;
/// Minimum number of bricks of a volume, if the minimum size allows.
const MIN_COUNT: u64 = 32;

/// The bricks of a volume that has passed [`Volume::check`], ordered along x, then y, then z.
///
/// They depend on the volume and its format only, so that a job can continue with other threads or less memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bricks {
    volume: [u32; 3],
    brick: [u32; 3],
}

impl Bricks {
    /// Bricks of the given size; those at the far edges of the volume may be smaller.
    pub(crate) fn new(volume: &Volume, brick: [u32; 3]) -> Bricks {
        Bricks::of_size(volume.size(), brick)
    }

    /// Bricks of a grid with this many samples along x, y and z.
    pub(crate) fn of_size(volume: [u32; 3], brick: [u32; 3]) -> Bricks {
        Bricks { volume, brick: [0, 1, 2].map(|axis| brick[axis].min(volume[axis])) }
    }

    /// Bricks whose samples are contiguous in the volume: whole rows, or whole slices.
    pub(crate) fn runs(volume: &Volume, channels: usize) -> Bricks {
        let [width, height, depth] = volume.size();
        let row = u64::from(width) * channels as u64 * size_of::<f32>() as u64;
        let slice = row * u64::from(height);
        let bytes = (slice.saturating_mul(depth.into()) / MIN_COUNT).clamp(MIN_BYTES, MAX_BYTES);
        let fitting = |bytes: u64, each: u64| u32::try_from(bytes / each).unwrap_or(u32::MAX).max(1);
        let brick =
            if slice <= bytes { [width, height, fitting(bytes, slice)] } else { [width, fitting(bytes, row), 1] };
        Bricks::new(volume, brick)
    }

    /// The size of a brick that is not at a far edge.
    pub(crate) fn full_size(&self) -> [u32; 3] {
        self.brick
    }

    /// Bytes of a brick's floats.
    pub(crate) fn bytes(&self, channels: usize) -> u64 {
        let floats = self.brick.into_iter().map(u64::from).fold(channels as u64, u64::saturating_mul);
        floats.saturating_mul(size_of::<f32>() as u64)
    }

    /// Number of bricks; saturates at the greatest usize, for which no list fits into memory.
    pub(crate) fn len(&self) -> usize {
        self.counts().into_iter().map(|count| count as usize).fold(1, usize::saturating_mul)
    }

    /// The brick with an index.
    pub(crate) fn get(&self, index: usize) -> Brick {
        let [across, down, _] = self.counts().map(|count| count as usize);
        let cell = [index % across, index / across % down, index / across / down];
        let start = [0, 1, 2].map(|axis: usize| cell[axis] as u32 * self.brick[axis]);
        Brick { start, size: [0, 1, 2].map(|axis| self.brick[axis].min(self.volume[axis] - start[axis])) }
    }

    fn counts(&self) -> [u32; 3] {
        [0, 1, 2].map(|axis| self.volume[axis].div_ceil(self.brick[axis]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that the bricks cover each sample of the volume once.
    fn cover(volume: Volume, bricks: Bricks) {
        let [width, height, depth] = volume.size().map(|side| side as usize);
        let mut seen = vec![0; width * height * depth];
        for brick in (0..bricks.len()).map(|index| bricks.get(index)) {
            let [x, y, z] =
                [0, 1, 2].map(|axis| brick.start[axis] as usize..(brick.start[axis] + brick.size[axis]) as usize);
            for (z, y) in z.flat_map(|z| y.clone().map(move |y| (z, y))) {
                x.clone().for_each(|x| seen[(z * height + y) * width + x] += 1);
            }
        }
        assert!(seen.iter().all(|times| *times == 1), "{bricks:?}");
    }

    #[test]
    fn bricks_cover_a_volume_once() {
        for (size, brick) in [([5, 4, 3], [2, 3, 2]), ([1, 1, 1], [64, 64, 64]), ([7, 1, 9], [7, 1, 2])] {
            let volume = Volume::new(size[0], size[1], size[2]);
            cover(volume, Bricks::new(&volume, brick));
        }
    }

    #[test]
    fn runs_are_whole_rows_or_whole_slices() {
        for size in [[300, 200, 40], [1 << 17, 3, 2], [1, 1, 1], [64, 64, 300]] {
            let volume = Volume::new(size[0], size[1], size[2]);
            let bricks = Bricks::runs(&volume, 1);
            cover(volume, bricks);
            let mut end = 0;
            for brick in (0..bricks.len()).map(|index| bricks.get(index)) {
                let [x, y, z] = brick.start.map(u64::from);
                assert_eq!((z * u64::from(size[1]) + y) * u64::from(size[0]) + x, end);
                end += brick.samples();
            }
        }
    }

    #[test]
    fn bricks_are_neither_large_nor_many() {
        let large = Bricks::runs(&Volume::new(1024, 1024, 1024), 1);
        assert_eq!((large.bytes(1), large.len()), (MAX_BYTES, 512));
        let small = Bricks::runs(&Volume::new(128, 128, 128), 1);
        assert_eq!((small.bytes(1), small.len()), (MIN_BYTES, 32));
    }
}
