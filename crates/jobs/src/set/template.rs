//! Templates for the file names of a set.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use travertine_files::is_device;

use crate::failure::Failure;

/// The default template.
pub const DEFAULT: &str = "{graph}_{output}.{ext}";

/// The path of a picture: replaces `{graph}`, `{output}` and `{ext}` (png) in the template. Where names of the graph
/// make a file or folder a device for Windows, it gets an underscore. Folders that the template itself names are there
/// already.
///
/// # Errors
///
/// If something else is in braces, or the file is a device by the template itself.
pub fn fill(template: &str, graph: &OsStr, output: &str) -> Result<PathBuf, Failure> {
    let mut path = PathBuf::new();
    let mut parts = Path::new(template).components().peekable();
    while let Some(part) = parts.next() {
        let (name, is_named) = match part {
            // A part of a text.
            Component::Normal(part) => fill_part(template, &part.to_string_lossy(), graph, output)?,
            other => (other.as_os_str().to_owned(), false),
        };
        let device = name.to_str().filter(|name| is_device(name));
        match device {
            Some(name) if is_named => {
                let (stem, ending) = name.split_at(name.find('.').unwrap_or(name.len()));
                path.push(format!("{stem}_{ending}"));
            }
            Some(name) if parts.peek().is_none() => {
                return Err(Failure::usage(format!("{name} is a device for Windows; choose another name")));
            }
            _ => path.push(name),
        }
    }
    Ok(path)
}

/// A file or folder of a template, and whether the names of the graph or the output are in it.
fn fill_part(template: &str, part: &str, graph: &OsStr, output: &str) -> Result<(OsString, bool), Failure> {
    let wrong = |word: &str| {
        Failure::usage(format!("the template {template} contains {{{word}; expected {{graph}}, {{output}} or {{ext}}"))
    };
    let (mut name, mut is_named) = (OsString::new(), false);
    let mut rest = part;
    while let Some((plain, after)) = rest.split_once('{') {
        name.push(plain);
        let (word, after) = after.split_once('}').ok_or_else(|| wrong(after))?;
        match word {
            "graph" => match graph.to_str() {
                Some(graph) => name.push(file_name(graph)),
                // Not UTF-8. Kept as it is: it comes from a file name, and replacing bytes could make two names equal.
                None => name.push(graph),
            },
            "output" => name.push(file_name(output)),
            "ext" => name.push("png"),
            _ => return Err(wrong(word)),
        }
        is_named |= word != "ext";
        rest = after;
    }
    name.push(rest);
    Ok((name, is_named))
}

/// A name as part of a file name. Path separators and characters that a file system may refuse become underscores.
pub fn file_name(name: &str) -> String {
    let plain = |letter: char| if letter.is_control() || "/\\:*?\"<>|".contains(letter) { '_' } else { letter };
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
        // Folders of the template are those that are there.
        let filled = fill("/aux/con/{output}.png", "a".as_ref(), "nul").unwrap();
        assert_eq!(filled, PathBuf::from("/aux/con/nul_.png"));
        let refused = fill("{output}/NUL.{ext}", "a".as_ref(), "a").unwrap_err().to_string();
        assert!(refused.contains("NUL.png is a device for Windows"), "{refused}");
        for wrong in ["{name}.png", "{output", "{}"] {
            assert!(fill(wrong, "marble".as_ref(), "color").is_err(), "{wrong}");
        }
    }
}
