//! Shaders: checked modules of code, ready to be written for a target.

use std::collections::HashMap;

use naga::Module;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use travertine::Texture;
use travertine_graph::document::Up;

use crate::argument::{OutputFunction, one_line};
use crate::emit::{Emitted, emit};
use crate::error::Error;
use crate::exact::{ZERO, make_exact};
use crate::name::identifier;
use crate::target::Target;
use crate::tier::Tier;

/// The relief of a graph that states none.
const RELIEF: f32 = 0.012;

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
    pub(crate) module: Module,
    pub(crate) info: ModuleInfo,
}

impl Shader {
    /// Functions for outputs of a texture, with the present values of its settings. Parameters of floats, vectors and
    /// colors become arguments.
    ///
    /// # Errors
    ///
    /// If there is no such output, if a node cannot be expressed, or if an output is too large.
    pub fn new(texture: &Texture, outputs: &[&str], tier: Tier) -> Result<Shader, Error> {
        let title = one_line(texture.graph().name.as_deref().unwrap_or("Texture"));
        let name = identifier(&title, "texture");
        let Emitted { text, functions, comments } = emit(texture, outputs, &name, tier)?;
        let text = match tier {
            Tier::Close => text,
            Tier::Exact => format!("{}{text}", zero()),
        };
        let failed = |message: String| Error::Translation { target: Target::Wgsl, message };
        let mut module =
            naga::front::wgsl::parse_str(&text).map_err(|error| failed(error.emit_to_string(&text)))?;
        let mut info = validate(&module).map_err(failed)?;
        if tier == Tier::Exact {
            make_exact(&mut module, &info).map_err(failed)?;
            info = validate(&module).map_err(failed)?;
        }
        let relief = texture.relief().unwrap_or(RELIEF);
        let up = texture.up();
        Ok(Shader { title, name, tier, relief, up, functions, text, comments, module, info })
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

pub(crate) fn validate(module: &Module) -> Result<ModuleInfo, String> {
    let validated = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(module);
    validated.map_err(|error| format!("{error:?}"))
}
