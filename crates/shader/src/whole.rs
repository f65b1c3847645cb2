//! Several outputs as one function, for programs that run shaders themselves.

use travertine::{Context, Image, Texture};

use crate::argument::WholeFunction;
use crate::error::Error;
use crate::options::Options;
use crate::shader::Shader;
use crate::textures::SampleTexture;

/// One function for several outputs of a texture, which computes what they share once.
#[derive(Debug)]
pub struct WholeShader {
    shader: Shader,
    function: WholeFunction,
}

impl WholeShader {
    /// The function of outputs of a texture: see [`Shader::with_options`].
    ///
    /// # Errors
    ///
    /// As [`Shader::new`], or if the outputs are too large together.
    pub fn new(texture: &Texture, outputs: &[&str], options: &Options) -> Result<WholeShader, Error> {
        let (shader, function) = Shader::make(texture, outputs, options, true)?;
        #[expect(clippy::expect_used, reason = "it was asked for")]
        let function = function.expect("a function of all outputs");
        Ok(WholeShader { shader, function })
    }

    /// The function.
    pub fn function(&self) -> &WholeFunction {
        &self.function
    }

    /// The code in WGSL: see [`Shader::wgsl`].
    ///
    /// # Errors
    ///
    /// As [`Shader::wgsl`].
    pub fn wgsl(&self) -> Result<String, Error> {
        self.shader.wgsl()
    }

    /// The textures that the function takes.
    pub fn textures(&self) -> &[SampleTexture] {
        self.shader.textures()
    }

    /// The pictures of the textures: see [`Shader::pictures`].
    ///
    /// # Errors
    ///
    /// As [`Shader::pictures`].
    pub fn pictures(&self, context: &Context) -> Result<Vec<Image>, Error> {
        self.shader.pictures(context)
    }
}
