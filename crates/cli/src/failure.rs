//! How failures are reported.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use travertine::Diagnostics;
use travertine::stages::graph::graph::missing_group;
use travertine::stages::graph::suggest::nearest;
pub use travertine_jobs::failure::{DONE, Failure, INTERRUPTED, LIMIT, USAGE};
use travertine_jobs::{Naming, spell};
use travertine_library::Library;

use crate::{named, terminal};

/// Prints the message of a failure on standard error, if the command has not printed it.
pub fn report(failure: &Failure) {
    if let Some(message) = message(failure) {
        terminal::note(message);
    }
}

/// The message of a failure, unless the command has printed it.
pub fn message(failure: &Failure) -> Option<String> {
    let message = spell(failure.message()?, Naming::Flags);
    let advice = match failure {
        Failure::Missing { path, .. } => advice(path),
        Failure::Invalid(_, diagnostics) => {
            let advice = advice_on_groups(diagnostics) + &advice_on_kind(&message);
            return Some(message + &advice);
        }
        _ => None,
    };
    Some(match advice {
        Some(advice) => format!("{message}; {advice}"),
        None => message,
    })
}

/// The failure of a comparison of pictures.
pub fn of_golden(error: travertine_golden::Error) -> Failure {
    use travertine_golden::Error;
    let message = format!("error: {error}");
    match error {
        Error::File(error) => Failure::from(error),
        Error::Picture { .. } => Failure::InputOutput(message),
        Error::TooLarge { .. } => Failure::Limit(message),
        Error::Ci => Failure::Usage(message),
        Error::Cancelled => Failure::Interrupted,
    }
}

/// A line about each group that a graph lacks and the library has.
fn advice_on_groups(diagnostics: &Diagnostics) -> String {
    // Groups inside of groups need copies of their own, which the command does not make.
    let of_graph = diagnostics.iter().filter(|diagnostic| diagnostic.pointer.starts_with("/nodes/"));
    let missing: BTreeSet<&str> = of_graph.filter_map(missing_group).collect();
    if missing.is_empty() {
        return String::new();
    }
    let library = Library::new(None);
    let known = missing.into_iter().filter_map(|name| Some((name, library.find(name)?)));
    let advice = known.map(|(name, entry)| {
        let library = named::library(&entry.origin);
        format!("\n`travertine group add GRAPH {name}` copies the group {name} of {library} into a graph")
    });
    advice.collect()
}

/// What to do with a file that is not a graph, which a message about it begins with.
fn advice_on_kind(message: &str) -> String {
    let file =
        message.split(": ").next().unwrap_or_default().trim_end_matches(|c: char| c == ':' || c.is_ascii_digit());
    let ending = Path::new(file).extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let advice = match ending.as_deref().unwrap_or_default() {
        "obj" | "glb" | "gltf" | "ply" | "stl" => format!(
            "{file} is a mesh; `travertine shape GRAPH --mesh {file}` shows a graph on it, and \
             `travertine bake GRAPH {file} -o OUT` bakes one"
        ),
        "png" | "jpg" | "jpeg" | "exr" | "tif" | "tiff" | "hdr" => {
            format!("{file} is a picture; the node input/image of a graph reads it")
        }
        "nrrd" | "df3" => format!("{file} is a volume; the node input/volume of a graph reads it"),
        "csv" | "npy" => format!("{file} may hold points; `travertine sample GRAPH --points {file}` reads them"),
        "json" if message.contains("the format is `travertine-build`") => {
            format!("`travertine build {file}` makes the files of a build file")
        }
        _ => return String::new(),
    };
    format!("\n{advice}")
}

/// What to do about a missing file: another graph has nearly its name, or it is bundled, or another file has nearly its
/// name.
fn advice(missing: &Path) -> Option<String> {
    let is_graph = |path: &Path| path.extension().is_some_and(|ending| ending == "json");
    let name = missing.file_stem()?.to_str()?;
    let may_be_graph = is_graph(missing) || missing.extension().is_none();
    let near = nearest_file(missing);
    let known = named::find(name).filter(|_| may_be_graph && !near.as_deref().is_some_and(is_graph));
    match known {
        Some(known) => Some(format!("`travertine new {name}` writes {}", known.what)),
        None => near.map(|near| format!("did you mean {}?", near.display())),
    }
}

/// The file whose name is nearest to that of a missing one, in its folder.
fn nearest_file(missing: &Path) -> Option<PathBuf> {
    let name = missing.file_name()?.to_str()?;
    let folder = missing.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let mut names: Vec<String> =
        fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    // In the order of the alphabet, of which the first of equally near names is taken.
    names.sort();
    // A name without its ending is near that with it.
    let stem = |name: &str| Path::new(name).file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
    // Equal endings do not make names alike.
    let stems: Vec<String> = names.iter().filter_map(|name| stem(name)).collect();
    let wanted = stem(name)?;
    let near = match stems.contains(&wanted) {
        true => wanted.as_str(),
        false => nearest(&wanted, stems.iter().map(String::as_str))?,
    };
    // Of several files with that stem, one with the ending of the missing one.
    let ending = |name: &String| Path::new(name).extension() == missing.extension();
    let found = names.iter().filter(|known| stem(known).as_deref() == Some(near)).min_by_key(|name| !ending(name));
    found.map(|near| missing.with_file_name(near))
}
