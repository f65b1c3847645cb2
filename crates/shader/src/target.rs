//! Targets: the languages that shaders are written in.

use std::fmt;

/// A language, or a program's dialect of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// The language of WebGPU.
    Wgsl,
    /// GLSL for OpenGL, version 3.30.
    Glsl330,
    /// GLSL for OpenGL 4.5 and Vulkan.
    Glsl450,
    /// GLSL for OpenGL ES 3.0 and WebGL 2.
    GlslEs,
    /// HLSL for Direct3D, Unity and Unreal.
    Hlsl,
    /// Metal's language.
    Msl,
    /// SPIR-V, in binary form.
    SpirV,
    /// Open Shading Language.
    Osl,
    /// Godot's shading language: a complete shader.
    Godot,
    /// A page that shows the texture with WebGL 2.
    WebPage,
    /// A document of MaterialX: a node with code in GLSL, MSL and OSL, and a material.
    MaterialX,
}

impl Target {
    /// Every target.
    pub const ALL: [Target; 11] = [
        Target::Wgsl,
        Target::Glsl330,
        Target::Glsl450,
        Target::GlslEs,
        Target::Hlsl,
        Target::Msl,
        Target::SpirV,
        Target::Osl,
        Target::Godot,
        Target::WebPage,
        Target::MaterialX,
    ];

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Target::Wgsl => "wgsl",
            Target::Glsl330 => "glsl-330",
            Target::Glsl450 => "glsl",
            Target::GlslEs => "glsl-es",
            Target::Hlsl => "hlsl",
            Target::Msl => "msl",
            Target::SpirV => "spirv",
            Target::Osl => "osl",
            Target::Godot => "godot",
            Target::WebPage => "webgl",
            Target::MaterialX => "materialx",
        }
    }

    /// What a file for the target leaves out, in clauses. The functions of outputs are always whole.
    pub fn leaves_out(self) -> &'static [&'static str] {
        const CURVATURE: &str = "curvature, which is 0";
        match self {
            Target::Wgsl | Target::Hlsl | Target::Msl => &["an entry point"],
            Target::Glsl330 | Target::Glsl450 | Target::GlslEs => &["an entry point and `#version`"],
            Target::SpirV => &["a vertex shader", "values and ranges of parameters: the caller passes them"],
            Target::Osl => &["ranges of vectors and colors"],
            Target::Godot => &["height", "alpha", "outputs of other names", CURVATURE],
            Target::WebPage => &["all outputs but the color", "alpha", "ranges of vectors and colors", CURVATURE],
            Target::MaterialX => {
                &["in the material: occlusion, alpha and outputs of other names, which the node has", CURVATURE]
            }
        }
    }

    /// The usual ending of files, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Target::Wgsl => "wgsl",
            Target::Glsl330 | Target::Glsl450 | Target::GlslEs => "glsl",
            Target::Hlsl => "hlsl",
            Target::Msl => "metal",
            Target::SpirV => "spv",
            Target::Osl => "osl",
            Target::Godot => "gdshader",
            Target::WebPage => "html",
            Target::MaterialX => "mtlx",
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Target::Wgsl => "WGSL",
            Target::Glsl330 => "GLSL 3.30",
            Target::Glsl450 => "GLSL 4.50",
            Target::GlslEs => "GLSL ES 3.00",
            Target::Hlsl => "HLSL",
            Target::Msl => "MSL",
            Target::SpirV => "SPIR-V",
            Target::Osl => "OSL",
            Target::Godot => "Godot's shading language",
            Target::WebPage => "WebGL",
            Target::MaterialX => "MaterialX",
        })
    }
}
