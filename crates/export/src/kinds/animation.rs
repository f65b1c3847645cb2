//! Frames of an output.

use travertine::{BitDepth, Context, Texture};
use travertine_animation::{Animation, AnimationFile, AnimationKind, FrameFiles, Timeline};
use travertine_tiling::{MAX_PERIOD, apply, looping};

use super::Job;
use crate::error::Error;
use crate::order::Report;
use crate::settings;

impl settings::Animation {
    /// The number of the last frame.
    pub(crate) fn last(&self) -> u32 {
        self.frames.saturating_sub(1)
    }

    /// The whole number of seconds nearest to its length, which is the period of a loop.
    pub(crate) fn period(&self) -> u32 {
        let seconds = f64::from(self.frames) / self.fps;
        seconds.round().clamp(1.0, f64::from(MAX_PERIOD)) as u32
    }
}

impl Job<'_> {
    /// An animation in one file, or a file for each frame.
    pub(super) fn animation(&self) -> Result<Report, Error> {
        let settings = &self.settings.animation;
        let timeline = Timeline::new(0..=settings.last(), settings.fps)?;
        let (timeline, mut texture) = match settings.is_loop {
            true => (timeline.over(settings.period()), self.texture()?),
            false => (timeline, self.texture()?),
        };
        let changed = match settings.is_loop {
            true => self.close_loop(&mut texture, settings.period())?,
            false => Vec::new(),
        };
        let field = texture.field(&self.settings.output)?;
        let context = self.context.clone();
        let animation =
            Animation { field: &field, slice: self.settings.slice(), crop: None, timeline, context };
        let frame = animation.render(0)?.estimate();
        self.progress.of(frame.samples * u64::from(animation.timeline.count()));
        let target = self.settings.target();
        let made = if target.contains('%') {
            let mut files = FrameFiles::new(target)?;
            files.format = self.format(files.format);
            self.check(animation.timeline.frames().map(|frame| files.path(frame)))?;
            files.write(&animation, self.settings.overwrite)?
        } else {
            let mut file = AnimationFile::new(target)?;
            self.check([&file.path])?;
            if let AnimationKind::Apng(depth) = &mut file.kind
                && self.settings.is_sixteen()
            {
                *depth = BitDepth::Sixteen;
            }
            file.write(&animation)?
        };
        let mut report = self.report(made.clipped, frame.pixels * u64::from(made.rendered.max(1)), "pixels");
        report.notes.extend(changed);
        Ok(report)
    }

    /// Changes inputs and parameters of the texture so that the output repeats. Returns what the user should know.
    fn close_loop(&self, texture: &mut Texture, period: u32) -> Result<Vec<String>, Error> {
        let output = &self.settings.output;
        let context: Context = self.context.without_progress();
        let found = looping(texture, output, period, &context)?;
        let nodes: Vec<&str> = found.breaks.iter().map(|broken| broken.node.as_str()).collect();
        if !found.fixed {
            return Err(Error::Usage(format!(
                "{output} does not loop with a period of {period} s, because of {}; give these nodes inputs that repeat in \
                 time, or turn the loop off",
                nodes.join(", ")
            )));
        }
        apply(texture, found.breaks.iter().flat_map(|broken| &broken.fix))?;
        Ok(match nodes.as_slice() {
            [] => Vec::new(),
            nodes => vec![format!("To loop, the export sets periods of {}", nodes.join(", "))],
        })
    }
}
