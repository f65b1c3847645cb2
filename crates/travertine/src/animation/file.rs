//! Animations in one file.

use std::io;
use std::path::{Path, PathBuf};

use travertine_files::{Fingerprint, PartialOutput, resolve};
use travertine_render::sink::{
    AnimationFormat, BitDepth, Encoding, Frames, Palette, Pixels, read_pixels, write_animation,
};
use travertine_render::{Cancel, Format, MAX_SIDE, Rectangle, RenderError, Slice};

use super::animated_field::Animation;
use crate::{Error, Made, PictureFile, PictureFormat};

/// The folder of the partial output that holds the finished frames.
const FRAMES: &str = "frames";

/// The file of the partial output that becomes the animation.
const WHOLE: &str = "whole";

/// What an animation is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnimationKind {
    /// Animated PNG: lossless.
    Apng(BitDepth),
    /// GIF: 256 colours, dithered.
    Gif,
    /// Animated WebP: 8 bits, lossless.
    WebP,
}

impl AnimationKind {
    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            AnimationKind::Apng(_) => ".apng",
            AnimationKind::Gif => ".gif",
            AnimationKind::WebP => ".webp",
        }
    }

    /// The most frames in a second: what its files can say, and what viewers show.
    fn max_fps(self) -> f64 {
        if self == AnimationKind::Gif { 50.0 } else { 1000.0 }
    }

    /// The most pixels of a side.
    fn max_side(self) -> u32 {
        match self {
            AnimationKind::Apng(_) => MAX_SIDE,
            AnimationKind::Gif => u16::MAX.into(),
            AnimationKind::WebP => 1 << 14,
        }
    }
}

/// The file of an animation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnimationFile {
    /// Where.
    pub path: PathBuf,
    /// As what.
    pub kind: AnimationKind,
    /// The curve.
    pub encoding: Encoding,
}

impl AnimationFile {
    /// A file whose ending says its format: `.apng`, of 8 bits, `.gif` or `.webp`.
    ///
    /// # Errors
    ///
    /// If it has another ending, or none.
    pub fn new(path: impl AsRef<Path>) -> Result<AnimationFile, Error> {
        let path = path.as_ref().to_owned();
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        let kind = match ending.as_deref().and_then(|ending| ending.to_str()) {
            Some("apng") => AnimationKind::Apng(BitDepth::Eight),
            Some("gif") => AnimationKind::Gif,
            Some("webp") => AnimationKind::WebP,
            _ => return Err(Error::AnimationEnding { path }),
        };
        Ok(AnimationFile { path, kind, encoding: Encoding::Auto })
    }

    /// Renders all frames into the file, which appears when it is whole, and plays without end. Until then there is a
    /// [`PartialOutput`] beside it, with a picture of each frame that is finished; so what was interrupted goes on where it was.
    ///
    /// `progress` is told how many samples are done, from several threads; those of frames that were there count, too.
    ///
    /// # Errors
    ///
    /// If a side or the rate is too much for the format, the memory does not suffice, it is too much work, it is cancelled, or the file cannot
    /// be written; then there is none, or the one that was there before.
    pub fn write(
        &self,
        animation: &Animation,
        cancel: &Cancel,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Made, Error> {
        let timeline = &animation.timeline;
        let first = animation.render(timeline.first())?;
        first.within_work(timeline.count().into())?;
        let picture = first.formats()[0];
        let format = self.kind.ending();
        if timeline.fps() > self.kind.max_fps() {
            return Err(Error::Rate { format, limit: self.kind.max_fps() });
        }
        if picture.width.max(picture.height) > self.kind.max_side() {
            return Err(Error::Side { format, limit: self.kind.max_side() });
        }
        let failed = |source| Error::from(travertine_files::Error::write(&self.path)(source));
        let (path, _) = resolve(&self.path).map_err(failed)?;
        let target = match self.kind {
            AnimationKind::Apng(depth) => AnimationFormat::Apng { depth },
            AnimationKind::Gif => AnimationFormat::Gif(self.palette(animation, picture, cancel)?),
            AnimationKind::WebP => AnimationFormat::WebP,
        };
        let (needed, budget) = (target.memory(picture), animation.options.memory);
        if needed > budget {
            let needed = needed.div_ceil(1 << 20);
            return Err(RenderError::Memory { needed, budget: budget >> 20 }.into());
        }
        let format = PictureFormat::Png { depth: target.depth(), encoding: self.encoding };
        let part = PartialOutput::open(&path, self.fingerprint(animation, format))?;
        let (encoding, count, fps) = (self.encoding, timeline.count(), timeline.fps());
        let frames = Frames { format: picture, encoding, count, fps };
        let (mut made, folder) = (Made::default(), part.inner(FRAMES)?);
        let mut frame = |index: u32| {
            let number = timeline.first() + index;
            let render = animation.render(number)?;
            let file = PictureFile { path: folder.join(format!("{number}.png")), format, mark: None };
            if file.path.exists() {
                made.kept += 1;
                progress(render.estimate().samples);
            } else {
                made.clipped += file.write(&render, cancel, progress)?;
                made.rendered += 1;
            }
            if cancel.is_cancelled() {
                return Err(RenderError::Cancelled.into());
            }
            Ok(read_pixels(&file.path)?.0)
        };
        match write_animation(&part.path(WHOLE), &target, &frames, &mut frame) {
            Ok(()) => part.finish(WHOLE).map_err(failed).map(|()| made),
            Err(stopped) => {
                part.leave();
                Err(match stopped {
                    Stopped::File(source)
                    | Stopped::Frame(Error::File(travertine_files::Error::Write { source, .. })) => {
                        failed(source)
                    }
                    Stopped::Frame(error) => error,
                })
            }
        }
    }

    /// A number for all that the frames depend on.
    fn fingerprint(&self, animation: &Animation, format: PictureFormat) -> Fingerprint {
        let Animation { field, slice, crop, timeline, .. } = animation;
        field.fingerprint(format).with(format_args!("{slice:?} {crop:?} {timeline:?}"))
    }

    /// Colours for all frames, found from small pictures of some of them.
    fn palette(&self, animation: &Animation, format: Format, cancel: &Cancel) -> Result<Palette, Error> {
        let (first, count) = (animation.timeline.first(), u64::from(animation.timeline.count()));
        let shown = count.min(16);
        let mut pictures = Vec::new();
        for index in 0..shown {
            let frame = first + (index * count / shown) as u32;
            let slice = small(animation.slice(frame), animation.crop);
            let render = animation.field.render(slice, None, animation.options.clone())?;
            let pixels = Pixels { depth: BitDepth::Eight, encoding: self.encoding };
            pictures.push(render.run(vec![pixels], cancel, &|_| {})?.swap_remove(0).0);
        }
        Ok(Palette::new(format, &pictures))
    }
}

/// Why there is no file.
enum Stopped {
    File(io::Error),
    Frame(Error),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Stopped {
        Stopped::File(error)
    }
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Stopped {
        Stopped::Frame(error)
    }
}

impl From<RenderError> for Stopped {
    fn from(error: RenderError) -> Stopped {
        Stopped::Frame(error.into())
    }
}

/// What a slice or a part of it shows, in few pixels.
fn small(slice: Slice, crop: Option<Rectangle>) -> Slice {
    const SIDE: u32 = 96;
    let Slice { width, height, region: [left, top, right, bottom], .. } = slice;
    let crop = crop.unwrap_or(Rectangle { x: 0, y: 0, width, height });
    let across = |column: u32| left + (right - left) * (f64::from(column) / f64::from(width));
    let down = |row: u32| top + (bottom - top) * (f64::from(row) / f64::from(height));
    Slice {
        region: [across(crop.x), down(crop.y), across(crop.x + crop.width), down(crop.y + crop.height)],
        width: crop.width.min(SIDE),
        height: crop.height.min(SIDE),
        ..slice
    }
}
