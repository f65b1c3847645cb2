//! Shared outputs: partial outputs that several processes write at once.
//!
//! Each process holds a shared lock on the note of the folder, so that no process can take the output alone, discard it
//! or finish it meanwhile. The processes divide the work among them. Whichever finds the work complete gives up its
//! share, opens the [`PartialOutput`] alone, and finishes it.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::error::Error;
use crate::fingerprint::Fingerprint;
use crate::lock::{Owner, lock_shared};
use crate::partial_output::{NOTE, Opened, PartialOutput};

/// Attempts to open the folder while other processes open or finish it, before it is reported as busy.
const ATTEMPTS: usize = 500;

/// Time between attempts.
const RETRY_INTERVAL: Duration = Duration::from_millis(10);

/// An output that several processes write.
pub struct SharedOutput {
    folder: PathBuf,
    /// Locked as long as it is open.
    _note: File,
    opened: Opened,
}

impl SharedOutput {
    /// Opens the partial output of a target together with other processes, or begins one.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] if a process has opened it alone or other work is under way, [`Error::InTheWay`] if something
    /// else is at the folder's path, or [`Error::Write`].
    pub fn open(target: &Path, fingerprint: Fingerprint) -> Result<SharedOutput, Error> {
        let folder = PartialOutput::folder_of(target);
        let ours = format!("{fingerprint}\n");
        let mut opened = Opened::Resumed;
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                thread::sleep(RETRY_INTERVAL);
            }
            // The parts would be elsewhere.
            if folder.is_symlink() {
                let what = "is a link, not the folder of a partial output";
                return Err(Error::InTheWay { path: folder, what });
            }
            if let Some(note) = join(&folder.join(NOTE), &ours).map_err(Error::write(target))? {
                return Ok(SharedOutput { folder, _note: note, opened });
            }
            if is_other(&folder.join(NOTE), &ours) {
                let what = "holds finished parts of other work";
                return Err(Error::InTheWay { path: folder, what });
            }
            // Begins the folder. The next turn joins it.
            match PartialOutput::open(target, fingerprint) {
                Ok(begun) if begun.opened() != Opened::Resumed => opened = begun.opened(),
                Ok(_) | Err(Error::Busy { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Err(Error::Busy { path: target.to_owned() })
    }

    /// How it was opened.
    pub fn opened(&self) -> Opened {
        self.opened
    }

    /// The folder that holds the finished parts.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Opens the output alone, after this process has given up its share, to finish it; `None` if another process has
    /// finished it. Waits for processes that still have a share.
    ///
    /// # Errors
    ///
    /// As [`PartialOutput::open`].
    pub fn alone(target: &Path, fingerprint: Fingerprint) -> Result<Option<PartialOutput>, Error> {
        loop {
            if !PartialOutput::folder_of(target).join(NOTE).exists() {
                return Ok(None);
            }
            match PartialOutput::open(target, fingerprint) {
                Ok(output) if output.opened() == Opened::Resumed => return Ok(Some(output)),
                // Another process has removed the folder in between.
                Ok(output) => {
                    output.remove();
                    return Ok(None);
                }
                Err(Error::Busy { .. }) => thread::sleep(RETRY_INTERVAL),
                Err(error) => return Err(error),
            }
        }
    }
}

/// Whether the note of a folder is that of other work. A note that is being written is empty, or a part of itself.
fn is_other(note: &Path, ours: &str) -> bool {
    std::fs::read_to_string(note).is_ok_and(|found| !ours.starts_with(&found))
}

/// Takes a share of the folder with that note; `None` if it is not there, belongs to other work or is locked.
fn join(note: &Path, ours: &str) -> std::io::Result<Option<File>> {
    let file = match OpenOptions::new().read(true).open(note) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    if !matches!(lock_shared(&file, note)?, Owner::This | Owner::Unknown) {
        return Ok(None);
    }
    let mut found = Vec::new();
    (&file).take(ours.len() as u64 + 1).read_to_end(&mut found)?;
    Ok((found == ours.as_bytes()).then_some(file))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn several_share_and_one_finishes() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("sum.txt");
        let (work, other) = (Fingerprint::new(), Fingerprint::new().with(format_args!("other")));
        let first = SharedOutput::open(&target, work).unwrap();
        let second = SharedOutput::open(&target, work).unwrap();
        assert_eq!((first.opened(), second.opened()), (Opened::New, Opened::Resumed));
        assert!(matches!(PartialOutput::open(&target, work), Err(Error::Busy { .. })));
        assert!(matches!(PartialOutput::open(&target, other), Err(Error::Busy { .. })));
        fs::write(first.folder().join("content"), "3").unwrap();
        drop(first);
        assert!(matches!(PartialOutput::open(&target, work), Err(Error::Busy { .. })));
        drop(second);
        let alone = SharedOutput::alone(&target, work).unwrap().unwrap();
        alone.finish("content").unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"3");
        assert!(SharedOutput::alone(&target, work).unwrap().is_none());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn other_work_is_never_discarded() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("sum.txt");
        let left = SharedOutput::open(&target, Fingerprint::new()).unwrap();
        fs::write(left.folder().join("content"), "3").unwrap();
        drop(left);
        let other = Fingerprint::new().with(format_args!("other"));
        let problem = SharedOutput::open(&target, other).map(drop).unwrap_err();
        assert!(problem.to_string().contains("holds finished parts of other work"), "{problem}");
        let again = SharedOutput::open(&target, Fingerprint::new()).unwrap();
        assert!(again.folder().join("content").exists());
    }
}
