//! Moves the files of a target to their places, once they are whole.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use travertine::stages::graph::diagnostic::quote;
use travertine_files::{AtomicFile, Error, Inputs, TEMPORARY, existing_file, flush_folder, folded};

use super::inputs::{FileDigest, digest};
use super::state::{Ingredients, Record, State};
use super::target::Target;
use crate::failure::Failure;

/// The file that marks a folder as a partial output.
const PARTIAL: &str = ".travertine-part";

/// Which target writes each path, and which paths a build may replace.
pub struct Places {
    /// The folder of the project.
    folder: PathBuf,
    /// The target that has written a path, or keeps it. Where case is not told apart, two paths may be one file.
    owners: Mutex<HashMap<PathBuf, String>>,
    /// The paths that the project has written before.
    known: HashSet<String>,
    /// The files that the build reads.
    read: Inputs,
    /// Whether other files may be replaced.
    overwrite: bool,
}

impl Places {
    /// The places of a project, of which `known` paths were written before, and which reads the files `read`.
    pub fn new(folder: &Path, known: HashSet<String>, read: &[PathBuf], overwrite: bool) -> Places {
        let (folder, read) = (folder.to_owned(), Inputs::new(read));
        Places { folder, owners: Mutex::default(), known, read, overwrite }
    }

    /// Keeps the outputs of a target that is not made again.
    pub fn keep(&self, target: &Target, record: &Record) {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        for path in record.outputs.keys() {
            owners.entry(folded(Path::new(path))).or_insert_with(|| target.name.clone());
        }
    }

    /// Moves all files below `stage` to the folder of the project, and records them. Removes what the target made
    /// before and makes no more, unless somebody has changed it.
    ///
    /// # Errors
    ///
    /// If another target has written one of the paths, or a file that no build made is there, or a link is on the
    /// way, or a file cannot be moved. Nothing is moved unless all paths are free.
    pub fn fill(
        &self,
        target: &Target,
        stage: &Path,
        state: &State,
        before: &Record,
        made_of: Option<Ingredients>,
        notes: &[String],
    ) -> Result<BTreeMap<String, FileDigest>, Failure> {
        let outputs = digests(stage)?;
        if outputs.is_empty() {
            return Err(Failure::InputOutput("error: the command wrote no file".to_owned()));
        }
        self.own(target, outputs.keys())?;
        for (path, recorded) in &outputs {
            self.check(path, recorded)?;
        }
        // The new paths belong to the project before the first of them is written, so that an interrupted build goes
        // on.
        let mut all = before.outputs.clone();
        all.extend(outputs.clone());
        state.write(target, &Record { ingredients: None, outputs: all, notes: Vec::new() })?;
        for path in outputs.keys() {
            let place = self.folder.join(path);
            move_file(&stage.join(path), &place).map_err(Error::write(&place))?;
        }
        let owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        for (path, recorded) in before.outputs.iter().filter(|(path, _)| !owners.contains_key(&folded(Path::new(path))))
        {
            self.remove(path, recorded);
        }
        drop(owners);
        let record = Record { ingredients: made_of, outputs: outputs.clone(), notes: notes.to_vec() };
        state.write(target, &record)?;
        Ok(outputs)
    }

    /// Removes a file that is not an output any more, unless somebody has changed it.
    fn remove(&self, path: &str, recorded: &FileDigest) {
        let place = self.folder.join(path);
        // A record may be forged, or a folder moved since.
        let is_output = self.check_links(path).is_ok() && self.read.find(&place).is_none();
        if is_output && digest(&place).is_ok_and(|found| found == *recorded) {
            // A file or an empty folder that stays does no harm.
            let _ = fs::remove_file(&place);
            remove_empty(Path::new(path), &self.folder);
        }
    }

    /// Takes paths for a target: all or none.
    fn own<'a>(&self, target: &Target, paths: impl Iterator<Item = &'a String> + Clone) -> Result<(), Failure> {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        for path in paths.clone() {
            if let Some(owner) = owners.get(&folded(Path::new(path))).filter(|owner| **owner != target.name) {
                let owner = quote(owner);
                return Err(Failure::usage(format!("{owner} writes {path}, too; give each a path of its own")));
            }
        }
        owners.extend(paths.map(|path| (folded(Path::new(path)), target.name.clone())));
        Ok(())
    }

    /// Checks that a file may be written at a path, and creates its folder.
    fn check(&self, path: &str, recorded: &FileDigest) -> Result<(), Failure> {
        let place = self.folder.join(path);
        let failed = |source| Failure::from(Error::write(&place)(source));
        self.check_links(path)?;
        fs::create_dir_all(parent(&place)).map_err(failed)?;
        if self.read.find(&place).is_some() {
            let message = format!("error: {} is read by this build; choose another path", place.display());
            return Err(Failure::Refused(message));
        }
        let existing = existing_file(&place).map_err(failed)?;
        let is_known = self.known.contains(path);
        let is_same = || existing.is_some() && digest(&place).is_ok_and(|found| found == *recorded);
        if existing.is_some() && !is_known && !self.overwrite && !is_same() {
            return Err(Failure::Refused(format!(
                "error: {} already exists and was not made by this build; move it, choose another path, or add --overwrite \
                 to replace it",
                place.display()
            )));
        }
        Ok(())
    }

    /// Checks that no part of the path of an output is a link: it could lead out of the project, into `.git` or into
    /// the state, or give one file two paths.
    fn check_links(&self, path: &str) -> Result<(), Failure> {
        let mut place = self.folder.clone();
        for part in Path::new(path) {
            place.push(part);
            if place.is_symlink() {
                let place = place.display();
                return Err(Failure::Refused(format!(
                    "error: {place} is a link, which a build does not follow; remove it, or choose another path"
                )));
            }
        }
        Ok(())
    }
}

/// Whether all files of a record are as they were left. Otherwise, what is wrong with the first.
pub fn difference(folder: &Path, record: &Record) -> Option<String> {
    record.outputs.iter().find_map(|(path, recorded)| match digest(&folder.join(path)) {
        Ok(found) if found == *recorded => None,
        Ok(_) => Some(format!("{path} was changed")),
        Err(error) if error.kind() == ErrorKind::NotFound => Some(format!("{path} is missing")),
        Err(_) => Some(format!("{path} cannot be read")),
    })
}

/// Whether a command has left files below a folder, from which it can continue.
pub fn has_files(stage: &Path) -> bool {
    paths(stage, true).is_ok_and(|found| !found.is_empty())
}

/// Removes a folder in which a target is to be made, if a link leads out of it: no command has made one.
///
/// # Errors
///
/// If it cannot be read or removed.
pub fn remove_links(stage: &Path) -> io::Result<()> {
    if has_links(stage)? { fs::remove_dir_all(stage) } else { Ok(()) }
}

fn has_links(folder: &Path) -> io::Result<bool> {
    let kind = match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        found => found?.file_type(),
    };
    if !kind.is_dir() {
        return Ok(!kind.is_file());
    }
    for entry in fs::read_dir(folder)? {
        if has_links(&entry?.path())? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// All finished files below a folder, by their path.
fn digests(stage: &Path) -> Result<BTreeMap<String, FileDigest>, Failure> {
    let with_digest = |path: String| {
        let file = stage.join(&path);
        digest(&file).map(|found| (path, found)).map_err(|error| Failure::from(Error::read(&file)(error)))
    };
    paths(stage, false)?.into_iter().map(with_digest).collect()
}

/// The paths of all files below a folder, perhaps without temporary ones and what is left of partial outputs.
fn paths(stage: &Path, with_unfinished: bool) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let path = stage.join(&folder);
        let failed = |source| Failure::from(Error::read(&path)(source));
        for entry in fs::read_dir(&path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let Ok(name) = entry.file_name().into_string() else {
                return Err(Failure::usage("the name of an output is not UTF-8; choose another path"));
            };
            let is_folder = entry.file_type().map_err(failed)?.is_dir();
            let is_unfinished = name.starts_with(TEMPORARY) || is_folder && entry.path().join(PARTIAL).exists();
            if is_unfinished && !with_unfinished {
                continue;
            }
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if is_folder { &mut folders } else { &mut found }.push(path);
        }
    }
    Ok(found)
}

/// Removes the folders on the way to a path, as far as they are empty.
fn remove_empty(path: &Path, root: &Path) {
    let folders = path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
    // Fails at the first that holds something.
    let _ = folders.map(|folder| fs::remove_dir(root.join(folder))).find(Result::is_err);
}

fn parent(place: &Path) -> &Path {
    place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn move_file(from: &Path, place: &Path) -> io::Result<()> {
    match fs::rename(from, place) {
        // A folder of the project is on another disk.
        Err(error) if error.kind() == ErrorKind::CrossesDevices => {
            let mut copy = AtomicFile::create(place)?;
            io::copy(&mut File::open(from)?, &mut copy)?;
            copy.finish()?;
            fs::remove_file(from)
        }
        moved => {
            moved?;
            flush_folder(place);
            Ok(())
        }
    }
}
