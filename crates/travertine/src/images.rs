//! The images beside a document.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use travertine_graph::document::Document;

/// Maximum size of an image's file in bytes: a quarter of a GiB.
const MAX_BYTES: u64 = 1 << 28;

/// The files of the images of a document and of its groups, in `folder`, the folder of the document. They need not exist.
pub fn image_files(document: &Document, folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    let mut documents = vec![document];
    while let Some(document) = documents.pop() {
        paths.extend(document.images.values().filter_map(|image| image.path()));
        documents.extend(document.groups.values().map(|group| &group.document));
    }
    paths.sort_unstable();
    paths.dedup();
    paths.into_iter().map(|path| folder.join(path)).collect()
}

/// Reads the images of a document that are files in `folder`, the folder of the document, or below it. What cannot be
/// read becomes an error of the document when it is checked.
///
/// Nothing outside the folder is read: neither by a path that leaves it, nor by a symbolic link.
pub fn attach_images(document: &Document, folder: &Path) {
    document.attach_images(|path| read(folder, path));
}

fn read(folder: &Path, path: &str) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    };
    // The folder of `graph.json` is the empty path.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let folder = fs::canonicalize(folder).map_err(failed)?;
    let target = fs::canonicalize(folder.join(path)).map_err(failed)?;
    if !target.starts_with(&folder) {
        return Err("a symbolic link leads out of the folder of the document".to_owned());
    }
    // A pipe would wait for ever when it is opened.
    if !fs::metadata(&target).map_err(failed)?.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    let mut bytes = Vec::new();
    File::open(&target).map_err(failed)?.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("it is larger than {} MiB", MAX_BYTES >> 20));
    }
    Ok(bytes)
}
