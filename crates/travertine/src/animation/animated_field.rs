//! Fields over time.

use travertine_render::{Options, Rectangle, Render, RenderError, Slice};

use super::timeline::Timeline;
use crate::Field;

/// What an animation shows.
pub struct Animation<'a> {
    /// The field.
    pub field: &'a Field,
    /// Where; the slice's own time does not count.
    pub slice: Slice,
    /// The pixels of the slice, if not all.
    pub crop: Option<Rectangle>,
    /// When.
    pub timeline: Timeline,
    /// How it is carried out.
    pub options: Options,
}

impl Animation<'_> {
    /// The slice of a frame.
    pub(super) fn slice(&self, frame: u32) -> Slice {
        Slice { time: self.timeline.time(frame), ..self.slice }
    }

    /// Prepares the render of a frame.
    ///
    /// # Errors
    ///
    /// As [`Field::render`].
    pub fn render(&self, frame: u32) -> Result<Render<'_>, RenderError> {
        let (program, bound) = (self.field.program(), self.field.bound());
        Render::new(program, bound, self.slice(frame), self.crop, self.options.clone())
    }
}
