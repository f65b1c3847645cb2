//! Writers of file formats, one file each.

pub(crate) mod atlas;
pub(crate) mod dds;
pub(crate) mod df3;
pub(crate) mod flat;
pub(crate) mod nrrd;
pub(crate) mod raw;
pub(crate) mod slices;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a small file and flushes it to the disk.
pub(crate) fn durable(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Whether a folder contains only known names.
pub(crate) fn holds_only(folder: &Path, known: impl Fn(&str) -> bool) -> bool {
    let known =
        |entry: io::Result<fs::DirEntry>| entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(&known));
    fs::read_dir(folder).is_ok_and(|mut entries| entries.all(known))
}
