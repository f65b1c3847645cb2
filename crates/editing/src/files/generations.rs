//! Generations: the last states of a document, each in a file of its own.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use travertine_files::AtomicFile;
use travertine_graph::document::Document;
use travertine_graph::json::{self, Value};

use super::bytes::bytes;

/// Number of states to keep.
const COUNT: usize = 3;

/// A folder with the last states of a document, in numbered files. Writing overwrites none of them; the oldest is
/// deleted when the newest is complete.
#[derive(Debug)]
pub(super) struct Generations {
    folder: PathBuf,
    next: u64,
}

/// A state of a document.
pub(super) struct Generation {
    /// The document.
    pub document: Document,
    /// The file that the document was opened from or saved to.
    pub path: Option<PathBuf>,
    /// The file with the state.
    pub file: PathBuf,
}

impl Generations {
    /// The generations in a folder, which need not exist yet.
    pub fn new(folder: PathBuf) -> Generations {
        let next = numbered(&folder).last().map_or(0, |(number, _)| number + 1);
        Generations { folder, next }
    }

    /// Writes a state, and deletes all but the newest.
    pub fn keep(&mut self, document: &Document, path: Option<&Path>) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut file = AtomicFile::create(&self.folder.join(format!("{:010}.json", self.next)))?;
        // The first line has the path of the document's file, the document follows.
        let path = path.and_then(Path::to_str).map_or(Value::Null, Value::from);
        writeln!(file, "{path}")?;
        file.write_all(document.to_json().as_bytes())?;
        file.finish()?;
        self.next += 1;
        let files = numbered(&self.folder);
        for (_, old) in &files[..files.len().saturating_sub(COUNT)] {
            // A file that remains is older than the others.
            let _ = fs::remove_file(old);
        }
        Ok(())
    }

    /// Deletes all states.
    pub fn forget(&self) -> io::Result<()> {
        match fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// The newest complete state.
    pub fn newest(&self) -> Option<Generation> {
        numbered(&self.folder).into_iter().rev().find_map(|(_, file)| read(file))
    }
}

/// The files with states and their numbers, oldest first.
fn numbered(folder: &Path) -> Vec<(u64, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let number = |path: &PathBuf| {
        path.extension().filter(|ending| *ending == "json")?;
        path.file_stem()?.to_str()?.parse::<u64>().ok()
    };
    let mut files: Vec<(u64, PathBuf)> = entries.filter_map(|path| Some((number(&path)?, path))).collect();
    files.sort();
    files
}

fn read(file: PathBuf) -> Option<Generation> {
    let bytes = bytes(&file).ok()?;
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let path = Value::from(json::parse(&bytes[..end]).ok()?.root);
    let document = Document::parse(&bytes[end + 1..]).ok()?;
    Some(Generation { document, path: path.as_text().map(PathBuf::from), file })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(name: &str) -> Document {
        Document { name: Some(name.to_owned()), ..Document::default() }
    }

    #[test]
    fn the_newest_complete_state_counts() {
        let folder = tempfile::tempdir().unwrap();
        let states = folder.path().join("a");
        let mut generations = Generations::new(states.clone());
        assert!(generations.newest().is_none());
        for name in ["1", "2", "3", "4", "5"] {
            generations.keep(&document(name), Some(Path::new("x\n/y.json"))).unwrap();
        }
        let files = numbered(&states);
        assert_eq!(files.len(), COUNT);
        let newest = Generations::new(states.clone()).newest().unwrap();
        assert_eq!(newest.document, document("5"));
        assert_eq!(newest.path.as_deref(), Some(Path::new("x\n/y.json")));
        // Truncated and unrelated files are skipped.
        let text = fs::read(&files[2].1).unwrap();
        fs::write(&files[2].1, &text[..text.len() / 2]).unwrap();
        fs::write(states.join("9999999999.json"), b"").unwrap();
        fs::write(states.join(".travertine-x.part"), b"{").unwrap();
        let before = Generations::new(states.clone());
        assert_eq!(before.newest().unwrap().document, document("4"));
        before.forget().unwrap();
        before.forget().unwrap();
        assert!(!states.exists());
    }
}
