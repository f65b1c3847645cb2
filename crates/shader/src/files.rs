//! Files of a shader for each target.

mod call;
mod godot;
mod hlsl;
mod materialx;
mod page;
mod role;

use crate::argument::Argument;
use crate::error::Error;
use crate::shader::Shader;
use crate::target::Target;
use crate::tier::Tier;
use crate::translate::GlslVersion;

impl Shader {
    /// The files for a target: the one with the given name and the target's ending, and before it those that it reads.
    ///
    /// # Errors
    ///
    /// [`Error::NotExact`] if the target has no exact form. Otherwise [`Error::Translation`], which is a bug.
    pub fn files(&self, target: Target, name: &str) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let text = match target {
            Target::Wgsl => self.headed(target, &self.wgsl()?),
            Target::Glsl330 => self.headed(target, &self.glsl(GlslVersion::Core330)?),
            Target::Glsl450 => self.headed(target, &self.glsl(GlslVersion::Core450)?),
            Target::GlslEs => {
                // Hashes need whole integers, and fragment shaders have no default for floats.
                let precision = "precision highp float;\nprecision highp int;\n\n";
                self.headed(target, &(precision.to_owned() + &self.glsl(GlslVersion::Es300)?))
            }
            Target::Msl => self.headed(target, &self.msl()?),
            Target::Hlsl => self.headed(target, &hlsl::file(self)?),
            Target::Osl => self.headed(target, &self.osl()?),
            Target::Godot => self.headed(target, &godot::file(self)?),
            Target::WebPage => page::file(self)?,
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

    /// A text behind a comment about its origin and its functions.
    fn headed(&self, target: Target, text: &str) -> String {
        let tier = match self.tier {
            Tier::Close => "The results are those of Travertine within a small tolerance.",
            Tier::Exact => "The results have the bits of Travertine, if the uniform variable `zero` is 0.",
        };
        let mut head =
            format!("// {} for {target}, written by `travertine export`.\n// {tier}\n//\n", self.title);
        for function in &self.functions {
            let arguments: Vec<&str> = function.arguments.iter().map(Argument::identifier).collect();
            head.push_str(&format!("// {}({})\n", function.name, arguments.join(", ")));
        }
        head.push_str(&format!(
            "//\n// Positions: x to the right, y down, z away from the viewer; {} points up. Texture coordinates: u to the right, \
            v down.\n// Colors are linear. Time is in units of the graph.\n",
            self.up.name(),
        ));
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
