//! The bytes of a file, up to a limit.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use travertine_graph::json::MAX_SIZE;

/// The bytes of a file that holds a document or less.
///
/// # Errors
///
/// If the file cannot be read, or is larger than [`MAX_SIZE`] and the line before a document.
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    const MOST: u64 = MAX_SIZE as u64 + (1 << 16);
    let mut bytes = Vec::new();
    // One more byte than allowed shows that a file is too large, even if it never ends.
    File::open(path)?.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_end_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, b"one").unwrap();
        assert_eq!(bytes(&path).unwrap(), b"one");
        // A sparse file.
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(bytes(&path).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}
