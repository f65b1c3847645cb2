//! Jobs: what is finished of a set of textures while the rest is made, and how it comes to its place.
//!
//! Textures gather in a [`PartialOutput`] beside the target. Those of a folder carry a mark, by which they are known again when
//! they are in their place; what has none is somebody else's.

use std::fs;
use std::path::{Path, PathBuf};

use travertine::{Existing, PictureFile, PictureFormat};
use travertine_files::{Fingerprint, PartialOutput, flush_folder, resolve, resolve_folder};

use crate::error::Error;

/// The folder of the partial output that holds the textures.
const TEXTURES: &str = "textures";

/// The file of the partial output that becomes the model.
const MODEL: &str = "model";

/// Textures on their way to a folder or into a model.
pub(crate) struct Job {
    target: PathBuf,
    partial: PartialOutput,
    textures: PathBuf,
    mark: Option<String>,
}

impl Job {
    /// The job of a model at the target, with what is finished of it.
    pub(crate) fn of_model(target: &Path, fingerprint: Fingerprint) -> Result<Job, Error> {
        let (target, _) = resolve(target).map_err(Error::write(target))?;
        Job::open(target, fingerprint, None)
    }

    /// The job of files with these names in a folder at the target, with what is finished of it.
    pub(crate) fn of_folder(
        target: &Path,
        names: &[String],
        overwrite: bool,
        fingerprint: Fingerprint,
    ) -> Result<Job, Error> {
        let target = resolve_folder(target).map_err(Error::write(target))?;
        for path in names.iter().map(|name| target.join(name)) {
            if PictureFile::new(&path)?.existing()? == Existing::Foreign && !overwrite {
                return Err(travertine_files::Error::Foreign { path }.into());
            }
        }
        Job::open(target, fingerprint, Some(fingerprint.to_string()))
    }

    fn open(target: PathBuf, fingerprint: Fingerprint, mark: Option<String>) -> Result<Job, Error> {
        let partial = PartialOutput::open(&target, fingerprint)?;
        let textures = partial.inner(TEXTURES)?;
        Ok(Job { target, partial, textures, mark })
    }

    /// Whether it is a model's.
    pub(crate) fn is_model(&self) -> bool {
        self.mark.is_none()
    }

    /// A texture in the making.
    pub(crate) fn file(&self, name: &str, format: PictureFormat) -> PictureFile {
        PictureFile { path: self.textures.join(name), format, mark: self.mark.clone() }
    }

    /// Whether a texture is finished, here or in its place.
    pub(crate) fn has(&self, name: &str, format: PictureFormat) -> bool {
        let placed = PictureFile { path: self.target.join(name), format, mark: self.mark.clone() };
        self.textures.join(name).exists()
            || (self.mark.is_some() && matches!(placed.existing(), Ok(Existing::Same)))
    }

    /// Makes the textures be in the folder that is the target: at once if there is none yet, otherwise one after the
    /// other.
    pub(crate) fn publish(self) -> Result<(), Error> {
        let Job { target, partial, textures, .. } = self;
        if !target.try_exists().map_err(Error::write(&target))? {
            return partial.finish(TEXTURES).map_err(Error::write(&target));
        }
        for entry in fs::read_dir(&textures).map_err(Error::read(&textures))? {
            let entry = entry.map_err(Error::read(&textures))?;
            let file = target.join(entry.file_name());
            fs::rename(entry.path(), &file).map_err(Error::write(&file))?;
        }
        flush_folder(&target.join(TEXTURES));
        partial.remove();
        Ok(())
    }

    /// Makes the model that is written be at the target.
    pub(crate) fn publish_model(self, write: impl FnOnce(&Path) -> Result<(), Error>) -> Result<(), Error> {
        let named = |error| match error {
            Error::File(travertine_files::Error::Write { source, .. }) => Error::write(&self.target)(source),
            other => other,
        };
        write(&self.partial.path(MODEL)).map_err(named)?;
        self.partial.finish(MODEL).map_err(Error::write(&self.target))
    }

    /// Leaves what is finished for the next time.
    pub(crate) fn leave(self) {
        self.partial.leave();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: PictureFormat = PictureFormat::Exr;

    fn names() -> Vec<String> {
        vec!["a.exr".to_owned()]
    }

    fn open(target: &Path, overwrite: bool) -> Result<Job, Error> {
        Job::of_folder(target, &names(), overwrite, Fingerprint::new())
    }

    #[test]
    fn folders_appear_whole_and_existing_ones_keep_what_else_they_have() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out");
        for content in ["first", "second"] {
            let job = open(&target, true).unwrap();
            assert!(!job.has("a.exr", FORMAT));
            fs::write(job.file("a.exr", FORMAT).path, content).unwrap();
            assert!(job.has("a.exr", FORMAT));
            job.publish().unwrap();
            assert_eq!(fs::read_to_string(target.join("a.exr")).unwrap(), content);
            fs::write(target.join("other.txt"), "other").unwrap();
        }
        let mut names: Vec<_> =
            fs::read_dir(&target).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["a.exr", "other.txt"]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_others_made_is_replaced_only_if_that_is_meant() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out");
        fs::create_dir(&target).unwrap();
        fs::write(target.join("a.exr"), "mine").unwrap();
        let refused = open(&target, false).map(drop).unwrap_err();
        assert!(matches!(refused, Error::File(travertine_files::Error::Foreign { .. })), "{refused}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is begun");
        assert!(!open(&target, true).unwrap().has("a.exr", FORMAT));
    }
}
