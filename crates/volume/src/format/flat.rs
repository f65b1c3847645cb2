//! Flat files: a header, then all samples in a fixed order.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use travertine::Volume;
use travertine::stages::render::Brick;

use crate::Error;
use crate::numbers::Numbers;

/// The order of a volume's samples in its file.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    /// Along x, then y, then z.
    Plain,
    /// As plain, but from the last row along y to the first, for programs in which y runs up.
    Upward,
    /// Pixels of a picture with the slices in a grid.
    Atlas {
        /// Slices per row.
        columns: u32,
    },
}

impl Order {
    /// Number of samples in the file, including free cells of an atlas.
    fn samples(self, volume: &Volume) -> u64 {
        match self {
            Order::Plain | Order::Upward => volume.samples(),
            Order::Atlas { columns } => {
                let [width, height, depth] = volume.size().map(u64::from);
                width * u64::from(columns) * height * depth.div_ceil(columns.into())
            }
        }
    }

    /// Length of the file, in bytes.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] beyond the limit of file systems.
    pub(crate) fn length(self, header: &[u8], volume: &Volume, numbers: &Numbers) -> Result<u64, Error> {
        let bytes = u128::from(self.samples(volume)) * numbers.sample() as u128 + header.len() as u128;
        // All systems use signed 64-bit file offsets.
        i64::try_from(bytes).map(i64::cast_unsigned).map_err(|_| {
            let [width, height, depth] = volume.size();
            Error::TooLarge(format!(
                "a file of {width} x {height} x {depth} samples would have {bytes} bytes, which exceeds the limit \
                 of file systems; choose a smaller size, fewer bits, or .zarr, which is a folder of small files"
            ))
        })
    }

    /// The contiguous ranges of a brick's samples, with their offsets in the file, in samples.
    fn ranges(self, volume: &Volume, brick: Brick) -> Vec<(Range<usize>, u64)> {
        let [x, y, z] = brick.start.map(u64::from);
        let [_, down, away] = brick.size.map(u64::from);
        let [width, height, _] = volume.size().map(u64::from);
        // The row of samples at y and z begins there.
        let row = |y: u64, z: u64| match self {
            Order::Plain => (z * height + y) * width + x,
            Order::Upward => (z * height + height - 1 - y) * width + x,
            Order::Atlas { columns } => {
                let columns = u64::from(columns);
                ((z / columns * height + y) * columns + z % columns) * width + x
            }
        };
        if let Order::Plain = self {
            // `Bricks::runs` are contiguous.
            return vec![(0..brick.samples() as usize, row(y, z))];
        }
        let rows = (z..z + away).flat_map(|z| (y..y + down).map(move |y| (y, z)));
        let length = brick.size[0] as usize;
        let parts = (0..).step_by(length).map(|start| start..start + length);
        parts.zip(rows.map(|(y, z)| row(y, z))).collect()
    }
}

/// A flat file that is being written.
pub(crate) struct Flat {
    file: File,
    volume: Volume,
    numbers: Numbers,
    order: Order,
    header: u64,
    bytes: Vec<u8>,
}

impl Flat {
    /// Opens or creates the file with its full length. Earlier content stays.
    pub(crate) fn open(
        path: &Path,
        header: &[u8],
        length: u64,
        volume: Volume,
        numbers: Numbers,
        order: Order,
    ) -> io::Result<Flat> {
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        file.write_all(header)?;
        file.set_len(length)?;
        file.sync_all()?;
        Ok(Flat { file, volume, numbers, order, header: header.len() as u64, bytes: Vec::new() })
    }

    /// Writes a brick to the disk, and returns its number of clipped samples.
    pub(crate) fn write(&mut self, brick: Brick, samples: &[f32]) -> io::Result<u64> {
        self.bytes.clear();
        let clipped = self.numbers.encode(samples, &mut self.bytes);
        let size = self.numbers.sample();
        for (range, offset) in self.order.ranges(&self.volume, brick) {
            self.file.seek(SeekFrom::Start(self.header + offset * size as u64))?;
            self.file.write_all(&self.bytes[range.start * size..range.end * size])?;
        }
        self.file.sync_data()?;
        Ok(clipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_atlas_has_its_slices_side_by_side() {
        let volume = Volume::new(4, 3, 5);
        let order = Order::Atlas { columns: 2 };
        assert_eq!(order.samples(&volume), 8 * 9);
        let brick = Brick { start: [0, 1, 3], size: [4, 2, 2] };
        // Slice 3 is the second one of the second row, slice 4 the first one of the third.
        assert_eq!(
            order.ranges(&volume, brick),
            [(0..4, 8 * 4 + 4), (4..8, 8 * 5 + 4), (8..12, 8 * 7), (12..16, 8 * 8)]
        );
    }

    #[test]
    fn rows_run_upward() {
        let volume = Volume::new(4, 3, 5);
        let rows = |start, size| Order::Upward.ranges(&volume, Brick { start, size });
        assert_eq!(rows([0, 0, 1], [4, 2, 1]), [(0..4, 12 + 8), (4..8, 12 + 4)]);
        // A part of a row.
        assert_eq!(rows([2, 2, 0], [2, 1, 1]), [(0..2, 2)]);
    }
}
