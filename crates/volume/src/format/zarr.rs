//! Zarr, version 3: a folder of compressed chunks, for Python and other scientific programs.
//!
//! Zarr core specification, version 3. <https://zarr-specs.readthedocs.io/en/latest/v3/core/>

use std::fs;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use travertine::Volume;
use travertine::stages::program::parallel;
use travertine::stages::render::{Brick, VolumeRender};
use travertine_files::flush_folder;
use zarrs::array::codec::GzipCodec;
use zarrs::array::{Array, ArrayBuilder, ArrayBytes, ArrayToBytesCodecTraits, CodecOptions, FillValue};

use super::{durable, holds_only};
use crate::bricks::Bricks;
use crate::description::{Description, is_described};

/// Samples along each side of a chunk.
const EDGE: u32 = 64;

/// Samples along the rows of a brick, which spans several chunks: long rows are evaluated fastest.
const LENGTH: u32 = 8 * EDGE;

/// Gzip level of chunks, 1 to 9. Higher levels gain little, since the low bits of floats hardly compress.
const COMPRESSION: u32 = 1;

const METADATA: &str = "zarr.json";

/// A folder that is being written.
pub(crate) struct Zarr {
    folder: PathBuf,
    description: Description,
    array: Array<()>,
}

/// An encoded chunk.
struct Chunk {
    path: PathBuf,
    bytes: Vec<u8>,
    clipped: u64,
}

/// Makes sure that zarrs finds a pool of rayon when it opens its first array: it asks for the number of threads, and a
/// system may start none. A render on the calling thread alone has no pool.
fn find_pool() {
    let alone = parallel::is_inside() && rayon::current_thread_index().is_none();
    if alone && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build() {
        // The pool must outlive the thread, which stays in it.
        mem::forget(pool);
    }
}

impl Zarr {
    /// The bricks of a volume, which consist of whole chunks.
    pub(crate) fn bricks(volume: &Volume) -> Bricks {
        Bricks::new(volume, [LENGTH, EDGE, EDGE])
    }

    /// Opens or creates the folder. Earlier chunks stay.
    pub(crate) fn open(folder: PathBuf, description: &Description) -> io::Result<Zarr> {
        find_pool();
        let channels = description.channels();
        let mut shape: Vec<u64> = description.volume.size().into_iter().rev().map(u64::from).collect();
        let mut chunk = vec![u64::from(EDGE); 3];
        let mut names = vec!["z", "y", "x"];
        if !channels.is_empty() {
            shape.push(channels.len() as u64);
            chunk.push(channels.len() as u64);
            names.push("c");
        }
        let gzip = GzipCodec::new(COMPRESSION).map_err(io::Error::other)?;
        let zero = FillValue::new(vec![0; description.numbers.width()]);
        let array = ArrayBuilder::new(shape, chunk, description.data_type(), zero)
            .bytes_to_bytes_codecs(vec![Arc::new(gzip)])
            .dimension_names(Some(names))
            .attributes(description.attributes())
            .build(Arc::new(()), "/")
            .map_err(io::Error::other)?;
        fs::create_dir_all(&folder)?;
        durable(&folder.join(METADATA), &serde_json::to_vec_pretty(array.metadata())?)?;
        flush_folder(&folder);
        Ok(Zarr { folder, description: description.clone(), array })
    }

    /// Writes a brick to the disk, and returns its number of clipped samples.
    pub(crate) fn write(&self, brick: Brick, samples: &[f32], render: &VolumeRender) -> io::Result<u64> {
        let encode =
            || parallel::try_map(0..brick.size[0].div_ceil(EDGE), |index| self.chunk(brick, samples, index));
        let chunks = render.install(encode)?;
        for chunk in &chunks {
            chunk.path.parent().map_or(Ok(()), fs::create_dir_all)?;
            durable(&chunk.path, &chunk.bytes)?;
        }
        // All chunks are in one folder, whose parents may be new too.
        if let Some(chunk) = chunks.first() {
            chunk.path.ancestors().take_while(|path| *path != self.folder).for_each(flush_folder);
        }
        Ok(chunks.iter().map(|chunk| chunk.clipped).sum())
    }

    /// Encodes a chunk of a brick, padded to its full size.
    fn chunk(&self, brick: Brick, samples: &[f32], index: u32) -> io::Result<Chunk> {
        let channels = self.description.numbers.format.channels();
        let [width, height, _] = brick.size.map(|side| side as usize);
        let (edge, index) = (EDGE as usize, index as usize);
        let columns = index * edge..width.min((index + 1) * edge);
        let mut floats = vec![0.0; edge * edge * edge * channels];
        for (row, samples) in samples.chunks_exact(width * channels).enumerate() {
            let part = &samples[columns.start * channels..columns.end * channels];
            let start = (row / height * edge + row % height) * edge * channels;
            floats[start..start + part.len()].copy_from_slice(part);
        }
        let mut bytes = Vec::new();
        let clipped = self.description.numbers.encode(&floats, &mut bytes);

        let [x, y, z] = brick.start.map(|start| u64::from(start / EDGE));
        let mut indices = vec![z, y, x + index as u64];
        indices.resize(self.array.dimensionality(), 0);
        let shape = self.array.chunk_shape(&indices).map_err(io::Error::other)?;
        let (kind, fill) = (self.array.data_type(), self.array.fill_value());
        let bytes = ArrayBytes::new_flen(bytes);
        let options = CodecOptions::default();
        let encoded = self.array.codecs().encode(bytes, &shape, kind, fill, &options);
        let bytes = encoded.map_err(io::Error::other)?.into_owned();
        Ok(Chunk { path: self.folder.join(self.array.chunk_key(&indices).as_str()), bytes, clipped })
    }
}

/// Whether Travertine wrote the folder, and it contains nothing else.
pub(crate) fn is_ours(folder: &Path) -> bool {
    is_described(&folder.join(METADATA), |metadata| &metadata["attributes"])
        && holds_only(folder, |name| [METADATA, "c"].contains(&name))
        && (!folder.join("c").exists() || holds_chunks(&folder.join("c")))
}

/// Whether a folder contains only files and folders whose names are numbers, as chunks have.
fn holds_chunks(folder: &Path) -> bool {
    let is_number = |name: &str| name.bytes().all(|digit| digit.is_ascii_digit());
    holds_only(folder, is_number)
        && fs::read_dir(folder).is_ok_and(|entries| {
            entries
                .flatten()
                .map(|entry| entry.path())
                .filter(|path| path.is_dir())
                .all(|path| holds_chunks(&path))
        })
}

#[cfg(test)]
mod tests {
    use travertine::{Context, Format, Level, Texture, Type};
    use zarrs::storage::StoreKey;
    use zarrs::storage::WritableStorageTraits;
    use zarrs::storage::store::MemoryStore;

    use super::*;
    use crate::Bits;
    use crate::numbers::Numbers;

    const TEXT: &str = r#"{
        "format": "travertine", "version": 1,
        "nodes": {"noise": {"type": "noise/perlin", "inputs": {"scale": 3}}, "place": {"type": "input/position"}},
        "outputs": {"height": {"node": "noise"}, "place": {"node": "place", "output": "position"}}
    }"#;

    /// Copies all files of a folder into a store.
    fn store(store: &MemoryStore, folder: &Path, prefix: &str) {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let key = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                self::store(store, &entry.path(), &format!("{key}/"));
            } else {
                let bytes = fs::read(entry.path()).unwrap();
                store.set(&StoreKey::new(key).unwrap(), bytes.into()).unwrap();
            }
        }
    }

    #[test]
    fn arrays_are_read_back_by_the_library() {
        let texture = Texture::parse(TEXT).unwrap();
        for (name, channels) in [("height", 1), ("place", 3)] {
            let field = texture.field(name).unwrap();
            let volume = Volume::new(70, 65, 3);
            let bricks = Zarr::bricks(&volume);
            let render = field.prepare_volume_file(volume, bricks.full_size(), &Context::default()).unwrap();
            let format = Format { width: 70, height: 65, value_type: field.value_type(), opaque: false };
            assert_eq!(format.channels(), if field.value_type() == Type::Float { 1 } else { 3 });
            let numbers = Numbers::new(format, Bits::ThirtyTwo, Level::detect());
            let description = Description { volume, output: name.to_owned(), numbers };
            let folder = tempfile::tempdir().unwrap();
            let zarr = Zarr::open(folder.path().join("block.zarr"), &description).unwrap();
            let mut expected = vec![0.0; 70 * 65 * 3 * channels];
            for brick in (0..bricks.len()).map(|index| bricks.get(index)) {
                let mut samples = vec![0.0; brick.samples() as usize * channels];
                render.brick(brick, &mut samples).unwrap();
                assert_eq!(zarr.write(brick, &samples, &render).unwrap(), 0);
                let row = brick.size[0] as usize * channels;
                for (index, row) in samples.chunks_exact(row).enumerate() {
                    let (y, z) = (index as u32 % brick.size[1], index as u32 / brick.size[1]);
                    let start = ((brick.start[2] + z) * 65 + brick.start[1] + y) * 70 + brick.start[0];
                    expected[start as usize * channels..][..row.len()].copy_from_slice(row);
                }
            }
            let block = folder.path().join("block.zarr");
            assert!(is_ours(&block));
            fs::write(block.join("c/0/notes.txt"), "foreign").unwrap();
            assert!(!is_ours(&block));
            fs::remove_file(block.join("c/0/notes.txt")).unwrap();

            let memory = Arc::new(MemoryStore::new());
            store(&memory, &folder.path().join("block.zarr"), "");
            let array = Array::open(memory, "/").unwrap();
            let read: Vec<f32> = array.retrieve_array_subset(&array.subset_all()).unwrap();
            assert!(read == expected, "{name}");
            assert_eq!(array.attributes()["name"], name);
            assert_eq!(array.dimension_names().as_ref().unwrap().len(), if channels == 1 { 3 } else { 4 });
        }
    }
}
