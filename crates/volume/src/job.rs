//! Jobs: write volumes.

use std::io;
use std::path::Path;
use std::sync::mpsc::{channel, sync_channel};

use travertine::stages::render::sink::{BitDepth, Encoding};
use travertine::stages::render::{Brick, RenderError, VolumeRender, side_by_side};
use travertine::{Context, Field, PictureFile, PictureFormat, Volume};
use travertine_files::{Opened, PartialOutput};

use crate::bricks::Bricks;
use crate::file::VolumeFile;
use crate::format::flat::Flat;
use crate::format::slices;
use crate::format::zarr::Zarr;
use crate::journal::{CONTENT, FINISHED, Journal};
use crate::{Bits, Error};

/// A volume that is being written: a new one, or a continued partial output.
pub struct Job<'f> {
    pub(crate) file: VolumeFile,
    pub(crate) context: Context<'f>,
    pub(crate) volume: Volume,
    pub(crate) bricks: Bricks,
    pub(crate) part: PartialOutput,
    pub(crate) journal: Journal,
    pub(crate) work: Work<'f>,
    /// The last step, after all bricks are on the disk; it can be cancelled.
    pub(crate) finish: Finish<'f>,
}

/// The last step of a [`Job`].
pub(crate) type Finish<'f> = Box<dyn FnOnce(&PartialOutput, &Context) -> io::Result<()> + 'f>;

/// The method of writing a volume.
pub(crate) enum Work<'f> {
    /// Evaluates and writes bricks.
    Bricks(Box<VolumeRender<'f>>, Target),
    /// Renders slices.
    Slices(&'f Field),
}

/// Where bricks are written.
pub(crate) enum Target {
    Flat(Flat),
    Zarr(Box<Zarr>),
}

impl Target {
    /// Writes a brick to the disk, and returns its number of clipped samples.
    fn write(&mut self, brick: Brick, samples: &[f32], render: &VolumeRender) -> io::Result<u64> {
        match self {
            Target::Flat(flat) => flat.write(brick, samples),
            Target::Zarr(zarr) => zarr.write(brick, samples, render),
        }
    }
}

impl Job<'_> {
    /// Whether the job is new or continues a partial output.
    pub fn opened(&self) -> Opened {
        self.part.opened()
    }

    /// Path of the partial output.
    pub fn part(&self) -> &Path {
        self.part.folder()
    }

    /// Number of samples of the volume.
    pub fn samples(&self) -> u64 {
        self.volume.samples()
    }

    /// Number of samples that were finished before.
    pub fn done(&self) -> u64 {
        let missing: u64 =
            self.journal.missing().into_iter().map(|index| self.bricks.get(index).samples()).sum();
        self.samples() - missing
    }

    /// Writes the missing samples, moves the volume to its path, and returns the number of samples that were outside
    /// 0..1 and clipped. Progress counts samples.
    ///
    /// # Errors
    ///
    /// If the job is cancelled, or a file cannot be written. The target is then missing or unchanged, and the partial
    /// output stays beside it: the same job, started again, continues from there.
    pub fn run(self) -> Result<u64, Error> {
        let Job { file, context, volume, bricks, part, mut journal, work, finish } = self;
        let failed = |source| Error::write(&file.path, source);
        match work {
            Work::Bricks(render, target) => {
                let written = write_bricks(&render, target, bricks, &mut journal)?;
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
                        travertine::Error::File(travertine_files::Error::Write { source, .. }) => {
                            failed(source)
                        }
                        other => other.into(),
                    })?;
                    journal.record(z, clipped).map_err(failed)?;
                }
            }
        }
        match finish(&part, &context) {
            Err(_) if context.is_cancelled() => return Err(RenderError::Cancelled.into()),
            finished => finished.map_err(failed)?,
        }
        // The target may have been created in the meantime.
        file.target()?;
        let made = if part.path(FINISHED).try_exists().map_err(failed)? { FINISHED } else { CONTENT };
        part.finish(made).map_err(failed)?;
        Ok(journal.clipped())
    }
}

/// Evaluates the missing bricks, each while the previous one is written.
fn write_bricks(
    render: &VolumeRender,
    mut target: Target,
    bricks: Bricks,
    journal: &mut Journal,
) -> Result<io::Result<()>, RenderError> {
    let missing = journal.missing();
    let evaluate = |index, samples: &mut Vec<f32>| {
        let brick = bricks.get(index);
        samples.resize(brick.samples() as usize * render.format().channels(), 0.0);
        render.brick(brick, samples)
    };
    let mut write = |index, samples: &[f32]| {
        let clipped = target.write(bricks.get(index), samples, render)?;
        journal.record(index, clipped)
    };
    let (evaluated, to_write) = sync_channel::<(usize, Vec<f32>)>(0);
    let (written, to_reuse) = channel();
    let write_all = || {
        for (index, samples) in to_write {
            write(index, &samples)?;
            // Fails after the last brick, when the receiver is gone.
            let _ = written.send(samples);
        }
        Ok(())
    };
    let evaluate_all = || {
        for index in &missing {
            let mut samples = to_reuse.try_recv().unwrap_or_default();
            evaluate(*index, &mut samples)?;
            if evaluated.send((*index, samples)).is_err() {
                // The writer has failed, and returns its error.
                break;
            }
        }
        // The writer ends when the channel does.
        drop(evaluated);
        Ok(())
    };
    if let Some((written, complete)) = side_by_side(write_all, evaluate_all) {
        return if written.is_err() { Ok(written) } else { complete.map(|()| written) };
    }
    // Without a thread for the writer, one step after the other.
    let mut samples = Vec::new();
    for index in missing {
        evaluate(index, &mut samples)?;
        if let Err(error) = write(index, &samples) {
            return Ok(Err(error));
        }
    }
    Ok(Ok(()))
}
