//! A picture of an output, flat or on a solid.

use travertine_editing::render::Subject;
use travertine_shape::render;

use super::Job;
use crate::error::Error;
use crate::order::Report;

impl Job<'_> {
    /// A picture of a part of a plane.
    pub(super) fn picture(&self) -> Result<Report, Error> {
        let file = self.file()?;
        file.check()?;
        let field = self.snapshot.field(&self.subject()).map_err(refused)?;
        let render = field.prepare_file(self.settings.slice(), None, &self.context)?;
        let estimate = render.estimate();
        self.progress.of(estimate.samples);
        let clipped = file.write(&render)?;
        Ok(self.report(clipped, estimate.pixels, "pixels"))
    }

    /// A picture of the solid in the preview. An OpenEXR file holds linear light without a tone curve.
    pub(super) fn solid(&self) -> Result<Report, Error> {
        let file = self.file()?;
        file.check()?;
        let surface = self.snapshot.surface(&self.subject()).map_err(refused)?;
        let (scene, size) = self.settings.scene(&self.order.scene);
        self.progress.of(u64::from(size.width) * u64::from(size.height));
        let image = render(&surface, &scene, size, &self.context)?;
        file.write_image(&image, &self.context.without_progress())?;
        // A picture with a tone curve has no colors out of range.
        Ok(self.report(0, 1, "pixels"))
    }

    fn subject(&self) -> Subject {
        Subject::Output(self.settings.output.clone())
    }
}

fn refused(refusal: travertine_editing::Refusal) -> Error {
    Error::Usage(refusal.to_string())
}
