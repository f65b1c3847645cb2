//! Finds the bundled graphs and the guides, for `travertine new` and `travertine find`, and what `--version` names.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Pages of `docs` that list things instead of explaining them.
const REFERENCES: [&str; 7] =
    ["README", "gallery", "glossary", "library", "picture-review", "shader-parity", "shader-tolerance"];

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../..").canonicalize()?;
    let mut list = String::from("[\n");
    for name in files(&root.join("graphs"), "json")? {
        let graph = root.join(format!("graphs/{name}.json"));
        writeln!(list, "    ({name:?}, include_str!({graph:?})),")?;
    }
    list += "]\n";
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("graphs.rs"), list)?;

    let mut list = String::from("[\n");
    for folder in ["docs/guides", "docs"] {
        for name in files(&root.join(folder), "md")? {
            if folder == "docs" && REFERENCES.contains(&name.as_str()) {
                continue;
            }
            let path = format!("{folder}/{name}.md");
            let text = fs::read_to_string(root.join(&path))?;
            let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(&name);
            let sections: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
            let about =
                text.split("\n\n").find(|part| !part.starts_with(['#', '|', ' ', '!', '<'])).unwrap_or_default();
            let about = without_links(&about.split_whitespace().collect::<Vec<_>>().join(" "));
            let whole = match folder {
                "docs/guides" => format!("Some(include_str!({:?}))", root.join(&path)),
                _ => "None".to_owned(),
            };
            writeln!(
                list,
                "    Guide {{ path: {path:?}, title: {title:?}, sections: &{sections:?}, about: {about:?}, text: {whole} }},"
            )?;
        }
    }
    list += "]\n";
    fs::write(out.join("guides.rs"), list)?;
    println!("cargo::rustc-env=TRAVERTINE_TARGET={}", env::var("TARGET")?);
    // Of what is built to be used: a commit would compile the program again while it is developed.
    if env::var("PROFILE")? == "release"
        && let Some(commit) = commit(&root)
    {
        println!("cargo::rustc-env=TRAVERTINE_COMMIT={commit}");
    }
    Ok(())
}

/// The first digits of the commit that is built; `None` without git or a repository.
fn commit(root: &Path) -> Option<String> {
    let log = root.join(".git/logs/HEAD");
    if log.exists() {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    let git = Command::new("git").arg("-C").arg(root).args(["rev-parse", "--short=12", "HEAD"]).output().ok()?;
    git.status.success().then(|| String::from_utf8_lossy(&git.stdout).trim().to_owned())
}

/// A text in Markdown, with the names of links in their places.
fn without_links(text: &str) -> String {
    let mut parts = text.split("](");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.split_once(')').map_or(part, |(_, rest)| rest);
    }
    plain.replace('[', "")
}

/// The names of the files of a folder with an ending, without it, sorted.
fn files(folder: &Path, ending: &str) -> Result<Vec<String>, Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let names = fs::read_dir(folder)?.filter_map(|entry| {
        let path = entry.ok()?.path();
        let is_meant = path.extension().is_some_and(|extension| extension == ending);
        is_meant.then(|| Some(path.file_stem()?.to_str()?.to_owned())).flatten()
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    Ok(names)
}
