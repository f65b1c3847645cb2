//! Parts: what there is of a volume before it is whole.
//!
//! `block.nrrd` is made in the folder `block.nrrd.part` beside it: its content, and a journal of the bricks that the
//! content holds. A brick is entered when it is on the disk; what is cut off in between is done again. The journal
//! begins with a fingerprint of all that the volume's bytes depend on, so that nobody continues the part of another.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use travertine::sink::flush_folder;

use crate::Error;

/// What a journal begins with.
const MAGIC: &str = "travertine part 1\n";

/// What a part's folder holds.
const JOURNAL: &str = "journal";
const CONTENT: &str = "content";
const FINISHED: &str = "finished";
const DESCRIPTION: &str = "description";
const REPLACED: &str = "replaced";

/// How a volume was begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Begun {
    /// From nothing.
    Anew,
    /// Where the same work was left.
    Continued,
    /// From nothing, in the place of a part that other work had left.
    InPlaceOfAnother,
}

/// A volume in the making. No other process can open the same one.
pub(crate) struct Part {
    target: PathBuf,
    folder: PathBuf,
    journal: File,
    done: Vec<bool>,
    clipped: u64,
    begun: Begun,
}

impl Part {
    /// Opens the part of what will be at `target`, made of so many bricks, or begins it.
    pub(crate) fn open(target: &Path, fingerprint: u64, bricks: usize) -> Result<Part, Error> {
        let failed = |source| Error::Write { path: target.to_owned(), source };
        let folder = folder_of(target);
        let mut journal = loop {
            claim(&folder, target)?;
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            let journal = options.open(folder.join(JOURNAL)).map_err(failed)?;
            match journal.try_lock() {
                Err(TryLockError::WouldBlock) => return Err(Error::Busy { path: target.to_owned() }),
                // Where files cannot be locked, the user has to look out alone.
                Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => {
                    return Err(failed(error));
                }
                _ => {}
            }
            // Whoever had the lock before may have finished, and removed it all.
            if folder.join(JOURNAL).exists() {
                break journal;
            }
        };
        let mut text = Vec::new();
        journal.read_to_end(&mut text).map_err(failed)?;
        let header = format!("{MAGIC}{fingerprint:016x}\n");
        let mut part = Part {
            target: target.to_owned(),
            folder,
            journal,
            done: vec![false; bricks],
            clipped: 0,
            begun: Begun::Anew,
        };
        part.put_back().map_err(failed)?;
        let mut length = 0;
        if part.content().exists() {
            match text.strip_prefix(header.as_bytes()) {
                Some(records) => {
                    part.begun = Begun::Continued;
                    length = header.len() + part.read(records);
                }
                None => part.begun = Begun::InPlaceOfAnother,
            }
        }
        if part.begun != Begun::Continued {
            part.discard().map_err(failed)?;
        }
        part.rewrite(length, &header).map_err(failed)?;
        Ok(part)
    }

    /// Where the volume grows: a file or a folder that the format makes.
    pub(crate) fn content(&self) -> PathBuf {
        self.folder.join(CONTENT)
    }

    /// Where a format puts what it makes of the content in the end, if that is not the content itself.
    pub(crate) fn finished(&self) -> PathBuf {
        self.folder.join(FINISHED)
    }

    /// Where a format puts what describes the content, until it is in its own place.
    pub(crate) fn description(&self) -> PathBuf {
        self.folder.join(DESCRIPTION)
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// How it was begun.
    pub(crate) fn begun(&self) -> Begun {
        self.begun
    }

    /// The bricks that are not done yet.
    pub(crate) fn missing(&self) -> Vec<usize> {
        (0..self.done.len()).filter(|brick| !self.done[*brick]).collect()
    }

    /// How many samples were clipped, in this process or before.
    pub(crate) fn clipped(&self) -> u64 {
        self.clipped
    }

    /// Enters a brick, of which so many samples were clipped; it must be on the disk.
    pub(crate) fn enter(&mut self, brick: usize, clipped: u64) -> io::Result<()> {
        self.journal.write_all(format!("{brick} {clipped}\n").as_bytes())?;
        self.done[brick] = true;
        self.clipped += clipped;
        Ok(())
    }

    /// Puts the content, or what was made of it, in its place, and removes the rest.
    pub(crate) fn finish(self) -> io::Result<()> {
        let made = if self.finished().exists() { self.finished() } else { self.content() };
        if self.target.is_dir() {
            fs::rename(&self.target, self.folder.join(REPLACED))?;
        } else if let Ok(existing) = fs::metadata(&self.target) {
            fs::set_permissions(&made, existing.permissions())?;
        }
        fs::rename(made, &self.target)?;
        flush_folder(&self.target);
        self.remove();
        Ok(())
    }

    /// Removes all of it. What cannot be removed is in nobody's way but the next one's, which tries again.
    pub(crate) fn remove(self) {
        let _ = self.discard();
        let Part { folder, journal, .. } = self;
        drop(journal);
        let _ = fs::remove_file(folder.join(JOURNAL)).and_then(|()| fs::remove_dir(&folder));
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

    /// Cuts the journal off after so many bytes, and sees to it that it has its header.
    fn rewrite(&mut self, length: usize, header: &str) -> io::Result<()> {
        self.journal.set_len(length as u64)?;
        self.journal.seek(io::SeekFrom::End(0))?;
        if length == 0 {
            self.journal.write_all(header.as_bytes())?;
        }
        self.journal.sync_all()?;
        flush_folder(&self.folder.join(JOURNAL));
        flush_folder(&self.folder);
        Ok(())
    }

    /// Puts back what was taken away for a volume that did not come.
    fn put_back(&self) -> io::Result<()> {
        let replaced = self.folder.join(REPLACED);
        if replaced.exists() && !self.target.exists() { fs::rename(replaced, &self.target) } else { Ok(()) }
    }

    /// Removes all but the journal.
    fn discard(&self) -> io::Result<()> {
        for name in [CONTENT, FINISHED, DESCRIPTION, REPLACED] {
            let path = self.folder.join(name);
            if path.is_dir() {
                fs::remove_dir_all(path)?;
            } else if path.exists() {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }
}

/// The folder of a target's part.
fn folder_of(target: &Path) -> PathBuf {
    let mut name = target.file_name().map(OsString::from).unwrap_or_default();
    name.push(".part");
    target.with_file_name(name)
}

/// Makes the folder, unless it is there and is one of a part.
fn claim(folder: &Path, target: &Path) -> Result<(), Error> {
    let failed = |source| Error::Write { path: target.to_owned(), source };
    let foreign = || Error::Foreign { path: folder.to_owned(), what: "is no part of a volume" };
    match fs::create_dir(folder) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(failed(error)),
        Err(_) => {}
    }
    if !folder.is_dir() {
        return Err(foreign());
    }
    let mut beginning = Vec::new();
    match File::open(folder.join(JOURNAL)) {
        Ok(journal) => {
            journal.take(MAGIC.len() as u64).read_to_end(&mut beginning).map_err(failed)?;
        }
        // Empty, it was just made, or is about to be removed.
        Err(_) if fs::read_dir(folder).map_err(failed)?.next().is_none() => {}
        Err(_) => return Err(foreign()),
    }
    if MAGIC.as_bytes().starts_with(&beginning) { Ok(()) } else { Err(foreign()) }
}

/// The brick of a line of the journal, and how many of its samples were clipped; none if it is cut off.
fn record(line: &[u8]) -> Option<(usize, u64)> {
    let line = std::str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
    let (brick, clipped) = line.split_once(' ')?;
    Some((brick.parse().ok()?, clipped.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINE: u64 = 7;

    struct Place(tempfile::TempDir);

    impl Place {
        fn new() -> Place {
            Place(tempfile::tempdir().unwrap())
        }

        fn target(&self) -> PathBuf {
            self.0.path().join("block.raw")
        }

        fn journal(&self) -> PathBuf {
            self.0.path().join("block.raw.part").join(JOURNAL)
        }

        fn open(&self, fingerprint: u64) -> Result<Part, Error> {
            Part::open(&self.target(), fingerprint, 4)
        }
    }

    /// Leaves a part of which two bricks are done.
    fn left(place: &Place) {
        let mut part = place.open(MINE).unwrap();
        assert_eq!(part.begun(), Begun::Anew);
        fs::write(part.content(), "content").unwrap();
        part.enter(2, 5).unwrap();
        part.enter(0, 1).unwrap();
    }

    #[test]
    fn a_part_goes_on_and_vanishes_when_it_is_finished() {
        let place = Place::new();
        left(&place);
        let mut part = place.open(MINE).unwrap();
        assert_eq!((part.begun(), part.missing(), part.clipped()), (Begun::Continued, vec![1, 3], 6));
        part.enter(1, 0).unwrap();
        drop(part);
        let part = place.open(MINE).unwrap();
        assert_eq!(part.missing(), [3]);
        part.finish().unwrap();
        assert_eq!(fs::read(place.target()).unwrap(), b"content");
        assert_eq!(fs::read_dir(place.0.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_record_that_is_cut_off_does_not_count() {
        for (torn, missing) in
            [("1", 2), ("1 ", 2), ("1 0", 2), ("1 0\n", 1), ("9 0\n1 0\n", 2), ("\0\0\n", 2)]
        {
            let place = Place::new();
            left(&place);
            let mut journal = fs::read(place.journal()).unwrap();
            journal.extend_from_slice(torn.as_bytes());
            fs::write(place.journal(), journal).unwrap();
            let mut part = place.open(MINE).unwrap();
            assert_eq!(part.missing().len(), missing, "{torn:?}");
            part.enter(3, 0).unwrap();
            drop(part);
            assert_eq!(place.open(MINE).unwrap().missing().len(), missing - 1, "{torn:?}");
        }
    }

    #[test]
    fn the_part_of_other_work_is_replaced() {
        let place = Place::new();
        left(&place);
        let part = place.open(MINE + 1).unwrap();
        assert_eq!((part.begun(), part.missing().len()), (Begun::InPlaceOfAnother, 4));
        assert!(!part.content().exists());
    }

    #[test]
    fn nobody_opens_a_part_twice() {
        let place = Place::new();
        let part = place.open(MINE).unwrap();
        assert!(matches!(place.open(MINE), Err(Error::Busy { .. })));
        drop(part);
        assert!(place.open(MINE).is_ok());
    }

    #[test]
    fn what_is_no_part_stays() {
        let place = Place::new();
        let folder = place.0.path().join("block.raw.part");
        fs::write(&folder, "a file").unwrap();
        assert!(matches!(place.open(MINE), Err(Error::Foreign { .. })));
        assert_eq!(fs::read(&folder).unwrap(), b"a file");
        fs::remove_file(&folder).unwrap();

        fs::create_dir(&folder).unwrap();
        fs::write(folder.join(JOURNAL), "dear diary").unwrap();
        assert!(matches!(place.open(MINE), Err(Error::Foreign { .. })));
        fs::rename(folder.join(JOURNAL), folder.join("diary")).unwrap();
        assert!(matches!(place.open(MINE), Err(Error::Foreign { .. })));
        assert_eq!(fs::read(folder.join("diary")).unwrap(), b"dear diary");
    }

    #[test]
    fn a_folder_is_replaced_by_a_folder_or_put_back() {
        let place = Place::new();
        fs::create_dir(place.target()).unwrap();
        fs::write(place.target().join("old"), "").unwrap();
        let part = place.open(MINE).unwrap();
        fs::create_dir(part.content()).unwrap();
        fs::write(part.content().join("new"), "").unwrap();
        // Killed after it was moved away.
        fs::rename(place.target(), part.folder().join(REPLACED)).unwrap();
        drop(part);
        let part = place.open(MINE).unwrap();
        assert!(place.target().join("old").exists());
        part.finish().unwrap();
        assert!(place.target().join("new").exists() && !place.target().join("old").exists());
        assert_eq!(fs::read_dir(place.0.path()).unwrap().count(), 1);
    }
}
