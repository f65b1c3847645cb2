//! Stamps, which show whether a file has changed.

use std::fs::{self, Metadata};
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::Path;
use std::time::SystemTime;

use super::bytes::bytes;

/// The modification time, length and content hash of a file when it was last read or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp {
    modified: Option<SystemTime>,
    length: u64,
    hash: u64,
}

impl Stamp {
    /// The stamp of a file with these bytes.
    pub fn new(path: &Path, bytes: &[u8]) -> io::Result<Stamp> {
        Ok(Stamp { modified: modified(&fs::metadata(path)?), length: bytes.len() as u64, hash: hash(bytes) })
    }

    /// Whether the file is unchanged, by time and length, or else by content.
    pub fn holds(&mut self, path: &Path) -> io::Result<bool> {
        let metadata = fs::metadata(path)?;
        if modified(&metadata) == self.modified && metadata.len() == self.length && self.modified.is_some() {
            return Ok(true);
        }
        if metadata.len() != self.length {
            return Ok(false);
        }
        let same = hash(&bytes(path)?) == self.hash;
        if same {
            self.modified = modified(&metadata);
        }
        Ok(same)
    }
}

fn modified(metadata: &Metadata) -> Option<SystemTime> {
    metadata.modified().ok()
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn changes_of_a_file_are_detected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        fs::write(&path, b"one").unwrap();
        let mut stamp = Stamp::new(&path, b"one").unwrap();
        assert!(stamp.holds(&path).unwrap());
        let touch = |seconds| {
            let file = fs::File::options().write(true).open(&path).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
        };
        touch(1000);
        assert!(stamp.holds(&path).unwrap(), "only its time is another");
        fs::write(&path, b"two").unwrap();
        touch(2000);
        assert!(!stamp.holds(&path).unwrap());
        fs::write(&path, b"three").unwrap();
        assert!(!stamp.holds(&path).unwrap());
        fs::remove_file(&path).unwrap();
        assert!(stamp.holds(&path).is_err());
    }
}
