//! Cases: graphs and the paths of their golden pictures.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use travertine::stages::graph::document::FORMAT;
use travertine::stages::graph::json::{self, Value};
use travertine::stages::graph::suggest::nearest;
use travertine::{Document, image_files};

use crate::error::Error;
use crate::golden_file::is_golden;

/// The file of a graph and the paths of its golden pictures.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name that reports use.
    pub name: String,
    /// File of the graph. A run opens one graph at a time.
    pub graph: PathBuf,
    /// Path of the golden picture of the first output. Pictures of other outputs and of presets are in the same folder.
    pub picture: PathBuf,
}

impl Case {
    /// Path of an output's golden picture: `marble.png` for the first output, `marble.OUTPUT.png` for any other.
    pub fn picture_of(&self, output: &str, is_first: bool) -> PathBuf {
        if is_first { self.picture.clone() } else { self.picture.with_extension(file_name(output) + ".png") }
    }

    /// Path of the golden picture of the first output with a preset: `marble@Verde.png`.
    pub fn picture_of_preset(&self, preset: &str) -> PathBuf {
        let mut picture = self.picture.with_extension("").into_os_string();
        picture.push(format!("@{}.png", file_name(preset)));
        picture.into()
    }
}

/// A name as part of a file name. Characters that a file system may refuse become `%` and two hexadecimal
/// digits.
fn file_name(text: &str) -> String {
    let mut name = String::new();
    for character in text.chars() {
        if matches!(character, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' | '%') {
            name += &format!("%{:02x}", u32::from(character));
        } else {
            name.push(character);
        }
    }
    name
}

/// The graphs in a folder and its subfolders, sorted by path. Their golden pictures are in the same tree below
/// `pictures`.
///
/// Every `.json` file is a case, except documents of other formats without a golden picture. A file that is not JSON is
/// a case that fails.
///
/// # Errors
///
/// If a file or a folder cannot be read.
pub fn find(folder: &Path, pictures: &Path) -> Result<Vec<Case>, Error> {
    let mut cases = Vec::new();
    for path in files(folder, "json")? {
        let relative = path.strip_prefix(folder).unwrap_or(&path).with_extension("");
        let mut picture = pictures.join(&relative).into_os_string();
        picture.push(".png");
        // One with a golden picture was a graph once.
        if declares_other_format(&read(&path)?) && !is_golden(Path::new(&picture)) {
            continue;
        }
        cases.push(Case { name: relative.display().to_string(), graph: path, picture: picture.into() });
    }
    Ok(cases)
}

/// The graphs in a folder and its subfolders, and their images: the files of the [cases](find), which no picture may
/// replace.
///
/// # Errors
///
/// If a file or a folder cannot be read.
pub fn inputs(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut inputs = files(folder, "json")?;
    for path in inputs.clone() {
        if let Ok(document) = Document::parse(&read(&path)?) {
            inputs.extend(image_files(&document, path.parent().unwrap_or(folder)));
        }
    }
    Ok(inputs)
}

/// The bytes of a document.
fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let mut document = Vec::new();
    // One byte above the size limit is enough for the parser to refuse the document.
    let read = |file: File| file.take(json::MAX_SIZE as u64 + 1).read_to_end(&mut document);
    File::open(path).and_then(read).map_err(travertine_files::Error::read(path))?;
    Ok(document)
}

fn declares_other_format(document: &[u8]) -> bool {
    let Ok(parsed) = json::parse(document) else { return false };
    Value::from(parsed.root).get("format").and_then(Value::as_text).is_none_or(is_other_format)
}

/// Whether the name of a format is another than that of graphs. One close to ours is a typing error, unless it is that
/// of build files or of reports.
pub fn is_other_format(format: &str) -> bool {
    let is_ours = format.strip_prefix(FORMAT).is_some_and(|rest| rest.starts_with('-'));
    is_ours || format != FORMAT && nearest(format, [FORMAT]).is_none()
}

/// The files with an extension, sorted by path. Links to folders are not followed, since they may form cycles.
pub(crate) fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, Error> {
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
    fn pictures_have_the_same_tree_as_graphs() {
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
        let found: Vec<_> = cases.iter().map(|case| (case.name.as_str(), case.picture.to_str().unwrap())).collect();
        assert_eq!(
            found,
            [("broken", "kept/broken.png"), ("stone/marble.v2", "kept/stone/marble.v2.png"), ("wood", "kept/wood.png")]
        );
        assert_eq!(cases[1].picture_of("a/b", false), Path::new("kept/stone/marble.v2.a%2fb.png"));
        assert_eq!(cases[1].picture_of_preset("x:y.z"), Path::new("kept/stone/marble.v2@x%3ay.z.png"));
    }
}
