//! A field over time.

use travertine::Field;
use travertine_render::{Context, Rectangle, Render, Slice};

use crate::error::Error;
use crate::timeline::Timeline;

/// A slice of a field at successive times.
pub struct Animation<'a> {
    /// The field that the frames show.
    pub field: &'a Field,
    /// The slice; its time is ignored.
    pub slice: Slice,
    /// The rendered part of the slice; `None` renders all of it.
    pub crop: Option<Rectangle>,
    /// The frames and their times.
    pub timeline: Timeline,
    /// Threads, limits, cancel and progress of the renders.
    pub context: Context<'a>,
}

impl Animation<'_> {
    /// The slice of a frame.
    pub(crate) fn slice(&self, frame: u32) -> Slice {
        Slice { time: self.timeline.time(frame), ..self.slice }
    }

    /// Prepares the render of a frame.
    ///
    /// # Errors
    ///
    /// As [`Field::prepare`].
    pub fn render(&self, frame: u32) -> Result<Render<'_>, Error> {
        Ok(self.field.prepare_file(self.slice(frame), self.crop, &self.context)?)
    }
}
