//! Cases: graphs and where their pictures are kept.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use travertine::stages::graph::document::FORMAT;
use travertine::stages::graph::json::{self, Value};
use travertine::stages::graph::suggest::nearest;

use crate::error::Error;
use crate::kept::is_kept;

/// A graph and where its pictures are kept.
#[derive(Clone, Debug)]
pub struct Case {
    /// What reports call it.
    pub name: String,
    /// The graph's document.
    pub document: Vec<u8>,
    /// The picture of its first output; those of the others are beside it.
    pub picture: PathBuf,
}

impl Case {
    /// Where the picture of an output is kept: `marble.png` for the first, `marble.OUTPUT.png` for any other.
    pub fn picture_of(&self, output: &str, is_first: bool) -> PathBuf {
        if is_first { self.picture.clone() } else { self.picture.with_extension(file_name(output) + ".png") }
    }
}

/// An output's name as a part of a file's name: what a file system might not take is `%` and two digits.
fn file_name(output: &str) -> String {
    let mut name = String::new();
    for character in output.chars() {
        if matches!(character, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' | '%') {
            name += &format!("%{:02x}", u32::from(character));
        } else {
            name.push(character);
        }
    }
    name
}

/// The graphs in a folder and all folders in it, by name, their pictures in the same tree below `pictures`.
///
/// Every `.json` file is a case but those that are another format's; one that is no JSON at all is a case that fails.
///
/// # Errors
///
/// If something cannot be read.
pub fn find(folder: &Path, pictures: &Path) -> Result<Vec<Case>, Error> {
    let mut cases = Vec::new();
    for path in files(folder, "json")? {
        // One byte more than a document may have is enough to see that it is none.
        let mut document = Vec::new();
        let file = File::open(&path).map_err(travertine_files::Error::read(&path))?;
        file.take(json::MAX_SIZE as u64 + 1)
            .read_to_end(&mut document)
            .map_err(travertine_files::Error::read(&path))?;
        if is_other_format(&document) {
            continue;
        }
        let relative = path.strip_prefix(folder).unwrap_or(&path).with_extension("");
        let mut picture = pictures.join(&relative).into_os_string();
        picture.push(".png");
        cases.push(Case { name: relative.display().to_string(), document, picture: picture.into() });
    }
    Ok(cases)
}

fn is_other_format(document: &[u8]) -> bool {
    let Ok(parsed) = json::parse(document) else { return false };
    let root = Value::from(parsed.root);
    // One that is nearly ours is a slip of the pen, and fails as a case.
    let other = |format: &str| format != FORMAT && nearest(format, [FORMAT]).is_none();
    root.get("format").and_then(Value::as_text).is_none_or(other)
}

/// The kept pictures in a folder and all folders in it that are none of these.
///
/// # Errors
///
/// If a folder cannot be read.
pub fn strays<'a>(folder: &Path, claimed: impl IntoIterator<Item = &'a Path>) -> Result<Vec<PathBuf>, Error> {
    let claimed: BTreeSet<&Path> = claimed.into_iter().collect();
    let mut pictures = files(folder, "png")?;
    pictures.retain(|path| !claimed.contains(path.as_path()) && is_kept(path));
    Ok(pictures)
}

/// The files with that ending, by name. Links to folders are not followed: they may go round in circles.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(travertine_files::Error::read(&folder))? {
            let entry = entry.map_err(travertine_files::Error::read(&folder))?;
            let path = entry.path();
            if entry.file_type().map_err(travertine_files::Error::read(&path))?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) && path.is_file() {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_lie_in_the_same_tree() {
        let folder = tempfile::tempdir().unwrap();
        let graphs = folder.path().join("graphs");
        fs::create_dir_all(graphs.join("stone")).unwrap();
        for (name, text) in [
            ("wood.json", r#"{"format": "travertine"}"#),
            ("stone/marble.v2.json", r#"{"format": "travertine"}"#),
            ("package.json", r#"{"name": "other"}"#),
            ("broken.json", "{"),
            ("notes.txt", ""),
        ] {
            fs::write(graphs.join(name), text).unwrap();
        }
        let cases = find(&graphs, Path::new("kept")).unwrap();
        let found: Vec<_> =
            cases.iter().map(|case| (case.name.as_str(), case.picture.to_str().unwrap())).collect();
        assert_eq!(
            found,
            [
                ("broken", "kept/broken.png"),
                ("stone/marble.v2", "kept/stone/marble.v2.png"),
                ("wood", "kept/wood.png")
            ]
        );
        assert_eq!(cases[1].picture_of("a/b", false), Path::new("kept/stone/marble.v2.a%2fb.png"));
    }
}
