//! The images beside a document.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use travertine_graph::document::{Document, image_path_problem};
use travertine_graph::registry::Registry;
use travertine_render::{OverBudget, within_memory};

/// Maximum size of an image's file in bytes: a quarter of a GiB.
const MAX_BYTES: u64 = 1 << 28;

/// The files of the images of a document in `folder`, the folder of the document. They need not exist.
pub fn image_files(document: &Document, folder: &Path) -> Vec<PathBuf> {
    document.image_paths().into_iter().map(|path| folder.join(path)).collect()
}

/// Reads the images of a document that are files in `folder`, the folder of the document, or below it. What cannot be
/// read becomes an error of the document when it is checked.
///
/// Nothing outside the folder is read: neither by a path that leaves it, nor by a symbolic link.
pub fn attach_images(document: &Document, folder: &Path) {
    document.attach_images(|path| read(folder, path));
}

/// Memory of a document with a text of this length, and of its graph, in bytes: measured with graphs of 60,000 nodes of few
/// and many inputs, and of long texts.
fn document_bytes(document: &Document, registry: &Registry, length: usize) -> u64 {
    const OF_BYTE: usize = 9;
    const OF_NODE: usize = 1360;
    const OF_INPUT: usize = 110;
    let inputs = |node_type: &str| registry.find(node_type).map_or(0, |found| found.inputs.len());
    let nodes = document.nodes.values().map(|node| OF_NODE + OF_INPUT * inputs(&node.node_type));
    (OF_BYTE * length + nodes.sum::<usize>()) as u64
}

/// As [`attach_images`], if there is a folder, within a limit of memory in bytes for a document of `length` bytes and its
/// images. Returns the memory of all but the channels of images, which programs share.
///
/// # Errors
///
/// If it is not enough. Then no file is read, or none is decoded.
pub(crate) fn attach_within(
    document: &Document,
    registry: &Registry,
    folder: Option<&Path>,
    length: usize,
    limit: u64,
) -> Result<u64, OverBudget> {
    let held = document_bytes(document, registry, length);
    if let Some(folder) = folder {
        let size = |path| find(folder, path).map_or(0, |(_, bytes)| bytes);
        let files = document.image_paths().into_iter().map(size).fold(held, u64::saturating_add);
        within_memory(files, limit)?;
        attach_images(document, folder);
    }
    let images = document.image_memory();
    let held = held.saturating_add(images.held);
    within_memory(held.saturating_add(images.channels), limit)?;
    Ok(held)
}

fn failed(error: std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    }
}

/// The file at a path within a folder, and its size in bytes.
fn find(folder: &Path, path: &str) -> Result<(PathBuf, u64), String> {
    // The folder of `graph.json` is the empty path.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let folder = fs::canonicalize(folder).map_err(failed)?;
    let target = fs::canonicalize(folder.join(path)).map_err(failed)?;
    if !target.starts_with(&folder) {
        return Err("a symbolic link leads out of the folder of the document".to_owned());
    }
    // A pipe would wait for ever when it is opened.
    let metadata = fs::metadata(&target).map_err(failed)?;
    if !metadata.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    if metadata.len() > MAX_BYTES {
        return Err(format!("it is larger than {} MiB", MAX_BYTES >> 20));
    }
    Ok((target, metadata.len()))
}

fn read(folder: &Path, path: &str) -> Result<Vec<u8>, String> {
    let (target, size) = find(folder, path)?;
    let mut bytes = Vec::with_capacity(size as usize);
    // No more than was there when it was counted.
    File::open(&target).map_err(failed)?.take(size).read_to_end(&mut bytes).map_err(failed)?;
    match detached(&bytes) {
        Some((header, name)) => attached(folder, path, header, &name),
        None => Ok(bytes),
    }
}

/// The header of an NRRD whose numbers are in another file, without the line that names it, and this name.
fn detached(bytes: &[u8]) -> Option<(Vec<u8>, String)> {
    /// Far more than a header has.
    const MAX_HEADER: usize = 1 << 20;
    let text = bytes.get(..bytes.len().min(MAX_HEADER)).filter(|bytes| bytes.starts_with(b"NRRD"))?;
    let (mut header, mut name) = (Vec::new(), None);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        if line.trim_ascii().is_empty() {
            break;
        }
        let field = str::from_utf8(line).ok().and_then(|line| line.split_once(':'));
        match field {
            Some((field, file))
                if ["data file", "datafile"].contains(&&*field.trim().to_ascii_lowercase()) =>
            {
                name = Some(file.trim().to_owned());
            }
            _ => header.extend(line),
        }
    }
    // A list of files, or a pattern, is left to the decoder, which refuses it.
    let name = name.filter(|name| !name.starts_with("LIST") && !name.contains('%'))?;
    Some((header, name))
}

/// A detached header and the numbers of the file that it names, beside it, as one NRRD. The digest of an image is that of both.
fn attached(folder: &Path, path: &str, mut header: Vec<u8>, name: &str) -> Result<Vec<u8>, String> {
    let name = name.strip_prefix("./").unwrap_or(name);
    let beside = path.rsplit_once('/').map_or(name.to_owned(), |(folder, _)| format!("{folder}/{name}"));
    if let Some(problem) = image_path_problem(name) {
        return Err(format!("the path of its numbers, `{}`, {problem}", name.escape_debug()));
    }
    let of_numbers = |reason: String| format!("its numbers, in `{}`: {reason}", name.escape_debug());
    let (target, size) = find(folder, &beside).map_err(of_numbers)?;
    if !header.ends_with(b"\n") {
        header.extend(b"\n");
    }
    header.extend(b"\n");
    let numbers = File::open(&target).map_err(failed).map_err(of_numbers)?;
    numbers.take(size).read_to_end(&mut header).map_err(failed).map_err(of_numbers)?;
    Ok(header)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_detached_header_is_attached() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        let fields = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 3 1 1\nencoding: raw\n";
        let write = |name: &str, content: &[u8]| fs::write(folder.path().join(name), content).unwrap();
        write("a/x.raw", &[1, 2, 3]);
        let expected = [fields.as_bytes(), b"\n", &[1, 2, 3]].concat();
        for end in
            ["data file: x.raw\n", "data file: ./x.raw", "DataFile: x.raw\n\n", "data file: x.raw\r\n\r\n"]
        {
            write("a/x.nhdr", format!("{fields}{end}").as_bytes());
            assert_eq!(read(folder.path(), "a/x.nhdr"), Ok(expected.clone()), "{end:?}");
        }
        for (file, reason) in [
            ("../x.raw", "leaves the folder of the document"),
            ("/x.raw", "is not relative"),
            ("y.raw", "there is no such file"),
        ] {
            write("a/x.nhdr", format!("{fields}data file: {file}\n").as_bytes());
            let error = read(folder.path(), "a/x.nhdr").unwrap_err();
            assert!(error.contains("its numbers") && error.contains(reason), "{error}");
        }
        // Those that the decoder refuses.
        for file in ["LIST", "x%03d.raw 0 3 1"] {
            let header = format!("{fields}data file: {file}\n");
            write("a/x.nhdr", header.as_bytes());
            assert_eq!(read(folder.path(), "a/x.nhdr"), Ok(header.into_bytes()));
        }
        // An attached one stays as it is, whatever its numbers look like.
        write("x.nrrd", &[fields.as_bytes(), b"\ndata file: y\n"].concat());
        assert!(read(folder.path(), "x.nrrd").unwrap().ends_with(b"data file: y\n"));
    }
}
