//! Templates for the file names of a set.

use std::ffi::{OsStr, OsString};
use std::path::{Component, PathBuf};

use travertine_files::is_device;

use crate::error::Error;

/// The default template.
pub const DEFAULT: &str = "{graph}_{output}.{ext}";

/// The path of a picture: replaces `{graph}`, `{output}` and `{ext}` (png) in the template.
///
/// # Errors
///
/// If something else is in braces.
pub fn fill(template: &str, graph: &OsStr, output: &str) -> Result<PathBuf, Error> {
    let wrong = |word: &str| {
        Error::Usage(format!(
            "the template {template} contains {{{word}; expected {{graph}}, {{output}} or {{ext}}"
        ))
    };
    let mut path = OsString::new();
    let mut rest = template;
    while let Some((plain, after)) = rest.split_once('{') {
        path.push(plain);
        let (word, after) = after.split_once('}').ok_or_else(|| wrong(after))?;
        match word {
            "graph" => match graph.to_str() {
                Some(graph) => path.push(file_name(graph)),
                // Not UTF-8. Kept as it is: it comes from a file name, and replacing bytes could make two names equal.
                None => path.push(graph),
            },
            "output" => path.push(file_name(output)),
            "ext" => path.push("png"),
            _ => return Err(wrong(word)),
        }
        rest = after;
    }
    path.push(rest);
    Ok(PathBuf::from(path).components().map(portable).collect())
}

/// A part of a path, with an underscore after a name that is a device for Windows, whatever its ending.
fn portable(part: Component) -> OsString {
    match (part, part.as_os_str().to_str()) {
        (Component::Normal(_), Some(name)) if is_device(name) => {
            let (stem, ending) = name.split_at(name.find('.').unwrap_or(name.len()));
            format!("{stem}_{ending}").into()
        }
        _ => part.as_os_str().to_owned(),
    }
}

/// A name as part of a file name. Path separators and characters that a file system may refuse become underscores.
pub fn file_name(name: &str) -> String {
    let plain =
        |letter: char| if letter.is_control() || "/\\:*?\"<>|".contains(letter) { '_' } else { letter };
    // Alone between two slashes of the template, these would be folders.
    if name == "." || name == ".." { name.replace('.', "_") } else { name.chars().map(plain).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_filled_in_and_stay_in_their_folder() {
        for (template, path) in [
            (DEFAULT, "marble_a_.._b.png"),
            ("out/{output}-{graph}.exr", "out/a_.._b-marble.exr"),
            ("plain.png", "plain.png"),
        ] {
            assert_eq!(fill(template, "marble".as_ref(), "a/../b").unwrap(), PathBuf::from(path));
        }
        let filled = fill("out/{graph}/{output}/a.png", ".".as_ref(), "..").unwrap();
        assert_eq!(filled, PathBuf::from("out/_/__/a.png"));
        for (output, path) in [("CON", "CON_.png"), ("nul.a", "nul_.a.png"), ("console", "console.png")] {
            assert_eq!(fill("{output}.{ext}", "a".as_ref(), output).unwrap(), PathBuf::from(path));
        }
        assert_eq!(fill("./{output}/a.png", "a".as_ref(), "prn").unwrap(), PathBuf::from("./prn_/a.png"));
        for wrong in ["{name}.png", "{output", "{}"] {
            assert!(fill(wrong, "marble".as_ref(), "color").is_err(), "{wrong}");
        }
    }
}
