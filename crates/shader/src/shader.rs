//! Shaders: checked modules of code, ready to be written for a target.

use std::collections::HashMap;

use naga::Module;
use naga::valid::ModuleInfo;
use travertine::Texture;
use travertine_graph::document::Up;
use travertine_program::{Bound, Program};

use crate::argument::{OutputFunction, WholeFunction, one_line};
use crate::emit::{Emitted, emit};
use crate::error::Error;
use crate::exact::ZERO;
use crate::module;
use crate::name::identifier;
use crate::options::Options;
use crate::target::Target;
use crate::textures::SampleTexture;
use crate::tier::Tier;

/// Functions for outputs of a texture, checked and ready to be written for a target.
#[derive(Debug)]
pub struct Shader {
    /// Name of the texture, on one line.
    pub(crate) title: String,
    pub(crate) name: String,
    pub(crate) tier: Tier,
    /// How far a height of 1 lifts a surface, in units of the graph.
    pub(crate) relief: f32,
    /// The direction that points up in the texture.
    pub(crate) up: Up,
    pub(crate) functions: Vec<OutputFunction>,
    pub(crate) text: String,
    pub(crate) comments: HashMap<String, String>,
    pub(crate) textures: Vec<SampleTexture>,
    /// The program of all outputs, which makes the samples of the textures; `None` without textures.
    pub(crate) source: Option<(Program, Bound)>,
    pub(crate) module: Module,
    pub(crate) info: ModuleInfo,
}

impl Shader {
    /// Functions for outputs of a texture, with its settings as constants. Parameters of floats, vectors and
    /// colors become arguments.
    ///
    /// # Errors
    ///
    /// If there is no such output, if a node cannot be expressed, or if an output is too large.
    pub fn new(texture: &Texture, outputs: &[&str], tier: Tier) -> Result<Shader, Error> {
        Shader::with_options(texture, outputs, &Options { tier, ..Options::default() })
    }

    /// As [`Shader::new`], with options.
    ///
    /// # Errors
    ///
    /// As [`Shader::new`].
    pub fn with_options(texture: &Texture, outputs: &[&str], options: &Options) -> Result<Shader, Error> {
        Ok(Shader::make(texture, outputs, options, false)?.0)
    }

    /// A shader with functions of the outputs, or one of all of them.
    pub(crate) fn make(
        texture: &Texture,
        outputs: &[&str],
        options: &Options,
        whole: bool,
    ) -> Result<(Shader, Option<WholeFunction>), Error> {
        let tier = options.tier;
        let title = one_line(texture.graph().name.as_deref().unwrap_or("Texture"));
        let name = identifier(options.name.as_deref().unwrap_or(&title), "texture");
        let Emitted { text, functions, whole, comments, textures } = emit(texture, outputs, &name, options, whole)?;
        let source = if textures.is_empty() {
            None
        } else {
            let (program, bound) = texture.program_of(outputs)?;
            Some((program, bound))
        };
        let text = match tier {
            Tier::Close => text,
            Tier::Exact => format!("{}{text}", zero()),
        };
        let failed = |message| Error::Translation { target: Target::Wgsl, message };
        let (module, info) = module::checked(&text, tier).map_err(failed)?;
        let relief = texture.relief().unwrap_or(Texture::RELIEF);
        let up = texture.up();
        let shader =
            Shader { title, name, tier, relief, up, functions, text, comments, textures, source, module, info };
        Ok((shader, whole))
    }

    /// Name of the texture as an identifier, with which the names of the functions begin.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The tier.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// The functions of the outputs.
    pub fn functions(&self) -> &[OutputFunction] {
        &self.functions
    }
}

/// The declaration of the variable that the exact tier reads.
fn zero() -> String {
    format!(
        "// Always 0. It must come from outside, so that compilers cannot use that it is 0.\n\
        @group(0) @binding(0) var<uniform> {ZERO}: u32;\n\n"
    )
}
