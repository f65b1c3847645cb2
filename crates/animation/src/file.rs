//! Animations in one file.

use std::io;
use std::path::{Path, PathBuf};

use travertine::{PictureFile, PictureFormat};
use travertine_files::{Fingerprint, PartialOutput, resolve};
use travertine_render::sink::{BitDepth, Encoding, Pixels, read_pixels};
use travertine_render::{Format, MAX_SIDE, Rectangle, RenderError, Slice};

use crate::animation::Animation;
use crate::encode::{AnimationFormat, Frames, Palette, write_animation};
use crate::error::Error;
use crate::frame_files::FrameCounts;

/// The folder of the partial output that holds the finished frames.
const FRAMES: &str = "frames";

/// The file of the partial output that becomes the animation.
const WHOLE: &str = "whole";

/// The format of an animation's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnimationKind {
    /// Animated PNG with these bits per channel: lossless.
    Apng(BitDepth),
    /// GIF: 256 colors, dithered.
    Gif,
    /// Animated WebP: 8 bits, lossless.
    WebP,
}

impl AnimationKind {
    /// The ending of its file names.
    pub fn ending(self) -> &'static str {
        match self {
            AnimationKind::Apng(_) => ".apng",
            AnimationKind::Gif => ".gif",
            AnimationKind::WebP => ".webp",
        }
    }

    /// The greatest rate that its files hold and viewers show, in frames per second.
    fn max_fps(self) -> f64 {
        if self == AnimationKind::Gif { 50.0 } else { 1000.0 }
    }

    /// The greatest side, in pixels.
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
    /// The path of the file.
    pub path: PathBuf,
    /// The format of the file.
    pub kind: AnimationKind,
    /// The curve between light and the numbers of the file.
    pub encoding: Encoding,
}

impl AnimationFile {
    /// A file whose ending chooses the format: `.apng`, with 8 bits, `.gif` or `.webp`.
    ///
    /// # Errors
    ///
    /// [`Error::Ending`] if it has another ending, or none.
    pub fn new(path: impl AsRef<Path>) -> Result<AnimationFile, Error> {
        let path = path.as_ref().to_owned();
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        let kind = match ending.as_deref().and_then(|ending| ending.to_str()) {
            Some("apng") => AnimationKind::Apng(BitDepth::Eight),
            Some("gif") => AnimationKind::Gif,
            Some("webp") => AnimationKind::WebP,
            _ => return Err(Error::Ending { path }),
        };
        Ok(AnimationFile { path, kind, encoding: Encoding::Auto })
    }

    /// Renders all frames into the file, which appears when it is whole and repeats forever. Until then a
    /// [`PartialOutput`] next to it holds a picture of each finished frame, so that an interrupted animation resumes.
    ///
    /// Progress counts the samples of frames that existed, too.
    ///
    /// # Errors
    ///
    /// If a side or the rate is too great for the format, memory or work exceed the context, it is cancelled, or the
    /// file cannot be written. Then the file is unchanged.
    pub fn write(&self, animation: &Animation) -> Result<FrameCounts, Error> {
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
        let failed = |source| Error::File(travertine_files::Error::write(&self.path)(source));
        let (path, _) = resolve(&self.path).map_err(failed)?;
        let target = match self.kind {
            AnimationKind::Apng(depth) => AnimationFormat::Apng { depth },
            AnimationKind::Gif => AnimationFormat::Gif(self.palette(animation, picture)?),
            AnimationKind::WebP => AnimationFormat::WebP,
        };
        animation.context.check_memory(target.memory(picture))?;
        let format = PictureFormat::Png { depth: target.depth(), encoding: self.encoding };
        let partial = PartialOutput::open(&path, self.fingerprint(animation, format))?;
        let (encoding, count, fps) = (self.encoding, timeline.count(), timeline.fps());
        let frames = Frames { format: picture, encoding, count, fps };
        let (mut made, folder) = (FrameCounts::default(), partial.inner(FRAMES)?);
        let mut frame = |index: u32| {
            let number = timeline.first() + index;
            let render = animation.render(number)?;
            let file = PictureFile { path: folder.join(format!("{number}.png")), format, mark: None };
            if file.path.exists() {
                made.kept += 1;
                animation.context.advance(render.estimate().samples);
            } else {
                made.clipped += file.write(&render)?;
                made.rendered += 1;
            }
            if animation.context.is_cancelled() {
                return Err(RenderError::Cancelled.into());
            }
            Ok(read_pixels(&file.path)?.0)
        };
        match write_animation(&partial.path(WHOLE), &target, &frames, &mut frame) {
            Ok(()) => partial.finish(WHOLE).map_err(failed).map(|()| made),
            Err(stopped) => {
                partial.leave();
                Err(match stopped {
                    Stopped::File(source)
                    | Stopped::Frame(Error::Texture(travertine::Error::File(travertine_files::Error::Write {
                        source,
                        ..
                    }))) => failed(source),
                    Stopped::Frame(error) => error,
                })
            }
        }
    }

    /// The fingerprint of the frames.
    fn fingerprint(&self, animation: &Animation, format: PictureFormat) -> Fingerprint {
        let Animation { field, slice, crop, timeline, .. } = animation;
        field
            .fingerprint()
            .with_text(|out| format.write_canonical(out))
            .with_text(|out| slice.write_canonical(out))
            .with_text(|out| crop.map_or(Ok(()), |crop| crop.write_canonical(out)))
            .with_text(|out| timeline.write_canonical(out))
    }

    /// The palette of all frames, derived from small pictures of some of them.
    fn palette(&self, animation: &Animation, format: Format) -> Result<Palette, Error> {
        let (first, count) = (animation.timeline.first(), u64::from(animation.timeline.count()));
        let shown = count.min(16);
        let (context, mut pictures) = (animation.context.without_progress(), Vec::new());
        for index in 0..shown {
            let frame = first + (index * count / shown) as u32;
            let slice = small(animation.slice(frame), animation.crop);
            let render = animation.field.prepare_file(slice, None, &context)?;
            let pixels = Pixels { depth: BitDepth::Eight, encoding: self.encoding };
            pictures.push(render.run(vec![pixels])?.swap_remove(0).0);
        }
        Ok(Palette::new(format, &pictures))
    }
}

/// Why the file was not written: an error of the file itself, or of a frame.
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

impl From<travertine::Error> for Stopped {
    fn from(error: travertine::Error) -> Stopped {
        Stopped::Frame(error.into())
    }
}

/// The cropped slice with sides of at most 96 pixels.
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
