//! A volume of an output.

use travertine::Volume;
use travertine_volume::{Bits, Store, VolumeFile, VolumeFormat};

use super::{Job, in_words};
use crate::error::Error;
use crate::order::Report;

impl Job<'_> {
    /// A file of samples along x, y and z, an atlas, or a folder of slices.
    pub(super) fn volume(&self) -> Result<Report, Error> {
        let settings = &self.settings.volume;
        let target = self.settings.target();
        let mut file = match self.settings.ending().as_str() {
            "" => VolumeFile::slices(target),
            "png" => VolumeFile::atlas(target)?,
            _ => VolumeFile::new(target)?,
        };
        self.check([target])?;
        if matches!(file.format, VolumeFormat::Zarr | VolumeFormat::Slices) {
            self.inputs.check_folder(&file.path).map_err(in_words)?;
        }
        file.bits = match settings.bits {
            8 => Bits::Eight,
            16 => Bits::Sixteen,
            32 => Bits::ThirtyTwo,
            _ => file.bits,
        };
        let field = self.texture()?.field(&self.settings.output)?;
        let [width, height, depth] = settings.size;
        let volume = Volume::new(width, height, depth);
        let job = match file.format {
            VolumeFormat::Zarr => {
                let store = Store { times: Vec::new(), sharded: false, multiscale: false, part: None };
                file.start_store(&[&field], volume, &store, &self.context)?
            }
            _ => file.start(&field, volume, &self.context)?,
        };
        self.progress.of(job.samples());
        self.progress.advance(job.done());
        let clipped = job.run()?.clipped;
        Ok(self.report(clipped, volume.samples(), "samples"))
    }
}
