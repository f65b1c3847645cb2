//! Targets: what a bake writes, and where it may replace what is there.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use travertine_files::open_regular;

/// What a bake writes. The ending of its path decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A GLB, which holds its textures.
    Glb,
    /// An OBJ, with its MTL and its textures beside it.
    Obj,
    /// A folder of textures.
    Folder,
}

impl Target {
    /// The target at a path.
    pub fn of(path: &Path) -> Target {
        let is = |known: &str| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(known));
        match (is("glb"), is("obj")) {
            (true, _) => Target::Glb,
            (_, true) => Target::Obj,
            _ => Target::Folder,
        }
    }

    /// The folder of the files at a path.
    pub(crate) fn folder(self, path: &Path) -> &Path {
        match self {
            Target::Glb | Target::Folder => path,
            Target::Obj => path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")),
        }
    }

    /// A file in that folder.
    pub(crate) fn file(self, path: &Path, name: &OsStr) -> PathBuf {
        match self {
            Target::Glb | Target::Folder => path.join(name),
            Target::Obj => path.with_file_name(name),
        }
    }
}

/// The first line of an OBJ or MTL, by which it is recognized.
pub(crate) const COMMENT: &str = "# Travertine";

/// Whether there is no file at a path, or a model that this library wrote.
pub(crate) fn is_replaceable(path: &Path) -> io::Result<bool> {
    match open_regular(path) {
        Ok(mut file) => match Target::of(path) {
            Target::Glb => is_our_glb(&mut file),
            Target::Obj | Target::Folder => is_our_text(&mut file),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
    }
}

fn is_our_glb(file: &mut File) -> io::Result<bool> {
    let mut header = [0; 20];
    if file.read_exact(&mut header).is_err() || &header[..4] != b"glTF" {
        return Ok(false);
    }
    let [.., a, b, c, d, _, _, _, _] = header;
    let mut text = Vec::new();
    file.take(u32::from_le_bytes([a, b, c, d]).into()).read_to_end(&mut text)?;
    let generator = br#""generator":"Travertine""#;
    Ok(text.windows(generator.len()).any(|bytes| bytes == generator))
}

fn is_our_text(file: &mut File) -> io::Result<bool> {
    let mut line = Vec::new();
    file.take(COMMENT.len() as u64 + 1).read_to_end(&mut line)?;
    Ok(line.strip_suffix(b"\n") == Some(COMMENT.as_bytes()))
}

/// The name of the MTL of an OBJ, as both a file and the OBJ can have it.
pub(crate) fn mtl_name(obj: &Path) -> String {
    let stem = obj.file_stem().unwrap_or_default().to_string_lossy();
    format!("{}.mtl", one_line(&stem))
}

/// The names of the files of an OBJ that are no textures, in the order in which they may appear.
pub(crate) fn obj_files(obj: &Path) -> Vec<OsString> {
    let name = obj.file_name().unwrap_or_default().to_owned();
    vec![mtl_name(obj).into(), name]
}

/// A name that fills the rest of a line of an OBJ: without control characters, and backslashes, which continue a line
/// at its end.
pub(crate) fn one_line(name: &str) -> String {
    let fit = |c: char| if c.is_control() || c == '\\' { '_' } else { c };
    name.trim().chars().map(fit).collect()
}
