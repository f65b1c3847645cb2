//! Stores: Zarr groups with an array for each output, and coordinates.
//!
//! Zarr core specification, version 3. <https://zarr-specs.readthedocs.io/en/latest/v3/core/>

mod array;
mod group;
pub(crate) mod job;
mod levels;
mod names;
mod shard;

use std::fs;
use std::path::Path;
use std::str::FromStr;

use serde_json::Value;

use crate::description::{GENERATOR, is_described};
use crate::format::holds_only;

/// Name of a node's metadata.
const METADATA: &str = "zarr.json";

/// Greatest number of times of a store.
pub const MAX_TIMES: usize = 1 << 16;

/// What a Zarr store holds besides samples of one time, and how it is divided into files.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Store {
    /// Times along the first axis of all arrays. If there are none, arrays have no such axis, and hold the volume's
    /// time.
    pub times: Vec<f32>,
    /// Whether up to 32 chunks share a file (sharding), instead of one file for each chunk.
    pub sharded: bool,
    /// Whether the store also holds smaller copies, each half as large as the one before, and is an image of OME-Zarr
    /// 0.5.
    pub multiscale: bool,
    /// The part of the store that this process writes, if several write it.
    pub part: Option<Part>,
}

/// Maximum number of [parts](Part) of a store.
pub const MAX_PARTS: u32 = 10_000;

/// One of several equal parts of a store, each written by a process of its own: `2/8` is the second of eight. There are
/// at most [`MAX_PARTS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    index: u32,
    count: u32,
}

impl Part {
    /// The number of the part, from 1, and the number of parts.
    pub fn numbers(self) -> (u32, u32) {
        (self.index + 1, self.count)
    }

    /// The bricks of this part, of all bricks.
    fn of(self, bricks: usize) -> std::ops::Range<usize> {
        // Below the number of bricks, so it fits.
        let edge = |index: u32| (bricks as u128 * u128::from(index) / u128::from(self.count)) as usize;
        edge(self.index)..edge(self.index + 1)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let wrong = || "expected a part and the number of parts, as in 1/8 to 8/8".to_owned();
        let (index, count) = text.split_once('/').ok_or_else(wrong)?;
        let (index, count): (u32, u32) = (index.parse().map_err(|_| wrong())?, count.parse().map_err(|_| wrong())?);
        if count > MAX_PARTS {
            return Err(format!("expected at most {MAX_PARTS} parts"));
        }
        if (1..=count).contains(&index) { Ok(Part { index: index - 1, count }) } else { Err(wrong()) }
    }
}

/// Whether Travertine wrote the folder, and it contains nothing else.
pub(crate) fn is_ours(folder: &Path) -> bool {
    let children = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_chunks = |path: &Path| path.file_name().is_some_and(|name| name == "c");
    is_described(&folder.join(METADATA), |metadata| &metadata["attributes"])
        && children(folder).all(|path| {
            if path.is_dir() {
                if is_chunks(&path) { holds_chunks(&path) } else { is_ours(&path) }
            } else {
                path.file_name().is_some_and(|name| name == METADATA) || is_chunks(&path)
            }
        })
}

/// Whether a folder contains only files and folders whose names are numbers, as chunks have.
fn holds_chunks(folder: &Path) -> bool {
    let is_number = |name: &str| name.bytes().all(|digit| digit.is_ascii_digit());
    holds_only(folder, is_number)
        && fs::read_dir(folder).is_ok_and(|entries| {
            entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).all(|path| holds_chunks(&path))
        })
}

/// Whether the folder is a whole store with this fingerprint.
fn is_complete(folder: &Path, fingerprint: &str) -> bool {
    let text = fs::read(folder.join(METADATA)).unwrap_or_default();
    let metadata = serde_json::from_slice::<Value>(&text).unwrap_or_default();
    metadata["attributes"]["generator"] == GENERATOR && metadata["attributes"]["fingerprint"] == fingerprint
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_all_bricks_once() {
        for (bricks, count) in [(0, 1), (1, 1), (7, 3), (3, 7), (1000, 8)] {
            let mut end = 0;
            for index in 1..=count {
                let part: Part = format!("{index}/{count}").parse().unwrap();
                let bricks = part.of(bricks);
                assert_eq!(bricks.start, end);
                end = bricks.end;
            }
            assert_eq!(end, bricks);
        }
        for wrong in ["", "1", "0/4", "5/4", "1/0", "1/x", "-1/4", "1/4/4"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }
}
