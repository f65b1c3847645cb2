//! Arrays: the chunks of an output, and their metadata.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use travertine::stages::render::Brick;
use travertine::{Type, srgb_to_linear};

use super::shard::{self, Chunk};
use crate::Bits;
use crate::bricks::Bricks;
use crate::description::Description;

/// Samples along each side of a chunk.
pub(crate) const EDGE: u32 = 64;

/// Chunks of a brick without shards along x, y and z: long rows are evaluated fastest.
const BRICK: [u32; 3] = [8, 1, 1];

/// Most chunks of a shard, and of its brick, along x, y and z.
const SHARD: [u32; 3] = [8, 2, 2];

/// Gzip level of chunks, 1 to 9. Higher levels gain little, since the low bits of floats hardly compress.
const COMPRESSION: u32 = 1;

/// An array of a store.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    /// Path in the store, with `/` between names.
    pub(crate) path: String,
    /// The output and the encoding of its samples; its volume is that of the store.
    pub(crate) description: Description,
    /// Samples along x, y and z.
    pub(crate) size: [u32; 3],
    /// Number of times, if they are an axis.
    pub(crate) times: Option<u32>,
    /// Whether chunks share files.
    pub(crate) sharded: bool,
    /// Whether the axis of channels comes before those of space, as OME-Zarr demands. In chunks, channels are last.
    pub(crate) channels_first: bool,
}

/// Chunks that a brick or shard has along x, y and z.
pub(crate) fn chunks_of_brick(size: [u32; 3], sharded: bool) -> [u32; 3] {
    let most = if sharded { SHARD } else { BRICK };
    [0, 1, 2].map(|axis: usize| most[axis].min(size[axis].div_ceil(EDGE)))
}

impl Array {
    /// The bricks of the array: whole shards, or rows of chunks.
    pub(crate) fn bricks(&self) -> Bricks {
        Bricks::of_size(self.size, chunks_of_brick(self.size, self.sharded).map(|chunks| chunks * EDGE))
    }

    /// Values of a sample.
    pub(crate) fn channels(&self) -> usize {
        self.description.numbers.channels()
    }

    /// Encodes all chunks of a brick from its samples.
    pub(crate) fn chunk(&self, brick: Brick, samples: &[f32], index: [u32; 3]) -> io::Result<Chunk> {
        let channels = self.channels();
        let [width, height, depth] = brick.size.map(|side| side as usize);
        let edge = EDGE as usize;
        let [x, y, z] = [0, 1, 2].map(|axis: usize| (index[axis] * EDGE - brick.start[axis]) as usize);
        let mut floats = vec![0.0; edge * edge * edge * channels];
        let length = edge.min(width - x) * channels;
        for plane in 0..edge.min(depth - z) {
            for row in 0..edge.min(height - y) {
                let from = (((z + plane) * height + y + row) * width + x) * channels;
                let to = (plane * edge + row) * edge * channels;
                floats[to..to + length].copy_from_slice(&samples[from..from + length]);
            }
        }
        self.encode(index, &floats)
    }

    /// Encodes a chunk from its samples, padded to its full size.
    pub(crate) fn encode(&self, index: [u32; 3], floats: &[f32]) -> io::Result<Chunk> {
        let mut numbers = Vec::new();
        let clipped = self.description.numbers.encode(floats, &mut numbers);
        let mut encoder = GzEncoder::new(Vec::new(), Compression::new(COMPRESSION));
        encoder.write_all(&numbers)?;
        Ok(Chunk { index, bytes: encoder.finish()?, clipped })
    }

    /// The indices of the chunks of a brick.
    pub(crate) fn chunks(brick: Brick) -> Vec<[u32; 3]> {
        let [x, y, z] = [0, 1, 2].map(|axis: usize| {
            let start = brick.start[axis] / EDGE;
            start..start + brick.size[axis].div_ceil(EDGE)
        });
        let mut chunks = Vec::new();
        for z in z {
            for y in y.clone() {
                chunks.extend(x.clone().map(|x| [x, y, z]));
            }
        }
        chunks
    }

    /// The files of a brick, with their bytes, from its chunks.
    pub(crate) fn files(&self, folder: &Path, time: u32, brick: Brick, chunks: Vec<Chunk>) -> Vec<(PathBuf, Vec<u8>)> {
        if !self.sharded {
            let path = |index| self.file(folder, time, index);
            return chunks.into_iter().map(|chunk| (path(chunk.index), chunk.bytes)).collect();
        }
        let sides = chunks_of_brick(self.size, true);
        let first = brick.start.map(|start| start / EDGE);
        let index = [0, 1, 2].map(|axis: usize| first[axis] / sides[axis]);
        vec![(self.file(folder, time, index), shard::join(sides, first, &chunks))]
    }

    /// The path of a file of chunks.
    fn file(&self, folder: &Path, time: u32, [x, y, z]: [u32; 3]) -> PathBuf {
        let channels = !self.description.channels().is_empty();
        let mut index = Vec::new();
        index.extend(self.times.map(|_| time));
        index.extend((channels && self.channels_first).then_some(0));
        index.extend([z, y, x]);
        index.extend((channels && !self.channels_first).then_some(0));
        let mut path = folder.join(&self.path).join("c");
        index.into_iter().for_each(|index| path.push(index.to_string()));
        path
    }

    /// Reads the samples of a chunk, padded to its full size.
    pub(crate) fn read(&self, folder: &Path, time: u32, index: [u32; 3]) -> io::Result<Vec<f32>> {
        let encoded = if self.sharded {
            let sides = chunks_of_brick(self.size, true);
            let shard = [0, 1, 2].map(|axis: usize| index[axis] / sides[axis]);
            let inner = [0, 1, 2].map(|axis: usize| index[axis] % sides[axis]);
            shard::part(&mut File::open(self.file(folder, time, shard))?, sides, inner)?
        } else {
            std::fs::read(self.file(folder, time, index))?
        };
        let count = (EDGE as usize).pow(3) * self.channels();
        let mut bytes = Vec::with_capacity(count * self.description.numbers.width());
        GzDecoder::new(encoded.as_slice()).take(bytes.capacity() as u64).read_to_end(&mut bytes)?;
        if bytes.len() != count * self.description.numbers.width() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(self.decode(&bytes))
    }

    /// The floats of encoded numbers.
    fn decode(&self, bytes: &[u8]) -> Vec<f32> {
        let numbers = &self.description.numbers;
        match numbers.bits {
            Bits::ThirtyTwo => bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect(),
            Bits::Sixteen => {
                let level = |bytes: &[u8; 2]| f32::from(u16::from_le_bytes(*bytes)) / 65535.0;
                bytes.as_chunks().0.iter().map(level).collect()
            }
            Bits::Eight => {
                let curved: Vec<f32> = (0..=255_u8).map(|level| srgb_to_linear(f32::from(level) / 255.0)).collect();
                // Alpha has no curve.
                let is_curved = |index: usize| numbers.srgb && index % numbers.channels() < 3;
                let number = |(index, level): (usize, &u8)| {
                    if is_curved(index) { curved[usize::from(*level)] } else { f32::from(*level) / 255.0 }
                };
                bytes.iter().enumerate().map(number).collect()
            }
        }
    }

    /// The name of the axis of channels, which tells their number, so that arrays of one group agree.
    fn axis_of_channels(&self) -> Option<&'static str> {
        match (self.description.numbers.format.value_type, self.channels()) {
            (Type::Float, _) => None,
            (Type::Vector, _) => Some("component"),
            (Type::Color, 3) => Some("rgb"),
            (Type::Color, _) => Some("rgba"),
        }
    }

    /// The names of the axes.
    pub(crate) fn axes(&self) -> Vec<&'static str> {
        self.per_axis("time", self.axis_of_channels(), ["z", "y", "x"])
    }

    /// A value for each axis, in their order.
    fn per_axis<T>(&self, time: T, channels: Option<T>, space: [T; 3]) -> Vec<T> {
        let (before, after) = if self.channels_first { (channels, None) } else { (None, channels) };
        let time = self.times.map(|_| time);
        time.into_iter().chain(before).chain(space).chain(after).collect()
    }

    /// A number for each axis: for time, channels, and x, y and z.
    pub(crate) fn numbers(&self, time: Value, channels: Value, [x, y, z]: [Value; 3]) -> Vec<Value> {
        self.per_axis(time, self.axis_of_channels().map(|_| channels), [z, y, x])
    }

    /// The metadata of the array.
    pub(crate) fn metadata(&self) -> Value {
        let lengths = |time: u32, sides: [u32; 3]| {
            self.numbers(json!(time), json!(self.channels()), sides.map(|side| json!(side)))
        };
        let chunk = lengths(1, [EDGE; 3]);
        let mut codecs = Vec::new();
        if self.channels_first && self.axis_of_channels().is_some() {
            let last = chunk.len() - 1;
            // Space is last, before channels move behind it.
            let order: Vec<usize> = (0..last - 3).chain(last - 2..=last).chain([last - 3]).collect();
            codecs.push(json!({"name": "transpose", "configuration": {"order": order}}));
        }
        codecs.push(match self.description.numbers.bits {
            Bits::Eight => json!({"name": "bytes"}),
            _ => json!({"name": "bytes", "configuration": {"endian": "little"}}),
        });
        codecs.push(json!({"name": "gzip", "configuration": {"level": COMPRESSION}}));
        let mut grid = chunk.clone();
        if self.sharded {
            grid = lengths(1, chunks_of_brick(self.size, true).map(|chunks| chunks * EDGE));
            codecs = vec![json!({"name": "sharding_indexed", "configuration": {
                "chunk_shape": chunk,
                "codecs": codecs,
                "index_codecs": [
                    {"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}
                ],
                "index_location": "end",
            }})];
        }
        let mut attributes = self.description.attributes();
        // Coordinates have units and times.
        attributes.remove("units");
        attributes.remove("time");
        attributes.insert("long_name".to_owned(), json!(self.description.output));
        if self.times.is_none() {
            attributes.insert("coordinates".to_owned(), json!("time"));
        }
        if self.size != self.description.volume.size() {
            attributes.remove("spacing");
        }
        json!({
            "zarr_format": 3,
            "node_type": "array",
            "shape": lengths(self.times.unwrap_or(1), self.size),
            "data_type": self.description.data_type(),
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": grid}},
            "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
            "fill_value": if self.description.numbers.bits == Bits::ThirtyTwo { json!(0.0) } else { json!(0) },
            "codecs": codecs,
            "dimension_names": self.axes(),
            "attributes": attributes,
        })
    }
}
