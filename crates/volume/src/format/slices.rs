//! Stacks of slices: a folder with a PNG for each slice of a volume, with the pixels of `travertine render`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::{durable, holds_only};
use crate::description::{Description, is_described};

/// The file that describes the slices.
const METADATA: &str = "slices.json";

/// Creates the folder if necessary, and writes the description into it.
pub(crate) fn open(folder: &Path, description: &Description) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // A temporary file of a killed process.
        if !entry.file_name().to_str().is_some_and(is_known) {
            fs::remove_file(entry.path())?;
        }
    }
    let mut attributes = description.attributes();
    attributes.insert("size".to_owned(), json!(description.volume.size()));
    durable(&folder.join(METADATA), &serde_json::to_vec_pretty(&attributes)?)
}

/// Path of a slice's file. `depth` is the number of slices.
pub(crate) fn file(folder: &Path, slice: usize, depth: u32) -> PathBuf {
    let digits = ((depth - 1).max(1).ilog10() as usize + 1).max(4);
    folder.join(format!("slice_{slice:0digits$}.png"))
}

/// Whether Travertine wrote the folder, and it contains nothing else.
pub(crate) fn is_ours(folder: &Path) -> bool {
    is_described(&folder.join(METADATA), |described| described) && holds_only(folder, is_known)
}

/// Whether a name is that of the description or a slice.
fn is_known(name: &str) -> bool {
    let number = name.strip_prefix("slice_").and_then(|name| name.strip_suffix(".png"));
    name == METADATA || number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_like_slices() {
        let name = |slice, depth| file(Path::new(""), slice, depth).to_str().unwrap().to_owned();
        assert_eq!(name(7, 1), "slice_0007.png");
        assert_eq!(name(9999, 10_000), "slice_9999.png");
        assert_eq!(name(1, 10_001), "slice_00001.png");
    }
}
