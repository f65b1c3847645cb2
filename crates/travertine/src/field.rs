//! Fields: outputs of a texture, ready to be evaluated anywhere.

use travertine_files::Fingerprint;
use travertine_program::{Interval, Program, ProgramOutput, Type};
use travertine_render::{
    Cancel, Image, Options, Rectangle, Render, RenderCache, Sampler, Slice, Volume, VolumeRender,
};

use crate::fields::ranges;
use crate::{Error, Fields};

/// An output of a texture with values for its parameters: a function from a position to a float, a vector or a colour.
///
/// It is independent of the texture that it comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct Field(Fields);

impl Field {
    /// The only one of these.
    pub(crate) fn new(fields: Fields) -> Field {
        Field(fields)
    }

    fn output(&self) -> &ProgramOutput {
        &self.0.program.outputs()[0]
    }

    /// The output's name.
    pub fn name(&self) -> &str {
        &self.output().name
    }

    /// What a value is.
    pub fn value_type(&self) -> Type {
        self.output().value_type
    }

    /// The operations that compute it.
    pub fn program(&self) -> &Program {
        &self.0.program
    }

    /// The floats that the program is run with, one for each of its slots.
    pub fn values(&self) -> &[f32] {
        self.0.bound.values()
    }

    /// The fingerprint of the field's values: of the version, the program and its arguments.
    pub fn fingerprint(&self) -> Fingerprint {
        self.0.fingerprint()
    }

    /// What each component is guaranteed to lie in, anywhere and at any time.
    ///
    /// Not always tight; a component about which nothing is known has [`Interval::EVERYTHING`].
    pub fn ranges(&self) -> Vec<Interval> {
        ranges(&self.0.program, &self.0.bound).concat()
    }

    /// Prepares a render of a slice, or of the pixels of it that `crop` names.
    ///
    /// # Errors
    ///
    /// If the slice or the crop has no pixels or too many, or the memory does not suffice.
    pub fn render(
        &self,
        slice: Slice,
        crop: Option<Rectangle>,
        options: Options,
    ) -> Result<Render<'_>, Error> {
        self.0.render(slice, crop, options)
    }

    /// Prepares to render a volume in bricks of at most so many samples along x, y and z.
    ///
    /// # Errors
    ///
    /// If the volume has no samples or too many, its region is empty or not finite, or the memory does not suffice.
    ///
    /// # Panics
    ///
    /// If a brick has no samples or 2^32 rows.
    pub fn volume(
        &self,
        volume: Volume,
        most: [u32; 3],
        options: Options,
    ) -> Result<VolumeRender<'_>, Error> {
        Ok(VolumeRender::new(&self.0.program, &self.0.bound, volume, most, options)?)
    }

    /// Renders a slice into memory.
    ///
    /// # Errors
    ///
    /// As [`Field::render`].
    pub fn image(&self, slice: Slice) -> Result<Image, Error> {
        Ok(self.render(slice, None, Options::default())?.image(&Cancel::new())?)
    }

    /// Renders a slice into memory for somebody who changes the texture and looks on: what the last render left in `cache`
    /// and still holds is not computed again, as with [`Fields::images_again`].
    ///
    /// # Errors
    ///
    /// As [`Field::render`], or if it is cancelled.
    pub fn image_again(
        &self,
        cache: &mut RenderCache,
        slice: Slice,
        options: Options,
        cancel: &Cancel,
    ) -> Result<Image, Error> {
        let mut images = Vec::new();
        self.0.images_again(cache, &mut images, slice, None, options, cancel)?;
        // One for each output, and a field has one.
        Ok(images.swap_remove(0))
    }

    /// The values at these positions (x, y, z, time), all components of the first before those of the second.
    ///
    /// # Errors
    ///
    /// If a position is not finite, or it needs more memory than the default [`Options`] allow.
    pub fn sample(&self, positions: &[[f32; 4]]) -> Result<Vec<f32>, Error> {
        let Fields { program, bound } = &self.0;
        Ok(travertine_render::sample(program, bound, positions, &Options::default())?)
    }

    /// Makes it ready to be evaluated at lists of positions: see [`Fields::sampler`].
    ///
    /// # Errors
    ///
    /// As [`Fields::sampler`].
    pub fn sampler(&self, options: &Options, cancel: &Cancel) -> Result<Sampler<'_>, Error> {
        self.0.sampler(options, cancel)
    }
}
