//! Names of files: of temporary ones, and those that are the same, or not possible, on some systems.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The prefix of the names of temporary files.
pub const TEMPORARY: &str = ".travertine-";

/// A path in the form in which systems that ignore case compare it. Names that are not UTF-8
/// stay as they are: systems that have them compare bytes.
pub fn folded(path: &Path) -> PathBuf {
    let name = |part: &OsStr| match part.to_str() {
        // Some letters have two small forms, as the sigma, but one capital.
        Some(part) => OsString::from(part.to_uppercase().to_lowercase()),
        None => part.to_owned(),
    };
    path.iter().map(name).collect()
}

/// Whether a file of this name is a device for Windows. An ending changes nothing.
pub fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let mut letters = stem.chars();
    let last = letters.next_back();
    match letters.as_str() {
        // Superscripts count, too.
        "com" | "lpt" => last.is_some_and(|digit| digit.is_ascii_digit() || "\u{b9}\u{b2}\u{b3}".contains(digit)),
        _ => ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(&stem.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each has another byte in the place of a letter.
    #[test]
    #[cfg(unix)]
    fn names_that_are_not_utf8_are_compared_by_their_bytes() {
        use std::os::unix::ffi::OsStrExt;
        let folded = |path: &[u8]| folded(Path::new(OsStr::from_bytes(path)));
        assert_ne!(folded(b"out/a\xff.png"), folded(b"out/a\xfe.png"));
        assert_ne!(folded(b"out/a\xff.png"), folded("out/a\u{fffd}.png".as_bytes()));
        // The names around are folded nevertheless.
        assert_eq!(folded(b"OUT/a\xff/B.png"), folded(b"out/a\xff/b.PNG"));
    }

    /// The list is that of Microsoft, "Naming Files, Paths, and Namespaces".
    #[test]
    fn devices_have_any_case_and_ending() {
        for name in ["CON", "nul.png", "Com7.tar.gz", "lpt\u{b9}", "aux ", "prn .png", "COM0", "conout$"] {
            assert!(is_device(name), "{name}");
        }
        for name in ["", "com", "COM10", "console", "con$", "lptx", "a.con", " con", "nul_"] {
            assert!(!is_device(name), "{name}");
        }
    }
}
