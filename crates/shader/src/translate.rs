//! Shaders in the languages that the crate `naga` writes.

use naga::back::{glsl, hlsl, msl, spv};
use naga::valid::ModuleInfo;
use naga::{Module, ShaderStage};

use crate::entry::{ENTRY, with_entries};
use crate::error::Error;
use crate::exact::ZERO;
use crate::module::{self, validate};
use crate::shader::Shader;
use crate::target::Target;
use crate::tier::Tier;

/// A version of GLSL.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GlslVersion {
    /// 3.30, for OpenGL 3.3.
    Core330,
    /// 4.50, for OpenGL 4.5 and Vulkan.
    Core450,
    /// ES 3.00, for OpenGL ES 3.0 and WebGL 2.
    Es300,
}

impl Shader {
    /// The functions in WGSL.
    ///
    /// # Errors
    ///
    /// [`Error::Translation`], which is a bug.
    pub fn wgsl(&self) -> Result<String, Error> {
        match self.tier {
            Tier::Close => Ok(self.text.clone()),
            Tier::Exact => {
                let written = module::written(&self.module, &self.info);
                written.map(|text| self.readable(&self.module, &text)).map_err(failed(Target::Wgsl))
            }
        }
    }

    /// The functions in Metal's language.
    ///
    /// # Errors
    ///
    /// [`Error::Translation`], which is a bug.
    pub fn msl(&self) -> Result<String, Error> {
        let options = msl::Options {
            lang_version: (2, 0),
            force_loop_bounding: false,
            emit_int_div_checks: false,
            ..msl::Options::default()
        };
        let pipeline = msl::PipelineOptions::default();
        let written = msl::write_string(&self.module, &self.info, &options, &pipeline);
        written.map(|(text, _)| self.readable(&self.module, &text)).map_err(failed(Target::Msl))
    }

    /// The functions in HLSL, for shader model 5 and later.
    ///
    /// # Errors
    ///
    /// [`Error::Translation`], which is a bug.
    pub fn hlsl(&self) -> Result<String, Error> {
        let options = hlsl::Options {
            shader_model: hlsl::ShaderModel::V5_0,
            force_loop_bounding: false,
            ..hlsl::Options::default()
        };
        let mut text = String::new();
        let pipeline = hlsl::PipelineOptions::default();
        let mut writer = hlsl::Writer::new(&mut text, &options, &pipeline);
        writer.write(&self.module, &self.info, None).map_err(failed(Target::Hlsl))?;
        // Variables outside of functions are uniform, and 0 unless they are set.
        let text = text.replace("cbuffer zero : register(b0) { uint zero; }", "uint zero;");
        Ok(self.readable(&self.module, &text))
    }

    /// The functions in a version of GLSL, without its first line, which specifies the version.
    ///
    /// # Errors
    ///
    /// [`Error::Translation`], which is a bug.
    pub fn glsl(&self, version: GlslVersion) -> Result<String, Error> {
        let (target, version) = match version {
            GlslVersion::Core330 => (Target::Glsl330, glsl::Version::Desktop(330)),
            GlslVersion::Core450 => (Target::Glsl450, glsl::Version::Desktop(450)),
            GlslVersion::Es300 => (Target::GlslEs, glsl::Version::new_gles(300)),
        };
        let (module, info) = self.wrapped(target)?;
        let mut text = String::new();
        // The translator writes what an entry point calls, so there is one that calls every function.
        let options = glsl::Options { version, writer_flags: glsl::WriterFlags::empty(), ..glsl::Options::default() };
        let pipeline =
            glsl::PipelineOptions { shader_stage: ShaderStage::Fragment, entry_point: ENTRY.into(), multiview: None };
        let policies = naga::proc::BoundsCheckPolicies::default();
        glsl::Writer::new(&mut text, &module, &info, &options, &pipeline, policies)
            .and_then(|mut writer| writer.write())
            .map_err(failed(target))?;
        Ok(self.readable(&module, &functions_of(&text)))
    }

    /// SPIR-V with a fragment shader for each output.
    ///
    /// # Errors
    ///
    /// [`Error::Translation`], which is a bug.
    pub fn spirv(&self) -> Result<Vec<u32>, Error> {
        let (module, info) = self.wrapped(Target::SpirV)?;
        let options = spv::Options {
            lang_version: (1, 0),
            flags: spv::WriterFlags::DEBUG,
            force_loop_bounding: false,
            ..spv::Options::default()
        };
        spv::write_vec(&module, &info, &options, None).map_err(failed(Target::SpirV))
    }

    /// The module with entry points.
    pub(crate) fn wrapped(&self, target: Target) -> Result<(Module, ModuleInfo), Error> {
        let text = with_entries(&self.wgsl()?, &self.functions, &self.textures);
        let failed = |message: String| Error::Translation { target, message };
        let module = naga::front::wgsl::parse_str(&text).map_err(|error| failed(error.emit_to_string(&text)))?;
        let info = validate(&module).map_err(failed)?;
        Ok((module, info))
    }
}

/// The functions of a text in GLSL, without the entry point, its inputs and the parameters.
fn functions_of(text: &str) -> String {
    let mut functions = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("struct ") {
            // Those of the entry point; the library has none.
            lines.find(|line| line.starts_with("};"));
        } else if line.starts_with("void main()") {
            break;
        } else if line.contains("{ uint _group_0_binding_0_fs; }") {
            functions.push_str(&format!("uniform uint {ZERO};\n\n"));
        } else if line.starts_with("uniform ") && line.contains(" sampler2D ") {
            // The entry point passes them to the functions.
        } else if !["#version", "precision ", "layout(", "smooth in "].iter().any(|head| line.starts_with(head)) {
            functions.push_str(&line.replace("_group_0_binding_0_fs", ZERO));
            functions.push('\n');
        }
    }
    format!("{}\n", functions.trim())
}

fn failed<E: std::fmt::Display>(target: Target) -> impl Fn(E) -> Error {
    move |error| Error::Translation { target, message: error.to_string() }
}
