//! Layers of OpenEXR files: chosen channels of the first flat one, block by block.

use std::io::{Read, Seek, SeekFrom};

use exr::block::chunk::{Chunk, CompressedBlock};
use exr::math::Vec2;
use exr::meta::attribute::{ChannelDescription, Chromaticities, IntegerBounds, SampleType};
use exr::meta::header::Header;
use exr::meta::{BlockDescription, MetaData};
use exr::prelude::{Compression, f16};

/// Maximum size of a block, decompressed: 256 MiB.
const MAX_BLOCK: u64 = 1 << 28;

/// The first flat layer of an OpenEXR file, whose channels are read at the largest size.
pub struct Layer<R> {
    source: R,
    meta: MetaData,
    index: usize,
    /// Place of the layer's first block in the table of blocks.
    table: u64,
    sampling: Vec<Vec2<usize>>,
}

impl<R: Read + Seek> Layer<R> {
    /// Reads the headers of a file.
    ///
    /// # Errors
    ///
    /// If the file is damaged, has no flat layer, or is compressed in a way that is not read.
    pub fn open(mut source: R) -> Result<Layer<R>, String> {
        let failed = |error: std::io::Error| error.to_string();
        let length = source.seek(SeekFrom::End(0)).map_err(failed)?;
        source.rewind().map_err(failed)?;
        let mut meta = MetaData::read_from_buffered(&mut source, false).map_err(|error| error.to_string())?;
        let index = meta.headers.iter().position(|header| !header.deep).ok_or("it has no flat layer")?;
        let before = meta.headers[..index].iter().map(|header| header.chunk_count as u64);
        let table = source.stream_position().map_err(failed)?;
        let table = table.saturating_add(before.fold(0, u64::saturating_add).saturating_mul(8));
        let header = &mut meta.headers[index];
        if matches!(header.compression, Compression::DWAA(_) | Compression::DWAB(_)) {
            return Err("it is compressed with DWA, whose numbers differ from CPU to CPU; \
                        save it with another compression"
                .to_owned());
        }
        // The crate refuses subsampled channels, but decompresses them.
        let channels = &mut header.channels.list;
        let sampling: Vec<_> = channels.iter().map(|channel| channel.sampling).collect();
        channels.iter_mut().for_each(|channel| channel.sampling = Vec2(1, 1));
        let validity = header.validate(false, &mut false, false);
        validity.map_err(|error| error.to_string())?;
        let window = header.data_window();
        let fits = |sampling: &Vec2<usize>| {
            let divides = |position: i32, size: usize, factor: usize| {
                (1..=16).contains(&factor) && i64::from(position) % factor as i64 == 0 && size.is_multiple_of(factor)
            };
            let is_whole = *sampling == Vec2(1, 1) || header.blocks == BlockDescription::ScanLines;
            is_whole
                && divides(window.position.x(), window.size.x(), sampling.x())
                && divides(window.position.y(), window.size.y(), sampling.y())
        };
        if !sampling.iter().all(fits) {
            return Err("one of its channels is subsampled in a way that is not read".to_owned());
        }
        let is_subsampled = sampling.iter().any(|sampling| *sampling != Vec2(1, 1));
        if is_subsampled && matches!(header.compression, Compression::B44 | Compression::B44A) {
            return Err(
                "its channels are subsampled and compressed with B44; save it with another compression".to_owned()
            );
        }
        let end = (header.chunk_count as u64).checked_mul(8).and_then(|bytes| bytes.checked_add(table));
        if end.is_none_or(|end| end > length) {
            return Err("it is cut off".to_owned());
        }
        Ok(Layer { source, meta, index, table, sampling })
    }

    fn header(&self) -> &Header {
        &self.meta.headers[self.index]
    }

    /// Width and height, in texels.
    pub fn size(&self) -> (usize, usize) {
        (self.header().layer_size.width(), self.header().layer_size.height())
    }

    /// Names of the channels, sorted.
    pub fn channels(&self) -> Vec<String> {
        self.header().channels.list.iter().map(|channel| channel.name.to_string()).collect()
    }

    /// The primaries in the file.
    pub(crate) fn chromaticities(&self) -> Option<Chromaticities> {
        self.header().shared_attributes.chromaticities
    }

    /// Memory of a block in bytes, compressed and decompressed.
    pub(crate) fn block_bytes(&self) -> u64 {
        let (width, height) = self.size();
        let block = self.block_size();
        let texels = block.x().min(width) as u64 * block.y().min(height) as u64;
        2 * texels.saturating_mul(self.header().channels.bytes_per_pixel as u64)
    }

    fn block_size(&self) -> Vec2<usize> {
        let header = self.header();
        match header.blocks {
            BlockDescription::ScanLines => Vec2(header.layer_size.x(), header.compression.scan_lines_per_block()),
            BlockDescription::Tiles(tiles) => tiles.tile_size,
        }
    }

    /// The numbers of channels: rows from the top, texels from the left, the channels of a texel together. Numbers
    /// between those of a subsampled channel are interpolated. The caller checks the [size](Layer::size) first.
    ///
    /// # Errors
    ///
    /// If a channel is missing, or the file is damaged.
    pub fn numbers(&mut self, channels: &[impl AsRef<str>]) -> Result<Vec<f32>, String> {
        let (width, height) = self.size();
        if self.block_bytes() / 2 > MAX_BLOCK {
            return Err(format!("its blocks have more than {} MiB", MAX_BLOCK >> 20));
        }
        let names = self.channels();
        let place = |name: &str| names.iter().position(|known| known == name);
        let wanted: Option<Vec<usize>> = channels.iter().map(|name| place(name.as_ref())).collect();
        let wanted = wanted.ok_or("its layers have different channels")?;
        let mut numbers = vec![0.0; width * height * wanted.len()];
        let (block, failed) = (self.block_size(), |error: std::io::Error| error.to_string());
        let (across, down) = (width.div_ceil(block.x().max(1)), height.div_ceil(block.y().max(1)));
        // The largest size comes first in the table.
        let mut table = vec![0; 8 * across * down];
        self.source.seek(SeekFrom::Start(self.table)).map_err(failed)?;
        self.source.read_exact(&mut table).map_err(failed)?;
        let mut header = self.header().clone();
        for (channel, sampling) in header.channels.list.iter_mut().zip(&self.sampling) {
            channel.sampling = *sampling;
        }
        for (index, offset) in table.as_chunks().0.iter().enumerate() {
            let (left, top) = (index % across * block.x(), index / across * block.y());
            let size = Vec2(block.x().min(width - left), block.y().min(height - top));
            let bytes = self.compressed(u64::from_le_bytes(*offset), Vec2(left, top))?;
            // Within MAX_SIDE, which the caller has checked.
            let area = IntegerBounds::new(Vec2(left as i32, top as i32), size);
            let declared: usize = (top..top + size.y())
                .flat_map(|row| header.channels.list.iter().map(move |channel| line_bytes(channel, row, size.x())))
                .sum();
            // No texels: a tile without a size.
            if size.area() == 0 || !declared.is_multiple_of(size.area()) {
                return Err("one of its channels is subsampled in a way that is not read".to_owned());
            }
            header.channels.bytes_per_pixel = declared / size.area();
            let compression = header.compression;
            let bytes = compression.decompress_image_section_from_le(&header, bytes, area, false);
            let mut bytes = &*bytes.map_err(|error| error.to_string())?;
            for row in top..top + size.y() {
                for (index, channel) in header.channels.list.iter().enumerate() {
                    let length = line_bytes(channel, row, size.x());
                    let line;
                    (line, bytes) = bytes.split_at_checked(length).ok_or("one of its blocks is too short")?;
                    for (slot, _) in wanted.iter().enumerate().filter(|(_, wanted)| **wanted == index) {
                        let first = (row * width + left) * wanted.len() + slot;
                        let targets = numbers[first..].iter_mut().step_by(wanted.len() * channel.sampling.x());
                        targets.zip(floats(channel.sample_type, line)).for_each(|(target, number)| *target = number);
                    }
                }
            }
        }
        for (slot, channel) in wanted.iter().enumerate() {
            let sampling = self.sampling[*channel];
            if sampling != Vec2(1, 1) {
                interpolate(&mut numbers[slot..], wanted.len(), (width, height), sampling);
            }
        }
        Ok(numbers)
    }

    /// The compressed bytes of the block at this place of the picture, which lie at this place of the file.
    fn compressed(&mut self, offset: u64, place: Vec2<usize>) -> Result<Vec<u8>, String> {
        self.source.seek(SeekFrom::Start(offset)).map_err(|error| error.to_string())?;
        let chunk = Chunk::read(&mut self.source, &self.meta).map_err(|error| error.to_string())?;
        let wrong = || "its table of blocks is damaged".to_owned();
        let header = self.header();
        let indices = header.get_block_data_indices(&chunk.compressed_block).map_err(|_| wrong())?;
        let area = header.get_absolute_block_pixel_coordinates(indices).map_err(|_| wrong())?;
        let is_there = area.position.to_usize("place").is_ok_and(|found| found == place)
            && indices.level_index == Vec2(0, 0)
            && chunk.layer_index == self.index;
        match chunk.compressed_block {
            CompressedBlock::ScanLine(block) if is_there => Ok(block.compressed_pixels_le),
            CompressedBlock::Tile(block) if is_there => Ok(block.compressed_pixels_le),
            _ => Err(wrong()),
        }
    }
}

/// Bytes of a channel in a row of a block. The window begins with a whole step of every sampling.
fn line_bytes(channel: &ChannelDescription, row: usize, width: usize) -> usize {
    match row % channel.sampling.y() {
        0 => width / channel.sampling.x() * channel.sample_type.bytes_per_sample(),
        _ => 0,
    }
}

/// The numbers of a line.
fn floats(sample_type: SampleType, line: &[u8]) -> impl Iterator<Item = f32> {
    line.chunks_exact(sample_type.bytes_per_sample()).map(move |bytes| match (sample_type, bytes) {
        (SampleType::F16, [a, b]) => f16::from_bits(u16::from_ne_bytes([*a, *b])).to_f32(),
        (SampleType::F32, [a, b, c, d]) => f32::from_ne_bytes([*a, *b, *c, *d]),
        (SampleType::U32, [a, b, c, d]) => u32::from_ne_bytes([*a, *b, *c, *d]) as f32,
        _ => 0.0,
    })
}

/// Fills the numbers between those of a subsampled channel, first along rows, then along columns. Beyond the last one
/// they stay the same.
fn interpolate(numbers: &mut [f32], step: usize, (width, height): (usize, usize), sampling: Vec2<usize>) {
    let mut line = |first: usize, stride: usize, count: usize, factor: usize| {
        for start in (0..count).step_by(factor) {
            let end = if start + factor < count { start + factor } else { start };
            let [near, far] = [start, end].map(|place| numbers[first + place * stride]);
            for between in 1..factor {
                let share = between as f32 / factor as f32;
                numbers[first + (start + between) * stride] = near + (far - near) * share;
            }
        }
    };
    for row in (0..height).step_by(sampling.y()) {
        line(row * width * step, step, width, sampling.x());
    }
    for column in 0..width {
        line(column * step, width * step, height, sampling.y());
    }
}
