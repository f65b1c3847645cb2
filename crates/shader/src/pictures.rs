//! The samples of a shader's textures.

use std::io;

use travertine::stages::render::Sampler;
use travertine::{Context, Image, PictureFormat, PictureStream};
use travertine_program::{Bound, Program};

use crate::error::Error;
use crate::shader::Shader;
use crate::textures::SampleTexture;

impl Shader {
    /// The textures that the functions of outputs take.
    pub fn textures(&self) -> &[SampleTexture] {
        &self.textures
    }

    /// The samples of each texture as a picture of three floats. Rasters are made within the limits of the context.
    ///
    /// # Errors
    ///
    /// If a limit is exceeded, or it is cancelled.
    pub fn pictures(&self, context: &Context) -> Result<Vec<Image>, Error> {
        let Some((program, bound)) = &self.source else { return Ok(Vec::new()) };
        pictures(&self.textures, program, bound, context)
    }

    /// The files of the textures: OpenEXR, which keeps every float.
    pub(crate) fn picture_files(&self, stem: &str, context: &Context) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let mut files = Vec::new();
        for (texture, picture) in self.textures.iter().zip(self.pictures(context)?) {
            let mut bytes = io::Cursor::new(Vec::new());
            let sink = PictureStream { target: &mut bytes, format: PictureFormat::Exr };
            picture.write(sink, context).map_err(travertine::Error::from)?;
            files.push((texture.file(stem), bytes.into_inner()));
        }
        Ok(files)
    }
}

/// The samples of the textures that a program reads.
pub(crate) fn pictures(
    textures: &[SampleTexture],
    program: &Program,
    bound: &Bound,
    context: &Context,
) -> Result<Vec<Image>, Error> {
    if textures.is_empty() {
        return Ok(Vec::new());
    }
    // It makes the rasters, on all threads.
    Sampler::new(program, bound, context).map_err(travertine::Error::from)?;
    let rasters: Vec<_> = program.raster_keys(bound).into_iter().zip(bound.rasters().unwrap_or_default()).collect();
    Ok(textures.iter().map(|texture| texture.picture(&rasters)).collect())
}
