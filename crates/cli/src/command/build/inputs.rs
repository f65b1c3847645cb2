//! Contents of graphs and meshes, as digests of what a target depends on. Each file is read once for all targets.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use sha2::{Digest, Sha256};
use travertine::stages::graph::json::MAX_SIZE;
use travertine::{Document, image_files};
use travertine_files::open_regular;

/// The content of an input.
#[derive(Default)]
pub struct Content {
    /// A digest of all that a target may depend on; `None` if a file cannot be read or is not a graph.
    pub digest: Option<String>,
    /// The files that it is in.
    pub files: Vec<PathBuf>,
}

/// What is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// What a graph computes: neither names, descriptions nor positions of nodes.
    Meaning,
    /// All of a graph. A sheet of variations holds a copy of it.
    Whole,
    /// A mesh with its buffers.
    Mesh,
}

type Once = Arc<OnceLock<Arc<Content>>>;

/// The inputs that were read.
#[derive(Default)]
pub struct Inputs(Mutex<HashMap<(PathBuf, Part), Once>>);

impl Inputs {
    /// The content of a file.
    pub fn get(&self, path: &Path, part: Part) -> Arc<Content> {
        let mut read = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let once = read.entry((path.to_owned(), part)).or_default().clone();
        // Other targets may read other files meanwhile.
        drop(read);
        once.get_or_init(|| {
            Arc::new(match part {
                Part::Meaning | Part::Whole => graph(path, part),
                Part::Mesh => mesh(path),
            })
        })
        .clone()
    }
}

fn graph(path: &Path, part: Part) -> Content {
    let mut files = vec![path.to_owned()];
    let mut text = Vec::new();
    let read = open_regular(path).and_then(|file| file.take(MAX_SIZE as u64 + 1).read_to_end(&mut text));
    let Some(document) = read.ok().and_then(|_| Document::parse(&text).ok()) else {
        return Content { digest: None, files };
    };
    let mut hash = Sha256::new();
    match part {
        Part::Whole => hash.update(Sha256::digest(&text)),
        _ => {
            hash.update(document.digest());
            let presets = Document { presets: document.presets.clone(), ..Document::default() };
            hash.update(presets.to_json());
        }
    }
    let mut whole = true;
    let folder = path.parent().unwrap_or(Path::new(""));
    for file in image_files(&document, folder) {
        match digest(&file) {
            Ok(FileDigest { sha256, .. }) => hash.update(sha256),
            Err(_) => whole = false,
        }
        files.push(file);
    }
    Content { digest: whole.then(|| hex(hash)), files }
}

fn mesh(path: &Path) -> Content {
    // A pipe is not read: it may wait for ever.
    let is_regular = open_regular(path).is_ok();
    let files = if is_regular { travertine_mesh::files(path) } else { vec![path.to_owned()] };
    let mut hash = Sha256::new();
    let all = files.iter().try_for_each(|file| digest(file).map(|found| hash.update(found.sha256)));
    Content { digest: all.is_ok().then(|| hex(hash)), files }
}

/// Size and digest of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileDigest {
    /// Size, in bytes.
    pub bytes: u64,
    /// SHA-256, as 64 hexadecimal digits.
    pub sha256: String,
}

/// Size and digest of the bytes of a regular file.
///
/// # Errors
///
/// If the file cannot be read, or is not a regular file.
pub fn digest(path: &Path) -> io::Result<FileDigest> {
    let mut file = open_regular(path)?;
    let mut hash = Hash(Sha256::new());
    let bytes = io::copy(&mut file, &mut hash)?;
    Ok(FileDigest { bytes, sha256: hex(hash.0) })
}

struct Hash(Sha256);

impl Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The digest of texts, each with its length, so that no two lists have the same.
pub fn digest_of<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    hex(hash)
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
