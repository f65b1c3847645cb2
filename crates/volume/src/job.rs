//! Jobs: write volumes.

use std::io;
use std::path::Path;

use travertine::stages::render::VolumeRender;
use travertine::stages::render::sink::{BitDepth, Encoding};
use travertine::{Context, Estimate, Field, PictureFile, PictureFormat, Volume};
use travertine_files::{Opened, PartialOutput};

use crate::bricks::Bricks;
use crate::file::VolumeFile;
use crate::format::flat::Flat;
use crate::format::slices;
use crate::journal::{CONTENT, FINISHED, Journal};
use crate::store::job::StoreJob;
use crate::writing::{Written, write_bricks};
use crate::{Bits, Error};

/// A volume that is being written: a new one, or a continued partial output.
pub struct Job<'f>(Kind<'f>);

/// The method of writing.
enum Kind<'f> {
    File(Box<FileJob<'f>>),
    Store(Box<StoreJob<'f>>),
}

impl<'f> From<FileJob<'f>> for Job<'f> {
    fn from(job: FileJob<'f>) -> Job<'f> {
        Job(Kind::File(Box::new(job)))
    }
}

impl<'f> From<StoreJob<'f>> for Job<'f> {
    fn from(job: StoreJob<'f>) -> Job<'f> {
        Job(Kind::Store(Box::new(job)))
    }
}

/// A volume in one file, or in a folder of slices.
pub(crate) struct FileJob<'f> {
    pub(crate) file: VolumeFile,
    pub(crate) context: Context<'f>,
    pub(crate) volume: Volume,
    pub(crate) bricks: Bricks,
    pub(crate) part: PartialOutput,
    pub(crate) journal: Journal,
    pub(crate) work: Work<'f>,
    pub(crate) estimate: Estimate,
    /// The last step, after all bricks are on the disk; it can be cancelled.
    pub(crate) finish: Finish<'f>,
}

/// The last step of a [`Job`].
pub(crate) type Finish<'f> = Box<dyn FnOnce(&PartialOutput, &Context) -> io::Result<()> + 'f>;

/// The method of writing a volume.
pub(crate) enum Work<'f> {
    /// Evaluates and writes bricks.
    Bricks(Box<VolumeRender<'f>>, Flat),
    /// Renders slices.
    Slices(&'f Field),
}

impl Job<'_> {
    /// Whether the job is new or continues a partial output.
    pub fn opened(&self) -> Opened {
        match &self.0 {
            Kind::File(job) => job.part.opened(),
            Kind::Store(job) => job.opened(),
        }
    }

    /// Path of the partial output; of the store, if a part of it is asked for and all parts are complete.
    pub fn part(&self) -> &Path {
        match &self.0 {
            Kind::File(job) => job.part.folder(),
            Kind::Store(job) => job.part(),
        }
    }

    /// Whether nothing is left to do: a part of a store that is complete.
    pub fn is_complete(&self) -> bool {
        matches!(&self.0, Kind::Store(job) if job.is_complete())
    }

    /// Number of samples of the volume, of all outputs and times, or of a part of them.
    pub fn samples(&self) -> u64 {
        match &self.0 {
            Kind::File(job) => job.volume.samples(),
            Kind::Store(job) => job.samples(),
        }
    }

    /// Cost of all these samples.
    pub fn estimate(&self) -> Estimate {
        match &self.0 {
            Kind::File(job) => job.estimate,
            Kind::Store(job) => job.estimate(),
        }
    }

    /// Number of samples that were finished before.
    pub fn done(&self) -> u64 {
        match &self.0 {
            Kind::File(job) => job.done(),
            Kind::Store(job) => job.done(),
        }
    }

    /// Writes the missing samples, and moves the volume to its path when it is complete. Progress counts samples.
    ///
    /// # Errors
    ///
    /// If the job is cancelled, or a file cannot be written. The target is then missing or unchanged, and the partial
    /// output stays next to it: the same job, started again, continues from there.
    pub fn run(self) -> Result<Written, Error> {
        match self.0 {
            Kind::File(job) => job.run().map(|clipped| Written { clipped, complete: true }),
            Kind::Store(job) => job.run(),
        }
    }
}

impl FileJob<'_> {
    fn done(&self) -> u64 {
        let missing: u64 = self.journal.missing().into_iter().map(|index| self.bricks.get(index).samples()).sum();
        self.volume.samples() - missing
    }

    /// Writes the volume, and returns the number of clipped samples.
    fn run(self) -> Result<u64, Error> {
        let FileJob { file, context, volume, bricks, part, mut journal, work, finish, .. } = self;
        let failed = |source| Error::write(&file.path, source);
        match work {
            Work::Bricks(render, mut flat) => {
                let missing = journal.missing();
                let write = |index, samples: &[f32]| flat.write(bricks.get(index), samples);
                let written = write_bricks(&render, &missing, |index| bricks.get(index), write, &mut journal)?;
                written.map_err(failed)?;
            }
            Work::Slices(field) => {
                let depth = if file.bits == Bits::Eight { BitDepth::Eight } else { BitDepth::Sixteen };
                for z in journal.missing() {
                    let path = slices::file(&part.path(CONTENT), z, volume.depth);
                    let picture = PictureFile {
                        path,
                        format: PictureFormat::Png { depth, encoding: Encoding::Auto },
                        mark: None,
                    };
                    let render = field.prepare_file(volume.slice(z as u32), None, &context)?;
                    let clipped = picture.write(&render).map_err(|error| match error {
                        travertine::Error::File(travertine_files::Error::Write { source, .. }) => failed(source),
                        other => other.into(),
                    })?;
                    journal.record(z, clipped).map_err(failed)?;
                }
            }
        }
        match finish(&part, &context) {
            Err(_) if context.is_cancelled() => return Err(context.stopped().into()),
            finished => finished.map_err(failed)?,
        }
        // The target may have been created in the meantime.
        file.target()?;
        let made = if part.path(FINISHED).try_exists().map_err(failed)? { FINISHED } else { CONTENT };
        part.finish(made).map_err(failed)?;
        Ok(journal.clipped())
    }
}
