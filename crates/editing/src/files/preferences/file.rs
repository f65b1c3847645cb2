//! The file of preferences, which several editors may use at the same time.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use travertine_files::{Error, change_file_now, write};
use travertine_graph::json::{self, Value};

use crate::files::bytes::bytes;

/// Maximum number of entries that are taken over from a file of an earlier build.
const MAX_EARLIER: usize = 1000;

/// The files of earlier builds, each with one list.
const EARLIER: [(&str, &str); 8] = [
    ("devices", "device.json"),
    ("exports", "exports.json"),
    ("favorite_groups", "favourites.json"),
    ("favorite_nodes", "favorite-nodes.json"),
    ("looks", "looks.json"),
    ("recent_colors", "colors.json"),
    ("recent_files", "recent.json"),
    ("recent_nodes", "recent-nodes.json"),
];

/// All lists by name, including those unknown to this version.
pub(super) type Lists = Vec<(String, Value)>;

/// A change of lists. To repeat it changes nothing.
pub(super) type Change = Box<dyn Fn(&mut Lists) + Send>;

/// The lists in a file. Those that it has not come from the files of earlier builds.
///
/// # Errors
///
/// If the file cannot be read, is too large, or holds something else.
pub(super) fn read(file: &Path) -> io::Result<Lists> {
    let parse = |text: Vec<u8>| Some(Value::from(json::parse(&text).ok()?.root));
    let mut lists = match bytes(file).map(parse) {
        Ok(Some(Value::Object(lists))) => lists,
        Ok(_) => return Err(ErrorKind::InvalidData.into()),
        Err(error) if error.kind() == ErrorKind::NotFound => Lists::new(),
        Err(error) => return Err(error),
    };
    for (name, earlier) in EARLIER {
        if lists.iter().all(|(other, _)| other != name)
            && let Ok(text) = bytes(&file.with_file_name(earlier))
            && let Some(Value::List(mut values)) = parse(text)
        {
            values.truncate(MAX_EARLIER);
            lists.push((name.to_owned(), Value::List(values)));
        }
    }
    Ok(lists)
}

/// Changes the lists in a file as other editors have left them. Of a damaged file a copy stays; the lists that were
/// known take its place.
///
/// # Errors
///
/// If the file cannot be read or written, or another editor writes it now.
pub(super) fn change_in(file: &Path, known: &Lists, changes: &[Change]) -> Result<Lists, Error> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(Error::write(folder))?;
    }
    change_file_now(file, || {
        let (mut lists, copy) = match read(file) {
            Err(error) if matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::FileTooLarge) => {
                (known.clone(), Some(free_name(file)))
            }
            read => (read.map_err(Error::read(file))?, None),
        };
        changes.iter().for_each(|change| change(&mut lists));
        let text = format!("{}\n", Value::Object(lists.clone()));
        if json::parse(text.as_bytes()).is_err() {
            return Err(Error::write(file)(ErrorKind::InvalidData.into()));
        }
        let copied = copy.as_ref().map_or(Ok(0), |copy| fs::copy(file, copy)).map_err(Error::write(file));
        let written = copied.and_then(|_| write(file, text.as_bytes()));
        if let (Err(_), Some(copy)) = (&written, copy) {
            // The damaged file is still there.
            let _ = fs::remove_file(copy);
        }
        written.map(|()| lists)
    })
}

/// A free name for a copy of a damaged file.
fn free_name(file: &Path) -> PathBuf {
    let name = |number| match number {
        1 => file.with_extension("damaged.json"),
        _ => file.with_extension(format!("damaged-{number}.json")),
    };
    (1_u32..).map(name).find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| name(1))
}
