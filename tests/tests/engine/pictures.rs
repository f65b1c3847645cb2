//! The documents of the project: what they link to, and the size of those under `docs`.

use std::collections::BTreeMap;
use std::fs::{metadata, read_dir, read_to_string};
use std::path::{Component, Path, PathBuf};

/// The most bytes of `docs`, in blocks of a disk.
const MOST: u64 = 12_000_000;
/// The most bytes of a picture.
const PICTURE: u64 = 250_000;
/// Bytes of a block.
const BLOCK: u64 = 4096;

/// The root of the project.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The files of a folder, without those that the commands of the guides write.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap();
        if !path.is_dir() {
            files.push(path);
        } else if name != "out" {
            files.extend(self::files(&path));
        }
    }
    files
}

fn is_picture(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("png" | "jpg" | "webp" | "gif" | "svg"))
}

/// The documents: those next to the project's folders and those of `docs`.
pub fn documents() -> Vec<PathBuf> {
    let beside = read_dir(project()).unwrap().map(|entry| entry.unwrap().path());
    let all = beside.chain(files(&project().join("docs"))).chain([project().join("blender/README.md")]);
    all.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect()
}

/// The files that a document links to.
fn links(document: &Path) -> Vec<PathBuf> {
    let text = read_to_string(document).unwrap();
    let mut is_code = false;
    let mut links = Vec::new();
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        if is_code || line.starts_with("    ") {
            continue;
        }
        let targets = line.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        for (target, _) in targets {
            let file = target.split('#').next().unwrap_or_default();
            if !file.is_empty() && !file.contains("://") {
                links.push(plain(&document.with_file_name("").join(file)));
            }
        }
    }
    links
}

/// The path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[test]
fn links_lead_to_files_and_all_pictures_are_shown() {
    let documents = documents();
    let linked: BTreeMap<PathBuf, &PathBuf> =
        documents.iter().flat_map(|document| links(document).into_iter().map(move |link| (link, document))).collect();
    let broken: Vec<_> = linked.iter().filter(|(link, _)| !link.exists()).collect();
    assert!(broken.is_empty(), "links to files that are missing, and their documents: {broken:#?}");
    let pictures = files(&project().join("docs")).into_iter().filter(|path| is_picture(path));
    let lost: Vec<PathBuf> = pictures.filter(|path| !linked.contains_key(path)).collect();
    assert!(lost.is_empty(), "no document shows {lost:#?}");
}

/// Each checkout copies them, and history keeps each of their versions.
#[test]
fn the_documentation_is_small() {
    let advice = "make pictures smaller, or by a command: see docs/decisions/0086-pictures-are-small.md";
    let mut all = 0;
    for path in files(&project().join("docs")) {
        let bytes = metadata(&path).unwrap().len();
        assert!(
            !is_picture(&path) || bytes <= PICTURE,
            "{} has {bytes} bytes, and a picture may have {PICTURE}; {advice}",
            path.display()
        );
        all += bytes.next_multiple_of(BLOCK);
    }
    assert!(all <= MOST, "docs has {all} bytes, and may have {MOST}; {advice}");
}
