//! Jobs: collect finished textures, and move them to the target together.
//!
//! Textures are collected in a [`PartialOutput`] beside the target. Those of a folder have a mark by which they are
//! recognized in the target; files without a mark were not written by a bake. An OBJ is beside its textures, in a
//! folder that exists.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use travertine::{Existing, PictureFile, PictureFormat};
use travertine_files::{Fingerprint, PartialOutput, flush_folder, resolve, resolve_folder};

use crate::error::Error;
use crate::target::{Target, is_replaceable};

/// The folder of the partial output that holds the textures.
const TEXTURES: &str = "textures";

/// The file of the partial output that becomes the model.
const MODEL: &str = "model";

/// The files of a bake into a folder.
pub(crate) struct Files<'f> {
    /// Names of the textures.
    pub(crate) textures: &'f [String],
    /// Names of the models beside them, and of what those need, in the order in which they may appear.
    pub(crate) beside: &'f [OsString],
    /// Whether to replace files that a bake did not write.
    pub(crate) overwrite: bool,
}

/// A bake into a folder or a model.
pub(crate) struct Job {
    /// The model, or the folder of the textures.
    target: PathBuf,
    partial: PartialOutput,
    textures: PathBuf,
    mark: Option<String>,
}

impl Job {
    /// A bake into the model `target`. Continues an interrupted one.
    pub(crate) fn of_model(target: &Path, fingerprint: Fingerprint) -> Result<Job, Error> {
        let (target, _) = resolve(target).map_err(Error::write(target))?;
        let partial = PartialOutput::open(&target, fingerprint)?;
        Job::open(target, partial, None)
    }

    /// A bake into the folder `target`, or into that of the OBJ `target`. Continues an interrupted one.
    pub(crate) fn of_folder(target: &Path, files: &Files, fingerprint: Fingerprint) -> Result<Job, Error> {
        let kind = Target::of(target);
        if kind == Target::Obj {
            resolve(target).map_err(Error::write(target))?;
        }
        let folder = resolve_folder(kind.folder(target)).map_err(Error::write(target))?;
        for path in files.textures.iter().map(|name| folder.join(name)) {
            if PictureFile::new(&path)?.existing()? == Existing::Foreign && !files.overwrite {
                return Err(travertine_files::Error::Foreign { path }.into());
            }
        }
        for path in files.beside.iter().map(|name| folder.join(name)) {
            if !is_replaceable(&path).map_err(Error::read(&path))? && !files.overwrite {
                return Err(travertine_files::Error::Foreign { path }.into());
            }
        }
        let partial = match kind {
            Target::Obj => folder.join(target.file_name().unwrap_or_default()),
            Target::Glb | Target::Folder => folder.clone(),
        };
        let partial = PartialOutput::open(&partial, fingerprint)?;
        Job::open(folder, partial, Some(fingerprint.to_string()))
    }

    fn open(target: PathBuf, partial: PartialOutput, mark: Option<String>) -> Result<Job, Error> {
        let textures = partial.inner(TEXTURES)?;
        Ok(Job { target, partial, textures, mark })
    }

    /// The file of an unfinished texture.
    pub(crate) fn file(&self, name: &str, format: PictureFormat) -> PictureFile {
        PictureFile { path: self.textures.join(name), format, mark: self.mark.clone() }
    }

    /// The path of a file that is moved with the textures.
    pub(crate) fn beside(&self, name: impl AsRef<Path>) -> PathBuf {
        self.textures.join(name)
    }

    /// Whether a texture is finished, in the partial output or at the target.
    pub(crate) fn has(&self, name: &str, format: PictureFormat) -> bool {
        let placed = PictureFile { path: self.target.join(name), format, mark: self.mark.clone() };
        self.textures.join(name).exists() || (self.mark.is_some() && matches!(placed.existing(), Ok(Existing::Same)))
    }

    /// Moves the textures to the target folder: all in one step if it does not exist, otherwise one by one, and what is
    /// beside them last, since it names them.
    pub(crate) fn publish(self, beside: &[OsString]) -> Result<(), Error> {
        let Job { target, partial, textures, .. } = self;
        if !target.try_exists().map_err(Error::write(&target))? {
            return partial.finish(TEXTURES).map_err(Error::write(&target));
        }
        let entries = fs::read_dir(&textures).map_err(Error::read(&textures))?;
        let names = entries.map(|entry| entry.map(|entry| entry.file_name())).collect::<Result<Vec<_>, _>>();
        let mut names = names.map_err(Error::read(&textures))?;
        names.sort_by_key(|name| beside.iter().position(|other| other == name));
        for name in names {
            let file = target.join(&name);
            fs::rename(textures.join(&name), &file).map_err(Error::write(&file))?;
        }
        flush_folder(&target.join(TEXTURES));
        partial.remove();
        Ok(())
    }

    /// Writes the model with `write`, and moves it to the target.
    pub(crate) fn publish_model(self, write: impl FnOnce(&Path) -> Result<(), Error>) -> Result<(), Error> {
        let named = |error| match error {
            Error::File(travertine_files::Error::Write { source, .. }) => Error::write(&self.target)(source),
            other => other,
        };
        write(&self.partial.path(MODEL)).map_err(named)?;
        self.partial.finish(MODEL).map_err(Error::write(&self.target))
    }

    /// Ends the job and leaves finished textures for the next bake.
    pub(crate) fn leave(self) {
        self.partial.leave();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: PictureFormat = PictureFormat::Exr;

    fn open(target: &Path, overwrite: bool) -> Result<Job, Error> {
        let files = Files { textures: &["a.exr".to_owned()], beside: &[], overwrite };
        Job::of_folder(target, &files, Fingerprint::new())
    }

    #[test]
    fn new_folders_appear_complete_and_existing_folders_keep_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out");
        for content in ["first", "second"] {
            let job = open(&target, true).unwrap();
            assert!(!job.has("a.exr", FORMAT));
            fs::write(job.file("a.exr", FORMAT).path, content).unwrap();
            assert!(job.has("a.exr", FORMAT));
            job.publish(&[]).unwrap();
            assert_eq!(fs::read_to_string(target.join("a.exr")).unwrap(), content);
            fs::write(target.join("other.txt"), "other").unwrap();
        }
        let mut names: Vec<_> = fs::read_dir(&target).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["a.exr", "other.txt"]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn foreign_files_are_replaced_only_with_overwrite() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out");
        fs::create_dir(&target).unwrap();
        fs::write(target.join("a.exr"), "mine").unwrap();
        let refused = open(&target, false).map(drop).unwrap_err();
        assert!(matches!(refused, Error::File(travertine_files::Error::Foreign { .. })), "{refused}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no partial output is created");
        assert!(!open(&target, true).unwrap().has("a.exr", FORMAT));
    }
}
