//! Files of a shader for each target.

mod call;
mod godot;
mod hlsl;
mod materialx;
mod page;
mod role;

use travertine::Context;

use crate::argument::{Argument, one_line};
use crate::error::Error;
use crate::own_names::with_own_names;
use crate::shader::Shader;
use crate::target::Target;
use crate::tier::Tier;
use crate::translate::GlslVersion;

impl Shader {
    /// The files for a target: the one with the given name and the target's ending, and before it those that it reads.
    /// Rasters of textures are made within the limits of the context.
    ///
    /// # Errors
    ///
    /// [`Error::NotExact`] if the target has no exact form, or if a limit is exceeded. Otherwise
    /// [`Error::Translation`], which is a bug.
    pub fn files(&self, target: Target, name: &str, context: &Context) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let code = self.code(target, name, context)?;
        // A page holds its textures.
        let mut files = if target == Target::WebPage { Vec::new() } else { self.picture_files(name, context)? };
        files.extend(code);
        Ok(files)
    }

    /// The files of the code.
    fn code(&self, target: Target, name: &str, context: &Context) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let text = match target {
            Target::Wgsl => self.headed_with_own_names(target, name, &self.wgsl()?),
            Target::Glsl330 => self.headed_with_own_names(target, name, &self.glsl(GlslVersion::Core330)?),
            Target::Glsl450 => self.headed_with_own_names(target, name, &self.glsl(GlslVersion::Core450)?),
            Target::GlslEs => {
                // Hashes need whole integers, and fragment shaders have no default for floats.
                let precision = "precision highp float;\nprecision highp int;\n\n";
                let text = with_own_names(&self.glsl(GlslVersion::Es300)?, &self.name);
                self.headed(target, name, &(precision.to_owned() + &text))
            }
            Target::Msl => self.headed_with_own_names(target, name, &self.msl()?),
            Target::Hlsl => self.headed_with_own_names(target, name, &hlsl::file(self)?),
            Target::Osl => self.headed(target, name, &self.osl(name)?),
            Target::Godot => self.headed(target, name, &godot::file(self, name)?),
            Target::WebPage => page::file(self, context)?,
            Target::SpirV => {
                let bytes = self.spirv()?.into_iter().flat_map(u32::to_le_bytes).collect();
                return Ok(vec![(format!("{name}.{}", target.ending()), bytes)]);
            }
            Target::MaterialX => {
                let files = materialx::files(self, name)?.into_iter();
                return Ok(files.map(|(name, text)| (name, text.into_bytes())).collect());
            }
        };
        Ok(vec![(format!("{name}.{}", target.ending()), text.into_bytes())])
    }

    /// As [`Shader::headed`], for code that may meet that of other textures in one program.
    fn headed_with_own_names(&self, target: Target, stem: &str, text: &str) -> String {
        self.headed(target, stem, &with_own_names(text, &self.name))
    }

    /// A text behind a comment about its origin and its functions.
    fn headed(&self, target: Target, stem: &str, text: &str) -> String {
        let tier = match (self.tier, target) {
            (Tier::Close, _) => "The results are those of Travertine within a small tolerance.".to_owned(),
            // It is an argument of functions there.
            (Tier::Exact, Target::Msl) => {
                "The results have the bits of Travertine, if the uniform variable `zero` is 0.".to_owned()
            }
            (Tier::Exact, _) => {
                format!("The results have the bits of Travertine, if the uniform variable `{}_zero` is 0.", self.name)
            }
        };
        let mut head = format!("// {} for {target}, written by `travertine export`.\n// {tier}\n//\n", self.title);
        for function in &self.functions {
            let arguments: Vec<&str> = function.arguments.iter().map(Argument::identifier).collect();
            head.push_str(&format!("// {}({})\n", function.name, arguments.join(", ")));
        }
        head.push_str(&format!(
            "//\n// Positions: x to the right, y down, z away from the viewer; {} points up. Texture coordinates: u to the right, \
            v down.\n// Colors are linear. Time is in units of the graph.\n",
            self.up.name(),
        ));
        for texture in &self.textures {
            let [width, height] = texture.size();
            head.push_str(&format!(
                "//\n// {} takes the file {}: {width} x {height} samples, which the code interpolates itself.\n",
                texture.identifier(),
                one_line(&texture.file(stem)),
            ));
            texture.about().for_each(|line| head.push_str(&format!("//   {line}\n")));
        }
        // Two nodes of a program may include one file.
        let has_preprocessor = !matches!(target, Target::Wgsl | Target::Osl | Target::Godot);
        if has_preprocessor {
            let guard = format!("TRAVERTINE_{}", self.name.to_ascii_uppercase());
            format!("{head}\n#ifndef {guard}\n#define {guard}\n\n{}\n\n#endif\n", text.trim())
        } else {
            format!("{head}\n{text}")
        }
    }
}
