//! Several outputs of a texture, evaluated together. Values that they share are computed once.

use std::sync::Arc;

use travertine_files::Fingerprint;
use travertine_noise::Interval;
use travertine_program::{Axis, Bound, Program, ProgramOutput, Variable};
use travertine_render::{Context, Format, Image, Rectangle, Render, RenderCache, Sampler, Slice, fingerprint};

use crate::Error;

/// Guaranteed range of each component of each output of a program.
pub(crate) fn ranges(program: &Program, bound: &Bound) -> Vec<Vec<Interval>> {
    let bound: Vec<Interval> = bound.values().iter().map(|value| Interval::point(*value)).collect();
    let intervals = program.intervals(&bound, [Interval::EVERYTHING; 4]);
    let range = |output: &ProgramOutput| output.values.iter().map(|value| intervals[value.index()]).collect();
    program.outputs().iter().map(range).collect()
}

/// The coordinates that outputs are differentiated by, with the names of the derivatives.
pub(crate) fn along_axes() -> Vec<(String, Variable)> {
    let named = |(name, axis): (&str, Axis)| (name.to_owned(), Variable::Coordinate(axis));
    [("dx", Axis::X), ("dy", Axis::Y), ("dz", Axis::Z)].map(named).into()
}

/// Some outputs of a texture with values for its parameters.
///
/// It is independent of the texture that it comes from.
///
/// ```
/// # use travertine::{Context, Texture};
/// let texture = Texture::parse(r#"{
///     "format": "travertine", "version": 1,
///     "nodes": {"noise": {"type": "noise/perlin"}, "height": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}}},
///     "outputs": {"noise": {"node": "noise"}, "height": {"node": "height"}}
/// }"#)?;
/// let fields = texture.fields(&["height", "noise"])?;
/// let sampler = fields.sampler(&Context::default())?;
/// let mut values = [0.0; 2];
/// sampler.sample(&[[0.3, 0.7, 0.1, 0.0]], &mut values)?;
/// assert_eq!(values[0], values[1].abs());
/// # Ok::<(), travertine::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fields {
    pub(crate) program: Arc<Program>,
    pub(crate) bound: Bound,
    /// Memory that the texture holds in addition to what its programs do, in bytes: its document, files and samples of
    /// images.
    pub(crate) held: u64,
}

/// Fields of equal values are equal, whatever document they come from.
impl PartialEq for Fields {
    fn eq(&self, other: &Fields) -> bool {
        self.program == other.program && self.bound == other.bound
    }
}

impl Fields {
    /// The outputs in the requested order, with names and types.
    pub fn outputs(&self) -> &[ProgramOutput] {
        self.program.outputs()
    }

    /// The context, for a computation that uses the texture.
    pub(crate) fn beside<'c>(&self, context: &Context<'c>) -> Context<'c> {
        context.clone().holding(self.held)
    }

    /// Whether any output varies along an axis.
    pub fn varies_along(&self, axis: Axis) -> bool {
        let axes = self.program.axes();
        let values = self.outputs().iter().flat_map(|output| &output.values);
        values.into_iter().any(|value| axes[value.index()].contains(axis))
    }

    /// The fingerprint of the fields' values: of the version, the program and its arguments.
    pub fn fingerprint(&self) -> Fingerprint {
        fingerprint(&self.program, &self.bound)
    }

    /// Floats per sample, of all outputs together.
    pub fn width(&self) -> usize {
        self.program.width()
    }

    /// The format of the picture of a slice in a file, for each output: see [`Fields::prepare_file`].
    pub fn file_formats(&self, slice: Slice) -> Vec<Format> {
        Format::of_files(&self.program, &self.bound, slice.width, slice.height)
    }

    /// Guaranteed range of each component of each output, at every position and time.
    pub fn ranges(&self) -> Vec<Vec<Interval>> {
        ranges(&self.program, &self.bound)
    }

    /// Prepares a render of a slice, or of the `crop` of its pixels, into a picture for each output. The render keeps
    /// the context. Colors have four channels.
    ///
    /// # Errors
    ///
    /// If the slice or the crop has no pixels or too many, or a limit of the context is exceeded.
    pub fn prepare<'a>(
        &'a self,
        slice: Slice,
        crop: Option<Rectangle>,
        context: &Context<'a>,
    ) -> Result<Render<'a>, Error> {
        Ok(Render::with_alpha(&self.program, &self.bound, slice, crop, &self.beside(context))?)
    }

    /// As [`Fields::prepare`], for files: the picture of a color that is proven to be opaque has no alpha.
    ///
    /// # Errors
    ///
    /// As [`Fields::prepare`].
    pub fn prepare_file<'a>(
        &'a self,
        slice: Slice,
        crop: Option<Rectangle>,
        context: &Context<'a>,
    ) -> Result<Render<'a>, Error> {
        Ok(Render::new(&self.program, &self.bound, slice, crop, &self.beside(context))?)
    }

    /// Renders a slice into an image for each output.
    ///
    /// # Errors
    ///
    /// As [`Fields::prepare`], or if it is cancelled.
    pub fn render(&self, slice: Slice, context: &Context) -> Result<Vec<Image>, Error> {
        Ok(self.prepare(slice, None, context)?.images()?)
    }

    /// Renders a slice, or the `crop` of its pixels, again after a change of the texture: into an image for each
    /// output, whose memory is reused. Values that the last render left in the cache are not computed again; a change
    /// of a ramp does not repeat the noise before it. The results have the same bits as without a cache.
    ///
    /// # Errors
    ///
    /// As [`Fields::prepare`], or if it is cancelled.
    pub fn render_again(
        &self,
        cache: &mut RenderCache,
        images: &mut Vec<Image>,
        slice: Slice,
        crop: Option<Rectangle>,
        context: &Context,
    ) -> Result<(), Error> {
        Ok(cache.images_into(&self.program, &self.bound, slice, crop, images, &self.beside(context))?)
    }

    /// The fields, each followed by its derivatives along x, y and z, per unit: three of the same type, with the names
    /// `height.dx`, `height.dy` and `height.dz` for a field `height`. Where a field has creases, the
    /// [rules](travertine_program::Builder::derivative) hold.
    ///
    /// # Errors
    ///
    /// If the program with the derivatives has too many operations.
    pub fn with_gradients(&self) -> Result<Fields, Error> {
        let program = self.program.with_derivatives(&along_axes())?;
        Ok(Fields { program: Arc::new(program), bound: self.bound.clone(), held: self.held })
    }

    /// Prepares the outputs for evaluation at lists of positions, from any number of threads.
    ///
    /// Rasters and buffers must stay within the limits of the context.
    ///
    /// # Errors
    ///
    /// If a limit of the context is exceeded, or it is cancelled while rasters are made.
    pub fn sampler(&self, context: &Context) -> Result<Sampler<'_>, Error> {
        Ok(Sampler::new(&self.program, &self.bound, &self.beside(context))?)
    }
}
