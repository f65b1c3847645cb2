//! Names of files: of temporary ones, and those that are the same, or not possible, on some systems.

use std::path::Path;

/// The prefix of the names of temporary files.
pub const TEMPORARY: &str = ".travertine-";

/// A path in the form in which a system compares it that does not tell upper from lower case.
pub fn folded(path: &Path) -> String {
    // Some letters have two small forms, as the sigma, but one capital.
    path.to_string_lossy().to_uppercase().to_lowercase()
}

/// Whether a file of this name is a device for Windows. An ending changes nothing.
pub fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let mut letters = stem.chars();
    let last = letters.next_back();
    match letters.as_str() {
        // Superscripts count, too.
        "com" | "lpt" => {
            last.is_some_and(|digit| digit.is_ascii_digit() || "\u{b9}\u{b2}\u{b3}".contains(digit))
        }
        _ => ["con", "prn", "aux", "nul", "conin$", "conout$"].contains(&stem.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
