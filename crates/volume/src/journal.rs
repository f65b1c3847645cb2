//! Journals: which bricks of a volume are done.
//!
//! A volume grows in its part as one file or folder, its content; beside it is a journal of the bricks that the content
//! holds. A brick is entered when it is on the disk; what is cut off in between is done again.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};

use travertine_files::{PartialOutput, flush_folder};

const JOURNAL: &str = "journal";
/// Where the volume grows: a file or a folder that the format makes.
pub(crate) const CONTENT: &str = "content";
/// Where a format puts what it makes of the content in the end, if that is not the content itself.
pub(crate) const FINISHED: &str = "finished";

/// The bricks of a volume, and how many samples were clipped.
pub(crate) struct Journal {
    file: File,
    done: Vec<bool>,
    clipped: u64,
}

impl Journal {
    /// Opens the journal of a volume of so many bricks, or begins it.
    pub(crate) fn open(part: &PartialOutput, bricks: usize) -> io::Result<Journal> {
        let path = part.path(JOURNAL);
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(&path)?;
        let mut records = Vec::new();
        if part.path(CONTENT).exists() {
            // Each brick has a record, and none is longer.
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

    /// The bricks that are not done yet.
    pub(crate) fn missing(&self) -> Vec<usize> {
        (0..self.done.len()).filter(|brick| !self.done[*brick]).collect()
    }

    /// Whether nothing is done yet.
    pub(crate) fn is_empty(&self) -> bool {
        !self.done.contains(&true)
    }

    /// How many samples were clipped, in this process or before.
    pub(crate) fn clipped(&self) -> u64 {
        self.clipped
    }

    /// Enters a brick, of which so many samples were clipped; it must be on the disk.
    pub(crate) fn enter(&mut self, brick: usize, clipped: u64) -> io::Result<()> {
        self.file.write_all(format!("{brick} {clipped}\n").as_bytes())?;
        self.done[brick] = true;
        self.clipped += clipped;
        Ok(())
    }

    /// Takes in the records that are whole, and returns how many bytes they have.
    fn read(&mut self, records: &[u8]) -> usize {
        let mut length = 0;
        for line in records.split_inclusive(|byte| *byte == b'\n') {
            let Some((brick, clipped)) = record(line).filter(|(brick, _)| *brick < self.done.len()) else {
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

/// The brick of a line of the journal, and how many of its samples were clipped; none if it is cut off.
fn record(line: &[u8]) -> Option<(usize, u64)> {
    let line = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
    let (brick, clipped) = line.split_once(' ')?;
    Some((brick.parse().ok()?, clipped.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;
    use travertine_files::Fingerprint;

    use super::*;

    /// A part of which two bricks of four are done.
    fn left() -> (TempDir, PartialOutput) {
        let folder = tempfile::tempdir().unwrap();
        let part = PartialOutput::open(&folder.path().join("block.raw"), Fingerprint::new()).unwrap();
        let mut journal = Journal::open(&part, 4).unwrap();
        assert!(journal.is_empty());
        fs::write(part.path(CONTENT), "content").unwrap();
        journal.enter(2, 5).unwrap();
        journal.enter(0, 1).unwrap();
        (folder, part)
    }

    #[test]
    fn what_is_entered_is_done() {
        let (_folder, part) = left();
        let mut journal = Journal::open(&part, 4).unwrap();
        assert_eq!((journal.missing(), journal.clipped(), journal.is_empty()), (vec![1, 3], 6, false));
        journal.enter(1, 0).unwrap();
        assert_eq!(Journal::open(&part, 4).unwrap().missing(), [3]);
    }

    #[test]
    fn a_record_that_is_cut_off_does_not_count() {
        for (torn, missing) in
            [("1", 2), ("1 ", 2), ("1 0", 2), ("1 0\n", 1), ("9 0\n1 0\n", 2), ("\0\0\n", 2)]
        {
            let (_folder, part) = left();
            let mut records = fs::read(part.path(JOURNAL)).unwrap();
            records.extend_from_slice(torn.as_bytes());
            fs::write(part.path(JOURNAL), records).unwrap();
            let mut journal = Journal::open(&part, 4).unwrap();
            assert_eq!(journal.missing().len(), missing, "{torn:?}");
            journal.enter(3, 0).unwrap();
            assert_eq!(Journal::open(&part, 4).unwrap().missing().len(), missing - 1, "{torn:?}");
        }
    }

    #[test]
    fn without_a_content_nothing_is_done() {
        let (_folder, part) = left();
        fs::remove_file(part.path(CONTENT)).unwrap();
        assert!(Journal::open(&part, 4).unwrap().is_empty());
        fs::write(part.path(CONTENT), "").unwrap();
        assert!(Journal::open(&part, 4).unwrap().is_empty());
    }
}
