//! Journals: record the finished bricks of a volume.
//!
//! A partial output contains the volume's content, a file or folder, and a journal of the bricks in it. A brick is
//! recorded once it is on the disk. A brick that was interrupted before that is written again.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

use travertine_files::{PartialOutput, flush_folder};

const JOURNAL: &str = "journal";
/// Name of the content: a file or folder created by the format.
pub(crate) const CONTENT: &str = "content";
/// Name of the finished volume, if the format derives it from the content.
pub(crate) const FINISHED: &str = "finished";

/// The finished bricks of a volume, and the number of clipped samples.
pub(crate) struct Journal {
    file: File,
    done: Vec<bool>,
    clipped: u64,
}

impl Journal {
    /// Opens or creates the journal of a volume with `bricks` bricks.
    pub(crate) fn open(part: &PartialOutput, bricks: usize) -> io::Result<Journal> {
        Journal::open_named(part.folder(), JOURNAL, bricks)
    }

    /// Opens or creates a journal of one of several processes. The bricks of all journals of the folder are finished.
    pub(crate) fn open_one_of(folder: &Path, name: &str, bricks: usize) -> io::Result<Journal> {
        let mut journal = Journal::open_named(folder, &format!("{JOURNAL}{name}"), bricks)?;
        journal.read_others(folder)?;
        Ok(journal)
    }

    /// Reads the bricks that all processes have finished.
    pub(crate) fn read_others(&mut self, folder: &Path) -> io::Result<()> {
        if !folder.join(CONTENT).exists() {
            return Ok(());
        }
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(|name| name.starts_with(JOURNAL)) {
                let mut records = Vec::new();
                let file = File::open(entry.path())?;
                file.take((self.done.len() as u64 + 1).saturating_mul(64)).read_to_end(&mut records)?;
                self.read(&records);
            }
        }
        Ok(())
    }

    fn open_named(folder: &Path, name: &str, bricks: usize) -> io::Result<Journal> {
        let path = folder.join(name);
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(&path)?;
        let mut records = Vec::new();
        if folder.join(CONTENT).exists() {
            // One record for each brick, each at most 64 bytes long.
            Read::by_ref(&mut file).take((bricks as u64 + 1) * 64).read_to_end(&mut records)?;
        }
        let mut journal = Journal { file, done: vec![false; bricks], clipped: 0 };
        let whole = journal.read(&records);
        journal.file.set_len(whole as u64)?;
        journal.file.seek(io::SeekFrom::End(0))?;
        journal.file.sync_all()?;
        flush_folder(&path);
        Ok(journal)
    }

    /// The unfinished bricks.
    pub(crate) fn missing(&self) -> Vec<usize> {
        (0..self.done.len()).filter(|brick| !self.done[*brick]).collect()
    }

    /// Whether no brick is finished.
    pub(crate) fn is_empty(&self) -> bool {
        !self.done.contains(&true)
    }

    /// Number of clipped samples, in this process and before.
    pub(crate) fn clipped(&self) -> u64 {
        self.clipped
    }

    /// Records a brick that is on the disk, with its number of clipped samples.
    pub(crate) fn record(&mut self, brick: usize, clipped: u64) -> io::Result<()> {
        self.file.write_all(format!("{brick} {clipped}\n").as_bytes())?;
        self.done[brick] = true;
        self.clipped += clipped;
        Ok(())
    }

    /// Reads all complete records, and returns their length in bytes.
    fn read(&mut self, records: &[u8]) -> usize {
        let mut length = 0;
        for line in records.split_inclusive(|byte| *byte == b'\n') {
            let Some((brick, clipped)) = parse(line).filter(|(brick, _)| *brick < self.done.len()) else {
                break;
            };
            if !std::mem::replace(&mut self.done[brick], true) {
                self.clipped += clipped;
            }
            length += line.len();
        }
        length
    }
}

/// The brick of a record, and its number of clipped samples; `None` if the record is incomplete.
fn parse(line: &[u8]) -> Option<(usize, u64)> {
    let line = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
    let (brick, clipped) = line.split_once(' ')?;
    Some((brick.parse().ok()?, clipped.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;
    use travertine_files::Fingerprint;

    use super::*;

    /// A partial output with two of four bricks finished.
    fn left() -> (TempDir, PartialOutput) {
        let folder = tempfile::tempdir().unwrap();
        let part = PartialOutput::open(&folder.path().join("block.raw"), Fingerprint::new()).unwrap();
        let mut journal = Journal::open(&part, 4).unwrap();
        assert!(journal.is_empty());
        fs::write(part.path(CONTENT), "content").unwrap();
        journal.record(2, 5).unwrap();
        journal.record(0, 1).unwrap();
        (folder, part)
    }

    #[test]
    fn recorded_bricks_are_finished() {
        let (_folder, part) = left();
        let mut journal = Journal::open(&part, 4).unwrap();
        assert_eq!((journal.missing(), journal.clipped(), journal.is_empty()), (vec![1, 3], 6, false));
        journal.record(1, 0).unwrap();
        assert_eq!(Journal::open(&part, 4).unwrap().missing(), [3]);
    }

    #[test]
    fn incomplete_records_do_not_count() {
        for (torn, missing) in [("1", 2), ("1 ", 2), ("1 0", 2), ("1 0\n", 1), ("9 0\n1 0\n", 2), ("\0\0\n", 2)] {
            let (_folder, part) = left();
            let mut records = fs::read(part.path(JOURNAL)).unwrap();
            records.extend_from_slice(torn.as_bytes());
            fs::write(part.path(JOURNAL), records).unwrap();
            let mut journal = Journal::open(&part, 4).unwrap();
            assert_eq!(journal.missing().len(), missing, "{torn:?}");
            journal.record(3, 0).unwrap();
            assert_eq!(Journal::open(&part, 4).unwrap().missing().len(), missing - 1, "{torn:?}");
        }
    }

    #[test]
    fn without_content_nothing_is_finished() {
        let (_folder, part) = left();
        fs::remove_file(part.path(CONTENT)).unwrap();
        assert!(Journal::open(&part, 4).unwrap().is_empty());
        fs::write(part.path(CONTENT), "").unwrap();
        assert!(Journal::open(&part, 4).unwrap().is_empty());
    }
}
