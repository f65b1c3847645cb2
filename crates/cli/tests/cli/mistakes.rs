//! A list of typical mistakes, each of which is answered by what repairs it.

use std::fs;
use std::path::Path;

use crate::support::Folder;

/// The project's folder.
const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn typical_mistakes_are_answered_by_their_repair() {
    let folder = Folder::new();
    for (name, from) in [("marble.json", "graphs"), ("clouds.json", "graphs"), ("vase.obj", "docs/meshes")] {
        folder.write(name, fs::read(Path::new(PROJECT).join(from).join(name)).unwrap());
    }
    folder.write("points.csv", "0.5,0.5\n");
    let mut count = 0;
    let mut wrong = Vec::new();
    for line in include_str!("mistakes.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(file) = line.strip_prefix("file ") {
            let (name, text) = file.split_once(' ').unwrap_or((file, ""));
            folder.write(name, text);
            continue;
        }
        let mut parts = line.split(" | ");
        let (code, arguments) = (parts.next().unwrap().parse::<i32>().unwrap(), parts.next().unwrap());
        let ran = folder.run(arguments);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        if ran.code != code || !parts.all(|part| said.contains(part)) {
            wrong.push(format!("{line}\nexits with {}:\n{said}", ran.code));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{} of {count}\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 100, "only {count}");
}
