//! Raw: samples without a header, and a JSON file next to them that describes them.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use serde_json::json;

use super::durable;
use crate::Error;
use crate::description::{Description, is_described};

/// Path of the JSON next to a file: `block.raw.json`.
fn sidecar(path: &Path) -> PathBuf {
    let mut name = path.file_name().map(OsString::from).unwrap_or_default();
    name.push(".json");
    path.with_file_name(name)
}

/// Checks that the path of the JSON is free, or holds the JSON of an earlier volume.
pub(crate) fn check(path: &Path) -> Result<(), Error> {
    let path = sidecar(path);
    match fs::symlink_metadata(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(source) => Err(Error::write(&path, source)),
        Ok(_) if is_described(&path, |described| described) => Ok(()),
        Ok(_) => {
            let what = "is not a description of a volume";
            Err(travertine_files::Error::InTheWay { path, what }.into())
        }
    }
}

/// Writes the JSON to `part`, and moves it next to the file when it is complete.
pub(crate) fn describe(path: &Path, part: &Path, description: &Description) -> io::Result<()> {
    let mut attributes = description.attributes();
    let mut say = |name: &str, value| attributes.insert(name.to_owned(), value);
    say("size", json!(description.volume.size()));
    say("type", json!(description.data_type()));
    say("endian", json!("little"));
    say("order", json!("channels, then x, then y, then z"));
    let mut text = serde_json::to_vec_pretty(&attributes)?;
    text.push(b'\n');
    durable(part, &text)?;
    fs::rename(part, sidecar(path))
}
