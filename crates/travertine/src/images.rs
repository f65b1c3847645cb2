//! The images next to a document.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use travertine_graph::document::{Document, image_path_problem};
use travertine_graph::registry::Registry;
use travertine_render::{OverBudget, within_memory};

use crate::Error;
use crate::memory::document_bytes;

/// Maximum size of an image in bytes, with the numbers next to its header: a quarter of a GiB.
const MAX_BYTES: u64 = 1 << 28;

/// Maximum size in bytes of the header of an NRRD whose numbers are in another file: far more than one has.
const MAX_HEADER: u64 = 1 << 20;

/// The files of the images of a document in `folder`, the folder of the document, with those of the numbers that a
/// detached NRRD header names. They need not exist.
pub fn image_files(document: &Document, folder: &Path) -> Vec<PathBuf> {
    let mut files = BTreeSet::new();
    for path in document.image_paths() {
        files.insert(folder.join(path));
        let header = resolve(folder, path).and_then(|(file, _)| detached(&file));
        if let Ok(Some((_, name))) = header {
            files.extend(path_of_numbers(path, &name).map(|path| folder.join(path)));
        }
    }
    files.into_iter().collect()
}

/// The file of a document, and those of its images.
pub(crate) fn files_of(path: &Path, document: &Document) -> Arc<[PathBuf]> {
    let images = image_files(document, path.parent().unwrap_or(path));
    iter::once(path.to_owned()).chain(images).collect()
}

/// Reads the images of a document that are files in `folder`, the folder of the document, or below it, within a limit
/// of memory in bytes for the document, its graph and these files. What cannot be read becomes an error of the document
/// when it is checked.
///
/// Nothing outside the folder is read: neither by a path that leaves it, nor by a symbolic link.
///
/// # Errors
///
/// [`Error::Memory`]; then no file is read.
pub fn attach_images(document: &Document, registry: &Registry, folder: &Path, memory: u64) -> Result<(), Error> {
    attach_within(document, registry, folder, document.to_json().len(), memory).map_err(Error::Memory)
}

/// As [`attach_images`], for a document with a text of this length.
pub(crate) fn attach_within(
    document: &Document,
    registry: &Registry,
    folder: &Path,
    length: usize,
    memory: u64,
) -> Result<(), OverBudget> {
    let paths = document.image_paths().into_iter();
    let found: BTreeMap<&str, Result<Found, String>> = paths.map(|path| (path, Found::new(folder, path))).collect();
    let held = document_bytes(document, registry, length);
    within_memory(found.values().flatten().map(Found::size).fold(held, u64::saturating_add), memory)?;
    document.attach_images(|path| match found.get(path) {
        Some(Ok(found)) => found.read(),
        Some(Err(reason)) => Err(reason.clone()),
        // `image_paths` has every path for which bytes are requested.
        None => Err(MISSING.to_owned()),
    });
    Ok(())
}

/// The reason why a file that does not exist cannot be read.
const MISSING: &str = "there is no such file";

fn failed(error: io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => MISSING.to_owned(),
        _ => error.to_string(),
    }
}

/// The file of an image, and how much of it is read: no more than was counted, even if it has grown since.
struct Found {
    file: PathBuf,
    /// In bytes.
    size: u64,
    /// The numbers, if the file is an NRRD header without them.
    numbers: Option<Numbers>,
}

/// The numbers of an NRRD next to its header.
struct Numbers {
    file: PathBuf,
    /// In bytes.
    size: u64,
    /// As the header names them.
    name: String,
}

impl Found {
    /// Finds the file at a path within a folder, and that of its numbers. Reads no more than a header.
    fn new(folder: &Path, path: &str) -> Result<Found, String> {
        let (file, size) = resolve(folder, path)?;
        let found = match detached(&file)? {
            None => Found { file, size, numbers: None },
            Some((header, name)) => {
                let beside = path_of_numbers(path, &name)?;
                let (numbers, bytes) = resolve(folder, &beside).map_err(|reason| of_numbers(&name, &reason))?;
                let numbers = Numbers { file: numbers, size: bytes, name };
                Found { file, size: header.len() as u64, numbers: Some(numbers) }
            }
        };
        if found.size() > MAX_BYTES {
            return Err(format!("it is larger than {} MiB", MAX_BYTES >> 20));
        }
        Ok(found)
    }

    /// Number of bytes that [`Found::read`] returns.
    fn size(&self) -> u64 {
        self.size.saturating_add(self.numbers.as_ref().map_or(0, |numbers| numbers.size))
    }

    /// The bytes of the image: those of the file, or the header and the numbers as one NRRD. The digest of an image is
    /// that of both.
    fn read(&self) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        match &self.numbers {
            None => append(&mut bytes, &self.file, self.size)?,
            Some(Numbers { file, size, name }) => {
                let header = detached(&self.file)?.filter(|(header, _)| header.len() as u64 == self.size);
                (bytes, _) = header.ok_or("it was changed while it was read")?;
                append(&mut bytes, file, *size).map_err(|reason| of_numbers(name, &reason))?;
            }
        }
        Ok(bytes)
    }
}

/// Appends the first bytes of a file.
fn append(bytes: &mut Vec<u8>, file: &Path, size: u64) -> Result<(), String> {
    // Otherwise, the bytes would take up to twice their size.
    bytes.reserve_exact(size as usize);
    File::open(file).map_err(failed)?.take(size).read_to_end(bytes).map_err(failed)?;
    Ok(())
}

/// The regular file at a path within a folder, and its size in bytes.
fn resolve(folder: &Path, path: &str) -> Result<(PathBuf, u64), String> {
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
    Ok((target, metadata.len()))
}

/// The header of an NRRD whose numbers are in another file, without the line that names it, and this name; `None` if
/// the file is anything else.
fn detached(file: &Path) -> Result<Option<(Vec<u8>, String)>, String> {
    const START: &[u8] = b"NRRD";
    let mut file = File::open(file).map_err(failed)?.take(MAX_HEADER);
    let mut text = Vec::new();
    file.by_ref().take(START.len() as u64).read_to_end(&mut text).map_err(failed)?;
    if text != START {
        return Ok(None);
    }
    file.read_to_end(&mut text).map_err(failed)?;
    let (mut header, mut name) = (Vec::new(), None);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        if line.trim_ascii().is_empty() {
            break;
        }
        let field = str::from_utf8(line).ok().and_then(|line| line.split_once(':'));
        match field {
            Some((field, file)) if ["data file", "datafile"].contains(&&*field.trim().to_ascii_lowercase()) => {
                name = Some(file.trim().to_owned());
            }
            _ => header.extend(line),
        }
    }
    if !header.ends_with(b"\n") {
        header.extend(b"\n");
    }
    header.extend(b"\n");
    // A list of files, or a pattern, is left to the decoder, which refuses it.
    let name = name.filter(|name| !name.starts_with("LIST") && !name.contains('%'));
    Ok(name.map(|name| (header, name)))
}

/// The path of numbers within the folder of the document, by that of their header and the name in it.
fn path_of_numbers(header: &str, name: &str) -> Result<String, String> {
    let file = name.strip_prefix("./").unwrap_or(name);
    if let Some(problem) = image_path_problem(file) {
        return Err(format!("the path of its numbers, `{}`, {problem}", name.escape_debug()));
    }
    Ok(header.rsplit_once('/').map_or(file.to_owned(), |(folder, _)| format!("{folder}/{file}")))
}

fn of_numbers(name: &str, reason: &str) -> String {
    format!("its numbers, in `{}`: {reason}", name.escape_debug())
}

#[cfg(test)]
mod tests {
    use travertine_graph::document::Image;

    use super::*;
    use crate::registry;

    const HEADER: &str = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 3 1 1\nencoding: raw\n";

    fn read(folder: &Path, path: &str) -> Result<Vec<u8>, String> {
        Found::new(folder, path)?.read()
    }

    #[test]
    fn a_detached_header_is_attached() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        let fields = HEADER;
        let write = |name: &str, content: &[u8]| fs::write(folder.path().join(name), content).unwrap();
        write("a/x.raw", &[1, 2, 3]);
        let expected = [fields.as_bytes(), b"\n", &[1, 2, 3]].concat();
        for end in ["data file: x.raw\n", "data file: ./x.raw", "DataFile: x.raw\n\n", "data file: x.raw\r\n\r\n"] {
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
        // An attached one is unchanged, whatever its numbers look like.
        write("x.nrrd", &[fields.as_bytes(), b"\ndata file: y\n"].concat());
        assert!(read(folder.path(), "x.nrrd").unwrap().ends_with(b"data file: y\n"));
    }

    /// A folder with numbers of this size, and a document of headers that name them.
    fn of_numbers(size: u64, headers: usize) -> (tempfile::TempDir, Document) {
        let folder = tempfile::tempdir().unwrap();
        File::create(folder.path().join("x.raw")).unwrap().set_len(size).unwrap();
        let image = |document: Document, index: usize| {
            let name = format!("x{index}.nhdr");
            fs::write(folder.path().join(&name), format!("{HEADER}data file: x.raw\n")).unwrap();
            document.image(format!("x{index}"), Image::file(name, ""))
        };
        let document = (0..headers).fold(Document::default(), image);
        (folder, document)
    }

    #[test]
    fn numbers_count_before_they_are_read() {
        let (folder, document) = of_numbers(1 << 20, 3);
        let each = (1 << 20) + HEADER.len() as u64 + 1;
        let needed = document_bytes(&document, registry(), 100) + 3 * each;
        let attach = |memory| attach_within(&document, registry(), folder.path(), 100, memory);
        assert_eq!(attach(needed - 1), Err(OverBudget { needed, budget: needed - 1 }));
        assert!(document.images.values().all(|image| image.digest().is_none()), "nothing is read");
        attach(needed).unwrap();
        assert!(document.images.values().all(|image| image.digest().is_some()));
        let bytes = read(folder.path(), "x0.nhdr").unwrap();
        assert_eq!(bytes.len() as u64, each);
        assert!(bytes.capacity() < bytes.len() + 64, "{} for {each}", bytes.capacity());
    }

    #[test]
    fn a_header_and_its_numbers_have_one_limit() {
        let size = |size| of_numbers(size, 1);
        let header = HEADER.len() as u64 + 1;
        let found =
            |(folder, _): (tempfile::TempDir, Document)| Found::new(folder.path(), "x0.nhdr").map(|found| found.size());
        assert_eq!(found(size(MAX_BYTES - header)), Ok(MAX_BYTES));
        assert_eq!(found(size(MAX_BYTES - header + 1)), Err("it is larger than 256 MiB".to_owned()));
    }

    #[test]
    fn numbers_are_among_the_files() {
        let (folder, document) = of_numbers(3, 2);
        let document = document.image("other", Image::file("a/other.png", ""));
        let names = ["a/other.png", "x.raw", "x0.nhdr", "x1.nhdr"];
        let files = names.map(|name| folder.path().join(name));
        assert_eq!(image_files(&document, folder.path()), files);
        // Even if they do not exist.
        fs::remove_file(folder.path().join("x.raw")).unwrap();
        assert_eq!(image_files(&document, folder.path()), files);
        let outside = format!("{HEADER}data file: ../x.raw\n");
        for name in ["x0.nhdr", "x1.nhdr"] {
            fs::write(folder.path().join(name), &outside).unwrap();
        }
        assert_eq!(image_files(&document, folder.path()).len(), 3);
    }
}
