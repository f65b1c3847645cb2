//! Fields: outputs of a texture that can be evaluated anywhere.

use travertine_files::Fingerprint;
use travertine_noise::Interval;
use travertine_program::{Program, ProgramOutput, RasterKey, Site, Type};
use travertine_render::{Context, Format, Image, Rectangle, Render, RenderCache, Sampler, Slice, Volume, VolumeRender};

use crate::fields::ranges;
use crate::{Error, Fields, Samples};

/// An output of a texture with values for its parameters: a function from a position and a time to a float, a vector or
/// a color.
///
/// It does not follow later changes of the texture.
#[derive(Clone, PartialEq, Debug)]
pub struct Field(Fields);

impl Field {
    /// The field of fields with a single output.
    pub(crate) fn new(fields: Fields) -> Field {
        Field(fields)
    }

    fn output(&self) -> &ProgramOutput {
        &self.0.program.outputs()[0]
    }

    /// Name of the output.
    pub fn name(&self) -> &str {
        &self.output().name
    }

    /// Type of the values.
    pub fn value_type(&self) -> Type {
        self.output().value_type
    }

    /// The program that computes the field.
    pub fn program(&self) -> &Program {
        &self.0.program
    }

    /// The floats bound to the program's slots, one for each.
    pub fn values(&self) -> &[f32] {
        self.0.bound.values()
    }

    /// The keys of the rasters that the field samples, such as eroded land.
    pub fn raster_keys(&self) -> Vec<RasterKey> {
        self.0.program.raster_keys(&self.0.bound)
    }

    /// The fingerprint of the field's values: of the version, the program and its arguments.
    pub fn fingerprint(&self) -> Fingerprint {
        self.0.fingerprint()
    }

    /// Guaranteed range of each component, at every position and time.
    ///
    /// Ranges are not always tight. An unlimited component has [`Interval::EVERYTHING`].
    pub fn ranges(&self) -> Vec<Interval> {
        ranges(&self.0.program, &self.0.bound).concat()
    }

    /// Floats per pixel: 1 for a float, 3 for a vector (x, y, z), 4 for a color (linear red, green, blue, alpha).
    pub fn channels(&self) -> usize {
        self.value_type().width()
    }

    /// The format of the picture of a slice.
    pub fn format(&self, slice: Slice) -> Format {
        let Slice { width, height, .. } = slice;
        Format { width, height, value_type: self.value_type(), opaque: false }
    }

    /// Renders a slice into an image.
    ///
    /// # Errors
    ///
    /// If the slice has no pixels or too many, it needs more memory or work than the context allows, or it is
    /// cancelled.
    pub fn render(&self, slice: Slice, context: &Context) -> Result<Image, Error> {
        Ok(self.prepare(slice, None, context)?.image()?)
    }

    /// Renders a slice into the caller's buffer: rows from the top, pixels from the left, [`Field::channels`] floats
    /// for each pixel, linear and unclipped.
    ///
    /// # Errors
    ///
    /// As [`Field::render`]. The contents of the buffer are then unspecified.
    ///
    /// # Panics
    ///
    /// If the length of the buffer differs from that of the picture.
    pub fn render_into(&self, slice: Slice, buffer: &mut [f32], context: &Context) -> Result<(), Error> {
        Ok(self.prepare(slice, None, context)?.write_into(vec![buffer])?)
    }

    /// Prepares a render of a slice, or of the `crop` of its pixels, for estimates, crops and your own sinks. The
    /// render keeps the context. Pictures have [`Field::channels`].
    ///
    /// # Errors
    ///
    /// As [`Field::render`], or if the crop lies outside the picture.
    pub fn prepare<'a>(
        &'a self,
        slice: Slice,
        crop: Option<Rectangle>,
        context: &Context<'a>,
    ) -> Result<Render<'a>, Error> {
        self.0.prepare(slice, crop, context)
    }

    /// As [`Field::prepare`], for files: the picture of a color that is proven to be opaque has no alpha. A later
    /// release may prove more, so programs that take floats use [`Field::prepare`].
    ///
    /// # Errors
    ///
    /// As [`Field::prepare`].
    pub fn prepare_file<'a>(
        &'a self,
        slice: Slice,
        crop: Option<Rectangle>,
        context: &Context<'a>,
    ) -> Result<Render<'a>, Error> {
        self.0.prepare_file(slice, crop, context)
    }

    /// Prepares to render a volume in bricks. `most` is the size of the largest brick: samples along x, y and z. Each
    /// sample has [`Field::channels`] floats.
    ///
    /// The limits of the context bound a brick, not the volume: bricks can be computed in any order, by any number of
    /// processes.
    ///
    /// # Errors
    ///
    /// If a side of the volume has no samples or too many, its region is empty or not finite, or a brick exceeds a
    /// limit of the context.
    ///
    /// # Panics
    ///
    /// If a brick has no samples or more than 2^32 - 1 rows.
    pub fn prepare_volume<'a>(
        &'a self,
        volume: Volume,
        most: [u32; 3],
        context: &Context<'a>,
    ) -> Result<VolumeRender<'a>, Error> {
        Ok(VolumeRender::with_alpha(&self.0.program, &self.0.bound, volume, most, &self.0.beside(context))?)
    }

    /// As [`Field::prepare_volume`], for files: see [`Field::prepare_file`].
    ///
    /// # Errors
    ///
    /// As [`Field::prepare_volume`].
    ///
    /// # Panics
    ///
    /// As [`Field::prepare_volume`].
    pub fn prepare_volume_file<'a>(
        &'a self,
        volume: Volume,
        most: [u32; 3],
        context: &Context<'a>,
    ) -> Result<VolumeRender<'a>, Error> {
        Ok(VolumeRender::new(&self.0.program, &self.0.bound, volume, most, &self.0.beside(context))?)
    }

    /// Renders a slice again after a change of the texture, with values that the last render left in the cache. The
    /// result has the same bits as without a cache.
    ///
    /// # Errors
    ///
    /// As [`Field::render`].
    pub fn render_again(&self, cache: &mut RenderCache, slice: Slice, context: &Context) -> Result<Image, Error> {
        let mut images = Vec::new();
        self.0.render_again(cache, &mut images, slice, None, context)?;
        // One for each output, and a field has one.
        Ok(images.swap_remove(0))
    }

    /// The values at these positions (x, y, z, time), or at these sites on a surface, with the default [`Context`].
    ///
    /// # Errors
    ///
    /// If a coordinate is not finite, or a limit of the context is exceeded.
    pub fn sample<S: Copy + Into<Site> + Sync>(&self, points: &[S]) -> Result<Samples, Error> {
        let Fields { program, bound, .. } = &self.0;
        let context = self.0.beside(&Context::default());
        let values = travertine_render::sample(program, bound, points, &context)?;
        Ok(Samples::new(values, self.value_type().width()))
    }

    /// Prepares the field for evaluation at lists of positions: see [`Fields::sampler`].
    ///
    /// # Errors
    ///
    /// As [`Fields::sampler`].
    pub fn sampler(&self, context: &Context) -> Result<Sampler<'_>, Error> {
        self.0.sampler(context)
    }
}

impl From<Field> for Fields {
    fn from(field: Field) -> Fields {
        field.0
    }
}

#[cfg(test)]
mod tests {
    use travertine_render::Brick;

    use super::*;
    use crate::Texture;

    #[test]
    fn an_opaque_color_has_four_channels_except_in_files() {
        let texture = Texture::parse(
            r#"{
                "format": "travertine", "version": 1,
                "nodes": {
                    "noise": {"type": "noise/perlin"},
                    "color": {"type": "color/combine", "inputs": {"red": {"node": "noise"}}}
                },
                "outputs": {"color": {"node": "color"}}
            }"#,
        )
        .unwrap();
        let (field, context) = (texture.first_field().unwrap(), Context::default());
        let (slice, volume) = (Slice::new(70, 5), Volume::new(7, 5, 3));
        assert_eq!(field.channels(), 4);
        let image = field.render(slice, &context).unwrap();
        assert_eq!(image.format, field.format(slice));
        let sampled = field.sample(&[slice.position(60, 3)]).unwrap();
        assert_eq!(image.pixel(60, 3), &sampled[0]);
        assert_eq!(image.pixel(60, 3)[3], 1.0);
        let mut buffer = vec![f32::NAN; image.data.len()];
        field.render_into(slice, &mut buffer, &context).unwrap();
        assert_eq!(buffer, image.data);
        let mut cache = RenderCache::new(1 << 20);
        assert_eq!(field.render_again(&mut cache, slice, &context).unwrap(), image);

        let brick = Brick { start: [2, 1, 1], size: [5, 2, 2] };
        let mut samples = vec![f32::NAN; 20 * field.channels()];
        let render = field.prepare_volume(volume, brick.size, &context).unwrap();
        render.brick(brick, &mut samples).unwrap();
        assert_eq!(samples[..4], field.sample(&[volume.position(brick.start)]).unwrap()[0]);

        let file = field.prepare_file(slice, None, &context).unwrap().image().unwrap();
        assert_eq!(file.format.channels(), 3);
        assert!(image.data.chunks(4).map(|pixel| &pixel[..3]).eq(file.data.chunks(3)));
        let file = field.prepare_volume_file(volume, brick.size, &context).unwrap();
        assert_eq!(file.format().channels(), 3);
    }

    #[test]
    fn intervals_prove_a_color_opaque_in_files_for_the_given_arguments() {
        let mut texture = Texture::parse(
            r##"{
                "format": "travertine", "version": 1,
                "parameters": {"paint": {"type": "color", "default": "#804020"}},
                "nodes": {
                    "noise": {"type": "noise/perlin"},
                    "mixed": {"type": "blend/mix", "inputs": {
                        "a": "#204080", "b": {"parameter": "paint"}, "factor": {"node": "noise"}
                    }}
                },
                "outputs": {"color": {"node": "mixed"}}
            }"##,
        )
        .unwrap();
        let (slice, volume, context) = (Slice::new(20, 20), Volume::new(4, 4, 4), Context::default());
        for (paint, channels) in [("#804020", 3), ("#804020c0", 4), ("#112233", 3)] {
            texture.set("paint", paint).unwrap();
            let field = texture.first_field().unwrap();
            let file = field.prepare_file(slice, None, &context).unwrap().image().unwrap();
            assert_eq!(file.format.channels(), channels, "{paint}");
            let file = field.prepare_volume_file(volume, [4; 3], &context).unwrap();
            assert_eq!(file.format().channels(), channels, "{paint}");
            let pixels = field.render(slice, &context).unwrap().data;
            assert_eq!(pixels.chunks(4).all(|pixel| pixel[3] == 1.0), channels == 3, "{paint}");
        }
    }
}
