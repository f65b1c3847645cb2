//! How each kind of export is made.

mod animation;
mod maps;
mod mesh;
mod picture;
mod variations;
mod volume;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use travertine::stages::render::sink::BitDepth;
use travertine::{Context, PictureFile, PictureFormat, Texture, registry};
use travertine_editing::render::{Snapshot, context, share};
use travertine_files::Inputs;

use crate::error::Error;
use crate::order::{Order, Progress, Report};
use crate::settings::{Kind, Settings};

/// An export that is carried out.
struct Job<'a> {
    order: &'a Order,
    settings: &'a Settings,
    snapshot: Snapshot,
    context: Context<'a>,
    progress: &'a Progress,
    /// What is never written over.
    inputs: Inputs,
}

/// Carries out an order.
pub(crate) fn run(order: &Order, progress: &Progress) -> Result<Report, Error> {
    let snapshot = Snapshot::new(Arc::clone(&order.document), registry());
    let advance = |more| progress.advance(more);
    let context = context(share(), &progress.cancel).rasters(&order.rasters).progress(&advance);
    let job = Job { order, settings: &order.settings, snapshot, context, progress, inputs: order.inputs() };
    match order.settings.kind {
        Kind::Picture => job.picture(),
        Kind::Solid => job.solid(),
        Kind::Maps | Kind::Outputs => job.maps(),
        Kind::Mesh => job.mesh(),
        Kind::Volume => job.volume(),
        Kind::Animation => job.animation(),
        Kind::Variations => job.variations(),
    }
}

impl Job<'_> {
    /// Refuses to write over a file that is read.
    fn check(&self, files: impl IntoIterator<Item: AsRef<Path>>) -> Result<(), Error> {
        self.inputs.check(files).map_err(in_words)
    }

    /// The texture with all outputs.
    fn texture(&self) -> Result<Texture, Error> {
        self.snapshot.whole().map_err(|refusal| Error::Usage(refusal.to_string()))
    }

    /// The format with the chosen bits.
    fn format(&self, mut format: PictureFormat) -> PictureFormat {
        if let PictureFormat::Png { depth, .. } | PictureFormat::Tiff { depth, .. } = &mut format
            && self.settings.is_sixteen()
        {
            *depth = BitDepth::Sixteen;
        }
        format
    }

    /// The target as a picture.
    fn file(&self) -> Result<PictureFile, Error> {
        let file = PictureFile::new(self.settings.target())?;
        self.check([&file.path])?;
        Ok(PictureFile { format: self.format(file.format), ..file })
    }

    /// The report of the target, with `clipped` pixels or samples out of range.
    fn report(&self, clipped: u64, all: u64, noun: &str) -> Report {
        let target = PathBuf::from(self.settings.target());
        Report { files: vec![target], notes: clipping(clipped, all, noun).into_iter().collect() }
    }
}

/// The refusal of a file speaks of a command.
fn in_words(refusal: travertine_files::Error) -> Error {
    Error::Usage(refusal.to_string().replace("this command", "this export"))
}

/// A note about clipped values.
fn clipping(clipped: u64, all: u64, noun: &str) -> Option<String> {
    let percent = match clipped as f64 / all.max(1) as f64 * 100.0 {
        _ if clipped == 0 => return None,
        percent @ 0.1.. => format!("{percent:.1}"),
        _ => "less than 0.1".to_owned(),
    };
    Some(format!("{percent} % of the {noun} were outside 0 to 1 and were clipped; an .exr keeps them"))
}
