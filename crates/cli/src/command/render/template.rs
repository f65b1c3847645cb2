//! Templates: the names of a set's files.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::failure::Failure;

/// What names a set's files unless somebody says so.
pub const DEFAULT: &str = "{graph}_{output}.{ext}";

/// The file of a picture: `{graph}`, `{output}` and `{ext}`, which is png, are replaced.
pub fn fill(template: &str, graph: &OsStr, output: &str) -> Result<PathBuf, Failure> {
    let wrong = |word: &str| {
        Failure::usage(format!("{template} has a {{{word}; expected {{graph}}, {{output}} or {{ext}}"))
    };
    let mut path = OsString::new();
    let mut rest = template;
    while let Some((plain, after)) = rest.split_once('{') {
        path.push(plain);
        let (word, after) = after.split_once('}').ok_or_else(|| wrong(after))?;
        match word {
            "graph" => match graph.to_str() {
                Some(graph) => path.push(part(graph)),
                // It is that of a file already, and two of them must not become one.
                None => path.push(graph),
            },
            "output" => path.push(part(output)),
            "ext" => path.push("png"),
            _ => return Err(wrong(word)),
        }
        rest = after;
    }
    path.push(rest);
    Ok(PathBuf::from(path))
}

/// A name as part of that of a file: what leads to another folder, or cannot be, becomes an underscore.
fn part(name: &str) -> String {
    let plain =
        |letter: char| if letter.is_control() || "/\\:*?\"<>|".contains(letter) { '_' } else { letter };
    // These would be folders, wherever the template has them alone between two slashes.
    if name == "." || name == ".." { name.replace('.', "_") } else { name.chars().map(plain).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_take_their_places_and_lead_nowhere_else() {
        for (template, path) in [
            (DEFAULT, "marble_a_.._b.png"),
            ("out/{output}-{graph}.exr", "out/a_.._b-marble.exr"),
            ("plain.png", "plain.png"),
        ] {
            assert_eq!(fill(template, "marble".as_ref(), "a/../b").unwrap(), PathBuf::from(path));
        }
        let filled = fill("out/{graph}/{output}/a.png", ".".as_ref(), "..").unwrap();
        assert_eq!(filled, PathBuf::from("out/_/__/a.png"));
        for wrong in ["{name}.png", "{output", "{}"] {
            assert!(fill(wrong, "marble".as_ref(), "color").is_err(), "{wrong}");
        }
    }
}
