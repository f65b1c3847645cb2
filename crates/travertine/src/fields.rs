//! Several outputs of a texture, evaluated together: what they share is computed once.

use travertine_graph::program::{Bound, Program, ProgramOutput};
use travertine_noise::Level;
use travertine_render::{Cancel, Options, Rectangle, Render, Sampler, Slice};

use crate::Error;

/// Some outputs of a texture with values for its parameters.
///
/// It is independent of the texture that it comes from.
///
/// ```
/// # use travertine::{Cancel, Level, Texture};
/// let texture = Texture::parse(r#"{
///     "format": "travertine", "version": 1,
///     "nodes": {"noise": {"type": "noise/perlin"}, "height": {"type": "math/absolute", "inputs": {"value": {"node": "noise"}}}},
///     "outputs": {"noise": {"node": "noise"}, "height": {"node": "height"}}
/// }"#)?;
/// let fields = texture.fields(&["height", "noise"])?;
/// let sampler = fields.sampler(Level::detect(), travertine::default_budget(), &Cancel::new())?;
/// let mut values = [0.0; 2];
/// sampler.sample(&[[0.3, 0.7, 0.1, 0.0]], &mut values)?;
/// assert_eq!(values[0], values[1].abs());
/// # Ok::<(), travertine::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Fields {
    pub(crate) program: Program,
    pub(crate) bound: Bound,
}

impl Fields {
    /// The outputs, in the order asked for: names, and what their values are.
    pub fn outputs(&self) -> &[ProgramOutput] {
        self.program.outputs()
    }

    /// Floats of a sample, all outputs' one after the other.
    pub fn width(&self) -> usize {
        self.program.width()
    }

    /// Prepares a render of a slice, or of the pixels of it that `crop` names, into a picture for each output.
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
        Ok(Render::new(&self.program, &self.bound, slice, crop, options)?)
    }

    /// Makes them ready to be evaluated at lists of positions, from as many threads as one likes.
    ///
    /// The grids of passes, if the graph has any, may take `memory` bytes.
    ///
    /// # Errors
    ///
    /// If the grids need more memory, or it was cancelled while they were made.
    pub fn sampler(&self, level: Level, memory: u64, cancel: &Cancel) -> Result<Sampler<'_>, Error> {
        Ok(Sampler::new(&self.program, &self.bound, level, memory, cancel)?)
    }
}
